"""Learns who a user is from their conversations, as a graph, and tells an agent."""
