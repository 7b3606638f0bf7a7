def draw(key):
    return "".join("XO."[0 if key >> s & 1 else 1 if key >> s + 9 & 1 else 2] for s in range(9))
