def draw(key):
    return str(key % (1 << 40))
