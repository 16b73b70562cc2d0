# Checks the files of a plan, called by `npm run tool -- interop exports`: python exports.py FOLDER. The messages are read by ccsds-ndm, whose
# classes are generated from the schemas of CCSDS; JSON and CSV by Python. Nothing of Apsis reads here.
import csv, json, math, sys
from pathlib import Path
from ccsds_ndm.ndm_io import NdmIo

FOLDER = Path(sys.argv[1])
CASES = {"nominal": 0.0, "hot": 3.0, "cold": -3.0, "no-burn": None}
# Positions of 7,000 km in doubles of kilometres; a burn has ten digits behind the point of a kilometre a second.
POSITION_KM, SPEED_KMPS, BURN_KMPS = 2e-12 * 7000, 2e-15 * 8, 0.5e-10
# Two speeds of 8 km/s are subtracted, and turned into the axes of the orbit.
JUMP_KMPS = 1e-14 * 8
checks = 0


def hold(what, isTrue):
    global checks
    checks += 1
    if not isTrue:
        raise SystemExit(f"{what}: not the same")


def near(what, a, b, most):
    hold(f"{what}: {a} and {b}", len(a) == len(b) and all(abs(x - y) <= most for x, y in zip(a, b)))


def read(name):
    return NdmIo().from_path(FOLDER / name)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    size = math.sqrt(sum(x * x for x in a))
    return [x / size for x in a]


def to_rtn(r, v, vector):
    radial, normal = unit(r), unit(cross(r, v))
    return [sum(x * y for x, y in zip(axis, vector)) for axis in (radial, cross(normal, radial), normal)]


def state_of(one):
    return [one.epoch] + [getattr(one, axis).value for axis in ("x", "y", "z", "x_dot", "y_dot", "z_dot")]


def is_positive(one):
    names = ("x", "y", "z", "x_dot", "y_dot", "z_dot")
    lower = [[0.0] * 6 for _ in range(6)]
    for i in range(6):
        for j in range(i + 1):
            value = getattr(one, f"c{names[i]}_{names[j]}").value - sum(lower[i][k] * lower[j][k] for k in range(j))
            if i == j and value <= 0:
                return False
            lower[i][j] = math.sqrt(value) if i == j else value / lower[j][j]
    return True


plan = json.loads((FOLDER / "plan.json").read_text())
ignition, burn = plan["ignitionEpoch"].removesuffix("Z"), [x / 1000 for x in plan["deltaVRtn"]]
SHARE = json.loads((FOLDER / "magnitude-error.json").read_text())


def check_opm(name, wanted):
    data = read(name).body.segment.data
    hold(f"{name}, the state is a minute before ignition", data.state_vector.epoch < ignition)
    hold(f"{name}, burns", len(data.maneuver_parameters) == (0 if wanted is None else 1))
    for one in data.maneuver_parameters:
        hold(f"{name}, ignition", one.man_epoch_ignition == ignition and one.man_ref_frame == "RSW_INERTIAL")
        near(name, [one.man_dv_1.value, one.man_dv_2.value, one.man_dv_3.value], wanted, BURN_KMPS)
        if "nominal" in name:
            near(f"{name}, mass", [-one.man_delta_mass.value], [plan["totalDeltaMass"]], 1e-15)


def check_oem(name, wanted):
    before, after = read(name).body.segment
    blocks = [[state_of(one) for one in block.data.state_vector] for block in (before, after)]
    last, first = blocks[0][-1], blocks[1][0]
    hold(f"{name}, blocks meet at ignition", last[0] == first[0] == ignition)
    near(f"{name}, position at ignition", last[1:4], first[1:4], POSITION_KM)
    jump = to_rtn(last[1:4], last[4:], [y - x for x, y in zip(last[4:], first[4:])])
    near(f"{name}, jump", jump, [0, 0, 0] if wanted is None else wanted, JUMP_KMPS + BURN_KMPS)
    for block in (before, after):
        hold(f"{name}, covariances", len(block.data.covariance_matrix) > 10)
        hold(f"{name}, positive definite", all(is_positive(one) for one in block.data.covariance_matrix))
    return blocks


def check_ocm(name, wanted, blocks):
    data = read(name).body.segment.data
    for trajectory, block in zip(data.traj, blocks, strict=True):
        hold(f"{name}, states", len(trajectory.traj_line) == len(block))
        for line, state in zip(trajectory.traj_line, block):
            epoch, *values = str(line).split()
            hold(f"{name}, epoch", epoch == state[0])
            near(name, [float(x) for x in values[:3]], state[1:4], POSITION_KM)
            near(name, [float(x) for x in values[3:]], state[4:], SPEED_KMPS)
    hold(f"{name}, burns", len(data.man) == (0 if wanted is None else 1))
    for one in data.man:
        fields = dict(zip(one.man_composition.split(","), one.man_line[0].split(), strict=True))
        hold(f"{name}, ignition", fields["TIME_ABSOLUTE"] == ignition)
        near(name, [float(fields[f"DV_{axis}"]) for axis in "XYZ"], wanted, BURN_KMPS)
    return [str(line).split() for trajectory in data.traj for line in trajectory.traj_line]


for case, sigmas in CASES.items():
    wanted = None if sigmas is None else [x * (1 + sigmas * SHARE) for x in burn]
    for version in ("2.0", "3.0"):
        # The schema of XML 2.0 asks for areas and coefficients beside a mass, which no message states: this reader refuses it.
        for notation in ("kvn", "xml") if version == "3.0" else ("kvn",):
            check_opm(f"{case}-opm-{version}-{notation}", wanted)
    blocks = check_oem(f"{case}-oem-2.0-kvn", wanted)
    hold(f"{case}, OEM in XML", check_oem(f"{case}-oem-2.0-xml", wanted) == blocks)
    rows = check_ocm(f"{case}-ocm-3.0-xml", wanted, blocks)
    # This reader does not read the KVN of OCM: its lines of states are those of the XML, letter by letter.
    trajectories = (FOLDER / f"{case}-ocm-3.0-kvn").read_text().split("TRAJ_START")[1:]
    lines = [line.split() for one in trajectories for line in one.split("TRAJ_STOP")[0].split("\n")]
    hold(f"{case}, OCM in KVN", [line for line in lines if line and line[0][:2] == "20"] == rows)

exported = json.loads((FOLDER / "nominal-json-2.0-kvn").read_text())
for key in set(plan) - {"steps", "version"}:
    hold(f"JSON, {key}", exported[key] == plan[key])
(row,) = csv.DictReader((FOLDER / "nominal-csv-2.0-kvn").read_text().lstrip("\ufeff").splitlines())
hold("CSV, ignition", row["ignitionEpoch"] == plan["ignitionEpoch"])
hold("CSV, burn", [float(row[f"deltaVRtn_{axis}"]) for axis in "rtn"] == plan["deltaVRtn"])
for key in ("totalDeltaVMagnitude", "totalDeltaMass", "smaChange", "orbitsBeforeTca", "manoeuvreDuration"):
    hold(f"CSV, {key}", float(row[key]) == plan[key])
hold("CSV, probability", float(row["probabilityAfter"]) == plan["after"]["probability"])
print(f"{checks} checks")
