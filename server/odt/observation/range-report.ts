import type { DeterminedOrbit, ResidualRow } from '@apsis/astro/measurement/determination.ts'
import { determineOrbit } from '@apsis/astro/measurement/determine-orbit.ts'
import type { Flight } from '@apsis/astro/measurement/flight.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { dot, norm, scale, subtract } from '@apsis/astro/vec3.ts'
import type { AssociationMetric } from '@apsis/contract/odt/observation/observation.ts'
import type { RangeReport } from '@apsis/contract/odt/observation/range-report.ts'
import { lineResiduals } from './line-residuals.ts'
import { correctionOf, instant, type KeptReport, presentUpdate, type Reports, type Suspect } from './make-report.ts'
import type { Track } from './read-track.ts'

/** The largest delay or advance of a track, s; the limit is the same as for directions (docs/domain/request.md). */
export const MOST_TIME_OFFSET_S = 1
/** The largest distance to the side, m: three times the error across the track in C22 of domain.md, 1 km. */
export const MOST_ACROSS_M = 3_000
/** The share of the measurements that must fit the corrected orbit: if the object is another one, few of them fit. */
const LEAST_USED_SHARE = 0.8
/** The stated noise of a sensor may be too small by up to this factor; the limit for χ² per degree of freedom is its square. */
const MOST_NOISE_FACTOR = 10

/**
 * Makes the reports of a track with only ranges and range rates. They give no direction from which an object could be found, and one pass
 * is not enough for an orbit by itself (F18). Therefore the known orbit of the object that the message names is corrected by batch least
 * squares, with its covariance. If the correction is larger than for a track of directions, the track is uncorrelated (F23). Returns null
 * if the known orbit has no state at the track.
 */
export function makeRangeReports(
  track: Track,
  suspect: Suspect,
  about: { readonly sensorCode: string; readonly isSimulated: boolean },
): Reports | null {
  const correction = correctionOf(track, suspect)
  const before = correction?.fly(correction.start) ?? null
  if (correction === null || before === null) return null
  const found = determineOrbit(correction)
  const moved = found.ok ? displacement(correction.start, found.state) : null
  const rows = found.ok ? found.residuals : []
  const isAssociated = found.ok && moved !== null && isNear(moved, found, track.observations.length)
  const measurements = compared(track, before, rows)
  const { noradId: catalogueId, name: objectName, orbit } = suspect
  const ranges = {
    catalogueId,
    objectName,
    isAssociated,
    alongTrackTimeOffset: moved?.lateS ?? null,
    across: moved?.acrossM ?? null,
    mostTimeOffset: MOST_TIME_OFFSET_S,
    mostAcross: MOST_ACROSS_M,
    measurements,
  }
  const report = (metric: AssociationMetric): KeptReport => ({
    reports: [{ measurementReports: [] }],
    numberOfMagnitudeMeasurements: track.magnitudes.length,
    version: '1',
    catalogueIdBestAssociation: isAssociated ? catalogueId : null,
    t2oAssociationResults: [],
    associationResults: {
      orbitDataType: orbit.type,
      associationMetric: metric,
      associationCriterion: 'MEDIAN',
      isAmbiguous: false,
      orbitDataAge: orbit.epoch === null ? null : Math.round(secondsBetween(orbit.epoch, track.origin)),
    },
    isUncorrelated: !isAssociated,
    rms: null,
    sensorCode: about.sensorCode,
    start: instant(track.origin),
    end: instant(track.end),
    orbitUpdate: isAssociated && found.ok ? presentUpdate(track, suspect, found) : null,
    isSimulated: about.isSimulated,
    ranges,
  })
  return {
    ANGULAR_DISTANCE: report('ANGULAR_DISTANCE'),
    MAHALANOBIS_DISTANCE: report('MAHALANOBIS_DISTANCE'),
  }
}

export type OrbitShift = { readonly lateS: number; readonly acrossM: number }

/** Returns true if a correction is so small, and fits so many of the measurements, that the track is of the object. */
export function isNear(
  { lateS, acrossM }: OrbitShift,
  { residuals, scaleFactor }: DeterminedOrbit,
  count: number,
): boolean {
  return (
    Math.abs(lateS) <= MOST_TIME_OFFSET_S && acrossM <= MOST_ACROSS_M && isFitted({ residuals, scaleFactor }, count)
  )
}

/** Returns true if enough of the measurements fit an orbit to be of one object. */
export function isFitted(
  { residuals, scaleFactor }: Pick<DeterminedOrbit, 'residuals' | 'scaleFactor'>,
  count: number,
) {
  const used = residuals.filter(({ edited }) => edited === null)
  return used.length >= LEAST_USED_SHARE * count && scaleFactor <= MOST_NOISE_FACTOR ** 2
}

/** Compares each range and range rate with the orbit before the fit, and with the rows of the fit if there is one. */
function compared(track: Track, before: Flight, rows: readonly ResidualRow[]): RangeReport['measurements'] {
  const fitted = new Map(rows.map((row) => [track.observations[row.observation], row]))
  const orbits = { before: before.stateAt, rowOf: (one: Observation) => fitted.get(one), isLeftOut: () => false }
  return lineResiduals(track, orbits).flatMap((row) => (row.before === null ? [] : [{ ...row, before: row.before }]))
}

/** Returns the delay of a corrected orbit, and its distance to the side of the earlier track. */
export function displacement(from: CartesianState, to: CartesianState): OrbitShift {
  const [off, speed] = [subtract(to.r, from.r), norm(from.v)]
  const alongM = dot(off, from.v) / speed
  const across = subtract(off, scale(from.v, alongM / speed))
  return { lateS: -alongM / speed, acrossM: norm(across) }
}
