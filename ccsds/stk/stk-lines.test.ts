import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { LIMITS } from '../notation/limits.ts'
import type { StkRecord } from './stk-lines.ts'
import { scanStk } from './stk-lines.ts'

function scan(lines: readonly string[], limits: object = {}) {
  const log = new FaultLog(true)
  const records: StkRecord[] = []
  const scanner = scanStk(log, { limits: { ...LIMITS, ...limits } }, (record) => records.push(record))
  try {
    scanner.write(`${lines.join('\n')}\n`)
    scanner.end()
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  const shown = log.errors.map(({ line, column, keyword, code }) => `${line}:${column} ${keyword} ${code}`)
  return { records, errors: log.errors, warnings: log.warnings, shown }
}

const HEAD = [
  'stk.v.12.0',
  'BEGIN Ephemeris',
  'ScenarioEpoch 20 Nov 2026 00:00:00',
  'CentralBody Earth',
  'CoordinateSystem ICRF',
]
/** Returns a file with these lines between its head and its states, which begin in line 7, and with these states. */
const file = (states: readonly string[], { more = [] as readonly string[], form = 'EphemerisTimePosVel' } = {}) => [
  ...HEAD,
  ...more,
  form,
  ...states,
  'END Ephemeris',
]
const row = (t: number) => `${t} 7000000 0 0 0 7500 0`
const boundaries = (...times: readonly string[]) => ['BEGIN SegmentBoundaryTimes', ...times, 'END SegmentBoundaryTimes']
const segmentsOf = ({ records }: ReturnType<typeof scan>) =>
  records.flatMap((record) => (record.kind === 'state' ? [record.segment] : []))

test('rows have a position, and also a velocity and an acceleration if the form says so', () => {
  const stateOf = (form: string, ...numbers: number[]) => {
    const { records, shown } = scan(file([`60 ${numbers.join(' ')}`], { form, more: ['DistanceUnit Kilometers'] }))
    expect(shown).toEqual([])
    return records.flatMap((record) => (record.kind === 'state' ? [record.state] : []))[0]
  }
  const epoch = parseTime('2026-11-20T00:01:00')
  expect(stateOf('EphemerisTimePos', 1, 2, 3)).toEqual({ epoch, r: [1000, 2000, 3000], v: null })
  expect(stateOf('ephemeristimeposvel', 1, 2, 3, 4, 5, 6)).toEqual({
    epoch,
    r: [1000, 2000, 3000],
    v: [4000, 5000, 6000],
  })
  expect(stateOf('EphemerisTimePosVelAcc', 1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual({
    epoch,
    r: [1000, 2000, 3000],
    v: [4000, 5000, 6000],
    a: [7000, 8000, 9000],
  })
})

test.each([
  ['EphemerisTimePos', '0 1 2', '4: a time, a position'],
  ['EphemerisTimePosVel', '0 1 2 3', '7: a time, a position and a velocity'],
  ['EphemerisTimePosVelAcc', '0 1 2 3 4 5 6', '10: a time, a position and a velocity and an acceleration'],
])('for %s with the row %j, the fault says what is expected: %s', (form, text, expected) => {
  const { errors } = scan(file([text], { form }))
  const message = `the row has ${text.split(' ').length} numbers`
  expect(errors).toContainEqual({ line: 7, column: 1, keyword: null, code: 'bad-row', message, found: text, expected })
})

test('for a keyword in a wrong place, the fault quotes its value, or the keyword if it has no value', () => {
  const found = (text: string) => scan([...file([row(0)]), text]).errors.map((fault) => fault.found)
  expect([found('Extra 5'), found('Extra')]).toEqual([['5'], ['Extra']])
})

test('a word that is not a number, and a time in another century, are reported with their column', () => {
  const of = (text: string) => scan(file([text])).shown
  expect(of('  0 7000000 x 0 0 7500 0')).toEqual(['7:13 null bad-number'])
  expect(of(' 1e10 7000000 0 0 0 7500 0')).toEqual([])
  expect(of(' 1.01e10 7000000 0 0 0 7500 0')).toEqual(['7:2 null bad-value'])
  expect(of(' -1.01e10 7000000 0 0 0 7500 0')).toEqual(['7:2 null bad-value'])
})

test.each([
  [['stk.v.12'], ['1:1 null unfinished']],
  [['Dear all,'], ['1:6 Dear bad-line', '1:1 null unfinished']],
  [
    ['stk.v.12', 'ScenarioEpoch 1'],
    ['2:15 ScenarioEpoch wrong-place', '2:1 null unfinished'],
  ],
  [
    ['stk.v.12', 'END Ephemeris'],
    ['2:5 END wrong-place', '2:1 null unfinished'],
  ],
  [
    ['stk.v.12', 'BEGIN Ephemeris'],
    ['2:1 null unfinished', ''],
  ],
  [[...HEAD, 'END Ephemeris'], ['6:1 null unfinished']],
  [
    [...HEAD, ...boundaries('0', '60').slice(0, 2), 'END Ephemeris'],
    ['8:5 END wrong-place', '8:1 null unfinished'],
  ],
  [
    [...HEAD, 'END SegmentBoundaryTimes'],
    ['6:5 END wrong-place', '6:1 null unfinished'],
  ],
  [
    [...HEAD, row(0)],
    ['6:3 0 wrong-place', '6:1 null unfinished'],
  ],
  [
    [...HEAD, 'BEGIN Ephemeris'],
    ['6:7 BEGIN wrong-place', '6:1 null unfinished'],
  ],
  [file([row(0), ...boundaries('0')]), ['8:7 BEGIN wrong-place', '9:1 null bad-row']],
  [file([row(0), 'CentralBody Earth']), ['8:13 CentralBody wrong-order']],
  [file([row(0)], { form: 'EphemerisLLATimePos' }), ['6:1 EphemerisLLATimePos unknown-keyword', '7:3 0 wrong-place']],
  [[...file([row(0)]), '', 'more'], ['10:1 more wrong-place']],
  [file([]), ['7:1 null unfinished']],
  [file([row(0), row(0)]), ['8:1 null not-increasing']],
  [file([row(1), row(0)]), ['8:1 null not-increasing']],
] as const)('%j is reported as %j', (lines, expected) => {
  expect(scan(lines).shown.slice(0, 2)).toEqual(expected.filter((one) => one !== '').slice(0, 2))
})

test('the text must end with END Ephemeris, and the fault names what is missing', () => {
  expect(scan([...HEAD, 'EphemerisTimePosVel', row(0)]).errors).toMatchObject([
    { line: 7, code: 'unfinished', expected: 'END Ephemeris' },
  ])
  const counted = (points: number) =>
    scan(file([row(0), row(1)], { more: [`NumberOfEphemerisPoints ${points}`] })).errors
  expect(counted(2)).toEqual([])
  expect(counted(3)).toMatchObject([
    { line: 10, keyword: 'NumberOfEphemerisPoints', code: 'not-consistent', found: '2', expected: '3' },
  ])
})

test('boundary times may be alone or several in a line, must ascend, and are reported with their place', () => {
  const of = (...times: string[]) => scan(file([row(0)], { more: boundaries(...times) })).shown.slice(0, 1)
  expect(of('-60 0', '60')).toEqual([])
  expect(of('0', '0')).toEqual(['8:1 SegmentBoundaryTimes not-increasing'])
  expect(of('0', '-1')).toEqual(['8:1 SegmentBoundaryTimes not-increasing'])
  expect(of('x')).toEqual(['7:1 SegmentBoundaryTimes bad-number'])
  expect(of('x 60')).toEqual(['7:1 SegmentBoundaryTimes bad-number'])
  expect(of('60 x')).toEqual(['7:4 SegmentBoundaryTimes bad-number'])
})

test('a state belongs to the segment that the boundaries determine', () => {
  const of = (times: readonly number[], ...states: readonly number[]) =>
    segmentsOf(scan(file(states.map(row), { more: boundaries(...times.map(String)) })))
  expect(of([60], 0, 60, 60, 120)).toEqual([0, 0, 1, 1])
  expect(of([60], 0, 60, 120)).toEqual([0, 1, 1])
  expect(of([60], 0, 50, 70)).toEqual([0, 0, 1])
  expect(of([60], 0, 60)).toEqual([0, 0])
  // The first state may be at a boundary or after several boundaries: no state is before it, so it is in the first segment.
  expect(of([0, 60], 0, 60, 60, 120)).toEqual([0, 0, 1, 1])
  expect(of([-60, 0, 60], 10, 60, 60)).toEqual([0, 0, 1])
  // Boundaries without states between them divide the ephemeris only once, and so does a boundary without a state followed by one that has a state.
  expect(of([20, 40], 0, 60)).toEqual([0, 1])
  expect(of([20, 60], 0, 60, 60, 80)).toEqual([0, 1, 2, 2])
  expect(of([], 0, 60)).toEqual([0, 0])
})

test('comments before the states are kept, and comments among the states are not', () => {
  const lines = [
    'stk.v.12.0',
    '# one',
    '#',
    ...HEAD.slice(1),
    '#two ',
    'EphemerisTimePosVel',
    '# three',
    row(0),
    'END Ephemeris',
  ]
  const { records, shown } = scan(lines)
  expect(shown).toEqual([])
  expect(records[0]).toMatchObject({ kind: 'header', line: 9, header: { comments: ['one', 'two'], version: '12.0' } })
})

test('covariances are skipped with one warning, before and after the states', () => {
  const { records, shown, warnings } = scan([
    ...[...HEAD, 'NumberOfCovariancePoints 1', 'EphemerisTimePosVel', row(0)],
    ...['CovarianceTimePos', '0 1 2 3 4 5 6', 'END Ephemeris'],
  ])
  expect(shown).toEqual([])
  expect(warnings).toMatchObject([{ line: 6, column: 26, code: 'unknown-keyword' }])
  expect(records).toHaveLength(2)
})

test('the limits of the caller are applied exactly', () => {
  const lines = file([row(0), row(60), row(60)], { more: ['# a', '# b', ...boundaries('0', '60')] })
  const longest = Math.max(...lines.map((line) => line.length))
  const exact = { lines: lines.length, lineLength: longest, comments: 2, segments: 2, points: 3 }
  expect(scan(lines, exact).shown).toEqual([])
  expect(scan(lines, { lines: lines.length - 1 }).shown).toEqual(['16:1 null too-many-lines'])
  expect(scan(lines, { lineLength: longest - 1 }).shown).toEqual(['3:1 null line-too-long'])
  expect(scan(lines, { comments: 1 }).shown).toEqual(['7:1 null too-many-comments'])
  expect(scan(lines, { segments: 1 }).shown).toEqual(['10:1 null too-many-segments'])
  expect(scan(lines, { points: 2 }).shown).toEqual(['15:1 null too-many-points'])
})
