// Builds astro/frames/local.reference.json: STK's axes along an orbit, NASA CARA's covariances in radial axes, and all
// local frames at 50 digits, straight from the words of the SANA registry, their rates by differences along a Kepler
// orbit. The argument is a Python interpreter that has mpmath.
import { readCollection, readCollectionText, runPython, writeReference } from '../reference-file.ts'

const PROGRAM = `
import json, mpmath
from mpmath import mp, mpf, cos, sin, sqrt, findroot, matrix, pi
mp.dps = 50
mu = mpf("398600441800000")
def vec(*x): return [mpf(v) for v in x]
def dot(a, b): return sum(p * q for p, q in zip(a, b))
def cross(a, b): return [a[1]*b[2]-a[2]*b[1], a[2]*b[0]-a[0]*b[2], a[0]*b[1]-a[1]*b[0]]
def unit(a):
    n = sqrt(dot(a, a))
    return [x / n for x in a]
def neg(a): return [-x for x in a]
def state(el, t):
    a, e, i, raan, argp, m0 = map(mpf, el)
    m = m0 + sqrt(mu / a**3) * t
    E = findroot(lambda x: x - e * sin(x) - m, m)
    p, q = a * (cos(E) - e), a * sqrt(1 - e*e) * sin(E)
    k = sqrt(mu * a) / (a * (1 - e * cos(E)))
    pd, qd = -k * sin(E), k * sqrt(1 - e*e) * cos(E)
    P = [cos(raan)*cos(argp) - sin(raan)*sin(argp)*cos(i), sin(raan)*cos(argp) + cos(raan)*sin(argp)*cos(i), sin(argp)*sin(i)]
    Q = [-cos(raan)*sin(argp) - sin(raan)*cos(argp)*cos(i), -sin(raan)*sin(argp) + cos(raan)*cos(argp)*cos(i), cos(argp)*sin(i)]
    return [p*x + q*y for x, y in zip(P, Q)], [pd*x + qd*y for x, y in zip(P, Q)], P, raan
def sun(t): return [mpf("1.2e11") - 8000*t, mpf("8e10") + 25000*t, mpf("3e10") + 10000*t]
def axes(name, el, t):
    r, v, P, raan = state(el, t)
    h = unit(cross(r, v)); R = unit(r); V = unit(v); D = neg(R)
    if name == "RSW": return [R, cross(h, R), h]
    if name == "TNW": return [V, cross(h, V), h]
    if name == "NTW": return [cross(V, h), V, h]
    if name == "LVLH": return [cross(neg(h), D), neg(h), D]
    if name == "VNC": return [V, h, cross(V, h)]
    if name == "EQW":
        n = [cos(raan), sin(raan), mpf(0)]
        return [n, cross(h, n), h]
    if name == "PQW": return [P, cross(h, P), h]
    if name == "SEZ":
        E = unit(cross(vec(0, 0, 1), R))
        return [cross(E, R), E, R]
    s = unit([x - y for x, y in zip(sun(t), r)])
    y = unit([a - dot(s, D) * b for a, b in zip(s, D)])
    return [D, y, cross(D, y)]
rows = []
for el in [(6878137.0, 0.0012, 1.7, 4.9, 1.1, 2.2), (26560000.0, 0.74, 1.1065, 0.3, 4.71, 3.0), (7.5e6, 0.05, 2.4, 1.0, 0.2, 0.1)]:
    r, v, _, _ = state(el, mpf(0))
    out = {}
    for name in ["RSW", "TNW", "NTW", "LVLH", "VNC", "EQW", "PQW", "NSW", "SEZ"]:
        d = mpf("1e-12")
        A, B, C = axes(name, el, -d), axes(name, el, mpf(0)), axes(name, el, d)
        rate = [[(c - a) / (2 * d) for a, c in zip(p, q)] for p, q in zip(A, C)]
        w = [dot(rate[1], B[2]), dot(rate[2], B[0]), dot(rate[0], B[1])]
        out[name] = {"matrix": [[float(x) for x in row] for row in B], "omegaRadS": [float(x) for x in w]}
    rows.append({"r": [float(x) for x in r], "v": [float(x) for x in v], "frames": out})
print(json.dumps({"version": "mpmath " + mpmath.__version__, "rows": rows}))
`
const { version, rows } = runPython(process.argv[2], PROGRAM) as { version: string; rows: unknown }

const stk = ['LVLH', 'TNW'].map((frame) => {
  const lines = readCollectionText(`frames/stk_local_frame_${frame}_GCRF.csv`).trim().split('\n').slice(1)
  const kept = lines.filter((_line, index) => index % 20 === 0)
  return { frame, rows: kept.map((line) => [lines.indexOf(line) * 60, ...line.split(',').slice(1).map(Number)]) }
})
writeReference(
  'astro/frames/local.reference.json',
  {
    source:
      'open-space-toolkit-astrodynamics (STK); NASA CARA ECI2RIC, RIC2ECI unit tests; SANA registry at 50 digits (mpmath)',
    version: `open-space-toolkit-astrodynamics 230ffdf7; CARA_Analysis_Tools a80d0163; ${version}`,
    licence: 'Apache-2.0; NOSA 1.3; numbers are facts',
    command: 'node tools/reference/frames/local-frames.ts <python with mpmath>',
  },
  {
    fields:
      'stk rows: seconds since 2024-01-01 UTC, quaternion (scalar last) to the local frame from GCRF, rate rad/s; orbit a m, i, RAAN deg, circular; rows: m, m/s, Sun at (1.2e11, 8e10, 3e10) m with (-8e3, 25e3, 10e3) m/s',
    orbit: { aM: 6_878_137, incDeg: 97.401458306592275, raanDeg: 279.82375866413543 },
    stk,
    cara: readCollection('frames/cara_rtn_covariance.json'),
    rows,
  },
)
