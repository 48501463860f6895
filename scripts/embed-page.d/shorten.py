"""Makes JavaScript lighter without changing what it does: blanks and comments go, declarations that
follow one another become one, and names become short. It knows no grammar; what it cannot tell it
leaves alone.

A local name is shortened only if it is nowhere a property: nowhere in any module after a dot, before a
colon, in an object or pattern in braces without a colon, or the name of a method; and if some module
declares it. Of properties and methods those of the list OWN are shortened. So the same name is short
everywhere or nowhere. Statements have to end with semicolons; labels of loops are not known.
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
# Names of our own properties and methods, which become short as well. None is a name in messages, in tests
# or of the browser; Tests/PageTests/browser/test_page.py asks Chromium.
OWN = set((
    "PINNED actionFor adapt adjacency advanceCamera alphaTarget applyTheme arrived arrow askFiner "
    "beginPinch begins best bounds build cameraMoved carried categories cellsOf chooseSize chosen "
    "clamped common core coresEpoch corners density densityAt does doubleClick dragged draw "
    "drawLegend drawLinks drawNodes drawSVG drawing drawnAt drewFrame emphasise emphasiseNear "
    "endHover enter f32s fingers fitted flight flyTo follows frameAfter frameAt frameDone "
    "frameShownAt gestures glide gliding goTo goal greet half hasArrows held hiddenLinks "
    "hiddenNodes hideByHand insets isBusy isChosen isCrowded isDark isDetailed isDone isFinal "
    "isFirst isForced isFree isGliding isLasso isLinkLit isMiddle isMoving isOff isOn isOpen "
    "isOver isPaused isPlaced isReduced isScheduled isShown isStandalone isStill isText isTicking "
    "isTold joinEnds keep keepInSight keepsCamera keepsPinned kept known knownCores lengths letGo "
    "linkShare listen long lost makeRenderer markPins meaning measureDensity middleX middleY mine "
    "model moved musts nameOf needsDraw nextId noteSpeed numbers openMenu outlined painters parts "
    "picture pill placeAt placed placedAt plane program programs project publish pull putAt rank "
    "receive recolor reform reformLinks removeNodes renumber repel reshow restTimer retry saver "
    "scene schedule selectNeighbours sendForce setComponent setDensity setForce setFrame setGraph "
    "setLabelOrder setLabels setLooks setNear setOrder setPins setPositions setSize setSpeed "
    "setTheme settle showFilter showNear showOnly showsLabels showsLinks simulation sizeFactor "
    "spot steady stepColors stepHides stepLinkColors steppers stillTimer stillWaits straight tell "
    "texts textures themeChoice tickCount timer titleOf toPlane toScreen togglePin toggleRun "
    "tries u16s u32s uniforms unproject until userMoved velocity waiting wanted wantedLabels "
    "wantsDensity wasOpen watchSystem wishes zoomAt zoomBy "
).split())
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
    for first in ["", *LETTERS]:
        for second in LETTERS:
            if first + second not in taken and first + second not in KEYWORDS:
                yield first + second


TYPE = r"\b(?:float|bool|u?int|[uib]?vec[234])\s+"


def shader_names(shaders):
    """Short names for what shaders declare, the same in all of them, as they hand values on by name. Uniforms
    keep theirs, which the page knows."""
    whole = re.sub(r"//.*", "", "\n".join(shaders))
    uniforms = {word for line in re.findall(r"^\s*uniform\s+\w+\s+(.*);", whole, re.M) for word in re.findall(r"\w+", line)}
    # The first name, and those after a comma in a list of declarations.
    declared = set(re.findall(TYPE + r"(\w+)", whole))
    for line in re.findall(TYPE + r"\w+[^;(){}]*;", whole):
        declared |= set(re.findall(r",\s*(\w+)\s*[,;=]", line))
    words = set(re.findall(r"\w+", whole))
    wanted = sorted(one for one in declared - uniforms - {"main"} if len(one) > 2)
    fresh = short_names(words)
    return {one: next(fresh) for one in wanted}


def is_shader(text):
    return "void main" in text or "#version" in text


def shading(text, names):
    """A shader without blanks and comments, and with short names."""
    lines = []
    for line in text.split("\n"):
        line = re.sub(r"//.*", "", line).strip()
        if line and not line.startswith("#"):
            line = re.sub(r"\s*([-+*/=,;(){}<>?:&|!])\s*", r"\1", line)
            line = re.sub(r"(?<![\w.])[A-Za-z]\w*", lambda found: names.get(found[0], found[0]), line)
        if line:
            lines.append(line)
    return "\n".join(lines)


def shortened(source):
    found = tokens(source)
    taken, declared = properties(found)
    counts = {}
    spoken = set()
    for kind, text in found:
        if kind == "word":
            counts[text] = counts.get(text, 0) + 1
        # Strings of one word may be names; shaders have names that the page knows.
        if kind == "string" or kind == "template" and is_shader(text):
            spoken |= set(re.findall(r"\w+", text)) if kind == "template" else {text[1:-1]}
    if OWN & spoken:
        raise ValueError(f"names of OWN in shorten.py that strings have too: {', '.join(sorted(OWN & spoken))}")
    local = declared - taken - KEYWORDS - GLOBALS
    parts = units(found)
    # Names that more than one unit may use, the frequent ones first; the others anew in each unit.
    tops = local & set().union(*(names for _, _, names in parts))
    names = mapped([one for one in counts if one in OWN or one in tops], counts, set(counts) | taken | set(LETTERS))
    result = []
    for begin, end, _ in parts:
        words = [text for kind, text in found[begin:end] if kind == "word"]
        used = {}
        for word in words:
            used[word] = used.get(word, 0) + 1
        kept = {names.get(one, one) for one in used if one not in local - tops or len(one) < 3}
        own = mapped([one for one in used if one in local - tops and len(one) > 2], used, kept)
        result += [(kind, own.get(text, names.get(text, text)) if kind == "word" else text) for kind, text in found[begin:end]]
    return written(result), names


LETTERS = "etnoriasldcumpfhgbyvkwxjqzETNORIASLDCUMPFHGBYVKWXJQZ"


def mapped(wanted, counts, avoided):
    fresh = short_names(avoided)
    names = {}
    for one in sorted(wanted, key=lambda one: (-counts[one], one)):
        if len(one) > 1:
            name = next(fresh)
            if len(name) < len(one):
                names[one] = name
    return names


def units(found):
    """The script in parts that share no local names: (begin, end, names that the part declares for others).
    Parts are the statements at the top, and the methods of classes there."""
    parts, begin, depth, is_class = [], 0, 0, False
    # The script may stand in a block of its own.
    top = 1 if [text for kind, text in found[:5] if kind != "line"][:3] == ['"use strict"', ";", "{"] else 0
    names, statement = set(), None
    for i, (kind, text) in enumerate(found):
        opens = kind == "mark" and text in ("(", "[", "{") or kind == "template" and text.endswith("${") and not text.startswith("}")
        closes = kind == "mark" and text in (")", "]", "}") or kind == "template" and text.startswith("}") and not text.endswith("${")
        if depth == top and kind == "word" and statement is None:
            statement = text
            is_class = text == "class"
            if text in ("const", "let"):
                names |= {found[k][1] for k in declarations(found, i)}
                for k in declarations(found, i):
                    if found[k][1] in ("[", "{"):
                        names |= {word for word_kind, word in found[k:closing(found, k)] if word_kind == "word"}
        elif depth == top and kind == "word" and statement in ("class", "function", "async") and found[i - 1][1] in ("class", "function", "*"):
            names.add(text)
        depth += opens - closes
        ends = text in ("}", ";") and kind == "mark"
        if ends and (depth == top and (text == ";" or statement in ("class", "function", "async", None)) or is_class and depth == top + 1):
            parts.append((begin, i + 1, names))
            begin, names = i + 1, set()
            if depth == top:
                statement, is_class = None, False
    parts.append((begin, len(found), names))
    return parts


PLAINER = {"const": "let", "true": "!0", "false": "!1"}
# Statements that end with a brace and need a semicolon have one: a break after a brace means nothing.
NO_BREAK_AFTER = set("} { ( [ , ; => = + - * / ? : && || ?? | & < > === !== == += -= ! . ?.".split())
NO_BREAK_BEFORE = set(") ] } , ; . ?. ? : = + - * / && || ?? | & < > === !== => |=".split())


def merged(found):
    """Declarations that follow one another as one, and no semicolon before a brace that closes."""
    result, starts = [], [""]
    is_start = True
    skipped = set()
    for i, (kind, text) in enumerate(found):
        if i in skipped:
            continue
        if is_start and kind != "line":
            starts[-1] = text
            is_start = False
        if kind == "mark" and text in ("(", "[", "{") or kind == "template" and text.endswith("${") and not text.startswith("}"):
            starts.append("")
            is_start = text == "{"
        elif kind == "mark" and text in (")", "]", "}") or kind == "template" and text.startswith("}") and not text.endswith("${"):
            starts.pop()
            # A brace may end a statement, or an expression that goes on.
            if text == "}" and starts[-1] not in ("const", "let"):
                is_start = True
        elif kind == "mark" and text == ";":
            after = next((k for k in range(i + 1, len(found)) if found[k][0] != "line"), None)
            if after is not None and found[after] == ("mark", "}"):
                continue
            if after is not None and starts[-1] in ("const", "let") and found[after][1] in ("const", "let"):
                result.append(("mark", ","))
                skipped |= set(range(i + 1, after + 1))
                continue
            is_start = True
        elif kind == "mark" and text == "," and next(
                (one for one in found[i + 1:i + 3] if one[0] != "line"), ("", "")) in (("mark", "}"), ("mark", "]")):
            continue
        result.append((kind, text))
    return result


def written(found):
    found = merged(found)
    shaders = shader_names([text for kind, text in found if kind == "template" and is_shader(text)])
    parts, last, last_kind = [], "", ""
    for i, (kind, text) in enumerate(found):
        after = found[i + 1][1] if i + 1 < len(found) else "}"
        if kind == "line":
            if not (last in NO_BREAK_AFTER or after in NO_BREAK_BEFORE or last.endswith("${") or after.startswith("}")):
                parts.append("\n")
                last, last_kind = "\n", "mark"
            continue
        if kind == "word":
            is_value = last not in (".", "?.") and after not in (":", "(")
            text = PLAINER[text] if text in PLAINER and is_value else text
        if kind == "template" and is_shader(text):
            text = "`" + shading(text[1:], shaders)
        glued = last[-1:] + text[:1]
        if re.fullmatch(r"[\w$#]{2}", glued) or glued in ("++", "--") or last_kind == "number" and text == ".":
            parts.append(" ")
        parts.append(text)
        last, last_kind = text, kind
    return "".join(parts)
