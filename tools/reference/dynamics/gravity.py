# The gradient of the potential of EGM2008 by central differences at 60 digits; spherical harmonics by mpmath's recursion.
import json, importlib.metadata, brahe as b, mpmath
from mpmath import mp, mpf, sqrt, sin, cos, atan2, factorial

mp.dps = 60
m = b.GravityModel.from_model_type(b.GravityModelType.EGM2008_120)
gm, radius = mpf(m.gm), mpf(m.radius)


def potential(r, degree, order):
    x, y, z = r
    size = sqrt(x * x + y * y + z * z)
    s, c, lon = z / size, sqrt(x * x + y * y) / size, atan2(y, x)
    total = mpf(1)
    diagonal = mpf(1)
    for k in range(order + 1):
        if k > 0:
            diagonal = diagonal * (2 * k - 1) * c
        p0, p1 = mpf(0), diagonal
        for n in range(k, degree + 1):
            if n > k:
                p0, p1 = p1, ((2 * n - 1) * s * p1 - (n + k - 1) * p0) / (n - k)
            if n < 2:
                continue
            norm = sqrt((1 if k == 0 else 2) * (2 * n + 1) * factorial(n - k) / factorial(n + k))
            cc, ss = map(lambda v: mpf(float(v)), m.get(n, k))
            total += (radius / size) ** n * norm * p1 * (cc * cos(k * lon) + ss * sin(k * lon))
    return gm / size * total


def gradient(r, degree, order):
    h = mpf(10) ** -15
    out = []
    for k in range(3):
        up, down = list(r), list(r)
        up[k] += h
        down[k] -= h
        out.append(float((potential(up, degree, order) - potential(down, degree, order)) / (2 * h)))
    return out


rows = []
for r, degree, order in [
    ([7000000.0, 0.0, 0.0], 0, 0), ([4000000.0, -3000000.0, 4800000.0], 2, 0), ([4000000.0, -3000000.0, 4800000.0], 4, 4),
    ([-2000000.0, 6400000.0, -1000000.0], 20, 20), ([100000.0, 20000.0, 6800000.0], 36, 36),
    ([-5000000.0, -4400000.0, -600000.0], 36, 36), ([-5000000.0, -4400000.0, -600000.0], 50, 50),
    ([6378200.0, 1000.0, -2000.0], 50, 50), ([3000000.0, 3000000.0, 5200000.0], 50, 10), ([42164000.0, 1.0, 2.0], 50, 50)]:
    rows.append({"r": r, "degree": degree, "order": order, "a": gradient([mpf(x) for x in r], degree, order)})
print(json.dumps({"version": "brahe " + importlib.metadata.version("brahe") + "; mpmath " + mpmath.__version__, "rows": rows}))
