"""Runs a command with standard output and standard error on a terminal, and passes on what it is sent.

    python3 on_terminal.py COMMAND ARGUMENT ...

Both streams have a terminal of their own, so that what goes to each can be told apart. The exit code is
that of the command.
"""

import os
import sys
import termios
import threading
import tty


def terminal():
    """Both ends of a terminal that changes nothing of what is written to it."""
    outer, inner = os.openpty()
    tty.setraw(inner)
    attributes = termios.tcgetattr(inner)
    attributes[1] &= ~termios.OPOST
    termios.tcsetattr(inner, termios.TCSANOW, attributes)
    return outer, inner


def passed_on(source, target):
    while True:
        try:
            piece = os.read(source, 65536)
        except OSError:  # The other end is closed.
            return
        if not piece:
            return
        while piece:
            piece = piece[os.write(target, piece) :]


def main():
    pairs = [terminal(), terminal()]
    process = os.fork()
    if process == 0:
        os.setsid()
        os.dup2(pairs[0][1], 1)
        os.dup2(pairs[1][1], 2)
        for outer, inner in pairs:
            os.close(outer)
            os.close(inner)
        os.execvp(sys.argv[1], sys.argv[1:])
    threads = []
    for (outer, inner), target in zip(pairs, (1, 2)):
        os.close(inner)
        threads.append(threading.Thread(target=passed_on, args=(outer, target)))
        threads[-1].start()
    _, status = os.waitpid(process, 0)
    for thread in threads:
        thread.join()
    sys.exit(os.waitstatus_to_exitcode(status) % 256)


if __name__ == "__main__":
    main()
