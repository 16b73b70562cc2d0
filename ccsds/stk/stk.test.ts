import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import { formatOem } from '../oem/format-oem.ts'
import { readOem } from '../oem/read-oem.ts'
import { openStk, readStk, type Stk, stkToOem } from './stk.ts'

/** Straight lines through values of some kilometres are exact except for rounding. */
const ROUNDING_DIGITS = 9
/** The expected velocity is written with three decimals; the last one is rounded. */
const PRINTED_DIGITS = 2

/** The text has the form of STK's *.e files, with our own numbers: the velocity jumps at 60 s. */
const text = `stk.v.12.0

# WrittenBy    STK_v12.2.0

BEGIN Ephemeris

    NumberOfEphemerisPoints\t\t 4
    ScenarioEpoch\t\t 20 Nov 2026 09:30:00.250883
    InterpolationMethod\t\t Lagrange
    InterpolationSamplesM1\t\t 3
    CentralBody\t\t Earth
    CoordinateSystem\t\t J2000

    BEGIN SegmentBoundaryTimes
         0.0000000000000000e+00
         6.0000000000000000e+01
    END SegmentBoundaryTimes

    EphemerisTimePosVel\t\t

 0.0000000000000000e+00  7.0000005e+06  0 -1e3  0 7.5e3 125
 6.0000000000000000e+01  6.98525e+06 449500 6.5e3 -500 7250 125

 6.0000000000000000e+01  6.98525e+06 449500 6.5e3 -250 7500 250
 1.2050000000000000e+02  6.9405e+06 896250 14000 -1000 7000 125

END Ephemeris
`
const positions = `stk.v.4.3
BEGIN Ephemeris
ScenarioEpoch 1 Jun 2002 12:00:00
CentralBody Earth
CoordinateSystem Fixed
DistanceUnit Kilometers
EphemerisTimePos
0 7000 0 1
10 7000.5 -10 2
20 7002 -20 3
30 7004.5 -30 4
END Ephemeris
`
const EPOCH = parseTime('2026-11-20T09:30:00.250883')

function messageOf(source: string, strict = true): Stk {
  const reading = readStk(source, { strict })
  if (!reading.ok) throw new Error(reading.errors[0]?.message)
  return reading.message
}

function errorsOf(source: string, strict = true) {
  const reading = readStk(source, { strict })
  return reading.ok ? [] : reading.errors
}

test('readStk() returns the head with the names of CCSDS, and states in m and m/s', () => {
  const { header, segments } = messageOf(text)
  expect(header).toEqual({
    version: '12.0',
    epoch: EPOCH,
    points: 4,
    centreName: 'EARTH',
    refFrame: 'EME2000',
    interpolation: 'LAGRANGE',
    degree: 3,
    exponent: 0,
    boundaries: [0, 60],
    hasVelocities: true,
    hasAccelerations: false,
    comments: ['WrittenBy    STK_v12.2.0'],
  })
  expect(segments).toEqual([
    [
      { epoch: EPOCH, r: [7_000_000.5, 0, -1000], v: [0, 7500, 125] },
      { epoch: parseTime('2026-11-20T09:31:00.250883'), r: [6_985_250, 449_500, 6500], v: [-500, 7250, 125] },
    ],
    [
      { epoch: parseTime('2026-11-20T09:31:00.250883'), r: [6_985_250, 449_500, 6500], v: [-250, 7500, 250] },
      { epoch: parseTime('2026-11-20T09:32:00.750883'), r: [6_940_500, 896_250, 14_000], v: [-1000, 7000, 125] },
    ],
  ])
})

test('openStk() returns each record with its line, and stores none except the one at a boundary', () => {
  const log = new FaultLog(true)
  const reader = openStk(log)
  const records = [...text.replaceAll('\n', '\r\n')]
    .flatMap((character) => reader.write(character))
    .concat(reader.end())
  expect(records.map((record) => [record.kind, record.line, record.kind === 'state' ? record.segment : null])).toEqual([
    ['header', 19, null],
    ['state', 21, 0],
    ['state', 22, 0],
    ['state', 24, 1],
    ['state', 25, 1],
  ])
  expect(log.errors).toEqual([])
})

test('readStk() keeps the jump of velocity at a boundary: interpolation does not cross it', () => {
  const { header, segments } = messageOf(text)
  const ephemeris = makeEphemeris(
    segments.map((states) => ({ frame: header.refFrame, interpolation: 'LAGRANGE', states })),
  )
  const velocityAt = (seconds: number) => {
    const state = interpolateState(ephemeris, addSeconds(EPOCH, seconds))
    return state.ok && state.v[0]
  }
  // The interpolated positions are on straight lines, because each segment has two states.
  expect(velocityAt(30)).toBeCloseTo(-250, ROUNDING_DIGITS)
  expect(velocityAt(59.99)).toBeCloseTo(-499.917, PRINTED_DIGITS)
  expect(velocityAt(60)).toBe(-250)
})

test('readStk() accepts kilometres, and computes the velocities if the text has only positions', () => {
  const { header, segments } = messageOf(positions)
  expect(header).toMatchObject({ refFrame: 'ITRF', points: null, exponent: 3, hasVelocities: false })
  expect(header.interpolation).toBeUndefined()
  // The positions are x = 7000 km + 5 m/s² t², y = -1 km/s t, z = 1 km + 0.1 km/s t.
  for (const [index, { r, v }] of segments[0]!.entries()) {
    expect(r).toEqual([7_000_000 + 500 * index * index, index === 0 ? 0 : -10_000 * index, 1000 + 1000 * index])
    const expected = [100 * index, -1000, 100]
    for (const axis of [0, 1, 2] as const) expect(v[axis]).toBeCloseTo(expected[axis]!, ROUNDING_DIGITS)
  }
})

test('readStk() computes a velocity only from the positions around it: a jump much later changes nothing', () => {
  const line = Array.from({ length: 40 }, (_, k) => `${10 * k} ${7000 + k} 0 ${k < 30 ? 0 : 5 * (k - 29)}`)
  const { segments } = messageOf(positions.replace(/^0 7000[\s\S]*30 .*$/m, line.join('\n')))
  expect(segments[0]).toHaveLength(40)
  for (const { v } of segments[0]!.slice(0, 20)) {
    const expected = [100, 0, 0]
    for (const axis of [0, 1, 2] as const) expect(v[axis]).toBeCloseTo(expected[axis]!, ROUNDING_DIGITS)
  }
})

test.each([
  ['Lagrange', '5', 'LAGRANGE', 5],
  ['Hermite', '3', 'HERMITE', 7],
])(
  'readStk() interprets %s over %s samples and one more as %s of degree %d',
  (method, samples, interpolation, degree) => {
    const source = text.replace('Lagrange', method).replace(/M1\t\t 3/, `M1 ${samples}`)
    expect(messageOf(source).header).toMatchObject({ interpolation, degree })
  },
)

test.each([
  ['J2000', 'EME2000'],
  ['ICRF', 'ICRF'],
  ['Fixed', 'ITRF'],
  ['TEMEOfDate', 'TEME'],
  ['TrueOfDate', 'TOD'],
  ['MeanOfDate', 'MOD'],
])('readStk() interprets the frame %s as %s', (stk, refFrame) => {
  expect(messageOf(text.replace('J2000', stk)).header.refFrame).toBe(refFrame)
})

test('readStk() begins the next segment with a state that is alone at a boundary, and warns', () => {
  const alone = text.replace(/^ 6\.0000000000000000e\+01.* -500 .*\n/m, '').replace('Points\t\t 4', 'Points 3')
  const reading = readStk(alone)
  expect(reading).toMatchObject({ ok: true, warnings: [{ line: 23, code: 'not-consistent' }] })
  expect(reading.ok && reading.message.segments.map(({ length }) => length)).toEqual([1, 2])
})

test('readStk() begins a segment after a boundary without a state', () => {
  const between = text.replace('6.0000000000000000e+01\n    END', '90\n    END').replace(/^ 6.* -500 .*\n/m, '')
  const reading = readStk(between.replace('Points\t\t 4', 'Points 3'))
  expect(reading.ok && reading.message.segments.map(({ length }) => length)).toEqual([2, 1])
})

test('stkToOem() makes an OEM that is read as the same states', () => {
  const object = { objectName: 'SIMULATED 1', objectId: '2026-001A', created: parseTime('2026-11-21T00:00:00') }
  const oem = stkToOem(messageOf(text), object)
  expect(readOem(formatOem(oem))).toMatchObject({ ok: true, message: oem })
})

test.each([
  ['stk.v.12.0', 'stk 12', 1, 5, 'bad-line'],
  ['Points\t\t 4', 'Points\t\t 5', 27, 1, 'not-consistent'],
  ['Points\t\t 4', 'Points\t\t four', 7, 31, 'bad-value'],
  ['20 Nov', '20 Nuv', 8, 21, 'bad-value'],
  ['20 Nov', '31 Nov', 8, 21, 'bad-value'],
  ['Lagrange', 'LagrangeVOP', 9, 27, 'bad-value'],
  ['M1\t\t 3', 'M1\t\t 99', 10, 30, 'bad-value'],
  ['    InterpolationSamplesM1\t\t 3\n', '', 9, 27, 'missing-keyword'],
  ['J2000', 'MeanOfEpoch', 12, 24, 'bad-value'],
  ['Earth\n    CoordinateSystem\t\t J2000', 'Moon\n    CoordinateSystem\t\t Fixed', 12, 24, 'bad-value'],
  ['    CoordinateSystem\t\t J2000\n', '', 18, 1, 'missing-keyword'],
  ['CentralBody', 'DistanceUnit Feet\nCentralBody', 11, 18, 'bad-value'],
  ['CentralBody', 'TimeFormat\nCentralBody', 11, 5, 'unknown-keyword'],
  ['CentralBody\t\t Earth', 'CentralBody Earth\nCentralBody Earth', 12, 13, 'duplicate-keyword'],
  ['EphemerisTimePosVel', 'EphemerisLLATimePos', 19, 5, 'unknown-keyword'],
  ['6.0000000000000000e+01\n    END', '-1\n    END', 16, 10, 'not-increasing'],
  ['449500', '449,500', 22, 38, 'bad-number'],
  ['449500 ', '', 22, 1, 'bad-row'],
  ['1.2050000000000000e+02', '1e86', 25, 2, 'bad-value'],
  [' 1.2050000000000000e+02', '6e1', 25, 1, 'not-increasing'],
  ['END Ephemeris\n', '', 26, 1, 'unfinished'],
  ['END Ephemeris\n', 'END Ephemeris\n1 2 3\n', 28, 3, 'wrong-place'],
])('readStk() refuses %j as %j, and names the place', (from, to, line, column, code) => {
  const errors = errorsOf(text.replace(from, to))
  expect(errors).toContainEqual(expect.objectContaining({ line, column, code }))
})

test('readStk() refuses states whose times do not ascend, except at a boundary', () => {
  const source = text.replace(/ {4}BEGIN Seg[\s\S]*Times\n\n/, '')
  expect(source).not.toBe(text)
  expect(errorsOf(source)).toMatchObject([{ line: 19, code: 'not-increasing' }])
})

test('readStk() refuses Hermite without velocities, and cannot compute a velocity from one position', () => {
  const hermite = positions.replace('Central', 'InterpolationMethod Hermite\nInterpolationSamplesM1 2\nCentral')
  expect(errorsOf(hermite)).toMatchObject([
    { keyword: 'InterpolationMethod', code: 'not-consistent' },
    { code: 'unfinished' },
  ])
  expect(errorsOf(positions.replace(/^[123]0 .*\n/gm, ''))).toMatchObject([{ code: 'too-few-points' }])
})

test('readStk() reports that it omits covariances', () => {
  const source = text.replace('END Ephemeris', 'CovarianceTimePosVel\n0 1\n0 1\n\nEND Ephemeris')
  expect(readStk(source)).toMatchObject({ ok: true, warnings: [{ line: 27, code: 'unknown-keyword' }] })
})

test('readStk() reads accelerations, if the text has them, in the unit of the text', () => {
  const text = `stk.v.12.0
BEGIN Ephemeris
ScenarioEpoch 20 Nov 2026 09:30:00
CentralBody Earth
CoordinateSystem J2000
DistanceUnit Kilometers
EphemerisTimePosVelAcc
0 7000.5 0 -1 0 7.5 0.125 -0.008 0.25e-3 0
60 6985.25 449.5 6.5 -0.5 7.25 0.125 -0.008 0 1e-6
END Ephemeris
`
  const reading = readStk(text)
  expect(reading.ok && reading.message.segments[0]).toMatchObject([
    { r: [7_000_500, 0, -1000], v: [0, 7500, 125], a: [-8, 0.25, 0] },
    { a: [-8, 0, 1e-3] },
  ])
  const short = readStk(text.replace(' 1e-6', ''))
  expect(short.ok || short.errors).toMatchObject([
    { line: 9, code: 'bad-row', expected: expect.stringContaining('10') },
  ])
})

test.each([
  ['J2000', true],
  ['ICRF', true],
  ['Fixed', false],
  ['TEMEOfDate', false],
  ['TrueOfDate', false],
  ['MeanOfDate', false],
])(
  'readStk() accepts the axes %s of the Moon: %s, because rotating axes are known only for the Earth',
  (axes, isTaken) => {
    const of = (body: string) => text.replace(/Earth\n(\s+CoordinateSystem\s+)J2000/, `${body}\n$1${axes}`)
    expect(errorsOf(of('Earth'))).toEqual([])
    const codes = errorsOf(of('Moon')).map(({ keyword, code }) => [keyword, code])
    if (isTaken) expect(codes).toEqual([])
    else expect(codes).toContainEqual(['CoordinateSystem', 'bad-value'])
  },
)

test('readStk() reads no states without a valid head', () => {
  const codes = (from: string, to: string) =>
    errorsOf(text.replace(from, to)).map(({ keyword, code }) => [keyword, code])
  const unread = ['EphemerisTimePosVel', 'unfinished']
  expect(codes('CentralBody', 'DistanceUnit Feet\nCentralBody')).toEqual([['DistanceUnit', 'bad-value'], unread])
  expect(codes('J2000', 'Elsewhere')).toEqual([['CoordinateSystem', 'bad-value'], unread])
  expect(codes('20 Nov', '31 Nov')).toEqual([['ScenarioEpoch', 'bad-value'], unread])
})

test('readStk() skips keywords that do not change the data', () => {
  expect(errorsOf(text.replace('CentralBody', 'MessageLevel Errors\nBlockingFactor 20\nCentralBody'))).toEqual([])
})

test.each([
  ['Lagrange', 'InterpolationSamplesM1 1', 1],
  ['Lagrange', 'InterpolationSamplesM1 31', 31],
  ['Lagrange', 'InterpolationSamplesM1 32', null],
  ['Lagrange', 'InterpolationSamplesM1 0', null],
  ['Lagrange', 'InterpolationOrder 4', 4],
  ['Hermite', 'InterpolationSamplesM1 15', 31],
  ['Hermite', 'InterpolationSamplesM1 16', null],
  ['Hermite', 'InterpolationSamplesM1 0', 1],
  ['Hermite', 'InterpolationOrder 5', 5],
  ['Hermite', 'InterpolationOrder 4', null],
])('readStk() accepts %s with %s of degree %s: from 1 to 31, odd for Hermite', (method, line, degree) => {
  const source = text.replace('Lagrange', method).replace(/InterpolationSamplesM1.*/, line)
  if (degree === null) expect(errorsOf(source)[0]).toMatchObject({ line: 10, code: 'bad-value' })
  else expect(messageOf(source).header.degree).toBe(degree)
})

test('readStk() knows every month, and days with one digit', () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  for (const [index, month] of months.entries()) {
    const { header } = messageOf(text.replace('20 Nov 2026 09:30', `3 ${month} 2026 9:30`))
    const at = `2026-${String(index + 1).padStart(2, '0')}-03T09:30:00.250883`
    expect(header.epoch).toEqual(parseTime(at))
  }
})
