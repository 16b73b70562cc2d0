import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { LINE_QUANTITIES, type LineResidual } from '@apsis/contract/odt/observation/range-report.ts'
import { formatNumber } from '../../ui/format/number.ts'

export type LineQuantity = (typeof LINE_QUANTITIES)[number]
export type LineOrbit = 'before' | 'after'

/** For radars, 1 m in range and 0.1 mm/s in range rate are below the resolution; lasers resolve 1 mm. */
const DECIMALS = { range: 3, 'range-rate': 4 } as const
export const LINE_UNITS = { range: 'm', 'range-rate': 'm/s' } as const
/** The number of digits of residuals in a drawing and its text. */
const DIGITS = 3

/** Returns a measured value or a residual for a table. */
export const writeLine = (value: number, quantity: LineQuantity): string =>
  `${formatNumber(value, { decimals: DECIMALS[quantity] })} ${LINE_UNITS[quantity]}`

/** Returns a residual, or the size of residuals, for a drawing. */
export const brieflyOf = (value: number, quantity: LineQuantity, signed = false): string =>
  `${formatNumber(value, { significant: DIGITS, signed })} ${LINE_UNITS[quantity]}`

export type LineStatistics = {
  readonly count: number
  readonly mean: number
  readonly rms: number
  /** The root mean square in units of the sensor's sigma. */
  readonly times: number
  /** The residual that is farthest from 0. */
  readonly largest: number
  /** The noise of the sensor, 1 sigma: the mean over all measurements. */
  readonly sigma: number
}

/** Returns the size of the residuals of a quantity from an orbit, without those left out of its fit; undefined if there are none. */
export function statisticsOf(rows: readonly LineResidual[], orbit: LineOrbit): LineStatistics | undefined {
  const used = rows.flatMap((row) => {
    const residual = row[orbit]
    return residual === null || row.isEdited ? [] : [{ residual, sigma: row.sigma }]
  })
  if (used.length === 0) return undefined
  const mean = (of: (one: (typeof used)[number]) => number) => used.reduce((sum, one) => sum + of(one), 0) / used.length
  const largest = used.reduce((most, { residual }) => (Math.abs(residual) > Math.abs(most) ? residual : most), 0)
  return {
    count: used.length,
    mean: mean(({ residual }) => residual),
    rms: Math.sqrt(mean(({ residual }) => residual ** 2)),
    times: Math.sqrt(mean(({ residual, sigma }) => (residual / sigma) ** 2)),
    largest,
    sigma: mean(({ sigma }) => sigma),
  }
}

/** Returns the quantities that were measured along the line of sight, each with its values. */
export function linesBy({ lineResiduals = [] }: Pick<ObservationReport, 'lineResiduals'>) {
  return LINE_QUANTITIES.map((quantity) => ({
    quantity,
    rows: lineResiduals.filter((row) => row.quantity === quantity),
  })).filter(({ rows }) => rows.length > 0)
}
