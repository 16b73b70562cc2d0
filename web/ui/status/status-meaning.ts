import { type UiWord, uiWords } from '../words.data.ts'
import type { Level } from './status-symbol.tsx'

/** The meaning of a word of the API as a status: its level, and its text. */
export type StatusMeaning = {
  readonly level: Level
  readonly word: string
  /** True if the shape is an outline without colour, because nobody has to act. */
  readonly isOutline?: boolean
  /** True if the shape is grey, because the status is one of many normal ones. */
  readonly isQuiet?: boolean
}

type Entry = { readonly level: Level; readonly say: UiWord }

/** Risk levels by rank, and the spec's other labels (spec §4; ux.md §3.1). */
export const RISK_LABELS = {
  UNKNOWN: { level: 'inactive', say: 'notAssessed' },
  'NOT ASSESSED': { level: 'inactive', say: 'notAssessed' },
  NONE: { level: 'inactive', say: 'none' },
  LOW: { level: 'ok', say: 'low' },
  OK: { level: 'ok', say: 'normal' },
  SUCCESS: { level: 'ok', say: 'success' },
  MEDIUM: { level: 'caution', say: 'medium' },
  CAUTION: { level: 'caution', say: 'caution' },
  WARNING: { level: 'caution', say: 'warning' },
  HIGH: { level: 'serious', say: 'high' },
  SERIOUS: { level: 'serious', say: 'serious' },
  CRITICAL: { level: 'critical', say: 'critical' },
  ALERT: { level: 'critical', say: 'alert' },
  INFO: { level: 'pending', say: 'information' },
  PENDING: { level: 'pending', say: 'pending' },
  INACTIVE: { level: 'inactive', say: 'inactive' },
  ACTIVE: { level: 'ok', say: 'active' },
} as const satisfies Readonly<Record<string, Entry>>

/** Observation and request statuses. */
export const REQUEST_STATUSES = {
  PENDING: { level: 'pending', say: 'pending' },
  APPROVED: { level: 'pending', say: 'approved' },
  IN_PROGRESS: { level: 'pending', say: 'inProgress' },
  EXECUTING: { level: 'pending', say: 'executing' },
  EXECUTED: { level: 'pending', say: 'executed' },
  PUBLISHING: { level: 'pending', say: 'publishing' },
  COMPLETE: { level: 'ok', say: 'complete' },
  COMPLETED_OK: { level: 'ok', say: 'complete' },
  SUCCESSFUL: { level: 'ok', say: 'successful' },
  PUBLISHED: { level: 'ok', say: 'published' },
  PARTIAL: { level: 'caution', say: 'partial' },
  INFEASIBLE: { level: 'serious', say: 'infeasible' },
  UNSUCCESSFUL: { level: 'serious', say: 'unsuccessful' },
  CANCELLED: { level: 'inactive', say: 'cancelled' },
} as const satisfies Readonly<Record<string, Entry>>

/** The results of a screening: not screened is never the same as screened and clear. */
export const SCREENING_RESULTS = {
  NOT_SCREENED: { level: 'inactive', say: 'notScreened' },
  CLEAR: { level: 'ok', say: 'screenedClear' },
  CONJUNCTIONS: { level: 'caution', say: 'screenedFound' },
} as const satisfies Readonly<Record<string, Entry>>

/** Level and word of notifications by the class of their status (spec §3): the first digit of the code, followed by xx. */
export const NOTIFICATION_STATUSES = {
  '0xx': { level: 'inactive', say: 'stopped' },
  '1xx': { level: 'inactive', say: 'notice' },
  '2xx': { level: 'ok', say: 'success' },
  '3xx': { level: 'inactive', say: 'notice' },
  '4xx': { level: 'caution', say: 'error' },
  '5xx': { level: 'serious', say: 'error' },
} as const satisfies Readonly<Record<string, Entry>>

const TABLES: Readonly<Record<Vocabulary, Readonly<Record<string, Entry>>>> = {
  risk: RISK_LABELS,
  request: REQUEST_STATUSES,
  screening: SCREENING_RESULTS,
  notification: NOTIFICATION_STATUSES,
}
export type Vocabulary = 'risk' | 'request' | 'screening' | 'notification'

/**
 * Returns the meaning of a label, however it is written; an unknown label is shown unchanged, and has no level. The word is in the language
 * chosen now: a component that shows it must render again when the language changes (`useWords`).
 */
export function meaningOf(vocabulary: Vocabulary, label: string): StatusMeaning {
  const table = TABLES[vocabulary]
  const upper = vocabulary === 'notification' ? label : label.toUpperCase()
  const key = [upper, upper.replaceAll(' ', '_'), upper.replaceAll('_', ' ')].find((one) => Object.hasOwn(table, one))
  const entry = key === undefined ? undefined : table[key]
  return entry ? { level: entry.level, word: uiWords(entry.say) } : { level: 'inactive', word: label }
}

/** True for the level of most events; nobody has to act on them, so they are drawn in grey. */
export const isLow = (risk: string): boolean => risk === 'LOW'

/** Returns the meaning of an event's level; for a mitigated event the text says so, and the shape is an outline. */
export function levelMeaning({
  risk,
  isMitigated,
}: {
  readonly risk: string
  readonly isMitigated: boolean
}): StatusMeaning {
  const { level, word } = meaningOf('risk', risk)
  const said = isMitigated ? uiWords('levelMitigated', { level: word }) : word
  return { level, word: said, isOutline: isMitigated, isQuiet: isLow(risk) }
}

/** Returns the text after a number of events: `, 1 of them mitigated`; empty if none is. */
export const mitigatedText = (count: number): string => (count === 0 ? '' : `, ${uiWords('mitigatedOf', { count })}`)
