"""What a checkpoint holds, by name; and every field of it spoiled in turn: `--resume` says in one line what is wrong, and touches nothing."""

import shutil

import h5py
import numpy as np
import pytest

# Films, contacts that rub and roll, capillary bridges, an inlet and an outlet, and a step that plans the next one.
FILMS = """\
dimension = 2
seed = 3
[time]
step = "adaptive"
step_min = 0.0005
step_max = 0.005
steps = 60
[environment]
gravity = [0.0, -10.0]
capillary = { tension = 0.02, volume = 1e-6 }
[contact]
law = "lubricated"
friction = 0.4
rolling = 0.002
[contact.lubrication]
viscosity = 0.02
[[bodies]]
count = 40
shape = { kind = "sphere", radius = [0.02, 0.04] }
region = { kind = "box", lower = [0.05, 0.05], upper = [0.95, 0.6] }
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0], upper = [1, 1] }
[[inlet]]
count = 10
rate = 100
shape = { kind = "sphere", radius = 0.03 }
region = { kind = "box", lower = [0.2, 0.75], upper = [0.8, 0.95] }
[[outlet]]
region = { kind = "box", lower = [0.4, 0.0], upper = [0.6, 0.05] }
"""

# Contacts in several points each, with images of a periodic domain.
BOXES = """\
dimension = 3
seed = 3
[domain]
lower = [0.0, 0.0, 0.0]
upper = [1.0, 1.0, 3.0]
periodic = [true, true, false]
[time]
step = 0.005
steps = 60
[environment]
gravity = [1.0, 0.0, -10.0]
[contact]
law = "gluey-friction"
friction = 0.4
rolling = 0.002
gamma_min = -0.5
[[bodies]]
count = 12
shape = { kind = "box", size = [0.3, 0.2, 0.25] }
region = { kind = "box", lower = [0, 0, 0.2], upper = [1, 1, 1.5] }
[[obstacle]]
shape = { kind = "plane", normal = [0, 0, 1] }
"""

CONTACTS = ["feature", "first", "footprint_center", "footprint_point", "gap", "impulse", "normal", "potential", "second"]
RUBBING = ["friction", "moment", "shaken"]
DETAILS = ["curvature_first", "curvature_second", "image", "local_first", "local_second"]
BODIES = ["angular_velocity", "orientation", "position", "velocity"]
CLOCK = ["step", "time"]


def renamed(columns, potential):
    return sorted(potential if column == "potential" else column for column in columns)


GROUPS = {
    FILMS: {
        "bodies": BODIES,
        "clock": CLOCK,
        "contacts": sorted(CONTACTS + RUBBING),
        "films": renamed(CONTACTS + RUBBING, "log_distance"),
        "gates": ["presence", "taken"],
        "pair_forces": renamed(CONTACTS, "bridge"),
        "steps": ["last_length", "planned_length"],
    },
    BOXES: {
        "bodies": BODIES,
        "clock": CLOCK,
        "contacts": sorted(CONTACTS + RUBBING + DETAILS),
        "steps": ["last_length"],
    },
}


@pytest.fixture(params=[FILMS, BOXES], ids=["films", "boxes"])
def stopped(request, gluey, tmp_path):
    """A run with its checkpoint, and a function that spoils a copy of it, resumes that and returns the one line of the error."""
    scene = request.param
    (tmp_path / "scene.toml").write_text(scene)
    done = gluey("run", "scene.toml", "--quiet", "-o", "kept.h5")
    assert done.returncode == 0, done.stderr
    kept = tmp_path / "kept.h5.checkpoint"
    shutil.copy(tmp_path / "kept.h5", tmp_path / "run.h5")
    result = (tmp_path / "run.h5").read_bytes()

    def resume(spoil):
        shutil.copy(kept, tmp_path / "run.h5.checkpoint")
        with h5py.File(tmp_path / "run.h5.checkpoint", "r+") as file:
            spoil(file)
        spoiled = (tmp_path / "run.h5.checkpoint").read_bytes()
        again = gluey("run", "scene.toml", "--resume", "--steps", "62", "--quiet", "-o", "run.h5")
        assert again.returncode == 1, again.stderr
        lines = [line for line in again.stderr.splitlines() if not line.startswith("warning:")]
        assert len(lines) == 1, again.stderr
        assert "run.h5.checkpoint" in lines[0]
        assert (tmp_path / "run.h5").read_bytes() == result
        assert (tmp_path / "run.h5.checkpoint").read_bytes() == spoiled
        return lines[0]

    return scene, kept, resume


def fields(path, least=0):
    """(group, field) for all fields that have so many entries."""
    with h5py.File(path) as file:
        return [(group, field) for group in file for field in file[group] if len(file[group][field]) >= least]


def replace(file, path, values):
    del file[path]
    file[path] = values


def test_it_holds_the_fields_of_every_owner(stopped):
    scene, kept, _ = stopped
    with h5py.File(kept) as file:
        assert {group: sorted(file[group]) for group in file} == GROUPS[scene]
        assert all(file[group].attrs["version"] == 1 for group in file)
        assert file["clock/step"][:].tolist() == [60]
        integers = {path for group, field in fields(kept) if file[path := f"{group}/{field}"].dtype.kind in "iu"}
        names = {"feature", "first", "image", "presence", "second", "shaken", "step", "taken"}
        assert integers == {f"{group}/{field}" for group, field in fields(kept) if field in names}
        assert np.allclose(np.linalg.norm(file["contacts/normal"][:], axis=1), 1.0)
        assert file["bodies/velocity"].attrs["unit"] == "length/time"
        if scene == FILMS:
            assert (file["films/log_distance"][:] <= 0.0).all() and (file["films/log_distance"][:] < 0.0).any()
            assert set(file["pair_forces/bridge"][:]) <= {0.0, 1.0}


def test_every_field_is_missed(stopped):
    _, kept, resume = stopped
    for group, field in fields(kept):
        assert f"it has no '{group}/{field}'" in resume(lambda file: file.__delitem__(f"{group}/{field}"))


def test_every_field_has_its_size(stopped):
    _, kept, resume = stopped
    for group, field in fields(kept):

        def lengthen(file):
            values = file[f"{group}/{field}"][:]
            replace(file, f"{group}/{field}", np.concatenate([values, np.zeros_like(values, shape=(1, *values.shape[1:]))]))

        line = resume(lengthen)
        # The first column of contacts says how many there are.
        assert (f"'{group}/" if field == "first" else f"'{group}/{field}'") in line and "expected" in line


def test_every_field_is_looked_at(stopped):
    _, kept, resume = stopped
    for group, field in fields(kept, 1):

        def spoil(file):
            values = file[f"{group}/{field}"]
            values[...] = np.nan if values.dtype.kind == "f" else np.iinfo(values.dtype).max

        if field not in ("shaken", "step", "taken"):  # any number may stand there
            assert f"'{group}/{field}' is damaged: entry 0 is not" in resume(spoil)


def test_what_it_does_not_know_is_refused(stopped):
    _, kept, resume = stopped
    assert "'contacts/colour' is unknown" in resume(lambda file: file.__setitem__("contacts/colour", [1.0]))
    assert "'temperatures' is unknown" in resume(lambda file: file.create_group("temperatures").attrs.update(version=1))
    assert "'temperatures' has no version" in resume(lambda file: file.create_group("temperatures"))
    assert "'numbers' is no group" in resume(lambda file: file.__setitem__("numbers", [1.0]))
    assert "'bodies/more' is no field" in resume(lambda file: file.create_group("bodies/more"))
    assert "attribute 'colour' is unknown" in resume(lambda file: file.attrs.update(colour=1))
    for name in ["scene", "tally", "frames_written", "history_written", "contacts_written", "wall_seconds"]:
        assert f"no attribute '{name}'" in resume(lambda file: file.attrs.__delitem__(name))
    assert "'frames_written' is damaged: -1" in resume(lambda file: file.attrs.modify("frames_written", np.int64(-1)))
    assert "is not a single value" in resume(lambda file: file.attrs.update(frames_written=np.arange(1000)))


def test_versions_and_kinds_of_numbers_are_told(stopped):
    _, kept, resume = stopped
    with h5py.File(kept) as file:
        groups = list(file)
    for group in groups:
        line = resume(lambda file: file[group].attrs.modify("version", np.int64(2)))
        assert f"'{group}' is of version 2, which a newer gluey wrote" in line
    as_reals = lambda file: replace(file, "contacts/first", file["contacts/first"][:].astype(float))  # noqa: E731
    assert "'contacts/first' has real numbers, expected are 32-bit integers" in resume(as_reals)
    as_singles = lambda file: replace(file, "bodies/velocity", file["bodies/velocity"][:].astype("f4"))  # noqa: E731
    assert "'bodies/velocity' has numbers of a kind that no field has" in resume(as_singles)


def test_an_array_larger_than_the_file_is_not_believed(stopped):
    _, _, resume = stopped

    def promise(file):
        del file["bodies/velocity"]
        file.create_dataset("bodies/velocity", shape=(1 << 50, 2), dtype="f8", chunks=(1024, 2))

    assert "'bodies/velocity' is larger than the file" in resume(promise)


def test_formats_of_earlier_and_newer_versions_are_refused_in_words(stopped):
    _, _, resume = stopped
    assert "an earlier gluey wrote it" in resume(lambda file: file.attrs.modify("version", np.int64(3)))
    assert "it was written by a newer gluey" in resume(lambda file: file.attrs.modify("version", np.int64(99)))


def test_a_spoiled_tally_is_refused(stopped):
    _, _, resume = stopped
    tally = lambda change: resume(lambda file: file.attrs.modify("tally", change(file.attrs["tally"])))  # noqa: E731
    assert "no 'iterations'" in tally(lambda text: "\n".join(t for t in text.split("\n") if not t.startswith("iterations ")))
    assert "'contacts few'" in tally(lambda text: text.replace(text[text.index("\ncontacts ") : text.index("\ncontacts_last")], "\ncontacts few"))
    assert "'colour'" in tally(lambda text: text + "colour 7\n")
