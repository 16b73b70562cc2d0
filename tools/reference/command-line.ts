// Builds cli/command-line.reference.json: the input of each command of `apsis`, and the results of other programs.
import { readCollection, readCollectionText, writeReference } from './reference-file.ts'

/** Returns a line of a CSV file as an object. */
function csvRow(path: string, wanted: string): Record<string, string> {
  const [head = '', ...lines] = readCollectionText(path).trim().split(/\r?\n/)
  const line = lines.find((one) => one.includes(wanted))
  if (line === undefined) throw new Error(`${wanted} is not in ${path}`)
  const cells = line.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '').replaceAll('"', '')) ?? []
  return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index] ?? '']))
}

const CARA = ['000020580_conj_000022015_20210315_212955_20210313_065123']
const conjunctions = CARA.map((id) => {
  const { HBR_m, MissDist_m, Vrel_mps, Pc2D, Nc3D, ViolationsPc2D } = csvRow('pc/cara_cdm_expected.csv', id)
  const expected = {
    hbrM: HBR_m,
    missM: MissDist_m,
    speedMps: Vrel_mps,
    pc2d: Pc2D,
    nc3d: Nc3D,
    violations: ViolationsPc2D,
  }
  const numbers = Object.fromEntries(Object.entries(expected).map(([name, text]) => [name, Number(text)]))
  return { id, text: readCollectionText(`pc/cara_cdm/${id}.cdm`), ...numbers }
})
const { cases } = readCollection('pc/cdm_pc_cases.json') as { cases: Record<string, unknown>[] }
const ion = cases[0]

const MINUTES = [0, 360, 720]
const sets = readCollectionText('sgp4/SGP4-VER.TLE')
  .split(/\r?\n/)
  .filter((line) => /^[12] /.test(line))
const sequences = readCollectionText('sgp4/tcppver.out')
  .split(/^(?=\d+ xx)/m)
  .filter((block) => block.trim() !== '')
  .map((block, index) => {
    const rows = block.trimEnd().split(/\r?\n/).slice(1)
    const numbers = rows.map((row) => row.trim().split(/\s+/).slice(0, 7).map(Number))
    const lines = sets.slice(2 * index, 2 * index + 2).map((line) => line.slice(0, 69).trimEnd())
    return { lines, rows: numbers.filter(([minutes = -1]) => MINUTES.includes(minutes)) }
  })
  .filter(({ rows }) => rows.length === MINUTES.length)
  .slice(0, 6)

const sights = (path: string) =>
  readCollectionText(`sunmoon/${path}`)
    .trim()
    .split('\n')
    .slice(1)
    .filter((_line, index) => index % 40 === 20)
    .map((line) => line.split(','))
    .map(([ut = '', , ...numbers]) => ({ ut, numbers: numbers.map(Number) }))

const { utc, iau76_fk5 } = readCollection('frames/vallado_2004-04-06.json') as Record<string, unknown>

writeReference(
  'cli/command-line.reference.json',
  {
    source:
      'CARA_Analysis_Tools (NASA); Orekit; SGP4-VER and tcppver (AIAA 2006-6753); orbit-predictor (STK); astronomy (JPL Horizons); SatelliteToolboxTransformations (Vallado, example 3-15)',
    version:
      'CARA a80d0163; Orekit fe4aee84; python-sgp4 20a13b40; orbit-predictor 04a3fa00; astronomy 865d3da7; SatelliteToolbox 5871846b',
    licence: 'NOSA 1.3; Apache-2.0; MIT; Horizons public; numbers are facts',
    command: 'node tools/reference/command-line.ts',
  },
  {
    fields:
      'sequences: minutes since epoch, TEME km, km/s; sights: UT, ICRF right ascension and declination, apparent ones, azimuth, elevation, degrees',
    conjunctions,
    ion: { ...ion, text: readCollectionText('ccsds/cdm/orekit_ION_SCV8_vs_STARLINK_1233.txt') },
    sequences,
    bugsat: readCollection('passes/stk_bugsat1_passes.json'),
    sights: {
      Sun: { latLonAlt: '0,0,0', rows: sights('horizons_topo_airless_Sun_equinox.csv') },
      Moon: { latLonAlt: '29,279,10', rows: sights('horizons_topo_airless_Moon.csv') },
    },
    vallado: { utc, iau76_fk5 },
  },
)
