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

/** As directions are judged: later or earlier by up to so much (docs/domain/request.md), s, */
export const MOST_TIME_OFFSET_S = 1
/** and off to the side by three times what C22 of domain.md takes for the error across the track, 1 km. */
export const MOST_ACROSS_M = 3_000
/** So many of the measurements have to fit the corrected orbit: of another object the fit keeps few. */
const LEAST_USED_SHARE = 0.8
/** The noise that a sensor states may be so many times too small; χ² per degree of freedom is its square. */
const MOST_NOISE_FACTOR = 10

/**
 * The reports of a track of ranges and range rates alone. They give no direction by which an object is found, and too little of one
 * pass for an orbit by itself (F18): the orbit that is known of the object that the message names is corrected by batch least squares,
 * with its covariance. Where that moves it farther than a track of directions may be off, the track is uncorrelated (F23). Null where
 * the orbit that is known has no state at the track.
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

/** Whether a correction is so small, and so many of the numbers fit it, that the track is of the object. */
export function isNear(
  { lateS, acrossM }: OrbitShift,
  { residuals, scaleFactor }: DeterminedOrbit,
  count: number,
): boolean {
  return (
    Math.abs(lateS) <= MOST_TIME_OFFSET_S && acrossM <= MOST_ACROSS_M && isFitted({ residuals, scaleFactor }, count)
  )
}

/** Whether so many of the numbers fit an orbit that they are of one object. */
export function isFitted(
  { residuals, scaleFactor }: Pick<DeterminedOrbit, 'residuals' | 'scaleFactor'>,
  count: number,
) {
  const used = residuals.filter(({ edited }) => edited === null)
  return used.length >= LEAST_USED_SHARE * count && scaleFactor <= MOST_NOISE_FACTOR ** 2
}

/** Each range and range rate beside the orbit of before, and the rows of the fit where there is one. */
function compared(track: Track, before: Flight, rows: readonly ResidualRow[]): RangeReport['measurements'] {
  const fitted = new Map(rows.map((row) => [track.observations[row.observation], row]))
  const orbits = { before: before.stateAt, rowOf: (one: Observation) => fitted.get(one), isLeftOut: () => false }
  return lineResiduals(track, orbits).flatMap((row) => (row.before === null ? [] : [{ ...row, before: row.before }]))
}

/** By how much later a corrected orbit passes, and how far beside the track of before. */
export function displacement(from: CartesianState, to: CartesianState): OrbitShift {
  const [off, speed] = [subtract(to.r, from.r), norm(from.v)]
  const alongM = dot(off, from.v) / speed
  const across = subtract(off, scale(from.v, alongM / speed))
  return { lateS: -alongM / speed, acrossM: norm(across) }
}
