import { readNumber } from '../../ui/format/number.ts'
import type { SEARCH_NAMES } from './search-names.ts'
import type { AnnualQuestion } from './statistics-query.ts'

type Field = {
  /** The name of the parameter in the API. */
  readonly query: Exclude<keyof AnnualQuestion, 'satellite-id'>
  readonly min: number
  readonly max: number
  readonly unit?: string
}

/**
 * The assumptions that can be changed: the name in the address, the name in the API and the bounds
 * (contract/ca/statistics/statistics.ts).
 */
export const FIELDS = {
  pacc: { query: 'pacc', min: 1e-10, max: 0.1 },
  commit: { query: 'commit-hours', min: 0.5, max: 240, unit: 'h' },
  years: { query: 'years', min: 0.1, max: 50, unit: 'a' },
  limit: { query: 'limit', min: 1e-9, max: 0.5 },
  radius: { query: 'radius-factor', min: 0.1, max: 10, unit: '×' },
  sigma: { query: 'sigma-factor', min: 0.1, max: 10, unit: '×' },
  error: { query: 'error-factor', min: 0.1, max: 10, unit: '×' },
  growth: { query: 'growth', min: 0.1, max: 10, unit: '×' },
  dv: { query: 'delta-v', min: 0, max: 100, unit: 'm/s' },
  outage: { query: 'outage-hours', min: 0, max: 240, unit: 'h' },
  days: { query: 'history-days', min: 1, max: 3_652.5, unit: 'd' },
} as const satisfies Readonly<
  Record<Exclude<(typeof SEARCH_NAMES)[number], 'show' | 'split' | 'period' | 'wish'>, Field>
>

export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]
export type StatisticsSearch = { readonly [K in (typeof SEARCH_NAMES)[number]]?: string | undefined }

/** Returns a value from the address if it is a number within its bounds. */
export function numberIn(name: FieldName, text: string | undefined): number | undefined {
  const value = readNumber(text ?? '')
  const { min, max } = FIELDS[name]
  return value >= min && value <= max ? value : undefined
}

/** The bounds of a desired number of manoeuvres per year (contract/ca/statistics/statistics.ts). */
export const WISH = { min: 0.01, max: 1_000 } as const

/** Returns the desired number of manoeuvres per year if it is a number within its bounds. */
export function wishedIn(text: string | undefined): number | undefined {
  const value = readNumber(text ?? '')
  return value >= WISH.min && value <= WISH.max ? value : undefined
}

/** Returns an address's query to the API; values that are not numbers, or out of bounds, are omitted. */
export function questionOf(satelliteId: string, search: StatisticsSearch): AnnualQuestion {
  const asked = FIELD_NAMES.flatMap((name) => {
    const value = numberIn(name, search[name])
    return value === undefined ? [] : [[FIELDS[name].query, value] as const]
  })
  const wished = wishedIn(search.wish)
  const wish = wished === undefined ? {} : { 'manoeuvres-per-year': wished }
  return { 'satellite-id': satelliteId, ...Object.fromEntries(asked), ...wish }
}
