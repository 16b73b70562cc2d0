import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import { LIMITS } from '../notation/limits.ts'
import { formatOem } from '../oem/format-oem.ts'
import { readOem } from '../oem/read-oem.ts'
import reference from './meme.reference.json' with { type: 'json' }
import { openMeme, readMeme, readMemeTable, toOem } from './meme.ts'

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
    covarianceFrame: 'RTN',
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
    ['covariance', 5],
    ['state', 9],
    ['covariance', 9],
  ])
  expect(log.errors).toEqual([])
})

test('toOem() makes an OEM that is read as the same states', () => {
  const reading = readMeme(text)
  if (!reading.ok) throw new Error('the text was refused')
  const about = { objectName: 'STARLINK-1', objectId: '2026-001A', refFrame: 'EME2000' }
  const oem = toOem(reading.message, { ...about, created: parseTime('2026-01-01T00:00:00') })
  expect(oem.header).toMatchObject({ creationDate: parseTime('2026-03-10T20:32:53'), originator: 'blend' })
  expect(oem.segments[0]?.metadata).toMatchObject({
    comments: ['ephemeris_source blend'],
    startTime: parseTime('2026-03-10T20:16:42'),
    stopTime: parseTime('2026-03-10T20:17:42.5'),
  })
  const bare = { ...reading.message, header: { ...reading.message.header, created: null, source: null } }
  expect(toOem(bare, { ...about, created: parseTime('2026-01-01T00:00:00') })).toMatchObject({
    header: { creationDate: parseTime('2026-01-01T00:00:00'), originator: 'UNKNOWN' },
    segments: [{ metadata: { comments: [] } }],
  })
  expect(readOem(formatOem(oem))).toMatchObject({ ok: true, message: oem })
})

test.each([
  ['UVW', 'RTN', 4, 'bad-line'],
  ['step_size:60', 'step_size:x', 2, 'bad-line'],
  ['2026069201742.500', '2026069201642.000', 9, 'not-increasing'],
  ['2026069201742.500', '2026369201742.500', 9, 'bad-time'],
  ['UVW', 'constructor', 4, 'bad-line'],
  ['2753.5', '2753,5', 9, 'bad-number'],
  ['2753.5', '2753\u00b75', 9, 'bad-number'],
  ['2026069201742.500', '202606920174.500', 9, 'bad-time'],
  ['2026069201742.500', '2026069201742.5x', 9, 'bad-time'],
  ['created:2026-03-10', 'created:2026-13-10', 1, 'bad-time'],
  ['9e-12\n2026', '9e-12\n1 2 3 4 5 6 7\n2026', 9, 'bad-time'],
  ['2753.5 ', '', 9, 'bad-row'],
  ['0 0 4e-12 0 0 0 0', '0 0 4e-12', 7, 'bad-row'],
  ['4e-07 1e-08', '-4e-07 1e-08', 6, 'bad-covariance'],
])('readMeme() refuses %j as %j, and names the place', (from, to, line, code) => {
  expect(errorsOf(text.replace(from, to))).toContainEqual(expect.objectContaining({ line, code }))
})

test('readMeme() names the first column of an invalid header line', () => {
  expect(errorsOf(text.replace('UVW', 'RTN'))[0]).toMatchObject({ line: 4, column: 1, code: 'bad-line' })
})

test('readMeme() reports a text that ends too early, and warns if the states end before the time in the header', () => {
  expect(errorsOf(text.slice(0, 60))).toMatchObject([{ code: 'bad-line' }])
  expect(errorsOf(text.split('\n').slice(0, -2).join('\n'))).toMatchObject([{ code: 'unfinished' }])
  const short = text.replace('ephemeris_stop:2026-03-10', 'ephemeris_stop:2026-03-13')
  expect(errorsOf(short)).toMatchObject([{ code: 'outside-span' }])
  expect(readMeme(short, { strict: false })).toMatchObject({ ok: true, warnings: [{ code: 'outside-span' }] })
})

/** brahe multiplies kilometres in floating point, where Apsis moves the decimal point of the text. */
const ROUNDINGS_OF_BRAHE = 3e-16

const isNear = (found: number | undefined, wanted: number) =>
  Math.abs((found ?? Number.NaN) - wanted) <= ROUNDINGS_OF_BRAHE * Math.abs(wanted)

test.each(reference.texts.map((row, index) => ({ index, ...row })))(
  'readMeme() agrees with brahe about text $index',
  ({ text: source, ...wanted }) => {
    const reading = readMeme(source, { strict: false })
    if (wanted.refused !== undefined || !reading.ok) {
      expect([wanted.refused === undefined, reading.ok]).toEqual([false, false])
      return
    }
    const { header, states, covariances } = reading.message
    const timeOf = (text: string | null | undefined) => (text == null ? null : parseTime(text))
    expect(header).toEqual({
      created: timeOf(wanted.created),
      start: timeOf(wanted.start),
      stop: timeOf(wanted.stop),
      stepS: wanted.step,
      source: wanted.source,
      covarianceFrame: wanted.frame === null ? 'RTN' : wanted.frame?.replace('UVW', 'RTN'),
    })
    const rows = wanted.states ?? []
    expect(states.map(({ epoch }) => epoch)).toEqual(rows.map(([time]) => timeOf(String(time))))
    for (const [index, [, ...numbers]] of rows.entries()) {
      const { r = [], v = [] } = states[index] ?? {}
      expect([...r, ...v].filter((value, at) => !isNear(value, Number(numbers[at])))).toEqual([])
    }
    expect(covariances).toHaveLength(wanted.covariances?.length ?? 0)
    for (const [index, matrix] of (wanted.covariances ?? []).entries())
      for (const [i, line] of matrix.entries())
        expect(line.filter((value, j) => !isNear(covariances[index]?.matrix[i]?.[j], value))).toEqual([])
  },
)

test('readMeme() reads a text whose header lacks parts, and if strict, names the missing parts', () => {
  const without = (...lines: readonly number[]) =>
    text
      .split('\n')
      .filter((_, index) => !lines.includes(index))
      .join('\n')
  const lacking = without(0, 2)
  expect(errorsOf(lacking)).toMatchObject([
    { line: 2, code: 'missing-keyword', message: 'the header has no created, ephemeris_source' },
  ])
  const reading = readMeme(lacking, { strict: false })
  expect(reading).toMatchObject({ ok: true, message: { header: { created: null, source: null, stepS: 60 } } })
  const bare = readMeme(without(0, 1, 2), { strict: false })
  expect(bare).toMatchObject({ ok: true, message: { header: { start: null, stop: null, covarianceFrame: 'RTN' } } })
  expect(bare.ok && bare.message.states).toHaveLength(2)
  // Without its frame a covariance has no meaning; without covariances no frame is needed.
  expect(errorsOf(without(3), false)).toMatchObject([{ line: 5, code: 'missing-keyword' }])
  expect(errorsOf(without(3, 5, 6, 7, 9, 10, 11), false)).toEqual([])
})

test('readMeme() requires a covariance for all states or for none', () => {
  const [first, second] = [text.split('\n').slice(5, 8).join('\n'), text.split('\n').slice(9, 12).join('\n')]
  expect(errorsOf(text.replace(`${second}\n`, ''))).toMatchObject([{ line: 9, code: 'not-consistent' }])
  expect(errorsOf(text.replace(`${first}\n`, ''))).toMatchObject([{ line: 7 }, { line: 8 }, { line: 9 }])
  const cut = text.replace('0 0 4e-12 0 0 0 0\n1e-12 0 0 0 0 0 9e-12\n2', '2')
  expect(errorsOf(cut)).toMatchObject([{ line: 7, code: 'unfinished' }])
  const none = readMeme(text.replaceAll(/^(?!20|[ceU]).*\n/gm, ''))
  expect(none).toMatchObject({ ok: true, message: { covariances: [] } })
  expect(none.ok && none.message.states).toHaveLength(2)
})

test('readMeme() reads every end of a line, a byte order mark and blanks', () => {
  const expected = readMeme(text)
  for (const end of ['\r\n', '\r', '\n\r', '\n\n', ' \t\n \t']) {
    const changed = text.replaceAll('\n', end)
    expect(readMeme(changed)).toEqual(expected)
    const bad = changed.replace('2753.5', 'x')
    const line = end === '\n\n' ? 17 : 9
    for (const source of [bad, [...bad]]) expect(readMeme(source)).toMatchObject({ ok: false, errors: [{ line }] })
  }
  expect(readMeme(`\ufeff${text}`)).toEqual(expected)
  expect(readMeme([...text.replaceAll('\n', '\r\n')])).toEqual(expected)
  const bytes = new TextEncoder().encode(`\ufeff${text}`)
  const table = readMemeTable([...bytes].map((byte) => Uint8Array.of(byte)))
  expect(table).toMatchObject({ ok: true, message: { count: 2, hasCovariance: true } })
  expect(readMeme(text.trimEnd())).toEqual(expected)
})

test('readMeme() reads each of thousands of states as it reads a single state', () => {
  const [head, first] = [text.split('\n').slice(0, 4).join('\n'), text.split('\n').slice(5, 8).join('\n')]
  const minutes = Array.from({ length: 2_500 }, (_, index) => index)
  const timeOf = (minute: number) => {
    const [day, hour] = [69 + Math.floor(minute / 1440), Math.floor(minute / 60) % 24]
    return `2026${String(day).padStart(3, '0')}${String(hour).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}42.000`
  }
  const rows = minutes.map(
    (minute) => `${timeOf(minute)} ${minute}.125 -3812.25 -5288.125 7.5 1.25 ${minute}e-3\n${first}`,
  )
  const reading = readMeme(`${head}\n${rows.join('\n')}\n`, { strict: false })
  if (!reading.ok) throw new Error('the text was refused')
  const start = parseTime('2026-03-10T00:00:42')
  expect(reading.message.states).toEqual(
    minutes.map((minute) => ({
      epoch: { taiS: start.taiS + 60 * minute, taiFs: 0 },
      r: [minute * 1000 + 125, -3_812_250, -5_288_125],
      v: [7500, 1250, minute],
    })),
  )
  expect(new Set(reading.message.covariances.map(({ matrix }) => JSON.stringify(matrix))).size).toBe(1)
})

test('readMeme() refuses an empty text, and names its first line', () => {
  for (const nothing of ['', ' ', '\n']) expect(errorsOf(nothing)).toMatchObject([{ line: 1, code: 'unfinished' }])
})

test('readMeme() refuses a text that is cut off in its head or anywhere in a record with a covariance', () => {
  const [second, lastNumber] = [text.indexOf('2026069201742'), text.lastIndexOf(' ')]
  const cuts = Array.from(text, (_, length) => length).filter(
    (length) => (length > second && length < lastNumber) || (length > 0 && length < text.indexOf('UVW')),
  )
  expect(cuts.filter((length) => readMeme(text.slice(0, length), { strict: false }).ok)).toEqual([])
})

test('readMeme() reads a leap second, and refuses a leap second that did not occur', () => {
  const at = (first: string, second: string) =>
    text.replace('2026069201642.000', first).replace('2026069201742.500', second)
  const reading = readMeme(at('2016366235959.5', '2016366235960.5'), { strict: false })
  expect(reading.ok && reading.message.states.map(({ epoch }) => epoch)).toEqual([
    parseTime('2016-12-31T23:59:59.5'),
    parseTime('2016-12-31T23:59:60.5'),
  ])
  expect(errorsOf(at('2026069201642.000', '2026069201760.000'))).toMatchObject([{ line: 9, code: 'bad-time' }])
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
