# Orbits that go through the shadow of the Earth: a point mass, sunlight and two discs, in small steps, so that none jumps an edge.
import json, math, numpy as np, scipy
from scipy.integrate import solve_ivp

GM, AU, SUN, EARTH = 3.986004418e14, 149597870700.0, 695700000.0, 6378137.0
PRESSURE = 1361 / 299792458


def sunlit(r, s):
    to, d = s - r, np.linalg.norm(r)
    far = np.linalg.norm(to)
    a, b = math.asin(SUN / far), math.asin(EARTH / d)
    c = math.atan2(np.linalg.norm(np.cross(to, -r)), np.dot(to, -r))
    if c >= a + b:
        return 1.0
    if c <= b - a:
        return 0.0
    x = (c * c + a * a - b * b) / (2 * c)
    y = math.sqrt(max(0.0, a * a - x * x))
    return 1 - (a * a * math.acos(x / a) + b * b * math.acos((c - x) / b) - c * y) / (math.pi * a * a)


def make(case):
    def f(t, y):
        angle = 0.4 + 1.99e-7 * t
        s = AU * np.array([math.cos(angle), 0.9174820620691818 * math.sin(angle), 0.3977771559319137 * math.sin(angle)])
        r = y[:3]
        to = s - r
        far = np.linalg.norm(to)
        push = sunlit(r, s) * PRESSURE * (AU / far) ** 2 * case["cr"] * case["area"] / case["mass"]
        return np.concatenate([y[3:], -GM * r / np.linalg.norm(r) ** 3 - push * to / far])

    return f


cases = []
for name, state, span, step in [
    ("low orbit", [6878000.0, 0.0, 0.0, 0.0, 5400.0, 5390.0], 86400.0, 2.0),
    ("transfer orbit", [6678000.0, 0.0, 0.0, 0.0, 9200.0, 4400.0], 86400.0, 2.0),
    ("geostationary orbit", [42164000.0, 0.0, 0.0, 0.0, 2820.0, 1223.0], 259200.0, 10.0)]:
    case = {"name": name, "state": state, "mass": 500.0, "area": 20.0, "cr": 1.5}
    times = [float(t) for t in np.linspace(0, span, 5)[1:]]
    s = solve_ivp(make(case), (0.0, span), np.array(state), method="DOP853", rtol=1e-13, atol=[1e-7] * 3 + [1e-10] * 3, t_eval=times, max_step=step)
    case["rows"] = [[t, *map(float, s.y[:, k])] for k, t in enumerate(times)]
    cases.append(case)
print(json.dumps({"version": "scipy " + scipy.__version__, "facts": {
    "fields": "SI, inertial axes; Sun as in tools/reference/dynamics/light.py; rows: s, m, m/s", "cases": cases}}))
