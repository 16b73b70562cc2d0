# Third bodies and shadows at 50 digits, drag and radiation pressure by brahe.
import json, importlib.metadata, brahe as b, numpy as np, mpmath
from mpmath import mp, mpf, sqrt, asin, acos, pi

mp.dps = 50
size = lambda v: sqrt(sum(x * x for x in v))

third = []
for gm, r, s in [(1.3271244004127942e20, [7e6, -1e5, 3e5], [1.1e11, 9e10, 4e10]), (4.902800118e12, [-3e7, 2e7, 2.2e7], [3e8, -2e8, 1e8]),
    (4.902800118e12, [6678000.0, 0.0, 0.0], [3.8e8, 0.0, 0.0]), (4.902800118e12, [0.0, 0.0, 2e8], [3.1e8, 1.2e8, 1e8])]:
    rr, ss = [mpf(x) for x in r], [mpf(x) for x in s]
    d = [x - y for x, y in zip(ss, rr)]
    third.append({"gm": gm, "r": r, "s": s, "a": [float(mpf(gm) * (x / size(d) ** 3 - y / size(ss) ** 3)) for x, y in zip(d, ss)]})

shadow = []
sun, radius, sun_radius = [1.496e11, 0.0, 0.0], mpf(6378137), mpf(695700000)
for r in [[7e6, 0.0, 0.0], [-7e6, 0.0, 0.0], [-7e6, 6.36e6, 0.0], [-7e6, 6.378137e6, 0.0], [-7e6, 0.0, 6.39e6], [-7e6, 6.5e6, 0.0],
    [-4e7, 6.3e6, 0.0], [-4e7, 0.0, -6.25e6], [-4e7, 4.6e6, 4.6e6], [-1.4e9, 1e5, 0.0], [-1.4e9, 1.2e7, 0.0], [-2e9, 0.0, 0.0]]:
    rr = [mpf(x) for x in r]
    d = [mpf(x) - y for x, y in zip(sun, rr)]
    a, bb = asin(sun_radius / size(d)), asin(radius / size(rr))
    c = acos(sum(-x * y for x, y in zip(rr, d)) / size(rr) / size(d))
    if c >= a + bb:
        f = mpf(1)
    elif c <= bb - a:
        f = mpf(0)
    elif c <= a - bb:
        f = 1 - (bb / a) ** 2
    else:
        # Two circular segments: the classical formula of the lens of two discs.
        lens = a**2 * acos((c * c + a * a - bb * bb) / (2 * c * a)) + bb**2 * acos((c * c + bb * bb - a * a) / (2 * c * bb))
        lens -= sqrt((-c + a + bb) * (c + a - bb) * (c - a + bb) * (c + a + bb)) / 2
        f = 1 - lens / (pi * a * a)
    shadow.append({"r": r, "fraction": float(f)})

np_ = lambda v: np.array(v, dtype=float)
turn = lambda t: np.array([[np.cos(t), np.sin(t), 0], [-np.sin(t), np.cos(t), 0], [0, 0, 1.0]])
drag = []
for x, angle in [([6878000.0, 10000.0, 20000.0, -20.0, 5300.0, 5400.0], 0.0), ([1000.0, 6600000.0, 50000.0, -7700.0, 30.0, 600.0], 2.0)]:
    a = b.accel_drag(np_(x), 3e-12, 250.0, 1.7, 2.3, turn(angle))
    drag.append({"x": x, "angle": angle, "rho": 3e-12, "mass": 250.0, "area": 1.7, "cd": 2.3, "a": list(map(float, a))})

pressure = []
for r in [[7e6, 1e6, -2e6], [-1e6, 4.2e7, 0.0]]:
    s = [1.2e11, 8e10, 3e10]
    a = b.accel_solar_radiation_pressure(np_(r), np_(s), 250.0, 1.3, 4.0, 1361 / 299792458)
    pressure.append({"r": r, "sun": s, "mass": 250.0, "cr": 1.3, "area": 4.0, "a": list(map(float, a))})

density = []
for r in [[6500000.0, 0.0, 0.0], [4000000.0, -3000000.0, 4600000.0], [0.0, 6900000.0, 100000.0], [-3000000.0, 2000000.0, -6300000.0], [100.0, 0.0, 7200000.0]]:
    s = [1.2e11, 8e10, 3e10]
    density.append({"r": r, "sun": s, "rho": float(b.density_harris_priester(np_(r), np_(s)))})

print(json.dumps({"version": "brahe " + importlib.metadata.version("brahe") + "; mpmath " + mpmath.__version__, "facts": {
    "fields": "SI; Earth-fixed axes turned by angle about z; shadow: Sun at 1.496e11 m on x, radii 6378137 m and 695700 km",
    "third": third, "shadow": shadow, "drag": drag, "pressure": pressure, "density": density}}))
