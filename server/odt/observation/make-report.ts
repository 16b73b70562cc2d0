import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import { associate, type Candidate, compareTrack } from '@apsis/astro/measurement/associate.ts'
import type { DeterminedOrbit, ResidualRow } from '@apsis/astro/measurement/determination.ts'
import { determineOrbit } from '@apsis/astro/measurement/determine-orbit.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import type { ObjectAt } from '@apsis/astro/measurement/sight-line.ts'
import { classSigmas, covarianceAlong } from '@apsis/astro/screening/class-covariance.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { cross, norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import {
  type AssociationMetric,
  fourDigits,
  type ObservationReport,
  type OrbitUpdate,
} from '@apsis/contract/odt/observation/observation.ts'
import type { PositionResiduals } from '@apsis/contract/odt/observation/position-residuals.ts'
import { type ExcludedSpan, isExcluded } from '@apsis/contract/odt/request/exclusion.ts'
import { isOfThatTime, type KnownOrbit } from '../object/known-orbit.ts'
import { comparePositions } from './compare-positions.ts'
import { type KeptSuspect, keepSuspect } from './kept-suspects.ts'
import { lineResiduals } from './line-residuals.ts'
import type { Track } from './read-track.ts'

/** An object that may have made the track. */
export type Suspect = { readonly noradId: number; readonly name: string; readonly orbit: KnownOrbit }

/** Joins the suspects of both lists; for an object in both lists the first list counts. */
export function over(first: readonly Suspect[], second: readonly Suspect[]): Suspect[] {
  const known = new Set(first.map(({ noradId }) => noradId))
  return [...first, ...second.filter(({ noradId }) => !known.has(noradId))]
}

type About = {
  readonly sensorCode: string
  readonly isSimulated: boolean
  /** The spans that association and orbit leave out; undefined: the report is the stored one. */
  readonly excluded?: readonly ExcludedSpan[]
}

/** A report as it is stored: the name that the spec requires for its file is added in the answer. */
export type KeptReport = Omit<ObservationReport, 'file-id'>
type KeptResiduals = Omit<PositionResiduals, 'fileId' | 'isSimulated'>
/** The report by each metric, and, for a track with directions, the residuals along the orbits that it was compared with. */
export type Reports = Readonly<Record<AssociationMetric, KeptReport>> & {
  readonly positions?: Readonly<Record<AssociationMetric, KeptResiduals>>
  readonly suspects?: readonly KeptSuspect[]
}

const ARCSEC_PER_RAD = radToDeg(1) * 3600
/**
 * Candidates further from the track than this (at a quarter, half and three quarters of it) are not compared; domain.md C22 requires 1°, but 1 s
 * along the orbit may be more.
 */
const PRESELECT_RAD = Math.PI / 30
const MOST_RESULTS = 10
const UNKNOWN_AGE_S = SECONDS_PER_DAY

export const instant = (epoch: Epoch): string => `${formatTime(epoch, { digits: 3 })}Z`

/**
 * Makes the reports of a track: its object by both metrics, and the orbit if the object is unambiguous. The track is compared only with orbits
 * that were determined near its time; if there is none, the report says so.
 */
export function makeReports(track: Track, known: readonly Suspect[], about: About): Reports {
  const suspects = known.filter(({ orbit }) => isOfThatTime(orbit, track.origin))
  const rotation = toGcrf(track.origin)
  const candidates = suspects.map((suspect) => candidateOf(suspect, track, rotation))
  const leftOut = leftOutOf(track, about.excluded)
  const fitting = { preselectRad: PRESELECT_RAD, leftOut }
  const byDistance = associate(track.angles, candidates, { metric: 'ANGULAR_DISTANCE', ...fitting })
  const best = suspects.find(({ noradId }) => String(noradId) === byDistance.best?.id)
  // There is one orbit for both metrics.
  const fit = best === undefined || byDistance.isAmbiguous ? null : fitTrack(withoutTimes(track, about.excluded), best)
  const near = byDistance.fits.slice(0, MOST_RESULTS)
  const nearby = candidates.filter(({ id }) => near.some((fit) => fit.id === id))
  const report = (metric: AssociationMetric) => reportOf(track, { suspects, nearby, metric, about, fit, leftOut })
  const [angular, mahalanobis] = [report('ANGULAR_DISTANCE'), report('MAHALANOBIS_DISTANCE')]
  const shownBy = ({ t2oAssociationResults: results }: KeptReport): Candidate | undefined => {
    const shown = results.find(({ isAssociated }) => isAssociated) ?? results[0]
    return nearby.find(({ id }) => id === String(shown?.catalogueId))
  }
  const [shown, other] = [shownBy(angular), shownBy(mahalanobis)]
  const positions = comparePositions(track, shown, leftOut)
  return {
    ANGULAR_DISTANCE: angular,
    MAHALANOBIS_DISTANCE: mahalanobis,
    positions: {
      ANGULAR_DISTANCE: positions,
      MAHALANOBIS_DISTANCE: other === shown ? positions : comparePositions(track, other, leftOut),
    },
    suspects: suspects
      .filter(({ noradId }) => near.some(({ id }) => id === String(noradId)))
      .flatMap((suspect) => keepSuspect(suspect, track.origin, track.end) ?? []),
  }
}

type Reporting = {
  readonly suspects: readonly Suspect[]
  readonly nearby: readonly Candidate[]
  readonly metric: AssociationMetric
  readonly about: About
  readonly fit: Fit | null
  readonly leftOut: ReadonlySet<number>
}

function reportOf(track: Track, { suspects, nearby, metric, about, fit, leftOut }: Reporting): KeptReport {
  const { best, isAmbiguous, fits } = associate(track.angles, nearby, { metric, preselectRad: Math.PI, leftOut })
  const unit = metric === 'ANGULAR_DISTANCE' ? ARCSEC_PER_RAD : 1
  const suspectOf = (id: string) => suspects.find(({ noradId }) => String(noradId) === id)
  const results = fits.flatMap((fit) => {
    const candidate = nearby.find(({ id }) => id === fit.id)
    const compared = candidate && compareTrack(track.angles, candidate, { metric, leftOut })
    if (!compared) return []
    return [
      {
        isAssociated: fit.id === best?.id,
        catalogueId: Number(fit.id),
        associationThreshold: fourDigits(fit.threshold * unit),
        measurementAssociationResults: compared.measurements.map(({ residual, value }) => ({
          residual: { ra: residual.eastRad * ARCSEC_PER_RAD, dec: residual.northRad * ARCSEC_PER_RAD },
          associationValue: value * unit,
        })),
        objectName: suspectOf(fit.id)?.name ?? fit.id,
        associationValue: fit.medianAfterBias * unit,
        alongTrackTimeOffset: fit.timeBiasS,
      },
    ]
  })
  const [first] = results
  const associated = results.find(({ isAssociated }) => isAssociated)
  const shown = associated ?? first
  const orbit = suspectOf(String(shown?.catalogueId))?.orbit
  const lines = lineResiduals(track, {
    before: motionBefore(track, shown, nearby),
    rowOf: (observation) => (associated === undefined ? undefined : fit?.rowOf(observation)),
    isLeftOut: (epoch) => isLeftOut(track.origin, secondsBetween(track.origin, epoch), about.excluded ?? []),
  })
  return {
    reports: [{ measurementReports: measurementReports(track) }],
    numberOfMagnitudeMeasurements: track.magnitudes.length,
    version: '1',
    catalogueIdBestAssociation: associated?.catalogueId ?? null,
    t2oAssociationResults: results,
    associationResults: {
      orbitDataType: orbit?.type ?? 'OMM',
      associationMetric: metric,
      associationCriterion: 'MEDIAN',
      isAmbiguous,
      orbitDataAge: orbit?.epoch == null ? null : Math.round(secondsBetween(orbit.epoch, track.origin)),
      ...(suspects.length === 0 ? { orbitDataReason: 'NO_ORBIT_OF_THAT_TIME' as const } : {}),
    },
    isUncorrelated: best === null,
    rms:
      associated === undefined
        ? null
        : rmsOf(associated.measurementAssociationResults.filter((_, place) => !leftOut.has(place))),
    sensorCode: about.sensorCode,
    start: instant(track.origin),
    end: instant(track.end),
    orbitUpdate: associated === undefined ? null : (fit?.update ?? null),
    isSimulated: about.isSimulated,
    ...(lines.length === 0 ? {} : { lineResiduals: lines }),
    ...(about.excluded === undefined ? {} : { excluded: [...leftOut].map((place) => timeOf(track, place)) }),
  }
}

type ShownCandidate = { readonly catalogueId: number; readonly alongTrackTimeOffset: number }

/** Returns the motion of the object in the report, after correction by the track's time offset; if there is no object, there is no state. */
function motionBefore({ origin }: Track, shown: ShownCandidate | undefined, nearby: readonly Candidate[]) {
  const candidate = nearby.find(({ id }) => id === String(shown?.catalogueId))
  const lateS = shown?.alongTrackTimeOffset ?? 0
  return (epoch: Epoch) => candidate?.at(secondsBetween(origin, epoch) - lateS) ?? null
}

const timeOf = ({ origin, angles }: Track, place: number): string =>
  instant(addSeconds(origin, angles[place]?.seconds ?? 0))

/** Returns true if a measurement is excluded, by its time as reports write it. */
export const isLeftOut = (origin: Epoch, seconds: number, excluded: readonly ExcludedSpan[]): boolean =>
  isExcluded(Date.parse(instant(addSeconds(origin, seconds))), excluded)

/** Returns the indexes of the excluded directions. */
const leftOutOf = ({ origin, angles }: Track, excluded: readonly ExcludedSpan[] = []): ReadonlySet<number> =>
  new Set(angles.flatMap(({ seconds }, place) => (isLeftOut(origin, seconds, excluded) ? [place] : [])))

/** Returns a track without the directions and ranges of the excluded times. */
function withoutTimes(track: Track, excluded: readonly ExcludedSpan[] = []): Track {
  const { origin, observations } = track
  const isUsed = ({ epoch }: Track['observations'][number]) =>
    !isLeftOut(origin, secondsBetween(origin, epoch), excluded)
  return excluded.length === 0 ? track : { ...track, observations: observations.filter(isUsed) }
}

function rmsOf(rows: readonly { readonly residual: { readonly ra: number; readonly dec: number } }[]) {
  const rms = (key: 'ra' | 'dec') =>
    Math.sqrt(rows.reduce((sum, { residual }) => sum + residual[key] ** 2, 0) / rows.length)
  return { ra: rms('ra'), dec: rms('dec') }
}

function measurementReports({
  origin,
  angles,
  magnitudes,
}: Track): ObservationReport['reports'][number]['measurementReports'] {
  const brightness = new Map(
    magnitudes.map(({ epoch, magnitude, sigma }) => [
      instant(epoch),
      { magnitude, ...(sigma === null ? {} : { sigma }) },
    ]),
  )
  return angles.map(({ seconds, raRad, decRad }) => {
    const epoch = instant(addSeconds(origin, seconds))
    const ra = radToDeg(raRad < 0 ? raRad + 2 * Math.PI : raRad)
    return {
      observedRaDec: { ra, dec: radToDeg(decRad) },
      observedMagnitude: brightness.get(epoch) ?? null,
      epoch,
    }
  })
}

/** The axes rotate by a negligible angle within a track. */
const toGcrf = (origin: Epoch) => rotationBetween('TEME', 'GCRF', earthAt(origin, { outside: 'hold' }))

function motionOf({ orbit }: Suspect, origin: Epoch, rotation = toGcrf(origin)): ObjectAt {
  return (seconds) => {
    const state = orbit.at(addSeconds(origin, seconds))
    return state === null ? null : rotateState(rotation, state)
  }
}

function candidateOf(suspect: Suspect, track: Track, rotation: ReturnType<typeof toGcrf>): Candidate {
  const at = motionOf(suspect, track.origin, rotation)
  const state = at(secondsBetween(track.origin, track.end) / 2)
  const covariance = state === null ? undefined : covarianceOf(suspect.orbit, state, track.origin)
  return {
    id: String(suspect.noradId),
    at,
    ...(covariance === undefined ? {} : { positionCovariance: covariance.position }),
  }
}

type State = { readonly r: Vec3; readonly v: Vec3 }

/** Returns the radial, transverse and normal axes as rows, and the sigmas along them from the class of the orbit and its age (classSigmas). */
function covarianceOf({ epoch }: KnownOrbit, { r, v }: State, at: Epoch): { position: Matrix; sixBySix: Matrix } {
  const radial = scale(r, 1 / norm(r))
  const h = cross(r, v)
  const normal = scale(h, 1 / norm(h))
  const axes = [radial, cross(normal, radial), normal] as const
  const semiMajorAxisM = 1 / (2 / norm(r) - norm(v) ** 2 / GM_EARTH)
  const incRad = Math.acos(Math.max(-1, Math.min(1, h[2] / norm(h))))
  // Size and speed alone are enough: the sigmas are those of a class, not of an orbit.
  const eccentricity = Math.sqrt(Math.max(0, 1 - norm(h) ** 2 / (GM_EARTH * Math.abs(semiMajorAxisM))))
  const perigeeHeightM = semiMajorAxisM * (1 - eccentricity) - 6_378_137
  // The error of an orbit grows with the time from its epoch, to either side.
  const apartS = epoch === null ? UNKNOWN_AGE_S : Math.abs(secondsBetween(epoch, at))
  const shape = {
    perigeeHeightM,
    eccentricity,
    incRad,
    periodS: 2 * Math.PI * Math.sqrt(Math.abs(semiMajorAxisM) ** 3 / GM_EARTH),
  }
  const sigmas = classSigmas(shape, apartS)
  const position = covarianceAlong(axes, sigmas)
  // An error along the track is correlated with the radial velocity, and a radial error with the speed; the factor is the mean motion (Vallado
  // §10.7).
  const meanMotion = (2 * Math.PI) / shape.periodS
  const velocity = covarianceAlong(axes, [sigmas[1] * meanMotion, sigmas[0] * meanMotion, sigmas[2] * meanMotion])
  const zero = [0, 0, 0]
  const sixBySix = [...position.map((row) => [...row, ...zero]), ...velocity.map((row) => [...zero, ...row])]
  return { position: position.map((row) => [...row]), sixBySix }
}

/** Returns the accuracy of an orbit from its class and age, as a 6 × 6 covariance. */
export const priorOf = (orbit: KnownOrbit, state: State, at: Epoch): Matrix => covarianceOf(orbit, state, at).sixBySix

/** Returns the start of a correction at the beginning of the track; null if the orbit has no state at that time. */
export function correctionOf(track: Track, suspect: Suspect) {
  const start = motionOf(suspect, track.origin)(0)
  if (start === null) return null
  const sky = makeEnvironment(track.origin, { outside: 'hold' })
  const fly = numericalFlight({ epoch: track.origin, first: track.origin, last: track.end, ...orbitForces(sky, null) })
  const priorCovariance = priorOf(suspect.orbit, start, track.origin)
  const [sensor] = track.observations
  const sites = new Map([[sensor?.sensorId ?? '', track.site]])
  return { start, fly, observations: track.observations, sites, priorCovariance }
}

/** The orbit of a track, and its residual for each measurement along the line of sight. */
type Fit = { readonly update: OrbitUpdate; readonly rowOf: (observation: Observation) => ResidualRow | undefined }

/** Fits the orbit from the track and the prior orbit (F18: a short track alone determines no orbit). Returns null if no fit succeeds. */
function fitTrack(track: Track, suspect: Suspect): Fit | null {
  const correction = correctionOf(track, suspect)
  const found = correction && determineOrbit(correction)
  if (!found?.ok) return null
  const rows = new Map(found.residuals.map((row) => [track.observations[row.observation], row]))
  return { update: presentUpdate(track, suspect, found), rowOf: (observation) => rows.get(observation) }
}

export function presentUpdate(track: Pick<Track, 'origin'>, { orbit }: Suspect, found: DeterminedOrbit): OrbitUpdate {
  const { type, epoch } = orbit
  const prior = `${type} of ${epoch === null ? 'unknown age' : instant(epoch)}, class of the orbit`
  return presentOrbit(track.origin, found, prior)
}

/** Presents an orbit, with the name of its prior. */
export function presentOrbit(epoch: Epoch, found: DeterminedOrbit, prior: string): OrbitUpdate {
  const edited = found.residuals.filter((row) => row.edited !== null).length
  return {
    epoch: instant(epoch),
    position: [...found.state.r],
    velocity: [...found.state.v],
    covariance: found.covariance.map((row) => [...row]),
    scaleFactor: found.scaleFactor,
    correlationFactor: found.correlationFactor,
    weightedRms: found.weightedRms,
    used: found.residuals.length - edited,
    edited,
    prior,
  }
}
