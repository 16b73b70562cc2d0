import { z } from 'zod'

/** A time, or a window with both ends, in ms since 1970. */
export type ExcludedSpan = { readonly fromMs: number; readonly toMs: number }

const MOST_CHARACTERS = 2_000
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Returns the times and windows in a text, "time,from/to"; undefined if one of them is invalid. */
export function excludedSpans(text: string): readonly ExcludedSpan[] | undefined {
  const spans = text
    .split(',')
    .filter((part) => part !== '')
    .map((part): ExcludedSpan => {
      const ends = part.split('/')
      const [fromMs = Number.NaN, toMs = fromMs] = ends.map((end) => (TIME.test(end) ? Date.parse(end) : Number.NaN))
      return ends.length <= 2 && fromMs <= toMs ? { fromMs, toMs } : NO_SPAN
    })
  return spans.includes(NO_SPAN) ? undefined : spans
}
const NO_SPAN: ExcludedSpan = { fromMs: Number.NaN, toMs: Number.NaN }

/** Returns times and windows as a text that excludedSpans() can read. */
export const exclusionText = (spans: readonly ExcludedSpan[]): string =>
  spans
    .map(({ fromMs, toMs }) => [...new Set([fromMs, toMs])].map((ms) => new Date(ms).toISOString()).join('/'))
    .join(',')

export const isExcluded = (atMs: number, spans: readonly ExcludedSpan[]): boolean =>
  spans.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs)

/** The measurements that an answer omits. */
export const Exclusion = z
  .string()
  .max(MOST_CHARACTERS)
  .refine((text) => excludedSpans(text) !== undefined, 'must be times and windows from/to in UTC, with commas between')
  .optional()
  .meta({
    'x-addition': true,
    description:
      'Times of measurements, and windows from/to with both ends, with commas between: association, residuals and orbit are computed anew without these. Nothing is kept of it',
    examples: ['2026-11-22T18:15:08.000Z,2026-11-22T18:16:00.000Z/2026-11-22T18:16:30.000Z'],
  })
