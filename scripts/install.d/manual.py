#!/usr/bin/env python3
"""Writes manual pages from what a program prints for --experimental-dump-help.

  manual.py VERSION FOLDER < dump     writes PROGRAM.1 and PROGRAM-SUBCOMMAND.1, and prints their names

The texts are those of the program's own help, so that there is one source of them. `CODES` is the one
table that is repeated here: exit codes, which the help does not have.
"""
import json
import re
import sys
from pathlib import Path

CODES = {
    "0": "done",
    "1": "a comparison or check has found a difference (simbench)",
    "64": "wrong options, or an output that would destroy an input",
    "65": "a file is damaged, not what it has to be, or too large",
    "66": "a file cannot be read",
    "69": "this build, or this machine, lacks what was asked for",
    "70": "a result could not be computed",
    "71": "there is not enough memory",
    "73": "a file, or standard output, cannot be written",
    "130": "stopped by Ctrl-C",
}


def roff(text):
    """Text as roff has it: nothing in it is a request or an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def paragraphs(text):
    """Lines of a text; what is indented, and headings in capitals, stay as they are."""
    lines, is_literal = [], False
    for line in text.split("\n"):
        wants_literal = line.startswith("  ")
        if wants_literal != is_literal:
            lines.append(".nf\n.RS 2" if wants_literal else ".RE\n.fi")
            is_literal = wants_literal
        if re.fullmatch(r"[A-Z][A-Z ]+", line):
            lines.append(f".SS {roff(line.capitalize())}")
        elif not line.strip():
            lines.append(".PP")
        else:
            lines.append(roff(line[2:] if is_literal else line))
    if is_literal:
        lines.append(".RE\n.fi")
    return lines


def spelled(name):
    return ("-" if name["kind"] in ("short", "longWithSingleDash") else "--") + name["name"]


def usage(argument):
    if argument["kind"] == "positional":
        text = f"\\fI{roff(argument['valueName'])}\\fR"
    else:
        text = ", ".join(f"\\fB{roff(spelled(name))}\\fR" for name in argument["names"])
        if argument["kind"] == "option":
            text += f" \\fI{roff(argument['valueName'])}\\fR"
    return text


def entry(argument):
    text = argument.get("abstract", "")
    if argument.get("allValues") and not all(value in text for value in argument["allValues"]):
        text += f" (values: {', '.join(argument['allValues'])})"
    if argument.get("defaultValue") and "default:" not in text:
        text += f" (default: {argument['defaultValue']})"
    if argument.get("discussion"):
        text += "\n" + argument["discussion"]
    return [".TP", usage(argument), *(paragraphs(text.strip()) or [""])]


def merged(arguments):
    """--x and --no-x with the same text are one entry."""
    result = []
    for argument in arguments:
        if not argument["shouldDisplay"]:
            continue
        last = result[-1] if result else None
        if last and argument["kind"] == last["kind"] == "flag" and argument.get(
                "abstract") == last.get("abstract"):
            result[-1] = {**last, "names": last["names"] + argument["names"]}
        else:
            result.append(argument)
    return result


def page(command, version):
    names = [*command.get("superCommands", []), command["commandName"]]
    title = "-".join(names)
    arguments = merged(command.get("arguments", []))
    subcommands = [one for one in command.get("subcommands", []) if one["shouldDisplay"]]
    needed = " ".join(
        usage(one) for one in arguments if one["kind"] == "positional")
    rest = "\\fIsubcommand\\fR" if subcommands else ("[\\fIoptions\\fR] " + needed).strip()
    lines = [
        f".TH {roff(title.upper())} 1 \"\" \"{names[0]} {roff(version)}\" \"\"",
        ".ad l\n.hy 0", ".SH NAME", f"{roff(title)} \\- {roff(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS", f"\\fB{roff(' '.join(names))}\\fR {rest}"]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])]
    if subcommands:
        lines.append(".SH SUBCOMMANDS")
        for one in subcommands:
            lines += [".TP", f"\\fB{roff(one['commandName'])}\\fR", roff(one.get("abstract", ""))]
    section = None
    for argument in arguments:
        if argument.get("sectionTitle", "Options") != section:
            section = argument.get("sectionTitle", "Options")
            lines.append(f".SH {roff(section.upper())}")
        lines += entry(argument)
    lines.append(".SH EXIT STATUS")
    for code, meaning in CODES.items():
        lines += [".TP", code, roff(meaning)]
    others = [
        "\\-".join([*map(roff, names), roff(one["commandName"])]) for one in subcommands
    ] or ["\\-".join(map(roff, names[:-1]))]
    lines += [".SH SEE ALSO", ", ".join(f"\\fB{one}\\fR(1)" for one in others if one)]
    return title, "\n".join(lines) + "\n"


def main():
    version, folder = sys.argv[1], Path(sys.argv[2])
    command = json.load(sys.stdin)["command"]
    # `help` is the parser's own.
    command["subcommands"] = [
        one for one in command.get("subcommands", []) if one["commandName"] != "help"]
    for one in [command, *command["subcommands"]]:
        title, text = page(one, version)
        (folder / f"{title}.1").write_text(text, encoding="utf-8")
        print(f"{title}.1")


main()
