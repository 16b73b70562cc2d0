import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import { earthOrientationAt } from './eop.ts'
import { parseEop } from './parse-eop.ts'

/** The rounding of printed milliarcseconds converted to radians and back. */
const OFFSET_MAS_DIGITS = 12

const RAD_PER_ARCSEC = Math.PI / 648_000
/** The rounding of one product. */
const DIGITS = 15

/** Returns a line with values right-aligned in columns counted from 1, as in the README of finals.all and finals2000A.all. */
function columns(fields: readonly (readonly [from: number, to: number, value: string])[]): string {
  const line = Array.from({ length: 185 }, () => ' ')
  for (const [from, to, value] of fields) {
    for (const [k, character] of [...value.padStart(to - from + 1)].entries()) line[from - 1 + k] = character
  }
  return line.join('').trimEnd()
}

type Flags = { readonly pole?: string; readonly ut1?: string }
/** Returns Bulletin A of one day, by its columns: 8-15 MJD, 17 I/P, 19-27 x, 38-46 y, 58 I/P, 59-68 UT1-UTC, 80-86 LOD, 98-106 and 117-125. */
const bulletinA = (mjd: number, { pole = 'I', ut1 = 'I' }: Flags = {}) =>
  [
    [8, 15, `${mjd}.00`],
    [17, 17, pole],
    [19, 27, '-0.140000'],
    [38, 46, '0.330000'],
    [58, 58, ut1],
    [59, 68, '-0.4400000'],
    [80, 86, '1.5600'],
    [98, 106, '-0.205'],
    [117, 125, '-0.136'],
  ] as const
/** Bulletin B of the same day: 135-144 x, 145-154 y, 155-165 UT1-UTC, 166-175 and 176-185. */
const BULLETIN_B = [
  [135, 144, '-0.140682'],
  [145, 154, '0.333309'],
  [155, 165, '-0.4399619'],
  [166, 175, '-0.178'],
  [176, 185, '-0.099'],
] as const

const dayOf = (text: string, format: Parameters<typeof parseEop>[1]) => parseEop(text, format).days[0]!

test('parseEop() of finals prefers the values of Bulletin B to those of Bulletin A', () => {
  const withB = dayOf(columns([...bulletinA(53_101), ...BULLETIN_B]), 'finals-2000')
  expect(withB).toMatchObject({ mjd: 53_101, ut1MinusUtcS: -0.439_961_9, predicted: false })
  expect(withB.xpRad / RAD_PER_ARCSEC).toBeCloseTo(-0.140_682, DIGITS)
  expect(withB.ypRad / RAD_PER_ARCSEC).toBeCloseTo(0.333_309, DIGITS)
  expect((withB.dxRad! / RAD_PER_ARCSEC) * 1000).toBeCloseTo(-0.178, OFFSET_MAS_DIGITS)
  expect((withB.dyRad! / RAD_PER_ARCSEC) * 1000).toBeCloseTo(-0.099, OFFSET_MAS_DIGITS)
  // Bulletin B has no length of day.
  expect(withB.lodS).toBeCloseTo(1.56e-3, DIGITS)
  const onlyA = dayOf(columns(bulletinA(53_101)), 'finals-2000')
  expect(onlyA.xpRad / RAD_PER_ARCSEC).toBeCloseTo(-0.14, DIGITS)
  expect(onlyA.ypRad / RAD_PER_ARCSEC).toBeCloseTo(0.33, DIGITS)
  expect(onlyA.ut1MinusUtcS).toBe(-0.44)
  expect((onlyA.dxRad! / RAD_PER_ARCSEC) * 1000).toBeCloseTo(-0.205, OFFSET_MAS_DIGITS)
  expect((onlyA.dyRad! / RAD_PER_ARCSEC) * 1000).toBeCloseTo(-0.136, OFFSET_MAS_DIGITS)
})

test('parseEop() reads the same columns as dX, dY in finals2000A, and as dψ, dε in finals', () => {
  const line = columns(bulletinA(53_101))
  const [iau2000, iau1980] = [dayOf(line, 'finals-2000'), dayOf(line, 'finals-1980')]
  expect([iau1980.dpsiRad, iau1980.depsRad]).toEqual([iau2000.dxRad, iau2000.dyRad])
  expect([iau1980.dxRad, iau2000.dpsiRad]).toEqual([undefined, undefined])
})

test('parseEop() of finals: a day is predicted if its pole or UT1 is, and skipped without them', () => {
  const lines = [
    columns(bulletinA(60_000)),
    columns(bulletinA(60_001, { pole: 'P' })),
    columns(bulletinA(60_002, { ut1: 'P' })),
    // The end of the file has only dates.
    columns([[8, 15, '60003.00']]),
    '',
  ]
  const { days } = parseEop(lines.join('\r\n'), 'finals-2000')
  expect(days.map(({ mjd, predicted }) => [mjd, predicted])).toEqual([
    [60_000, false],
    [60_001, true],
    [60_002, true],
  ])
})

test('parseEop() names the line and field of what it cannot read', () => {
  const bad = columns([...bulletinA(60_001), [19, 27, '0.1x']])
  expect(() => parseEop(`${columns(bulletinA(60_000))}\n${bad}`, 'finals-2000')).toThrow('line 2: PM_x_A is "0.1x"')
  expect(() => parseEop(columns([[19, 27, '0.1']]), 'finals-2000')).toThrow('line 1: no MJD')
  expect(() => parseEop('2020 1 1 58849 0.1 0.2', 'c04')).toThrow('line 1: 6 columns')
  expect(() => parseEop('2020-01-01,58849,0.1', 'celestrak')).toThrow(SyntaxError)
})

test('parseEop() of CelesTrak finds predictions by a heading in text, by the last column in CSV', () => {
  const row = (day: number) => `2026 11 ${day} ${61_345 + day} 0.1 0.2 0.05 0.001 -0.1 -0.01 0.0003 -0.0002 37`
  const text = ['BEGIN OBSERVED', row(1), row(2), 'END OBSERVED', 'BEGIN PREDICTED', row(3), 'END PREDICTED'].join('\n')
  expect(parseEop(text, 'celestrak').days.map(({ predicted }) => predicted)).toEqual([false, false, true])
  const csv = (day: number, kind: string) =>
    `2026-11-0${day},${61_345 + day},0.1,0.2,0.05,0.001,-0.1,-0.01,0.0003,-0.0002,37,${kind}`
  const header = 'DATE,MJD,X,Y,UT1-UTC,LOD,DPSI,DEPS,DX,DY,DAT,DATA_TYPE'
  const table = parseEop([header, csv(1, 'O'), csv(2, 'P')].join('\n'), 'celestrak')
  expect(table.days.map(({ predicted }) => predicted)).toEqual([false, true])
  const [first] = table.days
  expect(first!.dpsiRad! / RAD_PER_ARCSEC).toBeCloseTo(-0.1, DIGITS)
  expect(first!.depsRad! / RAD_PER_ARCSEC).toBeCloseTo(-0.01, DIGITS)
  expect(first!.dyRad! / RAD_PER_ARCSEC).toBeCloseTo(-0.0002, DIGITS)
  // MJD 61 346 is 2026-11-02.
  expect(earthOrientationAt(table, parseTime('2026-11-02T00:00:00')).xpRad / RAD_PER_ARCSEC).toBeCloseTo(0.1, DIGITS)
})
