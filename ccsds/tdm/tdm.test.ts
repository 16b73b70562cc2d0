import { realBetween } from '@apsis/astro/testing/real-between.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../notation/limits.ts'
import { OBSERVATIONS } from './tdm.data.ts'
import reference from './tdm.reference.json' with { type: 'json' }
import { formatTdm, parseTdm, readTdm, type Tdm } from './tdm.ts'

const { messages } = reference

const simplest = `CCSDS_TDM_VERS = 2.0
CREATION_DATE = 2026-11-20T20:00:00
ORIGINATOR = APSIS
META_START
TIME_SYSTEM = UTC
PARTICIPANT_1 = SITE
PARTICIPANT_2 = 2026-001A
MODE = SEQUENTIAL
PATH = 2,1
ANGLE_TYPE = RADEC
REFERENCE_FRAME = EME2000
META_STOP
DATA_START
COMMENT clear sky
ANGLE_1 = 2026-11-20T17:46:39.02 332.2298750
ANGLE_2 = 2026-11-20T17:46:39.02  -16.3028389
RANGE = 2026-11-20T17:46:39.02 1500.5
PRESSURE = 2026-11-20T17:46:39.02 1013.25
RECEIVE_PHASE_CT_1 = 2026-11-20T17:46:39.02 71751733834.252730
DATA_STOP
`

function errorsOf(text: string, strict = true) {
  const reading = readTdm(text, { strict })
  return reading.ok ? [] : reading.errors
}

test('parseTdm() returns SI: angles in rad, ranges in m, pressure in Pa, and phase counts with all their digits', () => {
  const [segment] = parseTdm(simplest).segments
  const epoch = parseTime('2026-11-20T17:46:39.02')
  expect(segment?.comments).toEqual(['clear sky'])
  expect(segment?.observations).toEqual([
    { keyword: 'ANGLE_1', epoch, value: degToRad(332.229875) },
    { keyword: 'ANGLE_2', epoch, value: degToRad(-16.3028389) },
    { keyword: 'RANGE', epoch, value: 1_500_500 },
    { keyword: 'PRESSURE', epoch, value: 101_325 },
    { keyword: 'RECEIVE_PHASE_CT_1', epoch, value: 71751733834.25273, text: '71751733834.252730' },
  ])
})

test('parseTdm() reads ranges in the unit that the metadata name', () => {
  const value = (unit: string) =>
    parseTdm(simplest.replace('ANGLE_TYPE', `RANGE_UNITS = ${unit}\nANGLE_TYPE`)).segments[0]?.observations[2]?.value
  expect(['km', 's', 'RU'].map(value)).toEqual([1_500_500, 1500.5, 1500.5])
})

test('parseTdm() knows every keyword of the standard, in both notations of the same message', () => {
  const xml = parseTdm(messages.find(({ path }) => path.includes('AllKeywordsSequential.xml'))!.text, { strict: false })
  const seen = new Set(xml.segments.flatMap(({ observations }) => observations.map(({ keyword }) => keyword)))
  expect([...OBSERVATIONS.keys()].filter((keyword) => !seen.has(keyword))).toEqual([])
})

test.each(messages)(
  'readTdm() accepts or refuses $path as its source expects: $expect',
  ({ text, expect: expected }) => {
    expect(readTdm(text, { strict: false }).ok).toBe(expected === 'valid')
  },
)

test.each(messages.filter((message) => message.expect === 'valid'))(
  'formatTdm() writes $path in KVN and XML so that it is read as the same data, also a second time',
  ({ text }) => {
    const tdm = parseTdm(text, { strict: false })
    for (const notation of ['KVN', 'XML'] as const) {
      const written = formatTdm(tdm, { notation, strict: false })
      const again = parseTdm(written, { strict: false })
      expect(again).toEqual(tdm)
      expect(formatTdm(again, { notation, strict: false })).toBe(written)
    }
  },
)

test.each([
  ['332.2298750', '332,2298750', 15, 'ANGLE_1', 'bad-number'],
  ['332.2298750', '332.2298750 1', 15, 'ANGLE_1', 'bad-row'],
  ['ANGLE_1 = 2026-11-20', 'ANGLE_1 = 2026-11-31', 15, 'ANGLE_1', 'bad-time'],
  ['ANGLE_1', 'ANGLE_9', 15, 'ANGLE_9', 'unknown-keyword'],
  ['EME2000', 'EME1900', 11, 'REFERENCE_FRAME', 'bad-value'],
  ['PARTICIPANT_1 = SITE\n', '', 4, 'PARTICIPANT_1', 'missing-keyword'],
  ['TIME_SYSTEM = UTC\n', '', 4, 'TIME_SYSTEM', 'missing-keyword'],
  ['META_STOP\n', '', 12, null, 'wrong-place'],
])('readTdm() refuses %j as %j, strict or lenient, and names the place', (from, to, line, keyword, code) => {
  for (const strict of [true, false]) {
    expect(errorsOf(simplest.replace(from, to), strict)).toContainEqual(
      expect.objectContaining({ line, keyword, code }),
    )
  }
})

test.each([
  ['PATH = 2,1', 'PATH = 3,1', 'PATH', 'not-consistent'],
  ['ANGLE_TYPE = RADEC\n', '', 'ANGLE_TYPE', 'missing-keyword'],
  ['REFERENCE_FRAME = EME2000\n', '', 'REFERENCE_FRAME', 'missing-keyword'],
  ['DATA_STOP', 'ANGLE_1 = 2026-11-20T17:46:38 1\nDATA_STOP', 'ANGLE_1', 'not-increasing'],
])('readTdm(), if strict, refuses what a lenient reading warns of: %j as %j', (from, to, keyword, code) => {
  expect(errorsOf(simplest.replace(from, to))).toMatchObject([{ keyword, code }])
  expect(readTdm(simplest.replace(from, to), { strict: false }).warnings).toMatchObject([{ keyword, code }])
})

test('readTdm() stops at the limits', () => {
  const limits = { ...LIMITS, points: 4, segments: 1 }
  expect(() => parseTdm(simplest, { limits })).toThrow(/line 19, .* more than 4 observations/)
  const segment = simplest.slice(simplest.indexOf('META_START'))
  expect(() => parseTdm(simplest + segment, { limits: { ...limits, points: 99 } })).toThrow(/more than 1 segments/)
})

test('parseTdm(), if strict, reads exactly what formatTdm() wrote, whatever the measurements are', () => {
  const whole = parseTdm(simplest)
  const observation = fc.record({
    keyword: fc.constantFrom('RANGE', 'DOPPLER_INSTANTANEOUS', 'MAG', 'RECEIVE_FREQ', 'PRESSURE', 'CLOCK_DRIFT'),
    value: realBetween(-1e12, 1e12).map((value) => value + 0),
  })
  fc.assert(
    fc.property(fc.array(observation, { minLength: 1, maxLength: 10 }), (values) => {
      const [segment] = whole.segments
      const { taiS } = parseTime('2026-11-20T00:00:00')
      const observations = values.map((one, index) => ({ ...one, epoch: { taiS: taiS + index, taiFs: index * 1e6 } }))
      const tdm: Tdm = { ...whole, segments: [{ ...segment!, observations }] }
      for (const notation of ['KVN', 'XML'] as const) expect(parseTdm(formatTdm(tdm, { notation }))).toEqual(tdm)
    }),
    { numRuns: 200 },
  )
})

test.each(['ANGLE_1', 'ANGLE_2'])('readTdm() requires ANGLE_TYPE if there is only %s', (keyword) => {
  const line = /^(?:ANGLE_TYPE|REFERENCE_FRAME|ANGLE_[12]) =.*\n/gm
  const without = simplest.replace(line, '')
  expect(errorsOf(without)).toEqual([])
  const angle = without.replace('RANGE =', `${keyword} = 2026-11-20T17:46:39.02 1.5\nRANGE =`)
  expect(errorsOf(angle)).toMatchObject([{ line: 4, keyword: 'ANGLE_TYPE', code: 'missing-keyword' }])
})

test('readTdm() refuses an unknown frame, unless the caller knows it, and quotes it', () => {
  const text = simplest.replace('REFERENCE_FRAME = EME2000', 'REFERENCE_FRAME = SITE_FRAME')
  const frame = { line: 11, column: 19, keyword: 'REFERENCE_FRAME', code: 'bad-value', found: 'SITE_FRAME' }
  expect(errorsOf(text)).toMatchObject([{ ...frame, message: '"SITE_FRAME" is not known' }])
  expect(parseTdm(text, { frames: ['SITE_FRAME'] }).segments).toHaveLength(1)
})

test('readTdm() names the line of each observation, even in the second segment', () => {
  const segment = simplest.slice(simplest.indexOf('META_START'))
  const text = simplest + segment.replace('DATA_STOP', 'ANGLE_1 = 2026-11-20T17:46:38 1\nDATA_STOP')
  const line = text.split('\n').findIndex((one) => one.includes('17:46:38 1')) + 1
  expect(errorsOf(text)).toMatchObject([{ line, keyword: 'ANGLE_1', code: 'not-increasing' }])
  expect(errorsOf(simplest.slice(0, simplest.indexOf('META_START')))).toMatchObject([
    { line: 1, keyword: null, code: 'unfinished', expected: 'META_START' },
  ])
})

test.each(['META_STOP', 'DATA_STOP'])('readTdm() reports where a message ends that is cut off before its %s', (end) => {
  const text = simplest.slice(0, simplest.indexOf(`${end}\n`))
  expect(errorsOf(text)).toContainEqual(
    expect.objectContaining({ line: text.split('\n').length - 1, column: 1, code: 'unfinished', expected: end }),
  )
  expect(errorsOf(simplest)).toEqual([])
})

test('readTdm() reports a segment that is cut off where the next one begins', () => {
  const segment = simplest.slice(simplest.indexOf('META_START'))
  const text = simplest.replace('DATA_STOP\n', '') + segment
  const line = text.split('\n').indexOf('META_START', text.split('\n').indexOf('DATA_START'))
  expect(errorsOf(text)).toContainEqual(expect.objectContaining({ line, code: 'unfinished', expected: 'DATA_STOP' }))
  expect(errorsOf(simplest + segment)).toEqual([])
})

test('readTdm() reports a missing keyword at the beginning of its block', () => {
  const missing = (keyword: string) =>
    errorsOf(simplest.replace(`${keyword} = ${keyword === 'PARTICIPANT_1' ? 'SITE' : 'UTC'}\n`, ''))
  for (const keyword of ['TIME_SYSTEM', 'PARTICIPANT_1'])
    expect(missing(keyword)).toContainEqual(
      expect.objectContaining({ line: 4, column: 1, keyword, code: 'missing-keyword' }),
    )
})
