def draw(key):
    return str(key)
