import type { LeavingOut } from './exclusion.ts'
import type { Line } from './facts.ts'

/** A window of time that was drawn in a plot of the track. */
export type Span = { readonly fromMs: number; readonly toMs: number }

/** The selection that all plots of a track share: a window of time, and the measurement that is read. */
export type Looking = {
  readonly span: Span | undefined
  readonly readMs: number | undefined
  readonly onSpan: (span: Span | undefined) => void
  readonly onRead: (ms: number | undefined) => void
  /** The choice of measurements that are left out; absent if nothing can be left out. */
  readonly leavingOut?: LeavingOut
}

/** Returns the window as text in the address: both ends with a slash between them, like an interval in ISO 8601. */
export const spanText = ({ fromMs, toMs }: Span): string =>
  `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`

/** Returns the window that an address names; undefined if it names none. */
export function windowOfAddress(text: string | undefined): Span | undefined {
  const [from = '', to = ''] = (text ?? '').split('/')
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  return fromMs < toMs ? { fromMs, toMs } : undefined
}

export const isInside = (atMs: number, span: Span | undefined): boolean =>
  span === undefined || (atMs >= span.fromMs && atMs <= span.toMs)

/** Returns the root mean square of the residuals of some measurements, arcseconds; undefined if none has a residual. */
export function rmsOf(lines: readonly Line[]): { readonly ra: number; readonly dec: number } | undefined {
  const residuals = lines.flatMap(({ residual, isExcluded }) => (residual && !isExcluded ? residual : []))
  if (residuals.length === 0) return undefined
  const rms = (axis: 'ra' | 'dec') =>
    Math.sqrt(residuals.reduce((sum, one) => sum + one[axis] ** 2, 0) / residuals.length)
  return { ra: rms('ra'), dec: rms('dec') }
}
