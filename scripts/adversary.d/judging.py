"""The promises that every command keeps, whatever it is given."""

import json
import re

CRASHES = {
    132: "SIGILL",
    133: "SIGTRAP",
    134: "SIGABRT",
    135: "SIGBUS",
    136: "SIGFPE",
    137: "SIGKILL",
    139: "SIGSEGV",
    141: "SIGPIPE",
    152: "SIGXCPU",
    153: "SIGXFSZ",
    129: "SIGHUP",
    130: "SIGINT",
    143: "SIGTERM",
    131: "SIGQUIT",
    159: "SIGSYS",
}

# Control characters but newlines, and characters that change the direction of text.
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def strict_json(text):
    """Parses a JSON document; throws ValueError for NaN and infinities too."""

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def program_of(step):
    return "simbench" if '"$simbench"' in step.command else "forcegraph"


class Judge:
    """Says which promise a case broke."""

    def __init__(self, codes, has_clocks):
        # The documented exit codes of each program.
        self.codes = codes
        # True if time and memory are judged.
        self.has_clocks = has_clocks

    def complaint(self, case, outcome):
        """Returns a complaint, or None if all promises were kept."""
        if outcome.is_hung:
            return "it waits without an end"
        if len(outcome.steps) < len(case.steps):
            return "the shell of the case was ended"
        for step in outcome.steps:
            if complaint := self.of_step(case, step):
                return complaint
        left = [path.name for path in outcome.folder.rglob(".new-*")]
        if left:
            return "a temporary file stays behind"
        if self.has_clocks and (complaint := self.of_cost(case, outcome)):
            return complaint
        return case.check(case, outcome)

    def of_step(self, case, step):
        signal = CRASHES.get(step.code)
        is_expected = signal in case.signals
        if step.code == 152 and case.may_be_endless:
            return None
        if step.code == 152 or (step.code == 137 and not is_expected):
            return f"it computes for more than {case.processor_seconds} s"
        is_documented = step.code in self.codes[program_of(step)]
        if not is_documented and not is_expected:
            if signal:
                return f"it ends by {signal}{crash_words(step.errors)}"
            return f"the exit code {step.code} is in no documentation"
        if (
            step.code not in (0, 1)
            and not is_expected
            and not case.is_mute
            and not step.errors.strip()
        ):
            return f"the exit code {step.code} comes without a sentence on standard error"
        return None if case.is_on_terminal else self.of_text(step)

    def of_text(self, step):
        try:
            errors = step.errors.decode()
        except UnicodeDecodeError:
            return "standard error is not UTF-8"
        if found := CONTROL.search(errors):
            return f"standard error has the control character U+{ord(found.group()):04X}"
        # The option of sweep names a file.
        prints_json = "--json" in step.command and " sweep " not in step.command
        if step.code == 0 and prints_json and step.output:
            try:
                strict_json(step.output.decode())
            except ValueError as error:
                return f"the output of --json is not JSON ({re.sub(r'[0-9]+', '#', str(error))})"
        return None

    @staticmethod
    def of_cost(case, outcome):
        if case.measured_bytes is None:
            return None
        megabytes = max(case.measured_bytes / 1e6, 1)
        # Of all steps together, with room for the start of the programs on a loaded machine.
        if outcome.processor_seconds > 2 * megabytes * len(case.steps) + 1:
            return "it takes more than 2 s for each MB of the file"
        if outcome.memory_bytes > (300 * megabytes + 50) * 1e6:
            return "it takes more than 300 MB of memory for each MB of the file"
        return None


def crash_words(errors):
    """Returns the Swift runtime's reason for a crash, without locations and numbers."""
    found = re.search(rb"Fatal error[^\n]*", errors)
    return ": " + found.group().decode(errors="replace")[:120] if found else ""


def signature(case, complaint):
    """Returns a signature, which is equal for failures that are probably the same."""
    return case.kind + ": " + re.sub(r"\"[^\"]*\"|[0-9]+", "#", complaint)
