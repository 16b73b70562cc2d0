import { expect, test } from 'vitest'
import { DIRECTIONS, designOf, ignitionOf, requestOf } from './design-address.ts'
import { nextBurnOf } from './planned-burn.ts'

const ACCEPTED = 1e-5
const TCA_MS = Date.parse('2026-11-21T14:13:07.000Z')
const PERIOD_S = 5_700
const minutesBefore = (ms: number | undefined) => (ms === undefined ? undefined : (TCA_MS - ms) / 60_000)
const startOf = (start: string | undefined, unit: 'PERIODS' | 'SECONDS' | 'DATE') =>
  ignitionOf({ start }, { unit }, { tcaMs: TCA_MS, periodS: PERIOD_S })

test('a burn starts the typed number of periods or seconds before closest approach, by default 1.5 periods', () => {
  expect(minutesBefore(startOf('2', 'PERIODS'))).toBe(190)
  expect(minutesBefore(startOf('', 'PERIODS'))).toBe(142.5)
  expect(minutesBefore(startOf(undefined, 'PERIODS'))).toBe(142.5)
  expect(minutesBefore(startOf('90', 'SECONDS'))).toBe(1.5)
  // A decimal comma is accepted, and a start between two milliseconds is moved to the nearest.
  expect(minutesBefore(startOf('0,5', 'PERIODS'))).toBe(47.5)
  expect(startOf('0.0016', 'SECONDS')).toBe(TCA_MS - 2)
})

test('a date of the burn is in UTC, with or without its sign and with a space or T', () => {
  for (const typed of [
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00',
    ' 2026-11-21 10:00:00 ',
    '2026-11-21 10:00',
    '2026-11-21T10:00:00.000Z',
  ])
    expect(startOf(typed, 'DATE')).toBe(Date.parse('2026-11-21T10:00:00.000Z'))
})

test('a text that is not a time before closest approach gives no start', () => {
  expect(startOf('2026-11-21T14:13:07Z', 'DATE')).toBeUndefined()
  expect(startOf('2026-11-21T14:13:06.999Z', 'DATE')).toBe(TCA_MS - 1)
  // A date has to be in the order of ISO 8601: in another order, day and month could be confused.
  for (const typed of ['Nov 21 2026 10:00', '11/12/2026 10:00', '2026-02-30 10:00', '2026-11-21', '', 'soon'])
    expect(startOf(typed, 'DATE')).toBeUndefined()
  for (const typed of ['0', '-1', 'soon']) expect(startOf(typed, 'PERIODS')).toBeUndefined()
  expect(startOf('', 'SECONDS')).toBeUndefined()
})

test('without parameters the designer targets three hundredths of the accepted probability, in any direction (Hall, AAS 19-631)', () => {
  expect(designOf({}, ACCEPTED)).toEqual({
    settings: {
      target: { kind: 'probability', probability: 3e-7 },
      direction: null,
      dynamics: 'j2',
      hasExecutionError: true,
      arcS: null,
    },
    goal: 'PROBABILITY',
    directions: DIRECTIONS.filter((one) => one !== 'planned'),
    goals: ['PROBABILITY', 'MISS_DISTANCE'],
    target: 3e-7,
    direction: 'any',
    unit: 'PERIODS',
    referenceFrame: 'ECI',
    show: 'pc',
    events: 'one',
  })
  expect(designOf({ goal: 'MISS_DISTANCE' }, ACCEPTED)).toMatchObject({ target: 1_000, goal: 'MISS_DISTANCE' })
})

test('the values of the address are used, and invalid ones are ignored', () => {
  const said = { dynamics: 'two-body', error: 'no', arc: '30', unit: 'DATE', show: 'miss', events: 'all' }
  expect(designOf(said, ACCEPTED)).toMatchObject({
    settings: { dynamics: 'two-body', hasExecutionError: false, arcS: 30 },
    unit: 'DATE',
    show: 'miss',
    events: 'all',
  })
  const odd = { dynamics: 'x', error: 'x', arc: '0', unit: 'x', show: 'x', events: 'x', goal: 'x', direction: 'x' }
  expect(designOf(odd, ACCEPTED)).toEqual(designOf({}, ACCEPTED))
  const states = ['ECEF', 'ECI', 'EME2000', 'TEME', ''].map(
    (name) => designOf({ states: name }, ACCEPTED).referenceFrame,
  )
  expect(states).toEqual(['ECEF', 'ECI', 'EME2000', 'ECI', 'ECI'])
})

test('a target is above zero and at most a tenth, or a thousand kilometres', () => {
  const target = (goal: string, typed: string) => designOf({ goal, target: typed }, ACCEPTED).target
  expect(['0.1', '0.11', '0', '-1', '', 'x'].map((typed) => target('PROBABILITY', typed))).toEqual([
    ...[0.1, 3e-7, 3e-7, 3e-7, 3e-7, 3e-7],
  ])
  expect(['1000000', '1000001', '0', '250,5'].map((typed) => target('MISS_DISTANCE', typed))).toEqual([
    ...[1_000_000, 1_000, 1_000, 250.5],
  ])
  expect(designOf({ goal: 'MISS_DISTANCE', target: '250' }, ACCEPTED).settings.target).toEqual({
    kind: 'miss',
    missM: 250,
  })
})

test('a line of the burn lies along an axis, along given numbers or at two angles; an invalid direction counts as any direction', () => {
  const line = (direction: string, vector?: string, frame?: string) =>
    designOf({ direction, vector, frame }, ACCEPTED).settings.direction
  const rtn = { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ' }
  expect(line('radial')).toEqual({ ...rtn, vector: [1, 0, 0] })
  expect(line('along')).toEqual({ ...rtn, vector: [0, 1, 0] })
  expect(line('cross')).toEqual({ ...rtn, vector: [0, 0, 1] })
  expect(line('xyz', '0 1; -2,5')).toEqual({ ...rtn, vector: [0, 1, -2.5] })
  for (const none of ['0 0 0', '1 2', 'a b c', '']) expect(line('xyz', none)).toBeNull()
  const angles = { deltaVReferenceFrame: 'RTN', deltaVDirection: 'AZIMUTH_ELEVATION' }
  expect(line('azel', '-360 90')).toEqual({ ...angles, azimuthDeg: -360, elevationDeg: 90 })
  for (const none of ['361 0', '0 91', '0 -91', '10']) expect(line('azel', none)).toBeNull()
})

test('a covariance of the burn consists of the six numbers of a lower triangle in mm²/s², in rows as in CCSDS', () => {
  const of = (matrix: string, error = 'matrix') => designOf({ error, matrix }, ACCEPTED).settings
  expect(of(' 4 1 9; 2 3 16 ')).toMatchObject({
    hasExecutionError: true,
    executionCovarianceRtn: [
      [4e-6, 1e-6, 2e-6],
      [1e-6, 9e-6, 3e-6],
      [2e-6, 3e-6, 16e-6],
    ],
  })
  for (const none of ['', '4 1 9 2 3', '4 1 9 2 3 16 1', '4 1 9 2 3 x', '1 2 1 0 0 1'])
    expect(of(none)).not.toHaveProperty('executionCovarianceRtn')
  expect(of('4 1 9 2 3 16', 'yes')).not.toHaveProperty('executionCovarianceRtn')
})

test('the request contains the burn as it was designed', () => {
  const { direction } = designOf({ direction: 'along' }, ACCEPTED).settings
  const burn = { target: { kind: 'miss', missM: 800 }, direction, ignitionMs: TCA_MS - 1_000 } as const
  const { settings } = designOf({ arc: '30' }, ACCEPTED)
  expect(
    requestOf({ ...burn, direction: null }, settings, { isArc: false, leftOut: undefined, referenceFrame: 'ECI' }),
  ).toEqual({
    start: { unit: 'DATE', value: '2026-11-21T14:13:06.000Z' },
    target: { kind: 'MISS_DISTANCE', value: 800 },
    dynamics: 'j2',
    referenceFrame: 'ECI',
    hasExecutionError: true,
  })
  const target = { kind: 'probability', probability: 1e-6 } as const
  expect(
    requestOf({ ...burn, target }, settings, { isArc: true, leftOut: undefined, referenceFrame: 'ECEF' }),
  ).toMatchObject({
    target: { kind: 'PROBABILITY', value: 1e-6 },
    direction,
    manoeuvreDuration: { unit: 'SECONDS', value: 30 },
    referenceFrame: 'ECEF',
  })
  // Without a duration there is no arc.
  expect(
    requestOf(burn, designOf({}, ACCEPTED).settings, { isArc: true, leftOut: undefined, referenceFrame: 'ECEF' }),
  ).not.toHaveProperty('manoeuvreDuration')
})

test('the other objects are shown if they count, otherwise the map is of this event', () => {
  const shown = (search: Parameters<typeof designOf>[0]) => designOf(search, 1e-4).show
  expect(shown({ show: 'others', events: 'all' })).toBe('others')
  expect(shown({ show: 'others' })).toBe('pc')
  expect(['miss', 'mass', 'nothing'].map((show) => shown({ show }))).toEqual(['miss', 'mass', 'pc'])
})

const NEXT = {
  ignition: '2026-11-22T08:00:00.000Z',
  durationS: 40,
  announcedBy: 'flight dynamics',
  deltaV: { frame: 'RTN', vector: [0, 0.05, 0] as [number, number, number] },
}

test('the next planned burn can be chosen as a direction if one is announced, and the request contains it', () => {
  const design = designOf({ direction: 'planned' }, 1e-4, { nextBurn: NEXT })
  expect(design).toMatchObject({ direction: 'planned', settings: { isPlannedBurn: true, direction: null, arcS: 40 } })
  expect(designOf({ direction: 'planned' }, 1e-4).direction).toBe('any')
  expect(designOf({}, 1e-4).directions).not.toContain('planned')
  const moved = { plannedMs: 0, by: 'flight dynamics', movedByS: 6_000, revolutions: 1 }
  const burn = { target: { kind: 'miss', missM: 800 }, direction: null, ignitionMs: 0, moved } as const
  const asked = requestOf(burn, design.settings, { referenceFrame: 'ECI', isArc: true, leftOut: undefined })
  expect(asked).toMatchObject({ plannedBurn: 'NEXT', start: { unit: 'DATE' } })
  expect(asked).not.toHaveProperty('manoeuvreDuration')
})

test('the next burn is the first after closest approach whose Δv is known', () => {
  const notice = (ignition: string, deltaV: typeof NEXT.deltaV | null) => ({ ...NEXT, ignition, deltaV }) as never
  const at = (hour: number) => `2026-11-22T0${hour}:00:00.000Z`
  const listed = [
    notice(at(8), NEXT.deltaV),
    notice(at(7), null),
    notice(at(9), NEXT.deltaV),
    notice(at(5), NEXT.deltaV),
  ]
  expect(nextBurnOf(listed, Date.parse(at(6)))?.ignition).toBe(at(8))
  expect(nextBurnOf(listed.slice(1, 2), Date.parse(at(6)))).toBeUndefined()
})
