// Builds astro/time/leap-seconds.reference.json from the file Leap_Second.dat of the IERS, named as the argument.
import { readFileSync } from 'node:fs'
import { writeReference } from '../reference-file.ts'

const text = readFileSync(process.argv[2] ?? 'Leap_Second.dat', 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\s*\d/.test(line))
  .map((line) => line.trim().split(/\s+/).map(Number))
  .map(([mjd, day, month, year, taiMinusUtcS]) => ({ mjd, year, month, day, taiMinusUtcS }))
const version = /Updated through (.*)/.exec(text)?.[1]
const expires = /File expires on (.*)/.exec(text)?.[1]
if (version === undefined || expires === undefined) throw new Error('this is no Leap_Second.dat')

writeReference(
  'astro/time/leap-seconds.reference.json',
  {
    source: 'IERS Earth Orientation Centre, Leap_Second.dat (as packed in astropy-iers-data)',
    version,
    licence: 'IERS data, free; facts',
    command: 'node tools/reference/time/leap-seconds.ts <Leap_Second.dat>',
  },
  { expires, rows },
)
