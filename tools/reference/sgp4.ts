// Builds astro/sgp4/sgp4.reference.json and astro/sgp4/tle.reference.json: the verification sets of AIAA 2006-6753 with their states, and lines that
// the TLE reader of python-sgp4 accepts or refuses.
import { readCollection, readCollectionText, writeReference } from './reference-file.ts'

const sets = readCollectionText('sgp4/SGP4-VER.TLE')
  .split(/\r?\n/)
  .filter((line) => /^[12] /.test(line))
const sequences = readCollectionText('sgp4/tcppver.out')
  .split(/^(?=\d+ xx)/m)
  .filter((block) => block.trim() !== '')
if (sets.length !== 2 * sequences.length) throw new Error(`${sets.length} lines for ${sequences.length} sequences`)

const cases = sequences.map((block, index) => {
  const [head = '', ...rows] = block.trimEnd().split(/\r?\n/)
  const [line1 = '', line2 = ''] = sets.slice(2 * index, 2 * index + 2).map((line) => line.slice(0, 69).trimEnd())
  if (Number.parseInt(head, 10) !== Number(line1.slice(2, 7))) throw new Error(`${head} stands beside ${line1}`)
  return { line1, line2, rows: rows.map((row) => row.trim().split(/\s+/).slice(0, 7).map(Number)) }
})

writeReference(
  'astro/sgp4/sgp4.reference.json',
  {
    source: 'Vallado, Crawford, Hujsak, Kelso, "Revisiting Spacetrack Report #3", AIAA 2006-6753, SGP4-VER and tcppver',
    version: 'brandon-rhodes/python-sgp4 20a13b40: sgp4/SGP4-VER.TLE, sgp4/tcppver.out',
    licence: 'public domain; MIT (python-sgp4)',
    command: 'node tools/reference/sgp4.ts',
  },
  { fields: 'rows: minutes since epoch; TEME position km; velocity km/s', cases },
)

const { gravity_models, alpha5, accept, reject } = readCollection('sgp4/tle_parsing_cases.json') as Record<
  string,
  unknown
>
writeReference(
  'astro/sgp4/tle.reference.json',
  {
    source: 'python-sgp4: sgp4/tests.py; a SOCRATES answer of CelesTrak with an eighth digit in the eccentricity',
    version: 'brandon-rhodes/python-sgp4 20a13b40; the-lobsternaut/conjunction-assessment-sdn-plugin 5c1d9c03',
    licence: 'MIT; facts',
    command: 'node tools/reference/sgp4.ts',
  },
  { gravity_models, alpha5, accept, reject },
)
