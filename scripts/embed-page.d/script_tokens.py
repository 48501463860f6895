"""A script as tokens, and what each word in it is: a property, a name of a variable, or both at once.

Comments go, but for those at which an optional part of the page begins and ends."""
import re

KEYWORDS = set(
    "arguments as async await break case catch class const constructor continue debugger default delete do else "
    "export extends false finally for from function get if import in instanceof let new null of return set static "
    "super switch this throw true try typeof undefined var void while with yield NaN Infinity".split())
WORD = re.compile(r"[A-Za-z_$#][\w$]*")
NUMBER = re.compile(r"0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
SPACE = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.S)
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
MARKS = sorted(
    "=> ... ?. ?? ??= === !== == != <= >= && || &&= ||= ++ -- += -= *= /= %= ** **= << >> >>> <<= >>= >>>= &= |= ^= "
    "{ } ( ) [ ] ; , < > + - * / % & | ^ ! ~ ? : = . @".split(), key=len, reverse=True)
PART = re.compile(r"// (?:With (\w+):|End of (\w+)\.)")
# Tokens that are not part of the language.
SILENT = ("line", "part")
BEFORE_REGEX = set("( , = : [ ! & | ? { } ; => && || ?? return typeof + - < >".split())


class Placed(str):
    """A text with its place in the source, and what it is called there where it has another name now."""
    __slots__ = ("at", "name")

    def __new__(cls, text, at, name=None):
        made = super().__new__(cls, text)
        made.at, made.name = at, name
        return made


def tokens(source):
    """(kind, text) pairs, the text Placed but for silent ones: word, number, string, regex, mark, template (a part of one), line (a break), part (the
    beginning of an optional part, as "+name", or its end, as "-name")."""
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
            part = PART.fullmatch(space[0])
            if part:
                found.append(("part", f"+{part[1]}" if part[1] else f"-{part[2]}"))
            elif "\n" in space[0] and found and found[-1][0] != "line":
                found.append(("line", "\n"))
            at = space.end()
            continue
        if source[at] == "`":
            begin, (text, at) = at, template(at + 1)
            found.append(("template", Placed("`" + text, begin)))
            continue
        if source[at] == "}" and braces and braces[-1] == "hole":
            braces.pop()
            begin, (text, at) = at, template(at + 1)
            found.append(("template", Placed("}" + text, begin)))
            continue
        last = next((text for kind, text in reversed(found) if kind not in SILENT), "(")
        for kind, pattern in (("string", STRING), ("word", WORD), ("number", NUMBER), ("regex", REGEX)):
            match = pattern.match(source, at)
            if match and (kind != "regex" or last in BEFORE_REGEX):
                found.append((kind, Placed(match[0], at)))
                at = match.end()
                break
        else:
            mark = next(one for one in MARKS if source.startswith(one, at))
            if mark == "{":
                braces.append("brace")
            elif mark == "}":
                braces.pop()
            found.append(("mark", Placed(mark, at)))
            at += len(mark)
    return found


def sounded(found):
    """Returns the tokens that are part of the language."""
    return [one for one in found if one[0] not in SILENT]


def opens(token):
    kind, text = token
    return (kind == "mark" and text in ("(", "[", "{")
            or kind == "template" and text.endswith("${") and not text.startswith("}"))


def closes(token):
    kind, text = token
    return (kind == "mark" and text in (")", "]", "}")
            or kind == "template" and text.startswith("}") and not text.endswith("${"))


def closing(found, at):
    """The place of the bracket that closes the one at a place."""
    depth = 0
    for i in range(at, len(found)):
        depth += opens(found[i]) - closes(found[i])
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


# What a brace after these words and marks begins is a block; else an object or a pattern.
BEFORE_BLOCK = set(") => else try finally do catch ; { }".split()) | {""}
BEFORE_METHOD = set("{ } , ; get set static async *".split())


def roles(found):
    """Returns for each token without line breaks "property", "name", "both" (as in `{ name }`), or None."""
    result, stack, is_class = [], [], False
    for i, (kind, text) in enumerate(found):
        before = found[i - 1][1] if i else ""
        after = found[i + 1][1] if i + 1 < len(found) else ""
        if closes(found[i]):
            stack.pop()
        if kind == "mark" and text == "{":
            stack.append("class" if is_class else "block" if before in BEFORE_BLOCK else "object")
            is_class = False
        elif opens(found[i]):
            stack.append(text)
        if text == "class" and kind == "word" and before != "." and after != ":":
            is_class = True
        inside = stack[-1] if stack else ""
        is_first = inside == "object" and before in ("{", ",")
        role = None
        if kind != "word":
            pass
        elif before in (".", "?.") or text.startswith("#") or is_first and after == ":":
            role = "property"
        elif text in KEYWORDS:
            pass
        elif inside in ("object", "class") and after == "(" and before in BEFORE_METHOD and is_method(found, i + 1):
            role = "property"
        elif inside == "class" and after in ("=", ";") and before in ("{", "}", ";", "static"):
            role = "property"
        elif is_first and after in (",", "}", "="):
            role = "both"
        else:
            role = "name"
        result.append(role)
    return result


def is_method(found, at):
    """Whether the bracket at a place closes before a brace: `name(...) {`, and no `if (...) {`."""
    end = closing(found, at)
    return end + 1 < len(found) and found[end + 1][1] == "{"


def declared(found, kinds):
    """The names that const, let, function, class, parameters and catch declare; of parameters with
    the names in their defaults."""
    names, patterns = set(), set()
    for i, (kind, text) in enumerate(found):
        before = found[i - 1][1] if i else ""
        after = found[i + 1][1] if i + 1 < len(found) else ""
        if kinds[i] == "name" and (before in ("function", "class") or after == "=>"
                                   or before == "*" and found[i - 2][1] == "function"):
            names.add(text)
        if text in ("const", "let") and kind == "word":
            begins = declarations(found, i)
            patterns |= set(begins)
            names |= {found[k][1] for k in begins if kinds[k] == "name"}
    for i, (kind, text) in enumerate(found):
        if not (text == "(" and kind == "mark" or text in ("[", "{") and i in patterns):
            continue
        end = closing(found, i)
        after = found[end + 1][1] if end + 1 < len(found) else ""
        is_list = after == "=>" or after == "{" and found[i - 1][1] not in ("if", "for", "while", "switch")
        if text != "(" or is_list:
            names |= {found[k][1] for k in range(i, end) if kinds[k] in ("name", "both")}
    return names


def units(found):
    """The script in parts that share no local names: (begin, end, names that the part declares for
    others). Parts are the statements at the top, and the methods of classes there."""
    parts, begin, depth, is_class = [], 0, 0, False
    # The script may stand in a block of its own.
    top = 1 if [text for _, text in found[:3]] == ['"use strict"', ";", "{"] else 0
    names, statement = set(), None
    for i, (kind, text) in enumerate(found):
        if depth == top and kind == "word" and statement is None:
            statement = text
            is_class = text == "class"
            if text in ("const", "let"):
                for k in declarations(found, i):
                    names |= {found[j][1] for j in range(k, closing(found, k) + 1) if found[j][0] == "word"}
        elif depth == top and kind == "word" and statement in ("class", "function", "async") and (
                found[i - 1][1] in ("class", "function", "*")):
            names.add(text)
        depth += opens(found[i]) - closes(found[i])
        ends = text in ("}", ";") and kind == "mark"
        if ends and (depth == top and (text == ";" or statement in ("class", "function", "async", None))
                     or is_class and depth == top + 1):
            parts.append((begin, i + 1, names))
            begin, names = i + 1, set()
            if depth == top:
                statement, is_class = None, False
    parts.append((begin, len(found), names))
    return parts
