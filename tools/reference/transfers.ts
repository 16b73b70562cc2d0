// Builds astro/orbit/transfer.reference.json: Vallado's examples of transfers and relative motion, more of them from
// his own program, and Lambert's problem by Gooding's solver. The argument is a Python interpreter that has valladopy
// and lamberthub.
import { readCollection, runPython, writeReference } from './reference-file.ts'

const PROGRAM = `
import json, warnings
warnings.filterwarnings("ignore")
import numpy as np
from importlib.metadata import version
from lamberthub import gooding1990
from valladopy.astro.maneuver import transfer
from valladopy.constants import MU
gm = 398600.4418
rng = np.random.default_rng(20261120)
lambert = []
def add(r1, r2, tof, m=0, prograde=True, low=True):
    v1, v2 = gooding1990(gm, np.array(r1), np.array(r2), tof, M=m, prograde=prograde, low_path=low, maxiter=200, atol=1e-13, rtol=1e-13)
    lambert.append({"r1Km": list(map(float, r1)), "r2Km": list(map(float, r2)), "seconds": float(tof), "revolutions": m, "prograde": prograde,
      "v1Kmps": list(map(float, v1)), "v2Kmps": list(map(float, v2))})
for _ in range(40):
    r1, r2 = [rng.normal(size=3) * rng.uniform(5000, 40000) + 3000 for _ in range(2)]
    add(r1, r2, rng.uniform(1000, 90000), 0, bool(rng.integers(2)))
for _ in range(12):
    r1, r2 = [rng.normal(size=3) for _ in range(2)]
    r1, r2 = 7000 * r1 / np.linalg.norm(r1), 9000 * r2 / np.linalg.norm(r2)
    for m in (1, 3):
        for low in (True, False):
            add(r1, r2, 40000.0, m, True, low)
bi = [[*map(float, args), *map(float, transfer.bielliptic(*args, 0.0, 0.0, 0.0, np.pi))] for args in [(6569.4781, 510251.137, 382688.137), (7000.0, 200000.0, 105000.0)]]
phases = []
for r, deg, k in [(12756.274, -20.0, 1), (12756.274, -20.0, 2), (42164.0, -5.0, 6)]:
    out = transfer.rendezvous_coplanar(r, r, np.radians(deg), 0.0, 0.0, 0.0, 0.0, k, k)
    phases.append([r, deg, k, *map(float, out)])
print(json.dumps({"version": "valladopy " + version("valladopy") + ", lamberthub " + version("lamberthub"), "valladoMuKm": float(MU), "lambert": lambert, "biElliptic": bi, "phasing": phases}))
`
const { version, ...facts } = runPython(process.argv[2], PROGRAM) as { version: string }
writeReference(
  'astro/orbit/transfer.reference.json',
  {
    source: 'D. Vallado, Fundamentals of Astrodynamics, examples 6-1 to 6-15, and his program; lamberthub gooding1990',
    version,
    licence: 'facts (books and programs)',
    command: 'node tools/reference/transfers.ts <python with valladopy and lamberthub>',
  },
  {
    fields:
      'lambert: GM 398600.4418 km3/s2; biElliptic: radii km, then three impulses km/s, seconds; phasing: radius km, angle deg, turns, then final phase, seconds, km/s',
    transfers: readCollection('manoeuvre/vallado_transfers.json'),
    relative: readCollection('manoeuvre/cw_hill_vallado.json'),
    ...facts,
  },
)
