"""The optional parts of the page, as they are marked in the joined text: {{+name}} to {{-name}}."""
import re

# Those that a view needs, and those that a browser asks for.
PARTS = ("steps", "space", "edits", "attributes", "groups", "supernodes", "shapes", "curves")
ASKED = ("canvas", "german")
BETWEEN = re.compile(r"\{\{\+(\w+)\}\}(.*?)\{\{-\1\}\}", re.S)


def with_parts(html, wanted):
    """The page with some of its optional parts.

    >>> with_parts("a{{+steps}}b{{-steps}}c{{+space}}d{{-space}}", ["space"])
    'acd'
    """
    return BETWEEN.sub(lambda found: found[2] if found[1] in wanted else "", html)
