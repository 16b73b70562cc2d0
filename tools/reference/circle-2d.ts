// Builds astro/conjunction/probability/circle-2d.reference.json: integrals of a Gaussian over a circle and a square at 40
// digits, and Chan's series in full. The argument is a Python interpreter that has mpmath.
import { runPython, writeReference } from './reference-file.ts'

const PROGRAM = `
import json, mpmath
from mpmath import mp, mpf, sin, cos, pi, exp, sqrt, erfc, quad, factorial, gammainc
mp.dps = 40

# The circle in x = R sin t: a periodic analytic integrand, so that the trapezoidal rule has all digits; doubled to prove it.
def circle(x0, y0, sx, sy, R):
    x0, y0, sx, sy, R = map(mpf, (x0, y0, sx, sy, R))
    y0 = abs(y0)
    def total(n):
        s = mpf(0)
        for j in range(1, n):
            t = pi * (mpf(j) / n - mpf(1) / 2)
            h = R * cos(t)
            s += cos(t) * exp(-((R * sin(t) - x0) / sx) ** 2 / 2) * (erfc((y0 - h) / (sqrt(2) * sy)) - erfc((y0 + h) / (sqrt(2) * sy))) / 2
        return s * R * pi / n / (sx * sqrt(2 * pi))
    n = 64
    last = total(n)
    while True:
        n *= 2
        value = total(n)
        if abs(value - last) <= abs(value) * mpf(10) ** -18:
            return value
        last = value

# The square in axes along and across the miss: the conditional Gaussian inside, 60 panels outside.
def square(mx, my, xx, yx, yy, a):
    mx, my, xx, yx, yy, a = map(mpf, (mx, my, xx, yx, yy, a))
    d = sqrt(mx * mx + my * my)
    c, s = mx / d, my / d
    A = c * c * xx + 2 * c * s * yx + s * s * yy
    B = s * s * xx - 2 * c * s * yx + c * c * yy
    M = c * s * (yy - xx) + (c * c - s * s) * yx
    rest = sqrt(2 * (B - M * M / A))
    f = lambda u: exp(-(u - d) ** 2 / (2 * A)) * (erfc((-a - M / A * (u - d)) / rest) - erfc((a - M / A * (u - d)) / rest)) / 2
    return quad(f, mp.linspace(-a, a, 61)) / sqrt(2 * pi * A)

def chan(x, y, sx, sy, R):
    x, y, sx, sy, R = map(mpf, (x, y, sx, sy, R))
    u = R * R / (sx * sy) / 2
    v = ((x / sx) ** 2 + (y / sy) ** 2) / 2
    return sum(exp(-v) * v ** m / factorial(m) * gammainc(m + 1, 0, u, regularized=True) for m in range(1500))

circles = []
for c in [(0, 0, 100, 300, 10), (50, -120, 100, 300, 20), (0, 0, 1, 1, 1), (3, 4, 2, 2, 5), (5, 0, 5, 5, 5), (120, 40, 30, 900, 60),
          (0, 0, 5, 7, 40), (39.5, 0, 5, 7, 40), (60, 30, 5, 7, 40), (300, 0, 10, 400, 15), (350, 0, 10, 10, 1), (365, 0, 10, 10, 1),
          (2600, 90, 70, 3000, 5), (2560, 0, 70, 70, 0.05), (0, 5000, 80, 200, 12), (700, -4500, 190, 560, 13), (1e4, 2e4, 5e3, 1e5, 0.06),
          (12000, 0, 3000, 200000, 250), (0.3, 0.1, 0.02, 500, 3), (2.9, 100, 0.02, 500, 3), (3.4, 100, 0.02, 500, 3), (15, 2, 0.1, 1, 15),
          (14, 2, 0.05, 300, 15), (1000, 1000, 27.5, 27.5, 20), (1, 1, 1e-3, 2e-3, 1.0), (0.5, 0.5, 1e-3, 2e-3, 1.0), (1e-7, 0, 1e-6, 1e-2, 1e-7),
          (4e7, 1e6, 2e6, 9e8, 30), (20, 30, 1000, 1000, 3000), (2900, 900, 1000, 1400, 3000), (740, 0, 20, 20, 1), (110, 5000, 3, 4000, 8)]:
    circles.append([*c, float(circle(*c))])
squares = []
for c in [(30, 40, 400, 100, 900, 10), (300, 0, 2500, -1200, 1600, 20), (-200, 700, 22500, -60000, 250000, 10), (2000, 1500, 40000, 12000, 90000, 15),
          (5, 5, 4, 1, 9, 8), (24.5, -50.1, 1200, -2500, 119000, 10)]:
    squares.append([*c, float(square(*c))])
chans = []
for c in [(0, 10, 25, 50, 5), (-1.2217895, 2.1230067, 0.0373279, 177.8109003, 10), (10000, 0, 1000, 3000, 10), (-3.8872073, 0.1591646, 1.410183, 114.258519, 15)]:
    chans.append([*c, float(chan(*c))])
print(json.dumps({"version": "mpmath " + mpmath.__version__, "circles": circles, "squares": squares, "chans": chans}))
`
const exact = runPython(process.argv[2], PROGRAM) as { version: string } & Record<string, unknown>

writeReference(
  'astro/conjunction/probability/circle-2d.reference.json',
  {
    source: 'the integrals of the two-dimensional Gaussian at 40 digits; Chan (2008), eq. 4.13, summed over 1500 terms',
    version: exact.version,
    licence: 'facts',
    command: 'node tools/reference/circle-2d.ts <python with mpmath>',
  },
  {
    fields: 'circles, chans: x, y, sigma x, sigma y, radius, P; squares: x, y, cov xx, yx, yy, half side, P; m and m²',
    circles: exact.circles,
    squares: exact.squares,
    chans: exact.chans,
  },
)
