// Builds astro/orbit/elements.reference.json: the element conversions of NASA CARA's unit tests, and states at 50 digits.
// The argument is a Python interpreter that has mpmath.
import { readCollection, runPython, writeReference } from './reference-file.ts'

const PROGRAM = `
import json, mpmath
from mpmath import mp, mpf, sin, cos, sqrt
mp.dps = 50
mu = mpf("398600441800000")
rows = []
for a, e, i, raan, argp, nu in [
    (6878137.0, 0.0012, 1.7, 4.9, 1.1, 2.2), (42164000.0, 1e-5, 1e-4, 3.0, 5.5, 0.7), (26560000.0, 0.74, 1.1065, 0.3, 4.71, 3.0),
    (7000000.0, 0.0, 0.9, 1.0, 0.0, 5.0), (7000000.0, 0.3, 0.0, 0.0, 2.0, 4.0), (9000000.0, 0.2, 3.0, 6.0, 0.1, 6.1),
    (-20000000.0, 1.5, 0.4, 2.5, 3.3, 1.2), (-8000000.0, 7.0, 2.0, 0.2, 6.2, -0.9), (1e9, 0.99, 0.5, 0.5, 0.5, 2.9)]:
    e_, i_, o_, w_, n_ = map(mpf, (e, i, raan, argp, nu))
    p = mpf(a) * (1 - e_ * e_)
    r = p / (1 + e_ * cos(n_))
    k = sqrt(mu / p)
    P = [cos(o_)*cos(w_) - sin(o_)*sin(w_)*cos(i_), sin(o_)*cos(w_) + cos(o_)*sin(w_)*cos(i_), sin(w_)*sin(i_)]
    Q = [-cos(o_)*sin(w_) - sin(o_)*cos(w_)*cos(i_), -sin(o_)*sin(w_) + cos(o_)*cos(w_)*cos(i_), cos(w_)*sin(i_)]
    R = [r * (cos(n_) * x + sin(n_) * y) for x, y in zip(P, Q)]
    V = [k * (-sin(n_) * x + (e_ + cos(n_)) * y) for x, y in zip(P, Q)]
    rows.append({"elements": [a, e, i, raan, argp, nu], "r": [float(x) for x in R], "v": [float(x) for x in V]})
print(json.dumps({"version": "mpmath " + mpmath.__version__, "rows": rows}))
`
const exact = runPython(process.argv[2], PROGRAM) as { version: string; rows: unknown }
const { source, licence, ...cara } = readCollection('orbit_elements/keplerian_cases.json') as {
  source: string
  licence: string
}

writeReference(
  'astro/orbit/elements.reference.json',
  {
    source: `${source}; perifocal formulas of Vallado (2013), algorithm 10, at 50 digits`,
    version: `CARA_Analysis_Tools a80d0163; ${exact.version}`,
    licence,
    command: 'node tools/reference/elements.ts <python with mpmath>',
  },
  { fields: 'exact: a m, e, i, raan, argp, true anomaly rad; r m, v m/s; GM 3.986004418e14', cara, exact: exact.rows },
)
