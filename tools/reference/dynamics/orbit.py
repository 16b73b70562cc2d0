# Orbits under all forces: brahe's accelerations, scipy's integrator. Earth, Sun and Moon go round evenly, so that no frames are needed.
import json, importlib.metadata, brahe as b, numpy as np, scipy
from scipy.integrate import solve_ivp

OMEGA, AU = 7.292115e-5, 1.495978707e11
GM_SUN, GM_MOON = 1.3271244004127942e20, 4.902800118e12
field = b.GravityModel.from_model_type(b.GravityModelType.EGM2008_120)
turn = lambda t: np.array([[np.cos(t), np.sin(t), 0], [-np.sin(t), np.cos(t), 0], [0, 0, 1.0]])


def sun(t):
    a = 0.4 + 1.99e-7 * t
    return AU * np.array([np.cos(a), 0.9174820620691818 * np.sin(a), 0.3977771559319137 * np.sin(a)])


def moon(t):
    a = 2.0 + 2.66e-6 * t
    return 3.844e8 * np.array([np.cos(a), 0.9 * np.sin(a), 0.43588989435406735 * np.sin(a)])


def third(gm, r, s):
    return gm * ((s - r) / np.linalg.norm(s - r) ** 3 - s / np.linalg.norm(s) ** 3)


def make(case):
    def f(t, y):
        r, v = y[:3], y[3:]
        m = turn(0.7 + OMEGA * t)
        a = np.array(b.accel_gravity_spherical_harmonics(r, m, field, case["degree"], case["degree"]))
        if case["bodies"]:
            a = a + third(GM_SUN, r, sun(t)) + third(GM_MOON, r, moon(t))
        if case["drag"]:
            rho = b.density_harris_priester(m @ r, m @ sun(t))
            wind = v - np.cross([0, 0, OMEGA], r)
            a = a - 0.5 * rho * case["cd"] * case["area"] / case["mass"] * np.linalg.norm(wind) * wind
        if case["light"]:
            push = np.array(b.accel_solar_radiation_pressure(r, sun(t), case["mass"], case["cr"], case["area"], 1361 / 299792458))
            a = a + push * b.eclipse_conical(r, sun(t))
        return np.concatenate([v, a])

    return f


cases = []
BODY = {"mass": 250.0, "area": 1.7, "cd": 2.2, "cr": 1.3}
for name, state, degree, span, on in [
    ("LEO, gravity 36 x 36", [6878000.0, 0.0, 0.0, 0.0, 5400.0, 5390.0], 36, 86400.0, []),
    ("LEO, all forces", [6778000.0, 0.0, 0.0, 0.0, 4751.5, 6010.3], 36, 43200.0, ["bodies", "drag", "light"]),
    ("GEO, all but drag", [42164000.0, 0.0, 0.0, 0.0, 3074.6, 10.0], 12, 259200.0, ["bodies", "light"]),
    ("HEO, all forces", [6678000.0, 0.0, 0.0, 0.0, 8000.0, 6400.0], 20, 86400.0, ["bodies", "drag", "light"])]:
    case = {"name": name, "state": state, "degree": degree, "span": span, **BODY}
    case |= {k: k in on for k in ["bodies", "drag", "light"]}
    times = [float(t) for t in np.linspace(0, span, 7)[1:]]
    s = solve_ivp(make(case), (0.0, span), np.array(state), method="DOP853", rtol=1e-13, atol=[1e-7] * 3 + [1e-10] * 3, t_eval=times, max_step=20.0)
    case["rows"] = [[t, *map(float, s.y[:, k])] for k, t in enumerate(times)]
    cases.append(case)
print(json.dumps({"version": "scipy " + scipy.__version__ + "; brahe " + importlib.metadata.version("brahe"), "facts": {
    "fields": "SI, inertial axes; Earth turned by 0.7 + 7.292115e-5 t; Sun and Moon as in tools/reference/dynamics/orbit.py", "cases": cases}}))
