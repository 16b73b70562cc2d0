// Builds astro/dynamics/dop853.data.ts: the coefficients of Hairer's DOP853. The argument is a Python interpreter with scipy.
import { runPython, writeTable } from './reference-file.ts'

const PROGRAM = `
import json, scipy
from scipy.integrate._ivp import dop853_coefficients as c
row = lambda r: [[j, float(x)] for j, x in enumerate(r) if x != 0]
print(json.dumps({"version": scipy.__version__, "C": [float(x) for x in c.C], "A": [row(r) for r in c.A], "B": row(c.B),
  "E3": row(c.E3), "E5": row(c.E5), "D": [row(r) for r in c.D]}))
`
type Row = readonly (readonly [number, number])[]
const found = runPython(process.argv[2], PROGRAM) as {
  readonly version: string
  readonly C: readonly number[]
  readonly A: readonly Row[]
  readonly B: Row
  readonly E3: Row
  readonly E5: Row
  readonly D: readonly Row[]
}
const rows = (table: readonly Row[]) => `[\n${table.map((row) => `  ${JSON.stringify(row)},`).join('\n')}\n]`
writeTable(
  'astro/dynamics/dop853.data.ts',
  `// Coefficients of DOP853: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., §II.10, and
// their Fortran code dop853.f; as in scipy ${found.version} (BSD-3-Clause). Command: node tools/reference/dop853.ts <python with scipy>.

/** Pairs of a stage and its weight; weights of zero are left out. */
export type Weights = readonly (readonly [stage: number, weight: number])[]

/** Times of the stages in steps: 12 of the method, the end of the step, 3 for dense output. */
export const C: readonly number[] = ${JSON.stringify(found.C)}
/** The weights of the earlier stages in each stage. */
export const A: readonly Weights[] = ${rows(found.A)}
/** Weights of the solution of order 8. */
export const B: Weights = ${JSON.stringify(found.B)}
/** Weights of the error estimates of order 3 and 5. */
export const E3: Weights = ${JSON.stringify(found.E3)}
export const E5: Weights = ${JSON.stringify(found.E5)}
/** Weights of the last four polynomials of dense output. */
export const D: readonly Weights[] = ${rows(found.D)}
`,
)
