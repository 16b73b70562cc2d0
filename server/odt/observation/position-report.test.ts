/** Positions of LAGEOS-2 from the prediction centre of a laser station (SGF), compared with the orbit of another centre (JAXA). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween, transformState } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { PositionReport } from '@apsis/contract/odt/observation/position-report.ts'
import { expect, test } from 'vitest'
import type { NotifiedBurn } from '../../ca/announced/silent-burn.service.ts'
import type { KnownOrbit } from '../object/known-orbit.ts'
import type { Suspect } from './make-report.ts'
import { makePositionReports } from './position-report.ts'
import { readOemText, readPositions } from './read-positions.ts'

type PublishedOrbits = {
  readonly lageos2: {
    readonly expected: { readonly epoch_utc: string; readonly position_m: Vec3; readonly velocity_mps: Vec3 }
    /** The MJD, the seconds of the day, and the position in the frame of the Earth, m. */
    readonly positions: readonly (readonly [number, number, number, number, number])[]
  }
}
const { expected, positions: CPF } = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'published-tracks.reference.json'), 'utf8')) as PublishedOrbits
).lageos2
const LAGEOS_2 = 22_195
const EPOCH = parseTime(expected.epoch_utc, 'UTC')
const TRUTH: CartesianState = transformState(
  { frame: 'EME2000', epoch: EPOCH, r: expected.position_m, v: expected.velocity_mps },
  'GCRF',
  { outside: 'hold' },
)
/** The predictions of the two centres differ by this much a day ahead (F20 requires the same accuracy of an orbit from ranges). */
const POSITION_M = 1.5
/** The velocity is printed to a millimetre per second. */
const VELOCITY_MPS = 1e-3
const [HOURS, STEP_S, SIGMA_M] = [3, 300, 1]
const SECONDS_PER_HOUR = 3_600
/** Sigmas are given to a millimetre; the axes of two orbits a kilometre apart differ by a ten-thousandth. */
const SIGMA_DIGITS = 2

const ALL_ROWS = CPF.map(([, second, x, y, z]) => ({ second, r: [x, y, z] as Vec3 }))
const ROWS = ALL_ROWS.filter(
  ({ second }) => second >= 16 * SECONDS_PER_HOUR && second <= (16 + HOURS) * SECONDS_PER_HOUR,
)
const timeOf = (second: number) => new Date(Date.UTC(2016, 1, 13) + second * 1_000).toISOString().slice(0, 23)
const rowOf = ({ second, r }: (typeof ROWS)[number]) =>
  [timeOf(second), ...r.map((part) => (part / 1_000).toFixed(6))].join(' ')

/** Writes an operator's precise orbit: positions in the frame of the Earth, without velocities and without a covariance. */
function oem(rows: readonly string[], after: readonly string[] = []): string {
  return [
    ...['CCSDS_OEM_VERS = 2.0', 'CREATION_DATE = 2016-02-13T20:00:00', 'ORIGINATOR = OPERATOR', 'META_START'],
    ...[
      'OBJECT_NAME = LAGEOS 2',
      'OBJECT_ID = 1992-070B',
      'CENTER_NAME = EARTH',
      'REF_FRAME = ITRF',
      'TIME_SYSTEM = UTC',
    ],
    ...[`START_TIME = ${timeOf(16 * SECONDS_PER_HOUR)}`, `STOP_TIME = ${timeOf(19 * SECONDS_PER_HOUR)}`, 'META_STOP'],
    ...rows,
    ...after,
    '',
  ].join('\n')
}

/** Makes a known orbit: the truth with this offset at the beginning. */
function known(off: Vec3, { lateS = 0, ageDays = 1, noradId = LAGEOS_2, name = 'LAGEOS 2' } = {}): Suspect {
  const sky = makeEnvironment(EPOCH, { outside: 'hold' })
  const span = { epoch: EPOCH, first: addSeconds(EPOCH, -60), last: addSeconds(EPOCH, 4 * SECONDS_PER_HOUR) }
  const path = numericalFlight({ ...span, ...orbitForces(sky, null) })({ r: add(TRUTH.r, off), v: TRUTH.v })
  if (path === null) throw new Error('the truth does not fly')
  const orbit: KnownOrbit = {
    type: 'OMM',
    epoch: addSeconds(EPOCH, -86_400 * ageDays),
    at: (at: Epoch) => {
      const when = addSeconds(at, -lateS)
      if (Math.abs(secondsBetween(EPOCH, when)) > 4 * SECONDS_PER_HOUR) return null
      return rotateState(rotationBetween('GCRF', 'TEME', earthAt(at, { outside: 'hold' })), path.stateAt(when))
    },
  }
  return { noradId, name, orbit }
}

function report(
  text: string,
  suspect: Suspect,
  others: readonly Suspect[] = [],
  sigmaM: number | null = SIGMA_M,
  burns: readonly NotifiedBurn[] = [],
) {
  const [segment] = readOemText(text).segments
  const track = segment && readPositions(segment, sigmaM)
  if (!track) return null
  const reports = makePositionReports(track, { suspect, suspects: [suspect, ...others], statedSigmaM: sigmaM, burns })
  if (reports === null) throw new Error('the known orbit has no state')
  const { positions } = reports.ANGULAR_DISTANCE
  if (positions === undefined) throw new Error('there is no report of positions')
  return { track, positions, kept: reports.ANGULAR_DISTANCE, update: reports.ANGULAR_DISTANCE.orbitUpdate }
}
const must = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('nothing came of it')
  return value
}
const rms = (rows: PositionReport['measurements'], key: 'before' | 'after') =>
  Math.sqrt(
    rows.reduce((sum, row) => sum + Object.values(row[key] ?? {}).reduce((part, one) => part + one ** 2, 0), 0) /
      rows.length,
  )

test('positions from one centre correct a wrong orbit to the orbit of another centre', () => {
  const off = known([900, -800, 500], { lateS: 0.2 })
  const { positions, kept, update } = must(report(oem(ROWS.map(rowOf)), off))
  expect(positions.measurements).toHaveLength((HOURS * SECONDS_PER_HOUR) / STEP_S + 1)
  expect(positions).toMatchObject({ catalogueId: LAGEOS_2, isAssociated: true, nearer: null, statedSigma: SIGMA_M })
  expect(kept).toMatchObject({ catalogueIdBestAssociation: LAGEOS_2, isUncorrelated: false, sensorCode: 'GPS/POD' })
  // The orbit before the fit is far outside the tolerance.
  expect(rms(positions.measurements, 'before')).toBeGreaterThan(1_000)
  expect(rms(positions.measurements, 'after')).toBeLessThan(SIGMA_M)
  const found = must(update)
  expect(norm(subtract(found.position as unknown as Vec3, TRUTH.r))).toBeLessThan(POSITION_M)
  expect(norm(subtract(found.velocity as unknown as Vec3, TRUTH.v))).toBeLessThan(VELOCITY_MPS)
  // The satellite is ahead of a late orbit: its measured positions are forward of it, and it passes earlier than predicted.
  expect(positions.measurements[0]?.before.inTrack).toBeGreaterThan(1_000)
  expect(positions.alongTrackTimeOffset).toBeLessThan(-0.1)
  // Thirty-seven positions from one prediction together are no more accurate than one of them.
  expect(Math.sqrt(must(found.covariance[0]?.[0]))).toBeGreaterThan(SIGMA_M / 2)
  expect(found.correlationFactor).toBeGreaterThan(ROWS.length / 2)
})

test('positions far from the known orbit, or on the orbit of another object, are not attributed to the satellite', () => {
  const text = oem(ROWS.map(rowOf))
  const far = must(report(text, known([5_000, 5_000, 5_000])))
  expect(far.positions.isAssociated).toBe(false)
  expect(far.kept).toMatchObject({ isUncorrelated: true, catalogueIdBestAssociation: null, orbitUpdate: null })
  const other = known([0, 0, 0], { noradId: 99_001, name: 'OTHER' })
  const mixed = must(report(text, known([600, 600, 600]), [other]))
  expect(mixed.positions.nearer).toMatchObject({ catalogueId: 99_001, objectName: 'OTHER' })
  expect(mixed.kept.associationResults.isAmbiguous).toBe(true)
  expect(mixed.update).toBeNull()
})

test('after a known burn positions far from the earlier orbit are attributed to the satellite, and the report names the burn', () => {
  const text = oem(ROWS.map(rowOf))
  // A delay of 60 s at 5.7 km/s is the effect of 0.1 m/s along the track in two weeks, or of 16 m/s within two hours.
  const far = known([5_000, 5_000, 5_000], { lateS: 60 })
  const at = (hours: number) => new Date(Date.parse('2016-02-13T16:00:00Z') - hours * 3_600_000).toISOString()
  const told = (hours: number, deltaVMps: number | null, noradId = LAGEOS_2): NotifiedBurn => ({
    noradId,
    at: at(hours),
    deltaVMps,
  })
  const off = (burns: readonly NotifiedBurn[]) => must(report(text, far, [], SIGMA_M, burns))
  expect(off([]).positions).toMatchObject({ isAssociated: false, burn: null })
  const { positions, update, kept } = off([told(2, 20)])
  expect(positions).toMatchObject({ isAssociated: true, burn: { at: at(2), deltaVMps: 20 }, nearer: null })
  expect(kept.catalogueIdBestAssociation).toBe(LAGEOS_2)
  expect(update?.prior).toBe(`none: the burn of ${at(2)}`)
  expect(norm(subtract(must(update).position as unknown as Vec3, TRUTH.r))).toBeLessThan(POSITION_M)
  expect(rms(positions.measurements, 'after')).toBeLessThan(SIGMA_M)
  // A small burn after the large one does not change the result.
  expect(off([told(2, 20), told(1, 1e-3)]).positions).toMatchObject({ isAssociated: true, burn: { at: at(2) } })
  // A burn of unknown size also explains the positions. A burn that is too small, of another satellite, from before the orbit or from after the
  // series does not.
  expect(off([told(2, null)]).positions.isAssociated).toBe(true)
  for (const other of [told(2, 0.1), told(2, 20, 99_001), told(30, 20), told(-1, 20)])
    expect(off([other]).positions).toMatchObject({ isAssociated: false, burn: null })
  // Another object at the same positions makes the association ambiguous.
  const there = known([0, 0, 0], { noradId: 99_001, name: 'OTHER' })
  expect(must(report(text, far, [there], SIGMA_M, [told(2, 20)])).positions.nearer).toMatchObject({
    catalogueId: 99_001,
  })
})

test('a wrong position is left out completely, and reported', () => {
  const rows = ROWS.map((row, at) => rowOf(at === 9 ? { ...row, r: add(row.r, [0, 400, 0]) } : row))
  const { positions, update } = must(report(oem(rows), known([300, 0, 0])))
  expect(positions.measurements.flatMap(({ isEdited }, at) => (isEdited ? [at] : []))).toEqual([9])
  expect(norm(subtract(must(update).position as unknown as Vec3, TRUTH.r))).toBeLessThan(POSITION_M)
})

test('the accuracy of positions comes from the message or from the user; without it there is no report', () => {
  expect(report(oem(ROWS.map(rowOf)), known([0, 0, 0]), [], null)).toBeNull()
  const zeros = '0 0 0 0'
  const rows = ['4e-6', '0 25e-6', '0 0 9e-6', zeros, `${zeros} 1e-12`, `${zeros} 0 1e-12`]
  const matrix = [...rows.slice(0, 3), '0 0 0 1e-12', '0 0 0 0 1e-12', '0 0 0 0 0 1e-12']
  const block = (seconds: readonly number[]) => [
    'COVARIANCE_START',
    ...seconds.flatMap((second) => [`EPOCH = ${timeOf(second)}`, 'COV_REF_FRAME = RTN', ...matrix]),
    'COVARIANCE_STOP',
  ]
  const near = known([100, 0, 0])
  const each = block(ROWS.map(({ second }) => second))
  const { positions } = must(report(oem(ROWS.map(rowOf), each), near, [], null))
  // Without velocities a position an hour earlier cannot be related to the others.
  const once = oem(ROWS.map(rowOf), block([17 * SECONDS_PER_HOUR]))
  expect(() => report(once, near, [], null)).toThrow('says nothing of the position of 2016-02-13T16:00:00 UTC')
  for (const { sigma } of positions.measurements)
    for (const [key, metres] of [
      ['radial', 2],
      ['inTrack', 5],
      ['crossTrack', 3],
    ] as const)
      expect(sigma[key]).toBeCloseTo(metres, SIGMA_DIGITS)
})

test('only the last three hours of a long and dense series are used, and at most one position every fifteen seconds', () => {
  const [first] = CPF
  expect(first?.[0]).toBe(57_431)
  const all = ALL_ROWS.map(rowOf)
  expect(all.length).toBeGreaterThan(ROWS.length)
  const [segment] = readOemText(oem(all)).segments
  const track = must(segment && readPositions(segment, SIGMA_M))
  expect(track.inMessage).toBe(all.length)
  expect(track.observations).toHaveLength((HOURS * SECONDS_PER_HOUR) / STEP_S + 1)
  const dense = ROWS.slice(0, 2).flatMap(({ second, r }) =>
    [0, 5, 10, 15].map((more) => rowOf({ second: second + more, r })),
  )
  const [close] = readOemText(oem(dense)).segments
  expect(
    must(close && readPositions(close, SIGMA_M)).observations.map(({ epoch }) => secondsBetween(EPOCH, epoch)),
  ).toEqual([0, 15, 300, 315])
})
