"""Who the agent is, and the block that tells it who the user is."""
