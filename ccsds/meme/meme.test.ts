import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import { LIMITS } from '../notation/limits.ts'
import { formatOem } from '../oem/format-oem.ts'
import { readOem } from '../oem/read-oem.ts'
import { openMeme, parseMemeName, readMeme, toOem } from './meme.ts'

/** The text has the form of Starlink's public ephemerides (api.starlink.com/public-files/ephemerides), with our own numbers. */
const text = `created:2026-03-10 20:32:53 UTC
ephemeris_start:2026-03-10 20:16:42 UTC ephemeris_stop:2026-03-10 20:17:42 UTC step_size:60
ephemeris_source:blend
UVW
2026069201642.000 2331.5 -3812.25 -5288.125 7.5 1.25 1.125
4e-07 1e-08 9e-08 0 0 1.6e-07 1e-12
0 0 4e-12 0 0 0 0
1e-12 0 0 0 0 0 9e-12
2026069201742.500 2753.5 -3695.25 -5167.5 6.5 2.5 2.25
4e-07 0 9e-08 0 0 1.6e-07 0
0 0 4e-12 0 0 0 0
1e-12 0 0 0 0 0 9e-12
`

function errorsOf(source: string, strict = true) {
  const reading = readMeme(source, { strict })
  return reading.ok ? [] : reading.errors
}

test('readMeme() returns states in m and m/s, and covariances in RTN', () => {
  const reading = readMeme(text)
  if (!reading.ok) throw new Error('the text was refused')
  const { header, states, covariances } = reading.message
  expect(header).toEqual({
    created: parseTime('2026-03-10T20:32:53'),
    start: parseTime('2026-03-10T20:16:42'),
    stop: parseTime('2026-03-10T20:17:42'),
    stepS: 60,
    source: 'blend',
  })
  expect(states).toEqual([
    { epoch: parseTime('2026-03-10T20:16:42'), r: [2_331_500, -3_812_250, -5_288_125], v: [7500, 1250, 1125] },
    { epoch: parseTime('2026-03-10T20:17:42.5'), r: [2_753_500, -3_695_250, -5_167_500], v: [6500, 2500, 2250] },
  ])
  expect(covariances[0]?.refFrame).toBe('RTN')
  expect(covariances[0]?.matrix.map((row, index) => row[index])).toEqual([0.4, 0.09, 0.16, 4e-6, 1e-6, 9e-6])
  expect([covariances[0]?.matrix[1]?.[0], covariances[0]?.matrix[3]?.[0]]).toEqual([0.01, 1e-6])
})

test('openMeme() returns each record with its line, and stores none', () => {
  const log = new FaultLog(true)
  const reader = openMeme(log)
  const records = [...text].flatMap((character) => reader.write(character)).concat(reader.end())
  expect(records.map(({ kind, line }) => [kind, line])).toEqual([
    ['header', 1],
    ['state', 5],
    ['state', 9],
  ])
  expect(log.errors).toEqual([])
})

test('toOem() makes an OEM that is read as the same states', () => {
  const reading = readMeme(text)
  if (!reading.ok) throw new Error('the text was refused')
  const oem = toOem(reading.message, { objectName: 'STARLINK-1', objectId: '2026-001A' })
  expect(readOem(formatOem(oem))).toMatchObject({ ok: true, message: oem })
})

test.each([
  ['UVW', 'RTN', 4, 'bad-line'],
  ['step_size:60', 'step_size:x', 2, 'bad-line'],
  ['2026069201742.500', '2026069201642.000', 9, 'not-increasing'],
  ['2026069201742.500', '2026369201742.500', 9, 'bad-time'],
  ['2753.5', '2753,5', 9, 'bad-number'],
  ['2753.5 ', '', 9, 'bad-row'],
  ['0 0 4e-12 0 0 0 0', '0 0 4e-12', 7, 'bad-row'],
  ['4e-07 1e-08', '-4e-07 1e-08', 6, 'bad-covariance'],
])('readMeme() refuses %j as %j, and names the place', (from, to, line, code) => {
  expect(errorsOf(text.replace(from, to))).toContainEqual(expect.objectContaining({ line, code }))
})

test('readMeme() names the first column of an invalid header line', () => {
  expect(errorsOf(text.replace('UVW', 'RTN'))[0]).toMatchObject({ line: 4, column: 1, code: 'bad-line' })
})

test('readMeme() reports that the text ends too early, and warns that the states do', () => {
  expect(errorsOf(text.slice(0, 60))).toMatchObject([{ code: 'bad-line' }])
  expect(errorsOf(text.split('\n').slice(0, -2).join('\n'))).toMatchObject([{ code: 'unfinished' }])
  const short = text.replace('ephemeris_stop:2026-03-10', 'ephemeris_stop:2026-03-13')
  expect(errorsOf(short)).toMatchObject([{ code: 'outside-span' }])
  expect(readMeme(short, { strict: false })).toMatchObject({ ok: true, warnings: [{ code: 'outside-span' }] })
})

test('parseMemeName() reads the object, and the end in GPS seconds', () => {
  expect(parseMemeName('MEME_67850_STARLINK-36840_1340142_Operational_1463017380_UNCLASSIFIED.txt')).toEqual({
    noradId: 67850,
    objectName: 'STARLINK-36840',
    startDayOfYear: 134,
    stop: parseTime('2026-05-17T01:42:42'),
  })
  expect(parseMemeName('ephemeris.oem')).toBeNull()
})

test('openMeme() returns no record of a state if the state or its covariance could not be read', () => {
  const statesOf = (source: string) => {
    const reader = openMeme(new FaultLog(true))
    return [...reader.write(source), ...reader.end()].filter(({ kind }) => kind === 'state').map(({ line }) => line)
  }
  expect(statesOf(text)).toEqual([5, 9])
  expect(statesOf(text.replace('2331.5', 'x'))).toEqual([9])
  expect(statesOf(text.replace('4e-07 1e-08', 'x 1e-08'))).toEqual([9])
  expect(statesOf(text.replace('2026069201642', '2026369201642'))).toEqual([9])
})

test('readMeme() applies the limits of lines and states exactly', () => {
  const longest = Math.max(...text.split('\n').map((line) => line.length))
  const codes = (limits: object) => {
    const reading = readMeme(text, { limits: { ...LIMITS, ...limits } })
    return reading.ok ? [] : reading.errors.map(({ line, code }) => [line, code])
  }
  expect(codes({ lineLength: longest, points: 2 })).toEqual([])
  expect(codes({ lineLength: longest - 1 })).toEqual([[2, 'line-too-long']])
  expect(codes({ points: 1 })).toEqual([[9, 'too-many-points']])
})
