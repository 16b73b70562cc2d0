import type { REENTRY_FORECASTS } from '@apsis/contract/tle/catalogue.ts'

/** The facts of the satellite catalogue about an object; dates have the form 2026-11-20. */
export type SatcatObject = {
  readonly noradId: number
  readonly name: string
  readonly internationalDesignator: string
  readonly objectType: string | null
  readonly rcs: string | null
  readonly country: string | null
  readonly launchedOn: string | null
  readonly decayedOn: string | null
}

/** The origin of a statement that an object will come down, or has come down. */
type ReentrySource = (typeof REENTRY_FORECASTS)[number] | 'DECAY_MESSAGE' | 'SATCAT'

export type Reentry = {
  readonly noradId: number
  readonly name: string
  readonly source: ReentrySource
  readonly statedAt: Date
  readonly expectedAt: Date
  readonly windowMinutes: number | null
}

export type Records<T> = { readonly records: readonly T[]; readonly refused: number }

const MOST_TEXT = 60
const MOST_WINDOW_MINUTES = 100_000

/** Reads the answer of class satcat; null if it is not a list in JSON, for example because it was cut off. Runs in the process pool. */
export function readSatcat(bytes: Uint8Array): Records<SatcatObject> | null {
  const rows = listOf(bytes)
  return rows === null ? null : recordsOf(rows, readSatcatObject)
}

function readSatcatObject(row: unknown): SatcatObject | undefined {
  const noradId = numberOf(row, 'NORAD_CAT_ID')
  const [launchedOn, decayedOn] = [dateOf(row, 'LAUNCH'), dateOf(row, 'DECAY')]
  if (noradId === undefined || launchedOn === undefined || decayedOn === undefined) return undefined
  return {
    noradId,
    name: textOf(row, 'SATNAME') ?? textOf(row, 'OBJECT_NAME') ?? '',
    internationalDesignator: textOf(row, 'INTLDES') ?? '',
    objectType: textOf(row, 'OBJECT_TYPE'),
    rcs: textOf(row, 'RCS_SIZE'),
    country: textOf(row, 'COUNTRY'),
    launchedOn,
    decayedOn,
  }
}

const SOURCES: Readonly<Record<string, ReentrySource>> = {
  tip_msg: 'TIP',
  '60day_msg': 'SIXTY_DAYS',
  decay_msg: 'DECAY_MESSAGE',
  satcat: 'SATCAT',
}

/** Reads records of class decay: predictions, and messages about objects that have come down. */
export const readDecays = (rows: readonly unknown[]): Records<Reentry> =>
  recordsOf(rows, (row) => {
    const source = SOURCES[textOf(row, 'SOURCE') ?? '']
    return source === undefined ? undefined : reentryOf(row, { source, windowMinutes: null })
  })

/** Reads records of class tip: predictions with a window, made in the last days of an object. */
export const readTips = (rows: readonly unknown[]): Records<Reentry> =>
  recordsOf(rows, (row) => {
    const minutes = Number(textOf(row, 'WINDOW') ?? Number.NaN)
    const isGood = Number.isInteger(minutes) && minutes >= 0 && minutes <= MOST_WINDOW_MINUTES
    return isGood ? reentryOf(row, { source: 'TIP', windowMinutes: minutes }) : undefined
  })

function reentryOf(row: unknown, said: Pick<Reentry, 'source' | 'windowMinutes'>): Reentry | undefined {
  const noradId = numberOf(row, 'NORAD_CAT_ID')
  const [statedAt, expectedAt] = [timeOf(row, 'MSG_EPOCH'), timeOf(row, 'DECAY_EPOCH')]
  if (noradId === undefined || statedAt === undefined || expectedAt === undefined) return undefined
  return { noradId, name: textOf(row, 'OBJECT_NAME') ?? '', statedAt, expectedAt, ...said }
}

function listOf(bytes: Uint8Array): readonly unknown[] | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    const value: unknown = text === '' ? [] : JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

function recordsOf<T>(rows: readonly unknown[], read: (row: unknown) => T | undefined): Records<T> {
  const records = rows.flatMap((row) => read(row) ?? [])
  return { records, refused: rows.length - records.length }
}

/** Returns a text without control characters, shortened; null if there is none. */
function textOf(row: unknown, name: string): string | null {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : null
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
    .slice(0, 4 * MOST_TEXT)
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, MOST_TEXT)
  return text === '' ? null : text
}

function numberOf(row: unknown, name: string): number | undefined {
  const value = Number(textOf(row, name) ?? Number.NaN)
  return Number.isInteger(value) && value > 0 && value <= 999_999_999 ? value : undefined
}

/** Returns a date; null if there is none, undefined if the text is not a date. */
function dateOf(row: unknown, name: string): string | null | undefined {
  const text = textOf(row, name)
  if (text === null) return null
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

function timeOf(row: unknown, name: string): Date | undefined {
  const text = textOf(row, name) ?? ''
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{1,2}:\d{2}:\d{2}(?:\.\d{1,9})?$/.test(text)) return undefined
  const [day = '', clock = ''] = text.split(/[ T]/)
  const date = new Date(`${day}T${clock.padStart(8, '0')}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
