import { realBetween } from '@apsis/astro/testing/real-between.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { LIMITS } from '../notation/limits.ts'
import { formatOem } from './format-oem.ts'
import reference from './oem.reference.json' with { type: 'json' }
import type { Oem } from './oem.ts'
import { type OemRecord, openOem } from './oem-records.ts'
import { parseOem, readOem } from './read-oem.ts'

/** The two files print kilometres with different numbers of decimals, so their values agree to half a metre. */
const METRE_DIGITS = 0

const { messages } = reference

function textOf(name: string): string {
  return messages.find(({ path }) => path.endsWith(name))!.text
}

const simplest = `CCSDS_OEM_VERS = 2.0
CREATION_DATE = 2026-11-20T09:30:00
ORIGINATOR = APSIS
META_START
OBJECT_NAME = SIMULATED 1
OBJECT_ID = 2026-001A
CENTER_NAME = EARTH
REF_FRAME = GCRF
TIME_SYSTEM = TAI
START_TIME = 2026-11-20T00:00:00
STOP_TIME = 2026-11-21T00:00:00
META_STOP
COMMENT by hand
2026-11-20T00:00:37.0 7000.001 0 -1e-3 0.5 7.5 +.25
2026-11-20T00:01:37.0 7000.002  0 -1 0 7.4 0.001
COVARIANCE_START
EPOCH = 2026-11-20T00:00:37.0
COV_REF_FRAME = RTN
1e-6
0 2e-6
0 0 3e-6
0 0 0 1e-12
1e-10 0 0 0 2e-12
0 0 0 0 0 3e-12
COVARIANCE_STOP
`

function errorsOf(text: string, strict = true) {
  const reading = readOem(text, { strict })
  return reading.ok ? [] : reading.errors
}

test('parseOem() returns SI: states in m and m/s, covariances in m², m²/s and m²/s²', () => {
  const { segments } = parseOem(simplest)
  const [segment] = segments
  expect(segments).toHaveLength(1)
  expect(segment?.comments).toEqual(['by hand'])
  expect(segment?.states).toEqual([
    { epoch: parseTime('2026-11-20T00:00:00'), r: [7_000_001, 0, -1], v: [500, 7500, 250] }, // TAI − UTC is 37 s
    { epoch: parseTime('2026-11-20T00:01:00'), r: [7_000_002, 0, -1000], v: [0, 7400, 1] },
  ])
  const [covariance] = segment!.covariances
  expect(covariance).toMatchObject({ refFrame: 'RTN', epoch: segment?.states[0]?.epoch })
  expect(covariance?.matrix.map((row, index) => row[index])).toEqual([1, 2, 3, 1e-6, 2e-6, 3e-6])
  expect([covariance?.matrix[4]?.[0], covariance?.matrix[0]?.[4]]).toEqual([1e-4, 1e-4])
})

test('parseOem() reads the same states from KVN and from XML', () => {
  const [kvn, xml] = ['beyond_oem_minimal.kvn', 'beyond_oem_minimal.xml'].map((name) => parseOem(textOf(name)))
  expect(kvn?.segments[0]?.states.length).toBeGreaterThan(10)
  expect(xml?.segments[0]?.states).toHaveLength(kvn!.segments[0]!.states.length)
  expect(xml?.segments[0]?.states[1]?.r[0]).toBeCloseTo(kvn!.segments[0]!.states[1]!.r[0], METRE_DIGITS)
})

test.each(messages)(
  'readOem() accepts or refuses $path as its source expects: $expect',
  ({ text, expect: expected }) => {
    // A strict reading refuses what the source refuses; a lenient one accepts what leaves no doubt about the data.
    expect(readOem(text, { strict: expected !== 'valid' }).ok).toBe(expected === 'valid')
  },
)

test.each(messages.filter((message) => message.expect === 'valid'))(
  'formatOem() writes $path in KVN and XML so that it is read as the same data, also a second time',
  ({ text }) => {
    const oem = parseOem(text, { strict: false })
    for (const notation of ['KVN', 'XML'] as const) {
      const written = formatOem(oem, { notation })
      const again = parseOem(written, { strict: false })
      expect(again).toEqual(oem)
      expect(formatOem(again, { notation })).toBe(written)
    }
  },
)

test.each([
  ['7000.001 0', '7000,001 0', 14, 'bad-number'],
  ['7000.001 0', 'NaN 0', 14, 'bad-number'],
  ['7000.001 0', '0', 14, 'bad-row'],
  ['37.0 7000.001', '97.0 7000.001', 14, 'bad-time'],
  ['00:01:37.0', '00:00:36.0', 15, 'not-increasing'],
  ['2026-11-21T', '2026-11-19T', 11, 'not-increasing'],
  ['0 2e-6', '0', 20, 'bad-row'],
  ['0 2e-6', '0 x', 20, 'bad-number'],
  ['COVARIANCE_STOP', '', 24, 'bad-row'],
  ['REF_FRAME = GCRF', 'REF_FRAME = RTN', 8, 'bad-value'],
  ['TIME_SYSTEM = TAI', 'TIME_SYSTEM = CET', 9, 'bad-value'],
  ['META_STOP', 'META_STOP\nX = 1', 13, 'unknown-keyword'],
  ['META_STOP\n', '', 13, 'bad-line'],
])('readOem() refuses %j as %j, strict or lenient, and names the place', (from, to, line, code) => {
  const text = simplest.replace(from, to) + (from === 'COVARIANCE_STOP' ? '1 2 3\n' : '')
  for (const strict of [true, false]) {
    const at = from === 'COVARIANCE_STOP' ? 26 : line
    expect(errorsOf(text, strict)).toContainEqual(expect.objectContaining({ line: at, code }))
  }
})

test.each([
  ['2026-11-21T00:00:00', '2026-11-20T00:01:00', 'outside-span'],
  ['00:01:37.0', '00:00:37.0', 'not-increasing'],
  ['META_STOP', 'INTERPOLATION = HERMITE\nMETA_STOP', 'missing-keyword'],
  ['META_STOP', 'NEW = 1\nMETA_STOP', 'unknown-keyword'],
  [' +.25', ' +.25 0 0 0', 'bad-row'],
])('readOem(), if strict, refuses what a lenient reading warns of: %j as %j', (from, to, code) => {
  const text = simplest.replace(from, to)
  expect(errorsOf(text)).toMatchObject([{ code }])
  const lenient = readOem(text, { strict: false })
  expect(lenient).toMatchObject({ ok: true, warnings: [{ code }] })
  if (lenient.ok) expect(parseOem(formatOem(lenient.message), { strict: false })).toEqual(lenient.message)
})

test('readOem() says of a time that does not ascend whether it is equal or earlier', () => {
  const said = (time: string) => errorsOf(simplest.replace('00:01:37.0', time)).map(({ message }) => message)
  expect(said('00:00:37.0')).toEqual(['the time is that of the one before it'])
  expect(said('00:00:36.0')).toContain('the time is before the one before it')
})

test('readOem() names the keyword and the place of an XML state in which a value is missing', () => {
  const xml = formatOem(parseOem(simplest), { notation: 'XML' })
  const lines = xml.split('\n')
  const begin = lines.findIndex((line) => line.includes('<stateVector>')) + 1
  expect(errorsOf(xml.replace(/ *<Y_DOT.*\n/, ''))).toMatchObject([
    { line: begin, keyword: 'Y_DOT', code: 'missing-keyword' },
  ])
  expect(errorsOf(xml.replace('<X units="km">', '<X units="m">'))).toMatchObject([
    { line: begin + 2, column: 24, keyword: 'X', code: 'bad-unit', found: 'm', expected: '[km]' },
  ])
})

/** Yields an ephemeris of any length in pieces; it is never stored completely. */
function* longOem(states: number): Generator<string> {
  yield simplest.slice(0, simplest.indexOf('COMMENT by hand'))
  for (let index = 0; index < states; index += 1) {
    const seconds = String(index % 60).padStart(2, '0')
    const minutes = String(Math.floor(index / 60) % 60).padStart(2, '0')
    const hours = String(Math.floor(index / 3600) % 24).padStart(2, '0')
    yield `2026-11-20T${hours}:${minutes}:${seconds}.000 7000.${index} 0 0 0 7.5 0\n`
  }
}

test('openOem() returns each record with its line, and stores none', () => {
  const log = new FaultLog(true)
  const reader = openOem(log)
  let states = 0
  let last: OemRecord | undefined
  let most = 0
  for (const chunk of longOem(50_000)) {
    const records = reader.write(chunk)
    most = Math.max(most, records.length)
    states += records.filter(({ kind }) => kind === 'state').length
    last = records.at(-1) ?? last
  }
  expect(reader.end()).toEqual([])
  expect([states, log.failed, most]).toEqual([50_000, false, 2])
  expect(last).toMatchObject({ kind: 'state', line: 12 + 50_000, state: { r: [7_000_499.99, 0, 0] } })
})

test('readOem() stops at the limits of points and segments', () => {
  const limits = { ...LIMITS, points: 1000, segments: 3 }
  expect(() => parseOem(longOem(1001), { limits })).toThrow(/line 1013, .* more than 1000 points/)
  const meta = simplest.slice(simplest.indexOf('META_START'), simplest.indexOf('COVARIANCE_START'))
  expect(() => parseOem(simplest + meta.repeat(3), { limits })).toThrow(/more than 3 segments/)
  expect(() => parseOem(`${simplest}META_START\n`)).toThrow(MessageSyntaxError)
})

const quantity = realBetween(-1e9, 1e9).map((value) => value + 0)
const vector = fc.tuple(quantity, quantity, quantity)

test('parseOem(), if strict, reads exactly what formatOem() wrote, whatever the states are', () => {
  const whole = parseOem(simplest)
  const states = fc.array(fc.record({ r: vector, v: vector, a: vector, fs: fc.integer({ min: 0, max: 999_999 }) }), {
    minLength: 1,
    maxLength: 10,
  })
  fc.assert(
    fc.property(states, fc.boolean(), (values, hasAcceleration) => {
      const [segment] = whole.segments
      const made = values.map(({ a, fs, ...rest }, index) => ({
        epoch: { taiS: parseTime('2026-11-20T00:00:37', 'TAI').taiS + index, taiFs: fs * 1e9 },
        ...rest,
        ...(hasAcceleration ? { a } : {}),
      }))
      const oem: Oem = { ...whole, segments: [{ ...segment!, states: made }] }
      for (const notation of ['KVN', 'XML'] as const) expect(parseOem(formatOem(oem, { notation }))).toEqual(oem)
    }),
    { numRuns: 200 },
  )
})

const second = simplest.slice(simplest.indexOf('META_START'))

test.each([
  ['COMMENT first\n', 'CCSDS_OEM', 1],
  ['COMMENT late\n', 'ORIGINATOR', 3],
  ['COMMENT amid\n', 'OBJECT_ID', 6],
  ['COMMENT between\n', '2026-11-20T00:01:37.0', 15],
])('readOem(), if strict, refuses %j before %s, and warns of it if lenient', (comment, before, line) => {
  const text = simplest.replace(before, comment + before)
  expect(errorsOf(text)).toMatchObject([{ line, keyword: 'COMMENT', code: 'wrong-place' }])
  expect(readOem(text, { strict: false })).toMatchObject({ ok: true, warnings: [{ line, code: 'wrong-place' }] })
})

test('readOem(), if strict, accepts comments at the beginning of header, metadata and data', () => {
  const text = simplest
    .replace('CREATION_DATE', 'COMMENT a\nCOMMENT b\nCREATION_DATE')
    .replace('OBJECT_NAME', 'COMMENT c\nOBJECT_NAME')
    .replace('EPOCH =', 'COMMENT d\nEPOCH =')
  expect(errorsOf(text)).toEqual([])
})

test('readOem() refuses a segment in another time system, strict or lenient', () => {
  for (const strict of [true, false]) {
    const errors = errorsOf(simplest + second.replace('TIME_SYSTEM = TAI', 'TIME_SYSTEM = UTC'), strict)
    expect(errors).toContainEqual(expect.objectContaining({ line: 31, keyword: 'TIME_SYSTEM', code: 'not-consistent' }))
  }
  expect(errorsOf(simplest + second)).toEqual([])
})

test('readOem(), if strict, refuses segments in the wrong order, and header keywords', () => {
  const early = second.replaceAll('2026-11-20', '2026-11-19').replaceAll('2026-11-21', '2026-11-20')
  expect(errorsOf(simplest + early)).toMatchObject([{ keyword: 'START_TIME', code: 'not-increasing' }])
  const header = simplest.replace(/(CREATION_DATE.*\n)(ORIGINATOR.*\n)/, '$2$1')
  expect(errorsOf(header)).toMatchObject([{ line: 3, keyword: 'CREATION_DATE', code: 'wrong-order' }])
})

test.each([
  ['OBJECT_NAME = SIMULATED 1', 'OBJECT_NAME = SIMULATED 2', 'OBJECT_NAME'],
  [/OBJECT_ID = .*/, 'OBJECT_ID = 2026-009Z', 'OBJECT_ID'],
])(
  'readOem(), if strict, refuses a segment of an object that differs from the first, and names the difference: %s',
  (from, to, keyword) => {
    expect(errorsOf(simplest + second.replace(from, to))).toMatchObject([{ keyword, code: 'not-consistent' }])
  },
)

test('readOem() reports only once, at the first one, that times are outside the span', () => {
  const text = simplest.replace('STOP_TIME = 2026-11-21', 'STOP_TIME = 2026-11-20')
  const faults = errorsOf(text).filter(({ code }) => code === 'outside-span')
  expect(faults).toMatchObject([{ line: 14 }])
})

test('readOem() does not compare times in a time system that cannot be converted', () => {
  const text = simplest.replace('TIME_SYSTEM = TAI', 'TIME_SYSTEM = MET').replaceAll('T00:01:37.0', 'T00:00:37.0')
  const twice = text.replace(
    'COVARIANCE_STOP',
    `${text.slice(text.indexOf('EPOCH ='), text.indexOf('COVARIANCE_STOP'))}COVARIANCE_STOP`,
  )
  const reading = readOem(twice)
  expect(reading.ok || reading.errors).toBe(true)
  expect(reading.ok && reading.message.segments[0]).toMatchObject({
    states: [{ epoch: { timeSystem: 'MET' } }, { epoch: { timeSystem: 'MET' } }],
    covariances: [{ epoch: { timeSystem: 'MET' } }, {}],
  })
})

test('openOem() applies the limits that the caller gives, otherwise the default limits', () => {
  const commented = simplest.replace('COMMENT by hand', 'COMMENT by hand\nCOMMENT and by eye')
  const codes = (limits: object) => {
    const log = new FaultLog(true)
    const reader = openOem(log, { limits: { ...LIMITS, ...limits } })
    try {
      reader.write(commented)
      reader.end()
    } catch (error) {
      expect(error).toBeInstanceOf(MessageSyntaxError)
    }
    return log.errors.map(({ line, code }) => [line, code])
  }
  expect(codes({ comments: 2, points: 3, segments: 1 })).toEqual([])
  expect(codes({ comments: 1 })).toEqual([[14, 'too-many-comments']])
  expect(codes({ points: 2 })).toEqual([[18, 'too-many-points']])
  expect(codes({ segments: 0 })).toEqual([[4, 'too-many-segments']])
  const log = new FaultLog(true)
  const reader = openOem(log)
  expect(reader.write(commented).map(({ kind }) => kind)).toContain('comment')
  reader.end()
  expect(log.errors).toEqual([])
})

test('openOem() omits the parts of a combined message that are outside its OEM', () => {
  const [message] = formatOem(parseOem(simplest), { notation: 'XML' }).match(/<oem[\s\S]*<\/oem>/) ?? ['']
  const ndm = `<ndm><MESSAGE_ID>M 1</MESSAGE_ID><COMMENT>of all</COMMENT>${message}<COMMENT>the end</COMMENT></ndm>`
  const read = (text: string) => {
    const log = new FaultLog(true)
    const reader = openOem(log)
    const records = [...reader.write(text), ...reader.end()]
    return { errors: log.errors, kinds: records.map(({ kind }) => kind) }
  }
  const alone = read(message!)
  expect(alone.errors).toEqual([])
  expect(read(ndm)).toEqual(alone)
})

/** Returns, for `simplest` with other metadata, each reported line with keyword and code. */
function reportedOf(metadata: string) {
  const from = 'STOP_TIME = '
  return errorsOf(simplest.replace(from, `${metadata}\n${from}`)).map(({ keyword, code, message }) => [
    keyword,
    code,
    message,
  ])
}

test('readOem() says which end of the useable span is missing (502.0-B-3, table 5-3)', () => {
  expect(reportedOf('USEABLE_START_TIME = 2026-11-20T00:00:10')).toMatchObject([
    ['USEABLE_START_TIME', 'not-consistent', 'USEABLE_START_TIME stands without USEABLE_STOP_TIME'],
  ])
  expect(reportedOf('USEABLE_STOP_TIME = 2026-11-20T00:00:50')).toMatchObject([
    ['USEABLE_STOP_TIME', 'not-consistent', 'USEABLE_STOP_TIME stands without USEABLE_START_TIME'],
  ])
})

test.each([
  ['2026-11-20T00:00:00', '2026-11-21T00:00:00', []],
  ['2026-11-20T12:00:00', '2026-11-20T12:00:00', []],
  ['2026-11-19T23:59:59', '2026-11-21T00:00:00', [['USEABLE_START_TIME', 'outside-span']]],
  ['2026-11-20T00:00:00', '2026-11-21T00:00:01', [['USEABLE_STOP_TIME', 'outside-span']]],
  ['2026-11-20T12:00:01', '2026-11-20T12:00:00', [['USEABLE_STOP_TIME', 'not-increasing']]],
  [
    '2026-11-21T00:00:01',
    '2026-11-21T00:00:01',
    [
      ['USEABLE_START_TIME', 'outside-span'],
      ['USEABLE_STOP_TIME', 'outside-span'],
    ],
  ],
])('readOem() judges a useable span from %s to %s in a segment from 20 to 21 November: %j', (from, to, expected) => {
  const found = reportedOf(`USEABLE_START_TIME = ${from}\nUSEABLE_STOP_TIME = ${to}`)
  expect(found.map(([keyword, code]) => [keyword, code])).toEqual(expected)
})

test('readOem() requires segments of one object, in one time system, in the order of their times', () => {
  const [, body = ''] = simplest.split('ORIGINATOR = APSIS\n')
  const second = (from: string, to: string) =>
    errorsOf(simplest + body.replace(from, to)).map(({ keyword, code }) => [keyword, code])
  expect(second('', '')).toEqual([])
  expect(second('SIMULATED 1', 'SIMULATED 2')).toEqual([['OBJECT_NAME', 'not-consistent']])
  expect(second('2026-001A', '2026-001B')).toEqual([['OBJECT_ID', 'not-consistent']])
  expect(second('TIME_SYSTEM = TAI', 'TIME_SYSTEM = GPS')).toContainEqual(['TIME_SYSTEM', 'not-consistent'])
  expect(second('TIME_SYSTEM = TAI', 'TIME_SYSTEM = tai')).not.toContainEqual(['TIME_SYSTEM', 'not-consistent'])
  expect(second('START_TIME = 2026-11-20T00:00:00', 'START_TIME = 2026-11-19T23:59:59')).toEqual([
    ['START_TIME', 'not-increasing'],
  ])
})

test('readOem() reports states outside the span only once, and accepts states exactly at its start and at its end', () => {
  const spanned = (start: string, stop: string) =>
    errorsOf(
      simplest
        .replace('START_TIME = 2026-11-20T00:00:00', `START_TIME = ${start}`)
        .replace(/STOP_TIME = .*/, `STOP_TIME = ${stop}`),
    ).map(({ line, code }) => [line, code])
  expect(spanned('2026-11-20T00:00:37', '2026-11-20T00:01:37')).toEqual([])
  expect(spanned('2026-11-20T00:00:38', '2026-11-20T00:01:37')).toEqual([[14, 'outside-span']])
  expect(spanned('2026-11-20T00:00:37', '2026-11-20T00:01:36')).toEqual([[15, 'outside-span']])
  expect(spanned('2026-11-20T00:00:01', '2026-11-20T00:00:02')).toEqual([[14, 'outside-span']])
})
