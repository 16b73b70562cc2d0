// Builds astro/orbit/anomaly.reference.json: solutions of Kepler's equation at 60 digits, from zero to far past one turn
// and from circle to near parabola on both sides. The argument is a Python interpreter that has mpmath.
import { runPython, writeReference } from './reference-file.ts'

const PROGRAM = `
import json
from mpmath import mp, mpf, sin, cos, sinh, cosh, tanh, tan, atan, sqrt, findroot, pi
import mpmath
mp.dps = 60
def bisect(f, lo, hi):
    for _ in range(260):
        mid = (lo + hi) / 2
        if f(mid) < 0: lo = mid
        else: hi = mid
    return (lo + hi) / 2
def row(m, e, anomaly, true): return [m, e, float(anomaly), float(true)]
elliptic, hyperbolic = [], []
for e in [0.0, 1e-8, 0.01, 0.2, 0.5, 0.7, 0.9, 0.99, 0.9999, 0.999999, 1 - 1e-9, 1 - 1e-13]:
    for m in [1e-300, 1e-12, 1e-6, 1e-3, 0.05, 0.3, 1.0, 2.0, 3.0, 3.14159]:
        x = bisect(lambda E: E - mpf(e) * sin(E) - mpf(m), mpf(0), mpf(4))
        if m == 1e-300: x = mpf(m) / (1 - mpf(e))
        nu = 2 * atan(sqrt((1 + mpf(e)) / (1 - mpf(e))) * tan(x / 2))
        elliptic.append(row(m, e, x, nu))
for e in [1 + 1e-13, 1 + 1e-9, 1.000001, 1.0001, 1.01, 1.2, 2.0, 5.0, 100.0, 1e6]:
    for m in [1e-12, 1e-6, 1e-3, 0.05, 0.3, 1.0, 3.0, 30.0, 1e4, 1e9, 1e15]:
        x = bisect(lambda H: mpf(e) * sinh(H) - H - mpf(m), mpf(0), mpf(60))
        nu = 2 * atan(sqrt((mpf(e) + 1) / (mpf(e) - 1)) * tanh(x / 2))
        hyperbolic.append(row(m, e, x, nu))
print(json.dumps({"version": "mpmath " + mpmath.__version__, "elliptic": elliptic, "hyperbolic": hyperbolic}))
`
const { version, ...facts } = runPython(process.argv[2], PROGRAM) as { version: string }

writeReference(
  'astro/orbit/anomaly.reference.json',
  {
    source: "Kepler's equation by bisection at 60 digits (mpmath)",
    version,
    licence: 'facts (mpmath: BSD-3-Clause)',
    command: 'node tools/reference/kepler.ts <python with mpmath>',
  },
  { fields: 'rows: mean anomaly, eccentricity, eccentric or hyperbolic anomaly, true anomaly (rad)', ...facts },
)
