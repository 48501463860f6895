"""Numbers in the place of the names of WebGL's constants, which are long and fixed by its specification.

Tests/PageTests/browser/test_page.py asks Chromium for all of them.
"""

NUMBERS = {
    "ACTIVE_UNIFORMS": 35718, "BLEND": 3042, "COLOR_BUFFER_BIT": 16384, "DEPTH_BUFFER_BIT": 256, "DEPTH_TEST": 2929,
    "FLOAT": 5126, "FRAGMENT_SHADER": 35632, "LEQUAL": 515, "LINES": 1, "LINK_STATUS": 35714, "MAX_TEXTURE_SIZE": 3379,
    "NEAREST": 9728, "ONE": 1, "ONE_MINUS_SRC_ALPHA": 771, "POINTS": 0, "R32F": 33326, "R32UI": 33334, "RED": 6403,
    "RED_INTEGER": 36244, "RG": 33319, "RG32F": 33328, "RG32UI": 33340, "RGBA": 6408, "RGBA8": 32856, "RGBA8UI": 36220,
    "RGBA_INTEGER": 36249, "RG_INTEGER": 33320, "SIGNALED": 37145, "SYNC_GPU_COMMANDS_COMPLETE": 37143,
    "SYNC_STATUS": 37140, "TEXTURE0": 33984, "TEXTURE_2D": 3553, "TEXTURE_MAG_FILTER": 10240,
    "TEXTURE_MIN_FILTER": 10241, "TRIANGLES": 4, "UNSIGNED_BYTE": 5121, "UNSIGNED_INT": 5125, "VERTEX_SHADER": 35633,
}


def numbered(found):
    """Tokens with the number for each `GL.NAME`, and without the declaration of GL.

    >>> numbered([("word", "f"), ("mark", "("), ("word", "GL"), ("mark", "."), ("word", "BLEND"), ("mark", ")")])
    [('word', 'f'), ('mark', '('), ('number', '3042'), ('mark', ')')]
    """
    result, i = [], 0
    while i < len(found):
        if found[i] != ("word", "GL"):
            result.append(found[i])
            i += 1
        elif found[i + 1] == ("mark", "."):
            name = found[i + 2][1]
            if name not in NUMBERS:
                raise ValueError(f"GL.{name} has no number in graphics_numbers.py")
            result.append(("number", str(NUMBERS[name])))
            i += 3
        else:
            result.pop()
            i = found.index(("mark", ";"), i) + 1
    return result
