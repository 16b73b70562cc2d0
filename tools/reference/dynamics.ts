// Builds the truth of astro/dynamics: gravity.reference.json and forces.reference.json at 50 digits and by brahe, integrate.reference.json by
// scipy, orbit.reference.json by scipy with brahe's forces, light.reference.json by scipy, burn.reference.json from the collection. The argument is a Python
// interpreter with mpmath, scipy and brahe.
import { readFileSync } from 'node:fs'
import { readCollection, readCollectionText, runPython, writeReference } from './reference-file.ts'

const python = process.argv[2]
const command = 'node tools/reference/dynamics.ts <python with mpmath, scipy, brahe>'
const program = (name: string) => readFileSync(new URL(`./dynamics/${name}.py`, import.meta.url), 'utf8')

const gravity = runPython(python, program('gravity')) as { readonly version: string; readonly rows: unknown }
writeReference(
  'astro/dynamics/gravity.reference.json',
  {
    source: 'gradient of the EGM2008 potential, sum of associated Legendre functions, by differences at 60 digits',
    version: gravity.version,
    licence: 'facts; coefficients EGM2008 (public domain)',
    command,
  },
  { fields: 'r: Earth-fixed m; degree, order; a: m/s2', rows: gravity.rows },
)

const forces = runPython(python, program('forces')) as { readonly version: string; readonly facts: object }
writeReference(
  'astro/dynamics/forces.reference.json',
  {
    source: 'third body and overlap of two discs at 50 digits; drag, density and radiation pressure of brahe',
    version: forces.version,
    licence: 'facts; MIT (brahe)',
    command,
  },
  forces.facts,
)

const solved = runPython(python, program('integrate')) as { readonly version: string; readonly facts: object }
writeReference(
  'astro/dynamics/integrate.reference.json',
  { source: 'scipy.integrate.DOP853 on a Kepler orbit', version: solved.version, licence: 'BSD-3-Clause', command },
  solved.facts,
)

const orbit = runPython(python, program('orbit')) as { readonly version: string; readonly facts: object }
writeReference(
  'astro/dynamics/orbit.reference.json',
  {
    source: "scipy.integrate.DOP853 at 1e-13 with brahe's accelerations, Earth, Sun and Moon on even circles",
    version: orbit.version,
    licence: 'BSD-3-Clause; MIT (brahe)',
    command,
  },
  orbit.facts,
)

const light = runPython(python, program('light')) as { readonly version: string; readonly facts: object }
writeReference(
  'astro/dynamics/light.reference.json',
  {
    source:
      'scipy.integrate.DOP853 at 1e-13 in steps of 2 s and 10 s: a point mass, sunlight and the overlap of two discs',
    version: light.version,
    licence: 'BSD-3-Clause',
    command,
  },
  light.facts,
)

const ARCS = ['98.1_QSW_0.0_1.0_0.0', '98.1_TNW_1.0_0.0_0.0', '98.1_VNC_1.0_0.0_0.0', '0.0_VNC_0.0_0.0_1.0']
const arcs = ARCS.map((name) => {
  const [inclination, frame, ...direction] = name.split('_')
  const file = `orekit_thrust_7000000.0_${inclination}_2023-01-01T_115.0_0.1_1500.0_3600.0_${frame}_${direction.join('_')}_30.0.csv`
  const rows = readCollectionText(`manoeuvre/${file}`).trim().split(/\r?\n/).slice(1)
  return {
    frame,
    direction: direction.map(Number),
    // Time in s, position, velocity, mass; every tenth row.
    rows: rows
      .map((row, k) => [30 * k, ...row.split(',').slice(1, 7).map(Number), Number(row.split(',')[22])])
      .filter((_row, k) => k % 10 === 0),
  }
})
writeReference(
  'astro/dynamics/burn.reference.json',
  {
    source: 'Orekit by Open Space Toolkit: constant-thrust arcs; Orekit ImpulseManeuverTest.testInclinationManeuver',
    version: 'open-space-toolkit-astrodynamics 230ffdf7; Orekit fe4aee84',
    licence: 'Apache-2.0',
    command,
  },
  {
    fields: 'rows: s, m, m/s, kg; GM 3.986004415e14, thrust 0.1 N, isp 1500 s, 115 kg, g0 9.80665',
    arcs,
    impulse: readCollection('manoeuvre/orekit_inclination_impulse.json'),
  },
)
