import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { TimedResidual } from './patterns.ts'

export type Candidate = ObservationReport['t2oAssociationResults'][number]
export type Measurement = ObservationReport['reports'][number]['measurementReports'][number]

/** Returns the object of the track; if no object was identified, the nearest one. */
export const shownCandidate = ({ t2oAssociationResults: results }: ObservationReport): Candidate | undefined =>
  results.find(({ isAssociated }) => isAssociated) ?? results[0]

export type Line = {
  readonly atMs: number
  readonly measurement: Measurement
  readonly residual: { readonly ra: number; readonly dec: number } | undefined
  readonly value: number | undefined
  /** True if the user left the measurement out: it does not affect the fit or the identification. */
  readonly isExcluded: boolean
}

/** Returns each measurement with its result for the object that is shown. */
export function measurementLinesOf(report: ObservationReport): readonly Line[] {
  const results = shownCandidate(report)?.measurementAssociationResults ?? []
  const excluded = new Set(report.excluded)
  return report.reports
    .flatMap(({ measurementReports }) => measurementReports)
    .map((measurement, place) => ({
      atMs: Date.parse(measurement.epoch),
      measurement,
      residual: results[place]?.residual,
      value: results[place]?.associationValue,
      isExcluded: excluded.has(measurement.epoch),
    }))
}

/** Returns the residuals of the fit, with their times from the first measurement, s. */
export function timedResiduals(lines: readonly Line[]): readonly TimedResidual[] {
  const beginMs = lines[0]?.atMs ?? 0
  return lines.flatMap(({ atMs, residual, isExcluded }) =>
    residual && !isExcluded ? [{ atS: (atMs - beginMs) / 1_000, ...residual }] : [],
  )
}

export type TimedMagnitude = {
  readonly atMs: number
  readonly atS: number
  readonly magnitude: number
  /** The noise of the sensor, one sigma; undefined if the sensor states none. */
  readonly sigma?: number | undefined
}

export function magnitudesOf(lines: readonly Line[]): readonly TimedMagnitude[] {
  return lines.flatMap(({ atMs, measurement: { observedMagnitude } }) =>
    observedMagnitude
      ? [{ atMs, atS: atMs / 1_000, magnitude: observedMagnitude.magnitude, sigma: observedMagnitude.sigma }]
      : [],
  )
}
