"""Forces of [environment] from the scene to the result."""

import json

import h5py
import numpy as np

DRIFT = """\
dimension = 2
[time]
step = 0.01
steps = 300
[environment]
flow = {{ kind = "grid", file = "{file}" }}
drag = {{ tau = 0.02, scheme = "implicit" }}
[[body]]
shape = {{ kind = "sphere", radius = 0.01 }}
position = [0.5, 0.0]
[output]
every = 300
"""


def whirl(x, y):
    return -y, x


def final_position(path):
    with h5py.File(path) as file:
        return file["frames/position"][-1, 0]


def test_a_flow_is_read_from_csv_and_from_hdf5(gluey, tmp_path):
    axis = np.linspace(-1.0, 1.0, 21)
    points = [(x, y, *whirl(x, y)) for y in axis for x in axis]
    rows = "\n".join(",".join(map(repr, map(float, point))) for point in points)
    (tmp_path / "flow.csv").write_text("x,y,vx,vy\n" + rows + "\n")
    x, y = np.meshgrid(axis, axis, indexing="ij")
    with h5py.File(tmp_path / "flow.h5", "w") as file:
        file["velocity"] = np.stack(whirl(x, y), axis=-1)
        file["origin"] = [-1.0, -1.0]
        file["spacing"] = [0.1, 0.1]
    ends = []
    for name in ("flow.csv", "flow.h5"):
        (tmp_path / "drift.toml").write_text(DRIFT.format(file=name))
        done = gluey("run", "drift.toml", "-o", "drift.h5", "--quiet")
        assert done.returncode == 0, done.stderr
        ends.append(final_position(tmp_path / "drift.h5"))
    assert np.allclose(*ends, rtol=0, atol=1e-12)
    # z'' = (iz - z')/tau in the complex plane; steps of 0.01 leave 1e-2 over three time units.
    root = np.sqrt(1 + 4j * 0.02)
    fast, slow = (-1 - root) / 0.04, (-1 + root) / 0.04
    share = (0 - fast * 0.5) / (slow - fast)
    exact = share * np.exp(3 * slow) + (0.5 - share) * np.exp(3 * fast)
    assert abs(complex(*ends[0]) - exact) < 1e-2


def test_a_bad_grid_is_one_clear_error(gluey, tmp_path):
    with h5py.File(tmp_path / "flow.h5", "w") as file:
        file["velocity"] = np.zeros((3, 3, 3))
        file["origin"] = [0.0, 0.0]
        file["spacing"] = [1.0, 1.0]
    (tmp_path / "drift.toml").write_text(DRIFT.format(file="flow.h5"))
    done = gluey("run", "drift.toml", "-o", "drift.h5", "--quiet")
    assert done.returncode == 2
    assert "environment.flow.file: \"flow.h5\": velocity's last axis, origin and spacing must have 2 components" in done.stderr
    assert not (tmp_path / "drift.h5").exists()


WET = """\
dimension = 3
seed = 4
[time]
step = "auto"
displacement = 0.2
steps = {steps}
[environment]
gravity = [0.0, 0.0, -10.0]
drag = {{ tau = 0.5 }}
noise = {{ sigma = 0.3 }}
capillary = {{ tension = 20.0, volume = 1e-6 }}
aggregation = {{ kappa = 1e-3, epsilon = 2e-3 }}
[contact]
law = "friction"
[[bodies]]
count = 60
shape = {shape}
region = {{ kind = "box", lower = [0, 0, 0], upper = [0.3, 0.3, 0.5] }}
density = 1000.0
[[obstacle]]
name = "box"
shape = {{ kind = "box-walls", lower = [0, 0, 0], upper = [0.3, 0.3, 1] }}
"""

SHAPES = ('{ kind = "sphere", radius = [0.02, 0.03] }', '{ kind = "capsule", radius = 0.02, length = 0.03 }')


def test_noise_and_bridges_go_on_to_the_same_bits_after_a_stop(gluey, tmp_path):
    for shape in SHAPES:
        (tmp_path / "wet.toml").write_text(WET.format(steps=300, shape=shape))
        for file in ("whole.h5", "parts.h5"):
            (tmp_path / file).unlink(missing_ok=True)
        assert gluey("run", "wet.toml", "-o", "whole.h5", "--quiet").returncode == 0
        assert gluey("run", "wet.toml", "-o", "parts.h5", "--steps", "170", "--quiet").returncode == 0
        assert gluey("run", "wet.toml", "-o", "parts.h5", "--resume", "--quiet", "--threads", "2").returncode == 0
        with h5py.File(tmp_path / "whole.h5") as whole, h5py.File(tmp_path / "parts.h5") as parts:
            for name in ("position", "velocity", "angular_velocity", "contact_impulse"):
                assert np.array_equal(whole["frames"][name][:], parts["frames"][name][:]), name


def test_the_summary_and_info_say_who_is_here_and_who_left(gluey, tmp_path):
    scene = [
        "run", "fed-silo.toml", "-o", "silo.h5", "--set", "time.end=0.8", "--set", "outlet[0].region.upper=[2.0,0.6]",
    ]  # fmt: skip
    assert gluey("new", "fed-silo").returncode == 0
    table = gluey(*scene)
    assert table.returncode == 0, table.stderr
    summary = json.loads(gluey(*scene, "--quiet", "--json").stdout)
    with h5py.File(tmp_path / "silo.h5") as file:
        present, taken = int(file["history/present"][-1]), int(file["history/taken"][-1, 0])
        assert present == int(file["frames/present"][-1].sum()) and 0 < taken and 0 < present < 2400
    assert f"bodies here     {present} at the end, bin took {taken}\n" in table.stdout
    assert summary["present"] == present and summary["taken"] == {"bin": taken}
    info = gluey("info", "silo.h5")
    assert f"bodies here   {present} at the end, bin took {taken}\n" in info.stdout
    told = json.loads(gluey("info", "silo.h5", "--json").stdout)
    assert told["bodies"] == 2400 and told["present"] == present and told["taken"] == {"bin": taken}


WALK = """\
dimension = 2
[time]
step = 0.01
steps = 200
[environment]
crowd = {{ speed = 0.5, {keys} }}
[contact]
law = "inelastic"
[[body]]
shape = {{ kind = "sphere", radius = 0.1 }}
position = [1.0, 0.0]
"""


def test_a_crowd_follows_directions_from_a_file(gluey, tmp_path):
    # Round the origin, however long the arrows are; a body at (1, 0) goes round with ω = 0.5.
    xs = np.linspace(-2, 2, 81)
    rows = [f"{x},{y},{-3 * y},{3 * x}" for x in xs for y in xs]
    (tmp_path / "ways.csv").write_text("x,y,vx,vy\n" + "\n".join(rows) + "\n")
    (tmp_path / "walk.toml").write_text(WALK.format(keys='file = "ways.csv"'))
    done = gluey("run", "walk.toml", "-o", "walk.h5", "--quiet", "--set", "output.every=200")
    assert done.returncode == 0, done.stderr
    with h5py.File(tmp_path / "walk.h5") as file:
        x, y = file["frames/position"][-1, 0]
        speed = np.linalg.norm(file["frames/velocity"][-1, 0])
    # Explicit steps along tangents: each takes the radius from R to √(R² + (s h)²).
    assert abs(speed - 0.5) < 1e-12
    assert abs(np.hypot(x, y) - np.sqrt(1 + 200 * (0.5 * 0.01) ** 2)) < 1e-12
    assert abs(np.arctan2(y, x) - 1.0) < 200 * 0.005**3 + 0.003  # the radius grows by 0.0025
    # In a periodic domain directions repeat: y' = sin πx again in the second period.
    rows = [f"{x},{y},1,{np.sin(np.pi * x)}" for x in np.linspace(0, 2, 41) for y in (-1, 1)]
    (tmp_path / "waves.csv").write_text("x,y,vx,vy\n" + "\n".join(rows) + "\n")
    scene = WALK.format(keys='file = "waves.csv"') + '[domain]\nlower = [0, -5]\nupper = [2, 5]\nperiodic = [true, false]\n'
    (tmp_path / "waves.toml").write_text(scene.replace("steps = 200", "steps = 1500"))
    assert gluey("run", "waves.toml", "-o", "waves.h5", "--quiet").returncode == 0
    with h5py.File(tmp_path / "waves.h5") as file:
        vy = file["frames/velocity"][:, 0, 1]
        assert vy[-len(vy) // 3 :].max() > 0.2 and vy[-len(vy) // 3 :].min() < -0.2
    for keys, message in (
        ('file = "none.csv"', 'environment.crowd.file: "none.csv" is not a file'),
        ('file = "ways.csv", cell = 0.1', "environment.crowd.cell: has no meaning with file"),
        ('file = "ways.csv", exits = ["door"]', "environment.crowd.exits: has no meaning with file"),
    ):
        (tmp_path / "walk.toml").write_text(WALK.format(keys=keys))
        done = gluey("run", "walk.toml", "-o", "bad.h5", "--quiet")
        assert done.returncode == 2 and message in done.stderr, done.stderr
