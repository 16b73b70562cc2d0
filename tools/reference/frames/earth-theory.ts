// Builds astro/frames/earth-theory.reference.json: precession, nutation, sidereal time and the CIP from the test
// program of SOFA and, at further dates, from ERFA itself. The argument is a Python interpreter that has pyerfa.
import { readCollection, runPython, writeReference } from '../reference-file.ts'

const ROUTINES = [
  'gmst82',
  'gst94',
  'eqeq94',
  'nut80',
  'obl80',
  'pmat76',
  'pnm80',
  'era00',
  'gmst06',
  'gst06a',
  'nut06a',
]
const MORE = ['obl06', 'pnm06a', 'c2t06a', 'c2i06a', 'pom00', 'sp00', 'xys06a']
const PROGRAM = `
import erfa, json
rows = []
for tt in [2441317.5 + 4321.75 * k for k in range(12)]:
    d, f = divmod(tt, 1.0)
    dpsi, deps = erfa.nut06a(d, f)
    p80, e80 = erfa.nut80(d, f)
    x, y, s = erfa.xys06a(d, f)
    rows.append({"tt": [d, f], "nut06a": [float(dpsi), float(deps)], "nut80": [float(p80), float(e80)],
      "xys06a": [float(x), float(y), float(s)], "eqeq94": float(erfa.eqeq94(d, f)), "era00": float(erfa.era00(d, f)),
      "gmst82": float(erfa.gmst82(d, f)), "gmst06": float(erfa.gmst06(d, f, d, f)), "pnm06a": erfa.pnm06a(d, f).tolist(),
      "pmat06": erfa.pmat06(d, f).tolist(), "pmat76": erfa.pmat76(d, f).tolist(), "pnm80": erfa.pnm80(d, f).tolist(),
      "c2i06a": erfa.c2i06a(d, f).tolist(), "c2t06a": erfa.c2t06a(d, f, d, f, 1e-6, 2e-6).tolist()})
bias = erfa.bp00(2451545.0, 0.0)[0].tolist()
print(json.dumps({"version": "pyerfa " + erfa.__version__, "rows": rows, "bias": bias}))
`
const { version, ...facts } = runPython(process.argv[2], PROGRAM) as { version: string }
const sofa = readCollection('frames/iau_sofa_values.json') as { source: string; functions: Record<string, unknown> }

writeReference(
  'astro/frames/earth-theory.reference.json',
  {
    source: `${sofa.source}; ERFA itself for the rows`,
    version: `liberfa/erfa 1d9738be; ${version}`,
    licence: 'BSD-3-Clause (ERFA); the numbers of "functions" come from the IAU SOFA test program',
    command: 'node tools/reference/frames/earth-theory.ts <python with pyerfa>',
  },
  {
    fields: 'rows: two-part Julian date, taken as TT and as UT1; angles rad; c2t06a with polar motion 1e-6, 2e-6 rad',
    functions: Object.fromEntries([...ROUTINES, ...MORE].map((name) => [name, sofa.functions[name]])),
    ...facts,
  },
)
