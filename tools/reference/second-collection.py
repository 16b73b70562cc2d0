# Makes a second collection of the layout of the first, with other names, counts, dates and cases, so that `npm run conformance`
# is seen to read them: python tools/reference/second-collection.py <first collection> <new folder> [seed]. Needs mpmath, sgp4,
# pyerfa, scipy and numpy. What it computes, it computes with those; what it takes over, it turns, renames or thins out.
import csv, glob, json, math, os, random, re, shutil, sys
import erfa, mpmath as mp, numpy as np
from scipy.integrate import solve_ivp
from sgp4.api import Satrec, WGS72

FROM, TO, SEED = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1
rng, nrng = random.Random(SEED), np.random.default_rng(SEED)
rows = []
GM, GM_WGS = 3.986004415e14, 3.986004418e14


def put(folder, name, text, description="-", index=None):
    os.makedirs(f"{TO}/{folder}", exist_ok=True)
    with open(f"{TO}/{folder}/{name}", "w") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))
    if index != "":
        rows.append((folder.split("/")[0], index or name, description))


def load(path):
    return json.load(open(f"{FROM}/{path}"))


def rotation():
    q, r = np.linalg.qr(nrng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q if np.linalg.det(q) > 0 else -q


def quaternion(m):
    # Scalar last, of the matrix that takes components into the new axes; Bar-Itzhack 2000, which loses no digits at any angle.
    m = np.array(m)
    k = np.zeros((4, 4))
    k[:3, :3] = m + m.T - np.trace(m) * np.eye(3)
    k[3, :3] = k[:3, 3] = [m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]]
    k[3][3] = np.trace(m)
    values, vectors = np.linalg.eigh(k / 3)
    return vectors[:, -1]


# Element sets: those of the first collection with other angles, motion and drag; states by the program of Vallado.
def verification():
    lines = [x for x in open(f"{FROM}/sgp4/SGP4-VER.TLE").read().splitlines() if re.match(r"[12] ", x)]
    tles, out = [], []
    checksum = lambda line: line[:68] + str(sum(int(c) if c.isdigit() else c == "-" for c in line[:68]) % 10)
    for k in range(0, len(lines), 2):
        for _ in range(3):
            number = f"{rng.randrange(100, 99999):05d}"
            one = checksum(lines[k][:2] + number + lines[k][7:68])
            two = lines[k + 1][:69]
            two = two[:2] + number + f" {float(two[8:16]):8.4f} {rng.uniform(0, 360):8.4f} {two[26:33]} {rng.uniform(0, 360):8.4f} {rng.uniform(0, 360):8.4f} {float(two[52:63]) * rng.uniform(0.97, 1.03):11.8f}" + two[63:68]
            two = checksum(two)
            sat = Satrec.twoline2rv(one, two, WGS72)
            states = []
            step = rng.choice([37, 90, 360])
            for t in range(0, 12 * step + 1, step):
                error, r, v = sat.sgp4_tsince(t)
                if error:
                    break
                states.append(f"{t:17.8f} {r[0]:.8f} {r[1]:.8f} {r[2]:.8f} {v[0]:.9f} {v[1]:.9f} {v[2]:.9f}")
            if len(states) < 13:
                continue
            tles += [one, two + f" 0.0 {12.0 * step} {step}.0"]
            out += [f"{int(number)} xx", *states]
    put("sgp4", "MINE-VER.TLE", "\n".join(tles) + "\n")
    put("sgp4", "mine-ver.out", "\n".join(out) + "\n")


def circle(x0, y0, sx, sy, R):
    with mp.workdps(30):
        x0, y0, sx, sy, R = map(mp.mpf, (x0, abs(y0), sx, sy, R))

        def total(n):
            s = mp.mpf(0)
            for j in range(1, n):
                t = mp.pi * (mp.mpf(j) / n - mp.mpf(1) / 2)
                h = R * mp.cos(t)
                s += mp.cos(t) * mp.exp(-((R * mp.sin(t) - x0) / sx) ** 2 / 2) * (mp.erfc((y0 - h) / (mp.sqrt(2) * sy)) - mp.erfc((y0 + h) / (mp.sqrt(2) * sy))) / 2
            return s * R * mp.pi / n / (sx * mp.sqrt(2 * mp.pi))

        n, last = 32, total(32)
        while True:
            n *= 2
            value = total(n)
            if abs(value - last) <= abs(value) * mp.mpf(10) ** -15:
                return float(value)
            last = value


def planes():
    cases = []
    for k in range(150):
        R = 10 ** rng.uniform(-0.5, 2)
        sx, sy = R * 10 ** rng.uniform(-1, 2.5), R * 10 ** rng.uniform(-1, 3)
        x, y = rng.gauss(0, 1) * (sx + R), rng.gauss(0, 1) * (sy + R)
        cases.append({"case": f"mine{k}", "xm_m": x, "ym_m": y, "sigma_x_m": sx, "sigma_y_m": sy, "hbr_m": R, "expected_by_method": {}, "pc_exact_integral": circle(x, y, sx, sy, R)})
    put("pc", "mine_2d_scalar_cases.json", {"cases": cases})


def alfano():
    # A turn of everything about the Earth's centre changes no probability.
    given, cases = load("pc/alfano2009_cases.json"), []
    for number, row in enumerate(given["cases"][:4]):
        q = rotation()
        at = row["at_tca"]
        big = np.kron(np.eye(2), q)
        turned = {n: (q @ np.array(at[n])).tolist() for n in ("r1_m", "v1_mps", "r2_m", "v2_mps")}
        turned |= {n: (lambda c: ((c + c.T) / 2).tolist())(big @ np.array(at[n]) @ big.T) for n in ("C1_m", "C2_m")}
        cases.append({**row, "case": 500 + number, "at_tca": turned})
    put("pc", "alfano_turned_cases.json", {**given, "cases": cases})


def messages():
    table = list(csv.DictReader(open(f"{FROM}/pc/cara_cdm_expected.csv")))[5:11]
    lines = [",".join(table[0])]
    for k, row in enumerate(table):
        text = open(f"{FROM}/pc/cara_cdm/{row['Conjunction_ID']}.cdm").read()
        put("pc/renamed_cdm", f"event-{k}.cdm", text, index="")
        cells = [f"event-{k}" if n == "Conjunction_ID" else v.replace(",", ";") for n, v in row.items()]
        lines.append(",".join(cells))
    rows.append(("pc", "renamed_cdm/*", "-"))
    put("pc", "renamed_cdm_expected.csv", "\n".join(lines) + "\n")
    folder = "pc/cara_covariance_cross_correlation"
    expected = load(f"{folder}/expected.json")
    put("pc/other_cross_correlation", "with density.txt", open(f"{FROM}/{folder}/{expected['cdm']}").read(), index="")
    put("pc/other_cross_correlation", "answers.json", {**expected, "cdm": "with density.txt"}, index="")
    rows.append(("pc", "other_cross_correlation/*", "-"))


def places():
    lines = ['"Time (ISO-YMD)","x (m)","y (m)","z (m)","Lat (deg)","Lon (deg)","Alt (m)"']
    looks = ['"Time (ISO-YMD)"' + "".join(f',"c{k}"' for k in range(15))]
    for k in range(200):
        lat, lon, alt = rng.uniform(-89, 89), rng.uniform(-179, 179), 10 ** rng.uniform(1, 7.5)
        xyz = erfa.gd2gc(1, math.radians(lon), math.radians(lat), alt)
        time = f"2031-07-{1 + k % 28:02d}T00:00:00.000"
        lines.append(",".join([time, *(f"{c:.9f}" for c in xyz), f"{lat:.12f}", f"{lon:.12f}", f"{alt:.9f}"]))
        slat, slon, sh = rng.uniform(-80, 80), rng.uniform(-179, 179), rng.uniform(0, 4000)
        site = erfa.gd2gc(1, math.radians(slon), math.radians(slat), sh)
        d = np.array(xyz) - np.array(site)
        p, l = math.radians(slat), math.radians(slon)
        east = np.array([-math.sin(l), math.cos(l), 0])
        north = np.array([-math.sin(p) * math.cos(l), -math.sin(p) * math.sin(l), math.cos(p)])
        up = np.array([math.cos(p) * math.cos(l), math.cos(p) * math.sin(l), math.sin(p)])
        e, n, u = d @ east, d @ north, d @ up
        az, el = math.degrees(math.atan2(e, n)) % 360, math.degrees(math.atan2(u, math.hypot(e, n)))
        looks.append(",".join([time, *(f"{c:.9f}" for c in (*site, slat, slon, sh, *xyz, lat, lon, alt)), f"{az:.12f}", f"{el:.12f}", f"{np.linalg.norm(d):.9f}"]))
    put("frames", "stk_ecef_lla_mine.csv", "\n".join(lines) + "\n")
    put("frames", "stk_aer_mine.csv", "\n".join(looks) + "\n")


MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
PRECESSED = {"J2000": lambda t: erfa.bp06(*t)[0], "MOD": lambda t: erfa.pmat06(*t)}


def frames():
    for name, matrix in PRECESSED.items():
        lines = ["Gregorian TAI,x,y,z,vx,vy,vz,q1,q2,q3,q4,wx,wy,wz"]
        for k in range(40):
            year, month, day = rng.randrange(1985, 2033), rng.randrange(1, 13), rng.randrange(1, 28)
            t = erfa.cal2jd(year, month, day)
            m = matrix((t[0], t[1] + 32.184 / 86400))
            q = quaternion(m)
            lines.append(",".join([f"{day} {MONTHS[month - 1]} {year} 00:00:00.000", *["0"] * 6, *(f"{c:.15f}" for c in q), "0", "0", "0"]))
        put("frames", f"GCRF_{name}_orekit.csv", "\n".join(lines) + "\n", index="")
    rows.append(("frames", "GCRF_*_orekit.csv", "-"))
    shutil.copy(f"{FROM}/frames/finals2000A.all", f"{TO}/frames/finals2000A.all")
    rows.append(("frames", "finals2000A.all", "-"))
    given = load("frames/vallado_2004-04-06.json")
    put("frames", "vallado_again.json", given)


def axes_of(name, r, v):
    # x, y, z as rows; STK's LVLH is outward and along the normal, its VVLH inward and against it.
    u = lambda a: a / np.linalg.norm(a)
    w = u(np.cross(r, v))
    if name in ("LVLH", "QSW"):
        return np.array([u(r), np.cross(w, u(r)), w])
    if name == "VVLH":
        return np.array([np.cross(-w, -u(r)), -w, -u(r)])
    if name == "TNW":
        return np.array([u(v), np.cross(w, u(v)), w])
    return np.array([u(v), w, np.cross(u(v), w)])  # VNC


def kepler(a, e, i, raan, argp, mean, gm):
    E = mean
    for _ in range(60):
        E -= (E - e * math.sin(E) - mean) / (1 - e * math.cos(E))
    x, y = a * (math.cos(E) - e), a * math.sqrt(1 - e * e) * math.sin(E)
    n = math.sqrt(gm / a**3)
    vx, vy = -a * n * math.sin(E) / (1 - e * math.cos(E)), a * n * math.sqrt(1 - e * e) * math.cos(E) / (1 - e * math.cos(E))
    turn = lambda s, c: np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    tip = np.array([[1, 0, 0], [0, math.cos(i), -math.sin(i)], [0, math.sin(i), math.cos(i)]])
    m = turn(math.sin(raan), math.cos(raan)) @ tip @ turn(math.sin(argp), math.cos(argp))
    return m @ np.array([x, y, 0]), m @ np.array([vx, vy, 0])


def local_frames():
    a, e, i, raan, argp, mean = 7655321.5, 0.0371, 63.25, 211.4, 47.125, 12.5
    described = f"orbital frames along a Kepler orbit (a {a} m, e {e}, i {i}, RAAN {raan}, argp {argp}, M {mean}, epoch 2029-05-17 UTC)"
    n = math.sqrt(GM_WGS / a**3)
    state = lambda t: kepler(a, e, *map(math.radians, (i, raan, argp)), math.radians(mean) + n * t, GM_WGS)
    for name in ("LVLH", "VVLH", "TNW", "VNC"):
        lines = ['"Time (UTCG)","q1","q2","q3","q4","wx","wy","wz"']
        for minute in range(0, 120, 3):
            t = 60.0 * minute
            m = axes_of(name, *state(t))
            # Central difference of the axes: the rate in the turning axes, to 1e-12 rad/s.
            h = 2e-2
            d = (axes_of(name, *state(t + h)) - axes_of(name, *state(t - h))) / (2 * h)
            s = d @ m.T
            rate = [s[1][2], s[2][0], s[0][1]]
            clock = f"17 May 2029 {minute // 60:02d}:{minute % 60:02d}:00.000"
            lines.append(",".join([clock, *(f"{c:.14f}" for c in quaternion(m)), *(f"{c:.14f}" for c in rate)]))
        put("frames", f"stk_local_frame_{name}_GCRF.csv", "\n".join(lines) + "\n", index="")
    rows.append(("frames", "stk_local_frame_*_GCRF.csv", described))


def thrust():
    for name, direction in (("VVLH", (1.0, 0.0, 0.0)), ("LVLH", (0.0, 1.0, 0.0)), ("TNW", (0.6, 0.8, 0.0)), ("VNC", (0.0, 0.6, 0.8)), ("QSW", (0.8, 0.0, 0.6))):
        a, inc, mass, push, isp, duration = 7.2e6, 51.6, 240.0, 0.25, 1650.0, 1800.0
        speed = math.sqrt(GM / a)
        y0 = [a, 0, 0, 0, speed * math.cos(math.radians(inc)), speed * math.sin(math.radians(inc)), mass]

        def f(t, y):
            r, v = y[:3], y[3:6]
            along = axes_of("VVLH" if name == "VVLH" else name, r, v).T @ np.array(direction)
            return np.concatenate([v, -GM * r / np.linalg.norm(r) ** 3 + push / y[6] * along, [-push / (9.80665 * isp)]])

        times = np.arange(0, duration + 1, 45.0)
        s = solve_ivp(f, (0, duration), y0, method="DOP853", rtol=1e-13, atol=1e-9, t_eval=times, max_step=10)
        lines = ["DATE,POS_X,POS_Y,POS_Z,VEL_X,VEL_Y,VEL_Z,MASS"]
        for t, y in zip(times, s.y.T):
            clock = f"2028-02-29T{int(t) // 3600:02d}:{int(t) // 60 % 60:02d}:{int(t) % 60:02d}.000"
            lines.append(",".join([clock, *(f"{c:.6f}" for c in y[:3]), *(f"{c:.8f}" for c in y[3:6]), f"{y[6]:.9f}"]))
        words = [a, inc, "2028-02-29T", mass, push, isp, duration, name, *direction, 45.0]
        put("manoeuvre", "orekit_thrust_" + "_".join(map(str, words)) + ".csv", "\n".join(lines) + "\n", index="")
    rows.append(("manoeuvre", "orekit_thrust_*.csv", "thrust arcs (mu 3.986004415e14, g0 9.80665)"))


def transfers():
    mu, cases = 398600.4415, []
    for k in range(6):
        r1, r2 = rng.uniform(6600, 9000), rng.uniform(10000, 80000)
        a = (r1 + r2) / 2
        v = lambda r: math.sqrt(mu * (2 / r - 1 / a))
        cases.append({"id": f"between circles {k}", "r_initial_km": r1, "r_final_km": r2, "dv_a_kmps": v(r1) - math.sqrt(mu / r1), "dv_b_kmps": math.sqrt(mu / r2) - v(r2), "time_min": math.pi * math.sqrt(a**3 / mu) / 60})
        speed, turn = rng.uniform(2, 8), rng.uniform(1, 60)
        cases.append({"id": f"tip {k}", "v_kmps": speed, "delta_i_deg": turn, "fpa_deg": 0, "dv_kmps": 2 * speed * math.sin(math.radians(turn) / 2)})
    put("manoeuvre", "my_transfers.json", {"constants": {"mu_km3s2": mu, "re_km": 6378.1363}, "cases": cases})


def sun():
    lines = ["jd_tdb,calendar_tdb,x_au,y_au,z_au,vx,vy,vz"]
    for _ in range(200):
        jd = 2442000.5 + rng.randrange(0, 22000)
        p = erfa.epv00(jd, 0.0)[0]["p"]
        lines.append(f"{jd:.9f},-,{p[0]:.15E},{p[1]:.15E},{p[2]:.15E},0,0,0")
    put("sunmoon", "horizons_state_erfa_Earth.csv", "\n".join(lines) + "\n", index="horizons_state_*.csv")


def screening():
    path = "screening/primaries_vs_catalogue_2024-11-01"
    given = load(f"{path}.json")
    primaries = [p for p in given["primaries"] if p != 25544][:3]
    found = [r for r in csv.DictReader(open(f"{FROM}/{path}.csv")) if int(r["primary"]) in primaries]
    needed = {int(r[k]) for r in found for k in ("primary", "secondary")} | set(primaries)
    head, *lines = open(f"{FROM}/catalogue/celestrak_gp_2024-11-01.csv").read().splitlines()
    number = head.split(",").index("NORAD_CAT_ID")
    others = set(rng.sample(range(len(lines)), 6000))
    errors = set(given["objects_with_sgp4_error_in_window"])
    kept = [l for k, l in enumerate(lines) if (k in others or int(l.split(",")[number]) in needed) and int(l.split(",")[number]) not in errors]
    put("catalogue", "celestrak_gp_thinned.csv", "\n".join([head, *kept]) + "\n", f"thinned catalogue, {len(kept):,} objects, OMM CSV")
    put("screening", "three_vs_catalogue_thinned.json", {**given, "catalogue": "celestrak_gp_thinned.csv", "primaries": primaries, "objects_with_sgp4_error_in_window": []}, index="")
    text = "\n".join([",".join(found[0]), *(",".join(r.values()) for r in found)])
    put("screening", "three_vs_catalogue_thinned.csv", text + "\n", index="three_vs_catalogue_thinned.*")


# Routines of SOFA that take one date in two parts, and those that take it twice, as UT1 and as TT; what is done with the second.
OF_A_DATE = "gmst82 gst94 eqeq94 nut80 obl80 pmat76 pnm80 era00 nut06a obl06 pnm06a c2i06a sp00 xys06a utctai taiutc taitt tttai".split()
OF_TWO_DATES = ("gmst06", "gst06a")
BETWEEN_SCALES = ("utctai", "taiutc", "taitt", "tttai", "utcut1")


def sofa():
    # The routines of the first collection at other dates, by ERFA; the tolerances are those of SOFA's own tests.
    given = load("frames/iau_sofa_values.json")
    functions = {}
    for name in (*OF_A_DATE, *OF_TWO_DATES, "utcut1"):
        first = given["functions"][name][0]
        calls = []
        for _ in range(20):
            # Beyond the table of leap seconds nobody knows UTC, and before 1972 it ran at another rate.
            day = float(rng.randrange(41400, 60000))
            # Between scales the whole days are in the first part, where SOFA leaves them.
            date = (2400000.5 + day, rng.random()) if name in BETWEEN_SCALES else (2400000.5, day + rng.random())
            dates = date * 2 if name in OF_TWO_DATES else date
            more = (round(rng.uniform(-0.8, 0.8), 4),) if name == "utcut1" else ()
            answer = getattr(erfa, name)(*dates, *more)
            numbers = [float(x) for part in (answer if isinstance(answer, tuple) else (answer,)) for x in np.ravel(part)]
            checks = [{**check, "expected": x} for check, x in zip(first["checks"], numbers)]
            calls.append({**first, "args": ", ".join(repr(x) for x in (*dates, *more)), "checks": checks})
        functions[name] = calls
    put("frames", "my_sofa_values.json", {**given, "functions": functions})


def taken():
    # The files are copied unchanged, under other names.
    for folder, old, new, described in [
        ("sgp4", "tle_parsing_cases.json", "other_parsing_cases.json", "-"),
        ("pc", "cara_bplane_outputs.json", "other_bplane_outputs.json", "-"),
        ("pc", "cara_tca_correction.json", "other_tca_correction.json", "-"),
        ("pc", "cara_linear_duration.json", "other_linear_duration.json", "-"),
        ("frames", "iss_sgp4_vs_horizons.json", "station_sgp4_vs_horizons.json", "-"),
        ("frames", "cara_rtn_covariance.json", "my_rtn_covariance.json", "-"),
        ("orbit_elements", "keplerian_cases.json", "keplerian_2.json", "-"),
        ("manoeuvre", "cw_hill_vallado.json", "cw_hill_2.json", "-"),
        ("passes", "stk_bugsat1_passes.json", "seven_passes.json", "-"),
        ("ephemeris", "ISS.OEM_J2K_EPH_2025-057.xml", "ISS.OEM_renamed.xml", "-"),
        ("ephemeris", "iss_oem_expected.json", "iss_oem_expected_2.json", "-"),
        ("historic", "iridium33_cosmos2251.json", "of_2009.json", "-")]:
        os.makedirs(f"{TO}/{folder}", exist_ok=True)
        shutil.copy(f"{FROM}/{folder}/{old}", f"{TO}/{folder}/{new}")
        rows.append((folder, new, described))
    passes = json.load(open(f"{TO}/passes/seven_passes.json"))
    json.dump({**passes, "passes": passes["passes"][:7]}, open(f"{TO}/passes/seven_passes.json", "w"))
    for ephemeris in ("LEO", "GEO"):
        for path in glob.glob(f"{FROM}/ephemeris/{ephemeris}_*s.oem"):
            shutil.copy(path, f"{TO}/ephemeris/My{os.path.basename(path)}")
        rows.append(("ephemeris", f"My{ephemeris}_*s.oem", "-"))
    for path in glob.glob(f"{FROM}/manoeuvre/stk_*.e"):
        shutil.copy(path, f"{TO}/manoeuvre/stk_other_{os.path.basename(path)[4:]}")
    rows.append(("manoeuvre", "stk_other_*.e", "-"))
    put("weather", "forecast.csv", "nothing of ours\n")


for make in (verification, planes, alfano, messages, places, frames, local_frames, thrust, transfers, sun, screening, sofa, taken):
    make()
with open(f"{TO}/INDEX.md", "w") as file:
    file.write("# A second collection, made by tools/reference/second-collection.py\n\n| set | file | what it is |\n|---|---|---|\n")
    file.writelines(f"| {a} | {b} | {c} |\n" for a, b, c in rows)
