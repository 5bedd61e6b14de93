"""A square floor with a round hole, as an STL mesh."""

import math


def write_plate(file, side, hole, segments=64):
    """In the plane z = 0, from −side/2 to side/2, normals upwards; `hole` is its diameter."""
    angles = [2 * math.pi * k / segments for k in range(segments + 1)]
    inner = [(hole / 2 * math.cos(a), hole / 2 * math.sin(a)) for a in angles]
    # Rays meet the square's border; where two neighbours are on different sides the corner between them is a triangle of its own.
    outer = []
    for a in angles:
        c, s = math.cos(a), math.sin(a)
        reach = side / 2 / max(abs(c), abs(s))
        outer.append((reach * c, reach * s))
    with open(file, "w") as out:
        out.write("solid plate\n")

        def triangle(*points):
            out.write("facet normal 0 0 1\nouter loop\n")
            for x, y in points:
                out.write(f"vertex {x:.9g} {y:.9g} 0\n")
            out.write("endloop\nendfacet\n")

        for k in range(segments):
            a, b, c, d = inner[k], outer[k], outer[k + 1], inner[k + 1]
            triangle(a, b, c)
            triangle(a, c, d)
            corner = (math.copysign(side / 2, b[0] + c[0]), math.copysign(side / 2, b[1] + c[1]))
            same = abs(b[0] - c[0]) < 1e-12 * side or abs(b[1] - c[1]) < 1e-12 * side
            at_corner = min(math.hypot(b[0] - corner[0], b[1] - corner[1]), math.hypot(c[0] - corner[0], c[1] - corner[1])) < 1e-9 * side
            if not same and not at_corner:
                triangle(b, corner, c)
        out.write("endsolid plate\n")
