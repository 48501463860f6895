print("forcegraph")
