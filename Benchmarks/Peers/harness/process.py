"""One adapter's process: a line of JSON in, a line of JSON out, within a time limit."""
import json
import os
import signal
import subprocess
import tempfile
import threading


class Failed(Exception):
    """Why an adapter gave no answer, in one line."""


class Noise(Failed):
    """A time that says nothing; the next round may do better."""


class Adapter:
    def __init__(self, command, environment):
        self.log = tempfile.TemporaryFile("w+")
        # A session of its own, so that what the adapter starts ends with it.
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True,
            start_new_session=True)

    def ask(self, request, limit):
        timed_out = threading.Event()
        timer = threading.Timer(limit, lambda: (timed_out.set(), self.kill()))
        timer.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            timer.cancel()
        if timed_out.is_set():
            raise Failed(f"took more than {limit:.0f} s")
        if not line:
            raise Failed(self.last_words())
        return json.loads(line)

    def close(self):
        """Ends the process, at once if it does not end when its input does."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.kill()
            self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def last_words(self):
        status = self.process.wait()
        self.log.seek(0)
        lines = [line.strip() for line in self.log if line.strip()]
        reason = f"signal {signal.Signals(-status).name}" if status < 0 else f"exit code {status}"
        return f"{reason}: {lines[-1][:200]}" if lines else reason


def run(command, limit, environment=None, text=None):
    """Standard output of a command; `Failed` with its last words when it fails."""
    try:
        result = subprocess.run(
            list(map(str, command)), input=text, capture_output=True, text=True, timeout=limit, env=environment)
    except FileNotFoundError:
        raise Failed(f"there is no program {os.path.basename(str(command[0]))}") from None
    except subprocess.TimeoutExpired:
        raise Failed(f"took more than {limit:.0f} s") from None
    if result.returncode != 0:
        lines = [line.strip() for line in (result.stderr or result.stdout).splitlines() if line.strip()]
        raise Failed(lines[-1][:300] if lines else f"exit code {result.returncode}")
    return result.stdout
