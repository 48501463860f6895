"""Makes JavaScript lighter without changing what it does: blanks and comments go, declarations that
follow one another become one, and names become short.

Names of variables are all shortened. Each has one short name in the whole script, so that what is
alike stays alike; names that meet nowhere may share one. Of properties and methods those of the list
OWN are. Statements have to end with semicolons; labels of loops are not known.
"""
import itertools
import re

from graphics_numbers import numbered
from script_tokens import KEYWORDS, PART, SILENT, Placed, closes, declared, opens, roles, sounded, tokens, units

# The globals of the browser that the page uses.
GLOBALS = set(
    "window parent document navigator location performance globalThis innerWidth innerHeight requestAnimationFrame "
    "history decodeURIComponent setTimeout setInterval clearTimeout addEventListener matchMedia atob isNaN parseInt Boolean Object Array Math Number String JSON Map Set "
    "Promise Error RangeError TypeError RegExp Uint8Array Uint16Array Uint32Array Int32Array Float32Array Float64Array ArrayBuffer "
    "DataView TextDecoder TextEncoder URL URLSearchParams WebSocket Blob Response DecompressionStream "
    "ResizeObserver Infinity NaN undefined crypto console self Worker WebAssembly BigInt BigInt64Array".split())
# Names of our own properties and methods, which become short as well. None is a name in messages or of the
# browser; Tests/PageTests/browser/test_page.py asks Chromium.
OWN = set((
    "actionFor actions adapt address adjacency advance advanceCamera app "
    "applyTheme arrived arrow ask askFiner azimuth banner begin beginPinch begins bend "
    "bounds box build camera cameraMoved carried categories cellsOf changed chip chooseSize "
    "clamped common context control core cores coresEpoch counts degree density "
    "densityAt does doubleClick dragged draw drawLinks drawMs drawNodes "
    "drawing drawnAt draws drewFrame drop element elevation emit emphasise "
    "enter f32 f32s face fade fence filters fingers finish fitScale fitted flight flyTo follows "
    "frame frameAfter frameAt frameDone frameShownAt gestures goTo goal greet "
    "hand hasArrows held hiddenLinks hiddenNodes hideByHand hint hit hover icon inGraph "
    "insets isBusy isDark isDetailed isDone isFinal isFirst isForced isFree "
    "isGliding isHot isLasso isLight isLinkLit isMiddle isMoving isOff isOn isOpen "
    "isPaused isPinned isPlaced isReduced isScheduled isShown isStill "
    "isTold joinEnds keep keepInSight keepsPinned kept known knownCores "
    "largest latest leaving letGo linkShare listen listeners lit litShare long loop lost "
    "makeRenderer markPins meaning measureDensity middleX middleY mix mode model moved "
    "musts nameOf needsDraw nextId nodeAt numbers offsets onScreen only openMenu orbit "
    "ordered outline outlined overlay paint painters pan parts picture pill pixels place placeAt "
    "placedAt plane point pointed press program programs project publish putAt rank "
    "receive received recolor reform reformLinks release renderer renumber "
    "request reshow restTimer retry rim saver say scene schedule selectNeighbours selected "
    "sendBytes sendForce setComponent setCore setDensity setForce setFrame setGraph setLabelOrder "
    "setLabels setLooks setNear setOrder setPins setPositions setSize setSpeed setTheme settle "
    "show showFilter showNear showOnly shown showsLabels showsLinks side simulates "
    "sizeFactor sizes span spot stage start status stay stepColors stepHides "
    "stepLinkColors stillTimer stillWaits straight take tell texts textures themeChoice "
    "timeline timer tip titleOf toPlane toScreen togglePin toggleRun track tries turn "
    "u16s u32 u32s u8s uniforms unproject until upload use userMoved velocity view waiting "
    "wantedLabels wantsDensity wasOpen watchSystem wishes zoomAt zoomBy areIds freed sharedAt shareLimit seesAll showsFar silence listenFor isLoading claims claim claimNear leaveGraph onEnd fitAgain covers makeRoom nameRoom tryTo isStrong isPrinted showAttribute meanWidth linksBetween outlines boxes taken isAllowed followedAt litMode isNew isOld cells editor neighbours slider attribute opener "
    "askName compare densityScale distance faded asks asksAny idsOf lacks least linkAt load locate nearness pinch renewCanvas rows fitting nearest sees unlink unpin update "
).split())
# Names that strings contain too, with another meaning: a class, a tag, an event.
SPOKEN = set((
    "actions begin bend box camera control distance largest load mix nearness neighbours orbit ordered outline overlay paint pan "
    "pinch place point pointed press rim selected side span stage status tip turn unpin view "
).split())
# Optional parts may begin after these tokens: after a statement, a method, an element of a list.
PART_AFTER = ("{", "}", ";", ",", "[", "(")
LETTERS = "etnoriasldcumpfhgbyvkwxjqzETNORIASLDCUMPFHGBYVKWXJQZ"


def short_names(taken):
    for first in ["", *LETTERS]:
        for second in LETTERS:
            if first + second not in taken and first + second not in KEYWORDS:
                yield first + second


TYPE = r"\b(?:float|bool|u?int|[uib]?vec[234])\s+"


def shader_names(shaders):
    """Short names for what shaders declare, the same in all of them, as they hand values on by name. Uniforms
    begin with u_, also where the page sets them."""
    whole = re.sub(r"//.*", "", "\n".join(shaders))
    # The first name, and those after a comma in a list of declarations.
    names = set(re.findall(TYPE + r"(\w+)", whole)) | set(re.findall(r"\bu_\w+", whole))
    for line in re.findall(TYPE + r"\w+[^;(){}]*;", whole):
        names |= set(re.findall(r",\s*(\w+)\s*[,;=]", line))
    counts = {}
    for word in re.findall(r"\w+", whole):
        counts[word] = counts.get(word, 0) + 1
    fresh = short_names(set(counts))
    wanted = [one for one in names - {"main"} if len(one) > 2]
    return {one: next(fresh) for one in sorted(wanted, key=lambda one: (-counts[one], one))}


def is_shader(text):
    return "void main" in text or "#version" in text


def shader_part(comment):
    """The mark of a part that begins or ends at a comment."""
    part = PART.fullmatch(comment[0])
    return "" if not part else f"{{{{+{part[1]}}}}}" if part[1] else f"{{{{-{part[2]}}}}}"


def shading(text, names):
    """A shader without blanks and comments, with short names and numbers."""
    text = re.sub(r"//.*", shader_part, text)
    text = re.sub(r"(?<![\w.#])(?<!\{\{[+-])[A-Za-z]\w*", lambda found: names.get(found[0], found[0]), text)
    text = re.sub(r"(?<=\d\.)0\b", "", text)
    text = re.sub(r"(?<![\w.])0(?=\.\d)", "", text)
    lines = []
    for line in text.split("\n"):
        # A preprocessor directive needs a separate line.
        if line.startswith("#"):
            lines.append(f"\n{line}\n")
        else:
            lines.append(re.sub(r"\s*([-+*/=,;(){}<>?:&|!])\s*", r"\1", line.strip()))
    return re.sub(r"\n+", "\n", "".join(lines)).replace("\n#version", "#version")


def shortened(source, own=OWN, places=None):
    """Returns the minified script, and the short names of its properties that are in `own`. Appends to `places` for
    its tokens: place in the script, place in the source, name in the source or None."""
    found = numbered(tokens(source))
    bare = sounded(found)
    kinds = roles(bare)
    check_declared(bare, kinds, "")
    check_parts(found)
    names, members = short_for(bare, kinds, own)
    shaders = shader_names([text for kind, text in bare if kind == "template" and is_shader(text)])
    members |= {one: short for one, short in shaders.items() if one.startswith("u_")}
    return written(renamed(found, kinds, names, members), shaders, places), members


def check_declared(bare, kinds, where):
    unknown = {text for (_, text), role in zip(bare, kinds) if role in ("name", "both")} - declared(bare, kinds) - GLOBALS
    if unknown:
        raise ValueError(f"names that no module declares{where}, and GLOBALS in shorten.py has not: {', '.join(sorted(unknown))}")


def check_parts(found):
    """Checks that the script is valid without any optional part, and that no part uses another."""
    before = "{"
    for kind, text in found:
        if kind not in SILENT:
            before = text
        elif kind == "part" and before not in PART_AFTER:
            raise ValueError(f"a part that begins or ends after {before}; it may after one of {' '.join(PART_AFTER)}")
    names = {text[1:] for kind, text in found if kind == "part"}
    for one in [None, *sorted(names)] if names else []:
        kept = sounded(with_parts(found, {one}))
        check_declared(kept, roles(kept), f" where the page has {f'the part {one} alone' if one else 'no part'}")


def with_parts(found, wanted):
    """The tokens without the parts that are not wanted."""
    result, open_part = [], None
    for one in found:
        if one[0] == "part":
            name, begins = one[1][1:], one[1][0] == "+"
            if open_part != (None if begins else name):
                raise ValueError(f"the part {name} {'begins in another' if begins else 'ends and has not begun'}")
            open_part = name if begins else None
        elif open_part is None or open_part in wanted:
            result.append(one)
    if open_part:
        raise ValueError(f"the part {open_part} does not end")
    return result


def translated(source, members):
    """A script of tests, in which properties of the page have the names they have there."""
    found = tokens(source)
    return written(renamed(found, roles(sounded(found)), {}, members), {})


def short_for(bare, kinds, listed):
    """Short names of variables and of properties, the frequent ones first: for a variable the first that none has
    that it meets; for a property the same, where no other has it."""
    parts = units(bare)
    groups = [set().union(*(declares for _, _, declares in parts))]
    counts, uses = {}, {}
    for begin, end, _ in parts:
        used = [bare[i][1] for i in range(begin, end) if kinds[i] in ("name", "both") and bare[i][1] not in GLOBALS]
        for one in used:
            counts[one] = counts.get(one, 0) + 1
        groups.append(set(used))
    meets = {}
    for group in groups:
        for one in group:
            meets.setdefault(one, set()).update(group)
    for (_, text), role in zip(bare, kinds):
        if role in ("property", "both"):
            uses[text] = uses.get(text, 0) + 1
    pairs = {text for (_, text), role in zip(bare, kinds) if role == "both"}
    own = set(uses) & listed
    taken = (set(uses) - listed) | check_spoken(bare, listed)
    names, members = {one: one for one in counts if len(one) == 1}, {}
    weights = {one: counts.get(one, 0) + (uses[one] if one in own else 0) for one in set(counts) | own}
    for one in sorted(weights, key=lambda one: (-weights[one], one)):
        if one in counts and one not in names:
            avoided = {names.get(other) for other in meets[one]}
            names[one] = next(short_names(avoided | taken if one in own & pairs else avoided))
        if one in own:
            short = names.get(one)
            members[one] = next(short_names(taken)) if short is None or short in taken else short
            taken.add(members[one])
    return names, members


def check_spoken(bare, listed):
    """Strings of one word, which may be names of properties and must not be in OWN; nor must names in shaders."""
    strings = {text[1:-1] for kind, text in bare if kind == "string"}
    shaders = " ".join(text for kind, text in bare if kind == "template" and is_shader(text))
    spoken = (listed - SPOKEN) & (strings | set(re.findall(r"\w+", shaders)))
    if spoken:
        raise ValueError(f"names of OWN in shorten.py that strings have too: {', '.join(sorted(spoken))}")
    return strings


def renamed(found, kinds, names, members):
    """The tokens with short names; `{ name }` becomes `{ property: name }` where the two differ."""
    result, i = [], 0
    for kind, text in found:
        if kind in SILENT:
            result.append((kind, text))
            continue
        role = kinds[i]
        i += 1
        if role == "both" and members.get(text, text) != names.get(text, text):
            result += [("word", members.get(text, text)), ("mark", ":")]
        if role:
            short = (members if role == "property" else names).get(text, text)
            text = Placed(short, text.at, str(text))
        result.append((kind, text))
    return result


PLAINER = {"const": "let", "true": "!0", "false": "!1"}
# Statements that end with a brace and need a semicolon have one: a break after a brace means nothing.
NO_BREAK_AFTER = set("} { ( [ , ; => = + - * / ? : && || ?? | & < > === !== == += -= ! . ?.".split())
NO_BREAK_BEFORE = set(") ] } , ; . ?. ? : = + - * / && || ?? | & < > === !== => |=".split())


def bare_parameters(found):
    """Removes the parentheses around a sole parameter of an arrow function."""
    result = list(found)
    for i in range(len(found) - 3, 0, -1):
        texts = [text for _, text in found[i - 1:i + 3]]
        if texts[0] == "(" and found[i][0] == "word" and texts[2:] == [")", "=>"]:
            result[i - 1:i + 2] = [found[i]]
    return result


def merged(found):
    """Merges consecutive declarations, and removes semicolons before closing braces."""
    result, starts = [], [""]
    is_start = True
    skipped = set()
    for i, (kind, text) in enumerate(found):
        if i in skipped:
            continue
        if is_start and kind not in SILENT:
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


def written(found, shaders, places=None):
    """The script; `places` as of shortened()."""
    found = merged(bare_parameters(found))
    parts, last, last_kind = [], "", ""
    begins = []
    for i, (kind, text) in enumerate(found):
        after = found[i + 1][1] if i + 1 < len(found) else "}"
        if kind == "part":
            parts.append(f"{{{{{text}}}}}")
            continue
        if kind == "line":
            if not (last in NO_BREAK_AFTER or after in NO_BREAK_BEFORE or last.endswith("${") or after.startswith("}")):
                parts.append("\n")
                last, last_kind = "\n", "mark"
            continue
        origin = text
        if kind == "word":
            is_value = last not in (".", "?.") and after not in (":", "(")
            text = PLAINER[text] if text in PLAINER and is_value else text
        if kind == "template" and is_shader(text):
            text = "`" + shading(text[1:], shaders)
        elif kind == "number":
            text = re.sub(r"^0(?=\.)", "", text)
        glued = last[-1:] + text[:1]
        if re.fullmatch(r"[\w$#]{2}", glued) or glued in ("++", "--") or last_kind == "number" and text == ".":
            parts.append(" ")
        if isinstance(origin, Placed):
            begins.append((len(parts), origin))
        parts.append(text)
        last, last_kind = text, kind
    if places is not None:
        ends = list(itertools.accumulate(map(len, parts), initial=0))
        places += [(ends[part], origin.at, origin.name) for part, origin in begins]
    return "".join(parts)
