// Builds astro/time/tdb.reference.json: TDB − TT at the geocentre from the full series of Fairhead and Bretagnon (1990)
// in ERFA, every 1 234.5 days from 1972 to 2100. The argument is a Python interpreter that has pyerfa.
import { runPython, writeReference } from '../reference-file.ts'

const PROGRAM = `
import erfa, json
days = [2441317.5 + 1234.5 * k for k in range(39)]
rows = [[d, float(erfa.dtdb(d, 0.0, 0.0, 0.0, 0.0, 0.0))] for d in days]
print(json.dumps({"version": "pyerfa " + erfa.__version__, "rows": rows}))
`
const { version, rows } = runPython(process.argv[2], PROGRAM) as { version: string; rows: unknown }

writeReference(
  'astro/time/tdb.reference.json',
  {
    source: 'ERFA dtdb (Fairhead and Bretagnon 1990, 787 terms, 3 ns against numerical integration), geocentre',
    version,
    licence: 'BSD-3-Clause (ERFA)',
    command: 'node tools/reference/time/tdb.ts <python with pyerfa>',
  },
  { fields: 'rows: Julian date in TT, TDB - TT in seconds', rows },
)
