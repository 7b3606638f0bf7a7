def format(key):
    return f"{key} steps"


def parse(text):
    return int(text.split()[0])
