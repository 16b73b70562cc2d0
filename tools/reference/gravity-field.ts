// Builds astro/dynamics/egm2008.data.ts: EGM2008 to degree and order 50. The argument is a Python interpreter with brahe.
import { runPython, writeTable } from './reference-file.ts'

const DEGREE = 50
const PROGRAM = `
import json, importlib.metadata, brahe as b
m = b.GravityModel.from_model_type(b.GravityModelType.EGM2008_120)
assert 'ull' in str(m.normalization), m.normalization
rows = [[n, k, *map(float, m.get(n, k))] for n in range(2, ${DEGREE} + 1) for k in range(n + 1)]
print(json.dumps({"version": importlib.metadata.version("brahe"), "gm": m.gm, "radius": m.radius, "tide": str(m.tide_system), "rows": rows}))
`
const found = runPython(process.argv[2], PROGRAM) as {
  readonly version: string
  readonly gm: number
  readonly radius: number
  readonly tide: string
  readonly rows: readonly (readonly [number, number, number, number])[]
}
const lines = Array.from({ length: DEGREE - 1 }, (_, k) => {
  const ofDegree = found.rows.filter(([n]) => n === k + 2)
  return `  ${ofDegree.map(([, , c, s]) => `${c}, ${s},`).join(' ')}`
})
console.log(found.tide)
writeTable(
  'astro/dynamics/egm2008.data.ts',
  `// EGM2008 to degree and order ${DEGREE}: N. K. Pavlis, S. A. Holmes, S. C. Kenyon, J. K. Factor, "The development and evaluation of the
// Earth Gravitational Model 2008", JGR 117 (2012) B04406; tide free. From the file EGM2008_120.gfc of brahe ${found.version} (MIT).
// Command: node tools/reference/gravity-field.ts <python with brahe>.

/** Geocentric gravitational constant (m³/s²) and radius (m) that the coefficients belong to. */
export const EGM2008_GM = ${found.gm}
export const EGM2008_RADIUS_M = ${found.radius}
export const EGM2008_DEGREE = ${DEGREE}
/** Fully normalised C and S in turn, for order 0 to n of each degree n from 2. */
export const EGM2008: readonly number[] = [
${lines.join('\n')}
]
`,
)
