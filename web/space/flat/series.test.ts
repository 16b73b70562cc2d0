import { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { gstime, json2satrec, type SatRec, sgp4 } from 'satellite.js'
import { expect, test } from 'vitest'
import { openSpaceCatalogue } from '../space-catalogue.ts'
import { flatChoiceOf } from './flat-choice.ts'
import { flatObject, flatObjects, isRingObject, ringNeighbours, shellNeighbours } from './neighbours.ts'
import { SUPPORT_MS, seriesOf } from './series.ts'

const ORIGIN_MS = Date.UTC(2026, 10, 20)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type TestObject = {
  readonly name: string
  readonly revs: number
  readonly e: number
  readonly inc: number
  readonly node: number
  readonly perigee: number
  readonly anomaly: number
}
const LOW = { revs: 14.9, e: 0.0008, inc: 97.5, node: 40, perigee: 90, anomaly: 0 }
const HIGH = { revs: 1.00272, e: 0.0003, inc: 0.05, node: 80, perigee: 10, anomaly: 120 }
/** 0.01 revolutions a day are 3.1 km of height here (Kepler's third law), which is 430 km a day along the track. */
const OBJECTS: readonly TestObject[] = [
  { name: 'OWN', ...LOW },
  { name: 'ON THE SAME ORBIT', ...LOW, anomaly: 0.4 },
  { name: 'LOWER AND BEHIND', ...LOW, revs: 14.91, anomaly: -3 },
  { name: 'ANOTHER PLANE', ...LOW, node: 40.7 },
  { name: 'ANOTHER INCLINATION', ...LOW, inc: 98.2 },
  { name: 'FIFTY KILOMETRES LOWER', ...LOW, revs: 15.06 },
  { name: 'ECCENTRIC', ...LOW, e: 0.008 },
  { name: 'OWN RING', ...HIGH },
  { name: 'RING NEIGHBOUR', ...HIGH, anomaly: 120.5, inc: 0.4 },
  { name: 'RING DRIFTER', ...HIGH, anomaly: 117, revs: 1.0011 },
  { name: 'RING FAR', ...HIGH, anomaly: 200 },
  { name: 'CROSSING', ...LOW, inc: 50, node: 220, revs: 14.7 },
]
const column = (of: (one: TestObject) => number) => OBJECTS.map(of)
const columns = CatalogueElements.parse({
  isSimulated: true,
  origin: new Date(ORIGIN_MS).toISOString(),
  kinds: ['payloads'],
  owners: [],
  sources: ['simulated'],
  noradId: OBJECTS.map((_, k) => 90_001 + k),
  name: OBJECTS.map(({ name }) => name),
  internationalDesignator: OBJECTS.map(() => ''),
  kind: column(() => 0),
  owner: column(() => -1),
  source: column(() => 0),
  epochS: column(() => 0),
  meanMotionRevPerDay: column(({ revs }) => revs),
  eccentricity: column(({ e }) => e),
  inclinationDeg: column(({ inc }) => inc),
  raanDeg: column(({ node }) => node),
  argPeriapsisDeg: column(({ perigee }) => perigee),
  meanAnomalyDeg: column(({ anomaly }) => anomaly),
  bstar: column(() => 1e-5),
})
const catalogue = openSpaceCatalogue(columns)
const placeOf = (name: string) => OBJECTS.findIndex((one) => one.name === name)
const modelOf = (name: string) => flatObject(catalogue, placeOf(name)).model

/** Another program's SGP4. */
function recordOf(name: string): SatRec {
  const one = OBJECTS[placeOf(name)]!
  return json2satrec({
    OBJECT_NAME: name,
    OBJECT_ID: '2000-001A',
    EPOCH: new Date(ORIGIN_MS).toISOString().replace('Z', ''),
    MEAN_MOTION: one.revs,
    ECCENTRICITY: one.e,
    INCLINATION: one.inc,
    RA_OF_ASC_NODE: one.node,
    ARG_OF_PERICENTER: one.perigee,
    MEAN_ANOMALY: one.anomaly,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: '90001',
    ELEMENT_SET_NO: 1,
    REV_AT_EPOCH: 1,
    BSTAR: 1e-5,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
  })
}
type Triple = readonly [number, number, number]
function stateBy(record: SatRec, atMs: number): { readonly r: Triple; readonly v: Triple } {
  const state = sgp4(record, (atMs - ORIGIN_MS) / 60_000)
  if (!state) throw new Error('satellite.js has no state.')
  const { position: p, velocity: q } = state
  return { r: [p.x, p.y, p.z], v: [q.x, q.y, q.z] }
}
const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Triple): Triple => {
  const size = Math.hypot(...a)
  return [a[0] / size, a[1] / size, a[2] / size]
}
/** R = r/|r|, C = r × v/|r × v|, I = C × R (Vallado, Fundamentals of Astrodynamics, 4th ed., section 3.3). */
function axesBy({ r, v }: { readonly r: Triple; readonly v: Triple }) {
  const R = unit(r)
  const C = unit(cross(r, v))
  return { R, I: cross(C, R), C }
}

/** Both programs agree to 1 mm after a week (astro/sgp4/propagate.test.ts); epochs are read to a microsecond, in which an object moves 8 mm. */
const PLACE_M = 0.02
const GRID = { fromMs: ORIGIN_MS - DAY_MS, toMs: ORIGIN_MS + 2 * DAY_MS, count: 145 }

test('along-track places are those of another program, and so is the next meeting', () => {
  const names = ['ON THE SAME ORBIT', 'LOWER AND BEHIND']
  const sinceMs = ORIGIN_MS
  const series = seriesOf({
    kind: 'along',
    own: modelOf('OWN'),
    others: names.map(modelOf),
    boxM: 3_000,
    sinceMs,
    ...GRID,
  })
  if (series.kind !== 'along') throw new Error('another answer')
  const own = recordOf('OWN')
  const arcBy = (record: SatRec, atMs: number) => {
    const ours = stateBy(own, atMs)
    const { R, I } = axesBy(ours)
    const { r } = stateBy(record, atMs)
    return 1_000 * Math.hypot(...ours.r) * Math.atan2(dot(I, r), dot(R, r))
  }
  names.forEach((name, line) => {
    const record = recordOf(name)
    series.times.forEach((atMs, k) => {
      expect(Math.abs(series.lines[line]!.arcM[k]! - arcBy(record, atMs)), `${name} ${k}`).toBeLessThan(PLACE_M)
    })
  })
  // 0.4° ahead on the same orbit is 49 km, and stays there.
  expect(series.lines[0]!.meeting).toBeUndefined()
  const meeting = series.lines[1]!.meeting!
  const lower = recordOf('LOWER AND BEHIND')
  const swing = (arcBy(lower, meeting.atMs + 30_000) - arcBy(lower, meeting.atMs - 30_000)) / 60
  expect(Math.abs(arcBy(lower, meeting.atMs) + 3_000)).toBeLessThan(PLACE_M + Math.abs(swing) * MILLISECOND_S)
  // 0.01 revolutions a day more: 3.6° of the circle of this mean motion a day.
  const circleM = 2 * Math.PI * 1_000 * Math.cbrt(398_600.4418 / ((LOW.revs * 2 * Math.PI) / 86_400) ** 2)
  expect(meeting.isInside).toBe(false)
  expect(Math.abs(meeting.rateMps / ((0.01 * circleM) / 86_400) - 1)).toBeLessThan(RATE_SHARE)
  // From 3° behind, 3.6° a day nearer: it comes after most of a day, and never before.
  for (let atMs = sinceMs; atMs < meeting.atMs - 1_000; atMs += 60_000)
    expect(Math.abs(arcBy(lower, atMs))).toBeGreaterThan(3_000)
  expect((meeting.atMs - sinceMs) / HOUR_MS).toBeGreaterThan(18)
})
/** The other program is asked at whole fractions of a minute of a double, half a millisecond near. */
const MILLISECOND_S = 1e-3
/** J2 and drag change the difference of two near mean motions by less than this share, and so does the radius at which the arc is measured. */
const RATE_SHARE = 0.01

test('radial, along and cross are those of another program, and the closest point is where its distance is least', () => {
  const series = seriesOf({ kind: 'relative', own: modelOf('OWN'), other: modelOf('CROSSING'), ...GRID, count: 2_161 })
  if (series.kind !== 'relative') throw new Error('another answer')
  const [own, other] = [recordOf('OWN'), recordOf('CROSSING')]
  for (let k = 0; k < series.times.length; k += 20) {
    const [a, b] = [stateBy(own, series.times[k]!), stateBy(other, series.times[k]!)]
    const { R, I, C } = axesBy(a)
    const apart: Triple = [b.r[0] - a.r[0], b.r[1] - a.r[1], b.r[2] - a.r[2]]
    const found = [series.radialM[k]!, series.alongM[k]!, series.crossM[k]!]
    const expected = [R, I, C].map((axis) => 1_000 * dot(axis, apart))
    for (const axis of [0, 1, 2]) expect(Math.abs(found[axis]! - expected[axis]!)).toBeLessThan(PLACE_M)
  }
  const distanceBy = (atMs: number) => {
    const [a, b] = [stateBy(own, atMs).r, stateBy(other, atMs).r]
    return 1_000 * Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])
  }
  // Two minima in each of 3 × 14.8 revolutions.
  expect(series.closest.length).toBeGreaterThan(80)
  const [nearest] = series.closest.toSorted((a, b) => a.distanceM - b.distanceM)
  let least = Number.POSITIVE_INFINITY
  for (let atMs = GRID.fromMs; atMs < GRID.toMs; atMs += 10_000) least = Math.min(least, distanceBy(atMs))
  for (let atMs = nearest!.atMs - 6_000; atMs < nearest!.atMs + 6_000; atMs += 10)
    least = Math.min(least, distanceBy(atMs))
  expect(Math.abs(nearest!.distanceM - least)).toBeLessThan(LEAST_M)
  expect(Math.abs(Math.hypot(...nearest!.rtnM) - nearest!.distanceM)).toBeLessThan(PLACE_M)
})
/** Ten milliseconds between two distances are 75 m of relative motion either way, of which a distance of kilometres changes by its square. */
const LEAST_M = 2

test('longitudes in the ring are right ascension minus the sidereal angle of another program, and the drift is their slope', () => {
  const names = ['OWN RING', 'RING NEIGHBOUR', 'RING DRIFTER']
  const series = seriesOf({ kind: 'ring', models: names.map(modelOf), aroundDeg: 0, ...GRID })
  if (series.kind !== 'ring') throw new Error('another answer')
  names.forEach((name, line) => {
    const record = recordOf(name)
    const by = (atMs: number) => {
      const { r } = stateBy(record, atMs)
      return ((Math.atan2(r[1], r[0]) - gstime(new Date(atMs))) * 180) / Math.PI
    }
    const turn = (degrees: number) => degrees - 360 * Math.round(degrees / 360)
    series.times.forEach((atMs, k) => {
      expect(Math.abs(turn(series.lines[line]!.longitudeDeg[k]! - by(atMs)))).toBeLessThan(LONGITUDE_DEG)
    })
    const dayMs = 86_164_090.5
    const slope = (turn(by(ORIGIN_MS + dayMs) - by(ORIGIN_MS - dayMs)) / (2 * dayMs)) * DAY_MS
    expect(Math.abs(series.lines[line]!.driftDegPerDay - slope)).toBeLessThan(DRIFT_DEG)
  })
  // A mean motion that is less by 0.00162 revolutions a day is 0.58° a day to the west: the published elements themselves say so.
  const [own, , drifter] = series.lines
  const between = drifter!.driftDegPerDay - own!.driftDegPerDay
  expect(Math.abs(between - 360 * (1.0011 - 1.00272))).toBeLessThan(ELEMENTS_DEG)
})
/** Places that agree to 2 cm are 3e-8° there; UT1 is left out by both, and times are read to a millisecond, in which the Earth turns by 4e-6°. */
const LONGITUDE_DEG = 1e-5
const DRIFT_DEG = 1e-5
/** Resonance with the Earth's equator changes the drift by 0.002° a day in a day, and Sun and Moon by as much. */
const ELEMENTS_DEG = 0.01

test('nothing is computed farther than ten days from the epoch of a set', () => {
  const toMs = ORIGIN_MS + SUPPORT_MS + DAY_MS
  const series = seriesOf({
    kind: 'ring',
    models: [modelOf('OWN RING')],
    aroundDeg: 0,
    fromMs: ORIGIN_MS,
    toMs,
    count: 12,
  })
  if (series.kind !== 'ring') throw new Error('another answer')
  const { longitudeDeg } = series.lines[0]!
  expect([...longitudeDeg].map((degrees) => Number.isFinite(degrees))).toEqual([...Array(11).fill(true), false])
})

const SPAN = { fromMs: ORIGIN_MS, toMs: ORIGIN_MS + 2 * DAY_MS }
const namesOf = (places: readonly number[]) => places.map((k) => OBJECTS[k]!.name)

test('the shell holds what is near in height and plane, the nearest first; wider limits hold more', () => {
  const shell = (radialKm: number, planeDeg: number) =>
    namesOf(shellNeighbours(catalogue, placeOf('OWN'), SPAN, { radialKm, planeDeg }))
  expect(shell(40, 0.5)).toEqual(['LOWER AND BEHIND', 'ON THE SAME ORBIT'])
  expect(new Set(shell(40, 0.8))).toEqual(
    new Set(['LOWER AND BEHIND', 'ON THE SAME ORBIT', 'ANOTHER PLANE', 'ANOTHER INCLINATION']),
  )
  expect(shell(60, 0.5)).toContain('FIFTY KILOMETRES LOWER')
  expect(shell(1, 0.5)).toEqual(['ON THE SAME ORBIT'])
})

test('the ring holds what comes within some degrees in the range', () => {
  const within = (degrees: number) => namesOf(ringNeighbours(catalogue, placeOf('OWN RING'), SPAN, degrees))
  expect(within(0.7)).toEqual(['RING NEIGHBOUR'])
  expect(within(5)).toEqual(['RING NEIGHBOUR', 'RING DRIFTER'])
  expect(OBJECTS.flatMap(({ name }, k) => (isRingObject(catalogue, k) ? [name] : []))).toEqual([
    'OWN RING',
    'RING NEIGHBOUR',
    'RING DRIFTER',
    'RING FAR',
  ])
})

test('objects of one name are told apart by their numbers', () => {
  const twice = openSpaceCatalogue({ ...columns, name: ['DEBRIS', 'DEBRIS', 'PAYLOAD', ...columns.name.slice(3)] })
  expect(flatObjects(twice, [0, 1, 2]).map(({ name }) => name)).toEqual(['DEBRIS 90001', 'DEBRIS 90002', 'PAYLOAD'])
})

test('an address chooses within limits, and what is beyond them or no number is ignored', () => {
  expect(flatChoiceOf({ plot: 'ring', sat: '90001', radial: '12.5', plane: '5', reach: '21000', unit: 's' })).toEqual({
    plot: 'ring',
    own: 90_001,
    other: undefined,
    radialKm: 12.5,
    planeDeg: 5,
    reachKm: 21_000,
    unit: 's',
    withinDeg: 0.7,
  })
  const odd = { plot: 'x', sat: '-1', with: '1.5', radial: '201', plane: '', reach: '0', unit: 'm', degrees: 'NaN' }
  expect(flatChoiceOf(odd)).toEqual(flatChoiceOf({}))
})
