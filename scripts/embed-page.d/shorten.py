"""Makes JavaScript lighter without changing what it does: blanks and comments go, and names that are
local to a module become short. It knows no grammar; what it cannot tell it leaves alone.

A name is shortened only if it is nowhere a property: nowhere in any module after a dot, before a
colon, in an object or pattern in braces without a colon, or the name of a method; and if some module
declares it. So the same name is short everywhere or nowhere.
"""
import re

KEYWORDS = set(
    "arguments as async await break case catch class const constructor continue debugger default delete do else "
    "export extends false finally for from function get if import in instanceof let new null of return set static "
    "super switch this throw true try typeof undefined var void while with yield NaN Infinity".split())
# What the browser has, as far as the page uses it.
GLOBALS = set(
    "window document navigator location performance globalThis innerWidth innerHeight requestAnimationFrame "
    "setTimeout clearTimeout addEventListener matchMedia atob isNaN parseInt Boolean Object Array Math Number String JSON Map Set "
    "Promise Error RangeError RegExp Uint8Array Uint16Array Uint32Array Int32Array Float32Array Float64Array ArrayBuffer "
    "DataView TextDecoder TextEncoder URL URLSearchParams WebSocket Blob Response DecompressionStream "
    "ResizeObserver Infinity NaN undefined crypto console".split())
WORD = re.compile(r"[A-Za-z_$#][\w$]*")
NUMBER = re.compile(r"0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
SPACE = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.S)
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
MARKS = sorted(
    "=> ... ?. ?? ??= === !== == != <= >= && || &&= ||= ++ -- += -= *= /= %= ** **= << >> >>> <<= >>= >>>= &= |= ^= "
    "{ } ( ) [ ] ; , < > + - * / % & | ^ ! ~ ? : = . @".split(), key=len, reverse=True)
BEFORE_REGEX = set("( , = : [ ! & | ? { } ; => && || ?? return typeof + - < >".split())


def tokens(source):
    """(kind, text) pairs: word, number, string, regex, mark, template (a part of one), line (a break)."""
    found, at, braces = [], 0, []

    def template(at):
        """The rest of a part of a template: up to its end or to the next hole."""
        begin = at
        while source[at] != "`" and source[at:at + 2] != "${":
            at += 2 if source[at] == "\\" else 1
        at += 1 if source[at] == "`" else 2
        if source[at - 1] == "{":
            braces.append("hole")
        return source[begin:at], at

    while at < len(source):
        space = SPACE.match(source, at)
        if space:
            if "\n" in space[0] and found and found[-1][0] != "line":
                found.append(("line", "\n"))
            at = space.end()
            continue
        if source[at] == "`":
            text, at = template(at + 1)
            found.append(("template", "`" + text))
            continue
        if source[at] == "}" and braces and braces[-1] == "hole":
            braces.pop()
            text, at = template(at + 1)
            found.append(("template", "}" + text))
            continue
        last = next((text for kind, text in reversed(found) if kind != "line"), "(")
        for kind, pattern in (("string", STRING), ("word", WORD), ("number", NUMBER), ("regex", REGEX)):
            match = pattern.match(source, at)
            if match and (kind != "regex" or last in BEFORE_REGEX):
                found.append((kind, match[0]))
                at = match.end()
                break
        else:
            mark = next(one for one in MARKS if source.startswith(one, at))
            if mark == "{":
                braces.append("brace")
            elif mark == "}":
                braces.pop()
            found.append(("mark", mark))
            at += len(mark)
    return found


def properties(found):
    """Names that are properties somewhere, and names that are declared."""
    found = [one for one in found if one[0] != "line"]
    taken, declared, stack = set(), set(), []
    for i, (kind, text) in enumerate(found):
        before = found[i - 1][1] if i else ""
        after = found[i + 1][1] if i + 1 < len(found) else ""
        if kind == "template":
            if text.startswith("}"):
                stack.pop()
            if text.endswith("${"):
                stack.append("${")
        elif text in ("{", "(", "["):
            stack.append(text)
        elif text in ("}", ")", "]"):
            stack.pop()
        if kind == "string" and WORD.fullmatch(text[1:-1]):
            taken.add(text[1:-1])
        if kind != "word" or text in KEYWORDS or text in GLOBALS:
            continue
        inside = stack[-1] if stack else ""
        if before in (".", "?.") or after == ":" and before in ("{", ",", "?") or text.startswith("#"):
            taken.add(text)
        elif inside == "{" and before in ("{", ",") and after in (",", "}", "="):
            taken.add(text)
        elif after == "(" and before != "function" and is_method(found, i + 1):
            taken.add(text)
        if before in ("const", "let", "function", "class") or after == "=>":
            declared.add(text)
    patterns = {begin for i, (_, text) in enumerate(found) if text in ("const", "let") for begin in declarations(found, i)}
    declared |= {found[i][1] for i in patterns if found[i][0] == "word"}
    for i, (kind, text) in enumerate(found):
        # Parameters, and what const and let take apart.
        if not (text == "(" and kind == "mark" or text in ("[", "{") and i in patterns):
            continue
        end = closing(found, i)
        after = found[end + 1][1] if end + 1 < len(found) else ""
        is_list = after == "=>" or after == "{" and found[i - 1][1] not in ("if", "for", "while", "switch")
        if text != "(" or is_list:
            declared |= {word for kind, word in found[i:end] if kind == "word"} - GLOBALS - KEYWORDS
    unknown = {text for i, (kind, text) in enumerate(found) if kind == "word"} - taken - declared - KEYWORDS - GLOBALS
    if unknown:
        raise ValueError(f"names that no module declares, and GLOBALS in shorten.py has not: {', '.join(sorted(unknown))}")
    return taken, declared


def closing(found, at):
    """The place of the bracket that closes the one at a place."""
    depth = 0
    for i in range(at, len(found)):
        kind, text = found[i]
        if kind == "mark" and text in ("(", "[", "{") or kind == "template" and text.endswith("${"):
            depth += 1
        if kind == "mark" and text in (")", "]", "}") or kind == "template" and text.startswith("}"):
            depth -= 1
        if depth == 0:
            return i
    return len(found) - 1


def declarations(found, at):
    """Where the names or patterns begin that a const or let declares."""
    begins, i = [at + 1], at + 1
    while i < len(found) and found[i][1] not in (";", "of", "in", ")", "}"):
        if found[i][1] == ",":
            begins.append(i + 1)
        i = closing(found, i) + 1
    return begins


def is_method(found, at):
    """Whether the bracket at a place closes before a brace: `name(...) {`, and no `if (...) {`."""
    end = closing(found, at)
    return end + 1 < len(found) and found[end + 1][1] == "{"


def short_names(taken):
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for first in ["", *letters]:
        for second in letters:
            if first + second not in taken and first + second not in KEYWORDS:
                yield first + second


def shading(text):
    """A template of the graphics processor, without blanks that mean nothing."""
    lines = []
    for line in text.split("\n"):
        line = re.sub(r"//.*", "", line).strip()
        if line and not line.startswith("#"):
            line = re.sub(r"\s*([-+*/=,;(){}<>?:&|!])\s*", r"\1", line)
        if line:
            lines.append(line)
    return "\n".join(lines)


def shortened(source):
    found = tokens(source)
    taken, declared = properties(found)
    words = [text for kind, text in found if kind == "word"]
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    wanted = [one for one in counts if one in declared - taken - KEYWORDS - GLOBALS and len(one) > 1]
    wanted.sort(key=lambda one: (-counts[one], one))
    fresh = short_names(set(counts) | taken)
    names = {}
    for one in wanted:
        name = next(fresh)
        if len(name) < len(one):
            names[one] = name
    return written(found, names), names


NO_BREAK_AFTER = set("{ ( [ , ; => = + - * / ? : && || ?? | & < > === !== == += -= ! . ?.".split())
NO_BREAK_BEFORE = set(") ] } , ; . ?. ? : = + - * / && || ?? | & < > === !== => |=".split())


def written(found, names):
    parts, last, last_kind = [], "", ""
    for i, (kind, text) in enumerate(found):
        if kind == "line":
            after = found[i + 1][1] if i + 1 < len(found) else "}"
            if not (last in NO_BREAK_AFTER or after in NO_BREAK_BEFORE or last.endswith("${") or after.startswith("}")):
                parts.append("\n")
                last, last_kind = "\n", "mark"
            continue
        if kind == "word":
            text = names.get(text, text)
        if kind == "template" and "void main" in text or "#version" in text:
            text = "`" + shading(text[1:]) if text.startswith("`") else text
        glued = last[-1:] + text[:1]
        if re.fullmatch(r"[\w$#]{2}", glued) or glued in ("++", "--") or last_kind == "number" and text == ".":
            parts.append(" ")
        parts.append(text)
        last, last_kind = text, kind
    return "".join(parts)
