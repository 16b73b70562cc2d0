// Builds astro/error-function.reference.json: erf, erfc and exp(x²) erfc(x) at 40 digits.
// The argument is a Python interpreter that has mpmath.
import { runPython, writeReference } from './reference-file.ts'

const PROGRAM = `
import json, mpmath
from mpmath import mp, mpf, erf, erfc, exp
mp.dps = 40
xs = [1e-300, 1e-9, 0.01, 0.2, 0.46, 0.46875, 0.47, 0.7, 1.0, 1.7, 2.5, 3.3, 3.999, 4.0, 4.001, 5.5, 8.0, 12.0, 19.0, 26.0]
rows = [[x, float(erf(mpf(x))), float(erfc(mpf(x))), float(exp(mpf(x)**2)*erfc(mpf(x)))] for x in xs]
print(json.dumps({"version": "mpmath " + mpmath.__version__, "rows": rows}))
`
const exact = runPython(process.argv[2], PROGRAM) as { version: string; rows: unknown }

writeReference(
  'astro/error-function.reference.json',
  {
    source: 'the definitions of erf and erfc at 40 digits',
    version: exact.version,
    licence: 'facts',
    command: 'node tools/reference/error-function.ts <python with mpmath>',
  },
  { fields: 'x, erf, erfc, exp(x²) erfc(x)', rows: exact.rows },
)
