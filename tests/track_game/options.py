"""Steps from the start to the end."""

LENGTH = 400
