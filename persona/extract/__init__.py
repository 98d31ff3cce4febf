"""What a window says: the rules, the model's answers, and the gate that grounds both."""
