"""The distance of every state from the start, and the shortest games to a state."""
