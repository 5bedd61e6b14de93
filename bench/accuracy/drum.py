#!/usr/bin/env python3
"""The inside of a drum of 48 facets about the z axis, for drum-3d.toml: python3 drum.py > drum.stl"""

import math

RADIUS, LENGTH, FACETS = 0.5, 0.3, 48


def corner(k, z):
    angle = 2 * math.pi * k / FACETS
    return (RADIUS * math.cos(angle), RADIUS * math.sin(angle), z)


def main():
    print("solid drum")
    # Facets reach beyond the planes at both ends, so that their edges are out of the spheres' reach.
    low, high = -0.1, LENGTH + 0.1
    for k in range(FACETS):
        a, b, c, d = corner(k, low), corner(k + 1, low), corner(k + 1, high), corner(k, high)
        angle = 2 * math.pi * (k + 0.5) / FACETS
        normal = (-math.cos(angle), -math.sin(angle), 0.0)
        # Counter-clockwise as seen from inside.
        for triangle in ((a, d, b), (b, d, c)):
            print("  facet normal {:.6f} {:.6f} {:.6f}\n    outer loop".format(*normal))
            for point in triangle:
                print("      vertex {:.6f} {:.6f} {:.6f}".format(*point))
            print("    endloop\n  endfacet")
    print("endsolid drum")


if __name__ == "__main__":
    main()
