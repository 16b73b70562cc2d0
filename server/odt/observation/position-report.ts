import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { inertialRsw } from '@apsis/astro/frames/local.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { entry, mapCovariance } from '@apsis/astro/matrix.ts'
import { determineWithCommonError } from '@apsis/astro/measurement/common-error.ts'
import { type Fly, numericalFlight } from '@apsis/astro/measurement/flight.ts'
import type { PositionObservation } from '@apsis/astro/measurement/observation.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { AssociationMetric } from '@apsis/contract/odt/observation/observation.ts'
import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import type { OrbitOffset, PositionReport } from '@apsis/contract/odt/observation/position-report.ts'
import type { NotifiedBurn } from '../../ca/announced/silent-burn.service.ts'
import { instant, type KeptReport, presentUpdate, priorOf, type Reports, type Suspect } from './make-report.ts'
import { displacement, isFitted, isNear, MOST_ACROSS_M, MOST_TIME_OFFSET_S, type OrbitShift } from './range-report.ts'
import type { PositionTrack } from './read-positions.ts'

/** Objects further than this from the first position are not compared, m. */
const PRESELECT_M = 50_000
/** Another object that is nearer than the named object by this factor makes a track ambiguous: the ratio of domain.md C22. */
const NEARER_TIMES = 2

type About = {
  readonly suspects: readonly Suspect[]
  /** The satellite that the message names. */
  readonly suspect: Suspect
  readonly statedSigmaM: number | null
  /** Known burns of own satellites, oldest first. */
  readonly burns: readonly NotifiedBurn[]
}

/**
 * Makes the reports of positions of a satellite: each position is compared with the known orbit, and with that orbit after a correction.
 * The correction uses the same least squares as for ground measurements, with the covariance of the positions (determineWithCommonError).
 * The object named in the message is checked: if the correction is larger than a track allows, or another object is much nearer, there is
 * no orbit. After a known burn that the orbit does not include, the positions determine an orbit by themselves. Returns null if the known
 * orbit has no state at a position.
 */
export function makePositionReports(track: PositionTrack, about: About): Reports | null {
  const { suspect } = about
  const known = track.observations.map(({ epoch }) => stateOf(suspect, epoch))
  const before = known.flatMap((state) => (state === null ? [] : [state]))
  const [start] = before
  if (start === undefined || before.length < known.length) return null
  const sky = makeEnvironment(track.origin, { outside: 'hold' })
  const fly = numericalFlight({ epoch: track.origin, first: track.origin, last: track.end, ...orbitForces(sky, null) })
  const { observations } = track
  const { found, moved, isAssociated, burn } = correct(track, about, { start, fly })
  const nearer = nearerOf(track, about, { before, isAfterBurn: burn !== null })
  const edited = new Set(
    found.ok ? found.residuals.flatMap((row) => (row.edited === null ? [] : [row.observation])) : [],
  )
  const after = found.ok ? fly(found.state) : null
  const positions: PositionReport = {
    catalogueId: suspect.noradId,
    objectName: suspect.name,
    isAssociated,
    alongTrackTimeOffset: moved?.lateS ?? null,
    across: moved?.acrossM ?? null,
    mostTimeOffset: MOST_TIME_OFFSET_S,
    mostAcross: MOST_ACROSS_M,
    nearer,
    burn: burn && { at: burn.at, deltaVMps: burn.deltaVMps },
    statedSigma: about.statedSigmaM,
    positionsInMessage: track.inMessage,
    measurements: observations.map((one, at) => ({
      epoch: instant(one.epoch),
      before: offset(one, before[at] ?? start),
      after: after === null ? null : offset(one, after.stateAt(one.epoch)),
      sigma: sigmaOf(one, before[at] ?? start),
      isEdited: edited.has(at),
    })),
  }
  const isUpdated = isAssociated && nearer === null && found.ok
  const corrected = isUpdated ? presentUpdate(track, suspect, found) : null
  const update = corrected && { ...corrected, ...(burn === null ? {} : { prior: `none: the burn of ${burn.at}` }) }
  const report = (metric: AssociationMetric) => reportOf(track, { metric, suspect, positions, update })
  return { ANGULAR_DISTANCE: report('ANGULAR_DISTANCE'), MAHALANOBIS_DISTANCE: report('MAHALANOBIS_DISTANCE') }
}

type Starting = { readonly start: CartesianState; readonly fly: Fly }

/** Returns the orbit from the positions and the known orbit, or from the positions alone if a burn since that orbit explains them. */
function correct(track: PositionTrack, { suspect, burns }: About, { start, fly }: Starting) {
  const { observations } = track
  const [sites, count] = [new Map<string, never>(), observations.length * PARTS]
  const priorCovariance = priorOf(suspect.orbit, start, track.origin)
  const found = determineWithCommonError({ start, fly, observations, sites, priorCovariance })
  const moved = found.ok ? displacement(start, found.state) : null
  const isAssociated = found.ok && moved !== null && isNear(moved, found, count)
  const known = suspect.orbit.epoch
  const since = burns.flatMap((one) => {
    const ignition = parseTime(one.at.replace('Z', ''))
    const isSince = known === null || secondsBetween(known, ignition) > 0
    const sinceS = secondsBetween(ignition, track.origin)
    return one.noradId === suspect.noradId && isSince && sinceS >= 0
      ? [{ ...one, mostM: mostMovedBy(one, sinceS) }]
      : []
  })
  // The report names the burn that moved the satellite furthest, even if smaller burns followed it.
  const [burn] = since.toSorted((a, b) => b.mostM - a.mostM)
  if (isAssociated || burn === undefined) return { found, moved, isAssociated, burn: null }
  const alone = determineWithCommonError({ start, fly, observations, sites })
  if (!alone.ok || !isFitted(alone, count)) return { found, moved, isAssociated, burn: null }
  const off = displacement(start, alone.state)
  const mostM = since.reduce((sum, one) => sum + one.mostM, 0)
  if (!isExplained(off, { speed: norm(start.v), mostM })) return { found, moved, isAssociated, burn: null }
  return { found: alone, moved: off, isAssociated: true, burn }
}

/** A burn along the track moves its object by three times its Δv and the time, any other burn by less (Clohessy and Wiltshire). */
const MOST_DRIFT = 3
/** The true burn may have been larger than the stated one by this factor. */
const MOST_STRONGER = 2

/** Returns the largest distance by which a burn can move its object within `sinceS` seconds; a burn of unknown Δv has no limit. */
const mostMovedBy = ({ deltaVMps }: NotifiedBurn, sinceS: number): number =>
  deltaVMps === null ? Number.POSITIVE_INFINITY : MOST_STRONGER * MOST_DRIFT * deltaVMps * sinceS

/** Returns true if all burns since the known orbit can together explain the distance. */
function isExplained(
  { lateS, acrossM }: OrbitShift,
  { speed, mostM }: { readonly speed: number; readonly mostM: number },
) {
  return Math.abs(lateS) * speed <= mostM + MOST_TIME_OFFSET_S * speed && acrossM <= mostM + MOST_ACROSS_M
}

/** The numbers of a position. */
const PARTS = 3

type Reporting = {
  readonly metric: AssociationMetric
  readonly suspect: Suspect
  readonly positions: PositionReport
  readonly update: KeptReport['orbitUpdate']
}

function reportOf(track: PositionTrack, { metric, suspect, positions, update }: Reporting): KeptReport {
  const { orbit } = suspect
  return {
    reports: [{ measurementReports: [] }],
    numberOfMagnitudeMeasurements: 0,
    version: '1',
    catalogueIdBestAssociation: positions.isAssociated ? positions.catalogueId : null,
    t2oAssociationResults: [],
    associationResults: {
      orbitDataType: orbit.type,
      associationMetric: metric,
      associationCriterion: 'MEDIAN',
      isAmbiguous: positions.nearer !== null,
      orbitDataAge: orbit.epoch === null ? null : Math.round(secondsBetween(orbit.epoch, track.origin)),
    },
    isUncorrelated: !positions.isAssociated,
    rms: null,
    sensorCode: POSITION_SENSOR,
    start: instant(track.origin),
    end: instant(track.end),
    orbitUpdate: update,
    isSimulated: false,
    positions,
  }
}

/** Returns the state in GCRF; null if the orbit has none. */
function stateOf({ orbit }: Suspect, epoch: Epoch): CartesianState | null {
  const state = orbit.at(epoch)
  if (state === null) return null
  return rotateState(rotationBetween('TEME', 'GCRF', earthAt(epoch, { outside: 'hold' })), state)
}

/** Returns measured minus computed position along the axes of the computed orbit. */
function offset({ positionM }: PositionObservation, state: CartesianState): OrbitOffset {
  return toOffset(transform(inertialRsw(state), subtract(positionM, state.r)))
}

function sigmaOf({ covariance }: PositionObservation, state: CartesianState): OrbitOffset {
  const along = mapCovariance(inertialRsw(state), covariance)
  const sigma = (i: number) => Math.sqrt(entry(along, i, i))
  return toOffset([sigma(0), sigma(1), sigma(2)])
}

const MILLIMETRES_PER_M = 1_000
const toMillimetre = (metres: number) => Math.round(metres * MILLIMETRES_PER_M) / MILLIMETRES_PER_M
const toOffset = ([radial, inTrack, crossTrack]: Vec3): OrbitOffset => ({
  radial: toMillimetre(radial),
  inTrack: toMillimetre(inTrack),
  crossTrack: toMillimetre(crossTrack),
})

/** Returns another object whose known orbit is much nearer to the positions than the orbit of the named satellite. */
function nearerOf(
  track: PositionTrack,
  { suspects, suspect }: About,
  { before, isAfterBurn }: { readonly before: readonly CartesianState[]; readonly isAfterBurn: boolean },
): PositionReport['nearer'] {
  const [first] = track.observations
  if (first === undefined) return null
  // After a burn the distance to the known orbit proves nothing: another object has to be at the measured positions themselves.
  const off = () =>
    median(track.observations.map((one, at) => norm(subtract(one.positionM, before[at]?.r ?? one.positionM))))
  const own = isAfterBurn ? NEARER_TIMES * MOST_ACROSS_M : off()
  const { positionM } = first
  const toGcrf = rotationBetween('TEME', 'GCRF', earthAt(first.epoch, { outside: 'hold' }))
  const near = suspects.flatMap((one) => {
    if (one.noradId === suspect.noradId) return []
    const state = one.orbit.at(first.epoch)
    if (state === null || norm(subtract(rotateState(toGcrf, state).r, positionM)) > PRESELECT_M) return []
    const distances = track.observations.flatMap(({ epoch, positionM: r }) => {
      const there = stateOf(one, epoch)
      return there === null ? [] : [norm(subtract(r, there.r))]
    })
    return distances.length < track.observations.length ? [] : [{ one, distance: median(distances) }]
  })
  const [best] = near.toSorted((a, b) => a.distance - b.distance)
  if (best === undefined || best.distance * NEARER_TIMES >= own) return null
  const { noradId, name } = best.one
  return { catalogueId: noradId, objectName: name, distance: toMillimetre(best.distance) }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? missing()
}
