"""gluey render: pictures, movies, and what it refuses."""

import re
import struct
import subprocess

import h5py
import pytest
from conftest import GRAINS, PROGRAM

SPHERES = """\
title = "Spheres"
dimension = 3
seed = 1
[time]
step = 0.01
steps = 20
[environment]
gravity = [0, 0, -10]
[[bodies]]
count = 20
shape = { kind = "sphere", radius = [0.05, 0.08] }
region = { kind = "box", lower = [0, 0, 0], upper = [1, 1, 1] }
[[obstacle]]
name = "box"
shape = { kind = "box-walls", lower = [0, 0, 0], upper = [1, 1, 1] }
[output]
every = 10
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A folder with grains.h5 (2D, 11 frames) and spheres.h5 (3D, 3 frames)."""
    folder = tmp_path_factory.mktemp("results")
    for name, text in [("grains", GRAINS), ("spheres", SPHERES)]:
        (folder / f"{name}.toml").write_text(text)
        subprocess.run([PROGRAM, "run", f"{name}.toml", "--quiet"], cwd=folder, check=True)
    return folder


def size_of(png):
    data = png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def test_a_picture_lies_where_one_works(gluey, results, tmp_path):
    done = gluey("render", results / "grains.h5", "--size", "300x200")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "grains.png\n"
    assert size_of(tmp_path / "grains.png") == (300, 200)


def test_the_height_follows_the_view(gluey, results, tmp_path):
    done = gluey("render", results / "grains.h5", "--size", "400", "--zoom", "0,0,1,0.5", "-o", "wide.png")
    assert done.returncode == 0, done.stderr
    width, height = size_of(tmp_path / "wide.png")
    assert width == 400 and 190 < height < 215


@pytest.mark.parametrize("color", ["gamma", "velocity", "force", "label", "cluster", "radius", "none"])
@pytest.mark.parametrize("name", ["grains", "spheres"])
def test_every_colour_gives_another_picture(gluey, results, tmp_path, name, color):
    plain = gluey("render", results / f"{name}.h5", "--size", "200", "-o", "plain.png", "--no-legend")
    done = gluey("render", results / f"{name}.h5", "--size", "200", "-o", "color.png", "--no-legend", "--color", color)
    assert plain.returncode == done.returncode == 0, done.stderr
    # Nobody has a label here: that is the plain picture.
    same = (tmp_path / "plain.png").read_bytes() == (tmp_path / "color.png").read_bytes()
    assert same == (color in ("label", "none"))


@pytest.mark.parametrize("network", ["gamma", "force"])
@pytest.mark.parametrize("name", ["grains", "spheres"])
def test_networks(gluey, results, tmp_path, name, network):
    # Without a legend: it alone would make another picture.
    common = ["render", results / f"{name}.h5", "--size", "200", "--no-legend"]
    plain = gluey(*common, "-o", "plain.png")
    done = gluey(*common, "--network", network, "-o", "net.png")
    assert plain.returncode == done.returncode == 0, done.stderr
    assert size_of(tmp_path / "net.png")[0] == 200
    assert (tmp_path / "plain.png").read_bytes() != (tmp_path / "net.png").read_bytes()


@pytest.mark.parametrize(
    "option", [["--color", "gamma"], ["--color", "force"], ["--color", "cluster"], ["--network", "gamma"],
               ["--network", "force"]],
)  # fmt: skip
def test_what_only_contacts_tell_is_refused_without_them(gluey, grains, tmp_path, option):
    assert gluey("run", grains, "--quiet", "--set", "output.contacts=false", "-o", "bare.h5").returncode == 0
    done = gluey("render", "bare.h5", *option, "-o", "bare.png")
    assert done.returncode == 2
    assert "bare.h5 has no contacts (output.contacts = false)" in done.stderr
    assert not (tmp_path / "bare.png").exists()
    assert gluey("render", "bare.h5", "--color", "velocity", "-o", "bare.png").returncode == 0


@pytest.mark.parametrize("name", ["grains", "spheres"])
def test_bodies_without_obstacles_fill_the_picture(gluey, results, tmp_path, name):
    for option in [[], ["--no-obstacles"]]:
        done = gluey("render", results / f"{name}.h5", "--size", "300", "-o", f"{len(option)}.png", *option)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "0.png").read_bytes() != (tmp_path / "1.png").read_bytes()
    # The grains lie on the floor of their box: without it, a flat picture is left.
    if name == "grains":
        assert size_of(tmp_path / "1.png")[1] < 0.5 * size_of(tmp_path / "0.png")[1]


def test_frames_and_times_name_the_same_frame(gluey, results, tmp_path):
    with h5py.File(results / "grains.h5") as file:
        times = file["frames/time"][:]
    for option in [("--frame", "4"), ("--frame", str(4 - len(times))), ("--time", str(times[4] + 0.01))]:
        assert gluey("render", results / "grains.h5", *option, "--size", "200", "-o", f"{option[1]}.png").returncode == 0
    pictures = {path.read_bytes() for path in tmp_path.glob("*.png")}
    assert len(pictures) == 1
    assert gluey("render", results / "grains.h5", "--size", "200", "-o", "last.png").returncode == 0
    assert (tmp_path / "last.png").read_bytes() not in pictures


def test_results_and_frames_side_by_side(gluey, results, tmp_path):
    file = results / "grains.h5"
    done = gluey(
        "render", file, file, "--frame", 0, "--frame", -1, "--title", "left", "--title", "right", "--trails",
        "--size", 400, "-o", "panels.svg",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    # Texts are glyphs in the file, one a character: those of the titles, panel by panel.
    glyphs = re.findall(r'<use xlink:href="#(glyph[-\d]+)"', (tmp_path / "panels.svg").read_text())
    titles = "".join(f"{name},  t = {time}" for time in (0, 1) for name in ("left", "right"))
    assert len(glyphs) == len(titles)
    assert len(set(zip(glyphs, titles))) == len(set(glyphs)) == len(set(titles))


def test_vector_pictures_and_the_camera(gluey, results, tmp_path):
    done = gluey("render", results / "spheres.h5", "--camera", "120,-30,1.5", "--size", "300", "-o", "spheres.pdf")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "spheres.pdf").read_bytes().startswith(b"%PDF")


def test_a_movie_has_every_frame(gluey, results, tmp_path):
    done = gluey("render", results / "grains.h5", "--movie", "grains.mp4", "--fps", 10, "--size", "161x121")
    assert done.returncode == 0, done.stderr
    assert "frame 11/11" in done.stderr
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames,r_frame_rate",
         "-of", "csv=p=0", "grains.mp4"], cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert probe.stdout.strip() == "162,122,10/1,11"


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["--frame", "11"], "11 frames"),
        (["--frame", "-12"], "11 frames"),
        (["--time", "7"], "covers 0"),
        (["--color", "mood"], "mood"),
        (["--network", "friends"], "friends"),
        (["--zoom", "1,2,3"], "x0,y0,x1,y1"),
        (["--zoom", "1,0,0,1"], "x0 < x1"),
        (["--zoom", "a,b,c,d"], "x0,y0,x1,y1"),
        (["--size", "0x10"], "pixels"),
        (["--size", "big"], "pixels"),
        (["--camera", "0,0"], "two-dimensional"),
        (["--title", "a", "--title", "b"], "2 titles"),
        (["-o", "picture.bmp"], ".png"),
        (["--movie", "movie.txt"], ".mp4"),
        (["--movie", "movie.mp4", "--frame", "1"], "excludes"),
        (["--movie", "movie.mp4", "-o", "picture.png"], "excludes"),
        (["--dpi", "5"], "found 5, must be a number from 20 to 2400"),
        (["--dpi", "fine"], "must be a number from 20 to 2400"),
    ],
)
def test_mistakes_exit_2_and_write_nothing(gluey, results, tmp_path, arguments, word):
    done = gluey("render", results / "grains.h5", *arguments)
    assert done.returncode == 2, done.stderr
    assert word in done.stderr
    assert not list(tmp_path.iterdir())


def test_what_is_no_result_or_cannot_be_written_exits_1(gluey, results, tmp_path):
    (tmp_path / "noise.h5").write_text("noise")
    for arguments in [["noise.h5"], ["nowhere.h5"], [results / "grains.h5", "-o", "no/such/folder.png"]]:
        done = gluey("render", *arguments)
        assert done.returncode == 1
        assert done.stderr.startswith("error: ") and str(arguments[-1]) in done.stderr


def test_a_missing_ffmpeg_is_named(gluey, results):
    done = gluey("render", results / "grains.h5", "--movie", "a.mp4", env={"PATH": "/nowhere"})
    assert done.returncode == 1
    assert "ffmpeg is not installed" in done.stderr
