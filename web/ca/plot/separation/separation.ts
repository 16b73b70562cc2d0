import type { PlotTable } from '../../../ui/file/csv.ts'
import { formatMiss, formatSeparation } from '../../../ui/format/quantity.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { plotWords } from '../words.data.ts'

/** The total and its parts, in the order of display. */
export const PARTS = ['total', 'r', 't', 'n'] as const
export type Part = (typeof PARTS)[number]
export const SEPARATION_UNITS = ['m', 'sigma'] as const
export type SeparationUnit = (typeof SEPARATION_UNITS)[number]

/** A value with its 1σ, m; undefined without a covariance. */
export type SeparationValue = { readonly value: number; readonly sigma: number | undefined }
export type SeparationPoint = { readonly id: string; readonly number: number; readonly atMs: number } & Readonly<
  Record<Part, SeparationValue>
>

export function separationPoints(messages: readonly NumberedMessage[]): readonly SeparationPoint[] {
  return messages.map(({ cdm, number, atMs }) => {
    const { relativePosition, sigmaRtn, totalMissDistance, sigmaMiss } = cdm.conjunctionData
    const part = (axis: 'r' | 't' | 'n') => ({ value: relativePosition[axis], sigma: sigmaRtn?.[axis] })
    return {
      id: cdm.cdmId,
      number,
      atMs,
      total: { value: totalMissDistance, sigma: sigmaMiss ?? undefined },
      r: part('r'),
      t: part('t'),
      n: part('n'),
    }
  })
}

/** Returns the value and its band for the plot: in m, or in σ, where the band is ±1. */
export function drawnIn(unit: SeparationUnit, { value, sigma }: SeparationValue) {
  if (unit === 'm') return { value, low: value - (sigma ?? 0), high: value + (sigma ?? 0) }
  if (sigma === undefined || sigma === 0) return undefined
  return { value: value / sigma, low: value / sigma - 1, high: value / sigma + 1 }
}

/** Returns the range of the axis of a part. It contains every value, zero, and the band unless the band is far wider. */
export function domainOf(points: readonly SeparationPoint[], part: Part, unit: SeparationUnit) {
  const drawn = points.flatMap((point) => drawnIn(unit, point[part]) ?? [])
  const values = drawn.map(({ value }) => value)
  const reach = Math.max(1e-9, ...values.map(Math.abs))
  const within = ({ low, high }: { low: number; high: number }) => [
    Math.max(low, -2 * reach),
    Math.min(high, 2 * reach),
  ]
  const all = [0, ...values, ...drawn.flatMap(within)]
  const [low, high] = [part === 'total' ? 0 : Math.min(...all), Math.max(...all)]
  return [low, high] as const
}

export function separationCaption(messages: readonly NumberedMessage[]): string {
  const points = separationPoints(messages)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const signed = ({ value }: SeparationValue) => `${formatSeparation(value)} m`
  const total = ({ value }: SeparationValue) => `${formatMiss(value)} m`
  const parts = { r: signed(last.r), t: signed(last.t), n: signed(last.n), to: total(last.total) }
  if (points.length === 1) return plotWords('separationOne', parts)
  return plotWords('separationCaption', { ...parts, from: total(first.total), messages: points.length })
}

export function separationTable(messages: readonly NumberedMessage[]): PlotTable {
  const points = separationPoints(messages)
  return {
    columns: [
      'message',
      'created_utc',
      ...PARTS.flatMap((part) => [
        `${part === 'total' ? 'miss' : part}_m`,
        `${part === 'total' ? 'miss' : part}_sigma_m`,
      ]),
    ],
    rows: messages.map(({ cdm }, place) => [
      cdm.messageId,
      cdm.creationDate,
      ...PARTS.flatMap((part) => [points[place]?.[part].value, points[place]?.[part].sigma]),
    ]),
  }
}
