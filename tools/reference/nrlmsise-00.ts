// Builds astro/dynamics/nrlmsise-00.data.ts from nrlmsise-00_data.c, and nrlmsise-00.reference.json by the program of that file. Arguments: the
// path of nrlmsise-00_data.c (in the source package nrlmsise00 0.1.2 of PyPI), and a Python interpreter that has that package.
import { readFileSync } from 'node:fs'
import { runPython, writeReference, writeTable } from './reference-file.ts'

const [, , path, python] = process.argv
const command = 'node tools/reference/nrlmsise-00.ts <nrlmsise-00_data.c> <python with nrlmsise00>'
if (path === undefined) throw new Error(`usage: ${command}`)
const source = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

/** Returns the rows of a table of the C program, without the zeros at their ends. */
function rowsOf(name: string, length: number): number[][] {
  const [, body = ''] = new RegExp(`double ${name}(?:\\[\\d+\\])+ = \\{([\\s\\S]*?)\\};`).exec(source) ?? []
  const numbers = [...body.matchAll(/[-+]?\d+\.\d*E[-+]\d+/g)].map(([text]) => Number(text))
  const rows = Array.from({ length: Math.ceil(numbers.length / length) }, (_, k) =>
    numbers.slice(k * length, (k + 1) * length),
  )
  return rows.map((row) => row.slice(0, row.findLastIndex((value) => value !== 0) + 1))
}
const tables = [
  ['PT', rowsOf('pt', 150), 'Temperature of the exosphere.'],
  ['PD', rowsOf('pd', 150), 'Densities of He, O, N2; temperature at 120 km; O2, Ar, H, N, anomalous O.'],
  ['PS', rowsOf('ps', 150), 'Gradient of the temperature at 120 km.'],
  ['PDL', rowsOf('pdl', 25), 'Turbopause, mixing and chemistry.'],
  ['PTM', rowsOf('ptm', 50), 'Temperatures at the lower boundary.'],
  ['PDM', rowsOf('pdm', 10), 'Densities at the lower boundary: He, O, N2, O2, Ar, H, N, anomalous O.'],
  ['PTL', rowsOf('ptl', 100), 'Temperatures at 110, 100, 90 and 72.5 km.'],
  ['PMA', [rowsOf('pma', 100)[8] ?? []], 'Gradient of the temperature at 72.5 km.'],
] as const
const body = tables.map(
  ([name, rows, doc]) =>
    `/** ${doc} */\nexport const ${name}: Table = [\n${rows.map((row) => `  [${row.join(', ')}],`).join('\n')}\n]\n`,
)
writeTable(
  'astro/dynamics/nrlmsise-00.data.ts',
  `// Coefficients of NRLMSISE-00: J. M. Picone, A. E. Hedin, D. P. Drob, A. C. Aikin, "NRLMSISE-00 empirical model of the atmosphere", JGR 107
// (2002) 1468; as in the C program of D. Brodowski (public domain), nrlmsise-00_data.c of 2017. Zeros at the ends of rows are left out.
// Command: ${command}

type Table = readonly (readonly number[])[]

${body.join('')}`,
)

const PROGRAM = `
import json, datetime, importlib.metadata
from nrlmsise00 import msise_model
rows = []
base = dict(month=6, day=21, hour=8, minute=3, second=20, alt=400, lat=60, lon=-70, f107a=150, f107=150, ap=4.0, ap_a=None)
cases = [{}, {"month": 3}, {"hour": 20, "minute": 50}, {"alt": 1000}, {"alt": 100}, {"lat": 0}, {"lon": 0}, {"f107a": 70}, {"f107": 180},
  {"ap": 40.0}, {"alt": 72.5}, {"alt": 80}, {"alt": 110}, {"alt": 121}, {"alt": 150, "lat": -45}, {"alt": 200}, {"alt": 250, "f107": 220, "f107a": 200},
  {"alt": 299.9}, {"alt": 300.1}, {"alt": 550, "lat": -89, "ap": 100.0}, {"alt": 800, "lon": 179, "f107": 65, "f107a": 70, "ap": 2.0},
  {"ap_a": [100.0] * 7, "ap": 100.0}, {"ap_a": [27.0, 15.0, 7.0, 48.0, 9.0, 12.0, 22.0], "alt": 250, "ap": 27.0}, {"ap_a": [4.0, 2.0, 3.0, 5.0, 6.0, 7.0, 9.0], "alt": 120, "lat": -60}]
for change in cases:
    c = {**base, **change}
    when = datetime.datetime(2023, c["month"], c["day"], c["hour"], c["minute"], c["second"])
    flags = [1] * 24
    if c["ap_a"] is not None: flags[9] = -1
    d, t = msise_model(when, c["alt"], c["lat"], c["lon"], c["f107a"], c["f107"], c["ap"], ap_a=c["ap_a"], flags=flags, method="gtd7d")
    rows.append({"time": when.isoformat(), "altKm": c["alt"], "latDeg": c["lat"], "lonDeg": c["lon"], "f107Average": c["f107a"], "f107": c["f107"],
      "ap": c["ap_a"] or c["ap"], "density": d[5], "temperature": t[1]})
print(json.dumps({"version": "nrlmsise00 " + importlib.metadata.version("nrlmsise00"), "rows": rows}))
`
const { version, rows } = runPython(python, PROGRAM) as { readonly version: string; readonly rows: unknown }
writeReference(
  'astro/dynamics/nrlmsise-00.reference.json',
  {
    source: 'NRLMSISE-00 in C by D. Brodowski, gtd7d, through its Python package',
    version,
    licence: 'public domain',
    command,
  },
  { fields: 'density: total with anomalous oxygen, kg/m3; temperature K', rows },
)
