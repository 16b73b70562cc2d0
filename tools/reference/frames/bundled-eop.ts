// Builds astro/frames/bundled-eop.data.ts, the Earth orientation parameters that come with Apsis, and the reference files for these parameters and
// for their readers. Arguments: finals2000A.all and eopc04.1962-now of the IERS (as packed in astropy-iers-data), and the release of that package.
import { readFileSync, writeFileSync } from 'node:fs'
import { writeReference } from '../reference-file.ts'

const FIRST_MJD = 51_544 // 2000-01-01
const POLE_STEP_DAYS = 5

const [finalsPath, c04Path, release] = process.argv.slice(2)
if (finalsPath === undefined || c04Path === undefined || release === undefined) throw new Error('three arguments')
const finals = readFileSync(finalsPath, 'utf8').split('\n')
const c04 = readFileSync(c04Path, 'utf8').split('\n')
// TAI − UTC at the steps since 2000: IERS Bulletin C 16, 30, 36, 43, 49, 52.
const STEPS = [
  [57_754, 37],
  [57_204, 36],
  [56_109, 35],
  [54_832, 34],
  [53_736, 33],
  [0, 32],
] as const
const taiMinusUtc = (mjd: number) => STEPS.find(([from]) => mjd >= from)?.[1] ?? 32

const cut = (line: string, start: number, end: number) => {
  const word = line.slice(start, end).trim()
  return word === '' ? undefined : Number(word)
}
const days = finals
  .map((line) => ({
    mjd: cut(line, 7, 15) ?? 0,
    x: cut(line, 134, 144) ?? cut(line, 18, 27),
    y: cut(line, 144, 154) ?? cut(line, 37, 46),
    ut1: cut(line, 154, 165) ?? cut(line, 58, 68),
    dx: cut(line, 165, 175) ?? cut(line, 97, 106),
    dy: cut(line, 175, 185) ?? cut(line, 116, 125),
    predicted: line[57] === 'P',
  }))
  .filter(({ mjd, x, ut1 }) => mjd >= FIRST_MJD && x !== undefined && ut1 !== undefined)

/** Returns the second differences of the rounded values, each with its sign. */
function pack(values: readonly number[]): string {
  const whole = values.map(Math.round)
  const at = (index: number) => (index < 0 ? 0 : (whole[index] ?? 0))
  const text = whole.map((value, index) => value - 2 * at(index - 1) + at(index - 2))
  return text.map((value) => (value < 0 ? `${value}` : `+${value}`)).join('')
}

const poles = days.filter((_day, index) => index % POLE_STEP_DAYS === 0)
const lastPole = days.findLast(({ dx }) => dx !== undefined)
const columns = {
  x: pack(days.map(({ x = 0 }) => x * 1e4)),
  y: pack(days.map(({ y = 0 }) => y * 1e4)),
  ut1: pack(days.map(({ ut1 = 0, mjd }) => (ut1 - taiMinusUtc(mjd)) * 1e5)),
  dx: pack(poles.map(({ dx = lastPole?.dx ?? 0 }) => dx * 100)),
  dy: pack(poles.map(({ dy = lastPole?.dy ?? 0 }) => dy * 100)),
}
const lastMeasuredMjd = days.findLast(({ predicted }) => !predicted)?.mjd
const lines = Object.entries(columns).map(([name, text]) => {
  const parts = text.match(/.{1,110}/g) ?? []
  return `  ${name}: [\n${parts.map((part) => `    '${part}',`).join('\n')}\n  ].join(''),`
})
writeFileSync(
  'astro/frames/bundled-eop.data.ts',
  `/**
 * Earth orientation parameters of the IERS (finals2000A.all, Bulletin B where there is one, else A; as packed in
 * astropy-iers-data ${release}; free of charge and of conditions), from MJD ${FIRST_MJD} to ${days.at(-1)?.mjd}: second
 * differences, each with its sign, of x, y (0.1 mas) and UT1 − TAI (10 µs) daily, and of dX, dY (10 µas) every
 * ${POLE_STEP_DAYS} days (tools/reference/frames/bundled-eop.ts).
 */
export const BUNDLED_EOP = {
  source: 'IERS finals2000A, astropy-iers-data ${release}',
  firstMjd: ${FIRST_MJD},
  lastMeasuredMjd: ${lastMeasuredMjd},
  poleStepDays: ${POLE_STEP_DAYS},
${lines.join('\n')}
} as const
`,
)
console.log('astro/frames/bundled-eop.data.ts', days.length, 'days', lastMeasuredMjd)

const PICK = [
  41_684, 51_544, 53_101, 54_831, 54_832, 57_203, 57_204, 57_753, 57_754, 58_303, 58_849, 60_000, 61_300, 61_312,
]
const near = (mjd: number) => PICK.some((pick) => Math.abs(mjd - pick) <= 2)
writeReference(
  'astro/frames/eop.reference.json',
  {
    source:
      'IERS finals2000A.all and EOP 20 C04; CelesTrak EOP-All rows as quoted in public repositories (satkit, eop-parser)',
    version: `astropy-iers-data ${release}`,
    licence: 'IERS data, free; CelesTrak data, with attribution; facts',
    command: 'node tools/reference/frames/bundled-eop.ts <finals2000A.all> <eopc04.1962-now> <release>',
  },
  {
    finals: finals.filter((line) => near(cut(line, 7, 15) ?? 0) || /^27 8 (10|11|12|13)/.test(line)),
    c04: c04.filter((line) => /^\d{4} /.test(line) && near(Number(line.slice(16, 26)))),
    celestrak: [
      'DATE,MJD,X,Y,UT1-UTC,LOD,DPSI,DEPS,DX,DY,DAT,DATA_TYPE',
      '1962-01-01,37665,-0.012700,0.213000,0.0326338,0.0017230,0.064261,0.006067,0.000000,0.000000,2,O',
      '1962-01-02,37666,-0.015900,0.214100,0.0320547,0.0016690,0.063979,0.006290,0.000000,0.000000,2,O',
    ],
    celestrakLater: [
      'DATE,MJD,X,Y,UT1-UTC,LOD,DPSI,DEPS,DX,DY,DAT,DATA_TYPE',
      '2000-01-01,51544,0.043282,0.377909,0.3553880,0.0009536,-0.050263,-0.002471,-0.000005,-0.000050,32,O',
    ],
    celestrakPredicted: [
      'DATE,MJD,X,Y,UT1-UTC,LOD,DPSI,DEPS,DX,DY,DAT,DATA_TYPE',
      '2026-09-18,61301,0.187672,0.328316,-0.0073956,0.0000148,-0.124590,-0.011105,0.000295,-0.000027,37,P',
    ],
  },
)
