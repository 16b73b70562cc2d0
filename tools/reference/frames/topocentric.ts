// Builds astro/frames/topocentric.reference.json: geodetic coordinates and look angles from STK and SOFA, and a sight
// with light time at 50 digits. The argument is a Python interpreter that has mpmath.
import { readCollection, readCollectionText, runPython, writeReference } from '../reference-file.ts'

const PROGRAM = `
import json, mpmath
from mpmath import mp, mpf, cos, sin, sqrt, atan2, findroot
mp.dps = 50
w, c = mpf("7.292115e-5"), mpf(299792458)
# A station and a body, both given at t = 0 in axes that stand still and coincide with the Earth's then.
rows = []
for site, body, vel in [((6378137, 0, 0), (7.0e6, 1.5e6, 3.0e5), (-1200, 7300, 900)), ((4.2e6, 1.1e6, 4.66e6), (2.5e7, -3.1e7, 8e6), (2100, 1700, 50)),
    ((-2.1e6, 4.9e6, -3.4e6), (-1.9e8, 3.2e8, 1.1e8), (-900, -400, 100))]:
    S, B, V = [list(map(mpf, x)) for x in (site, body, vel)]
    f = lambda tau: sqrt(sum((b - v * tau - s) ** 2 for b, v, s in zip(B, V, S))) - c * tau
    tau = findroot(f, sqrt(sum((b - s) ** 2 for b, s in zip(B, S))) / c)
    d = [b - v * tau - s for b, v, s in zip(B, V, S)]
    rows.append({"site": [float(x) for x in S], "r": [float(x) for x in B], "vInertial": [float(x) for x in V],
      "lightTimeS": float(tau), "sight": [float(x) for x in d]})
print(json.dumps({"version": "mpmath " + mpmath.__version__, "rows": rows}))
`
const { version, rows } = runPython(process.argv[2], PROGRAM) as { version: string; rows: unknown }

const table = (path: string, step: number) =>
  readCollectionText(path)
    .trim()
    .split('\n')
    .slice(1)
    .filter((_line, index) => index % step === 0)
    .map((line) => line.split(',').slice(1).map(Number))
const sofa = readCollection('frames/iau_sofa_values.json') as { functions: Record<string, unknown> }

writeReference(
  'astro/frames/topocentric.reference.json',
  {
    source: 'open-space-toolkit-physics (STK): ECEF to LLA, AER without light time; ERFA t_erfa_c.c; mpmath',
    version: `open-space-toolkit-physics fd8a0ec4; erfa 1d9738be; ${version}`,
    licence: 'Apache-2.0; BSD-3-Clause; numbers are facts',
    command: 'node tools/reference/frames/topocentric.ts <python with mpmath>',
  },
  {
    fields:
      'lla: x y z m, latitude longitude degrees, height m; aer: station x y z, lat lon alt, object x y z, lat lon alt, azimuth elevation degrees, range m; lightTime: body and station in axes at rest that are those of the Earth at the instant of sight, both moving straight; sight: from the station at that instant to where the light left',
    lla: table('frames/stk_ecef_lla.csv', 8),
    aer: table('frames/stk_aer_no_light_time.csv', 8),
    gd2gc: sofa.functions.gd2gc,
    gc2gd: sofa.functions.gc2gd,
    lightTime: rows,
  },
)
