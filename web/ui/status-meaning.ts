import type { Level } from './status-symbol.tsx'

/** What a word of the API means as a status: its level, and how it is said. */
export type StatusMeaning = { readonly level: Level; readonly word: string }

/** Risk levels by rank, and the spec's other labels (spec §4; ux.md §3.1). */
export const RISK_LABELS = {
  UNKNOWN: { level: 'inactive', word: 'Not assessed' },
  'NOT ASSESSED': { level: 'inactive', word: 'Not assessed' },
  NONE: { level: 'inactive', word: 'None' },
  LOW: { level: 'ok', word: 'Low' },
  OK: { level: 'ok', word: 'Normal' },
  SUCCESS: { level: 'ok', word: 'Success' },
  MEDIUM: { level: 'caution', word: 'Medium' },
  CAUTION: { level: 'caution', word: 'Caution' },
  WARNING: { level: 'caution', word: 'Warning' },
  HIGH: { level: 'serious', word: 'High' },
  SERIOUS: { level: 'serious', word: 'Serious' },
  CRITICAL: { level: 'critical', word: 'Critical' },
  ALERT: { level: 'critical', word: 'Alert' },
  INFO: { level: 'pending', word: 'Information' },
  PENDING: { level: 'pending', word: 'Pending' },
  INACTIVE: { level: 'inactive', word: 'Inactive' },
  ACTIVE: { level: 'ok', word: 'Active' },
} as const satisfies Readonly<Record<string, StatusMeaning>>

/** Observation and request statuses. */
export const REQUEST_STATUSES = {
  PENDING: { level: 'pending', word: 'Pending' },
  APPROVED: { level: 'pending', word: 'Approved' },
  IN_PROGRESS: { level: 'pending', word: 'In progress' },
  EXECUTING: { level: 'pending', word: 'Executing' },
  EXECUTED: { level: 'pending', word: 'Executed' },
  PUBLISHING: { level: 'pending', word: 'Publishing' },
  COMPLETE: { level: 'ok', word: 'Complete' },
  COMPLETED_OK: { level: 'ok', word: 'Complete' },
  SUCCESSFUL: { level: 'ok', word: 'Successful' },
  PUBLISHED: { level: 'ok', word: 'Published' },
  PARTIAL: { level: 'caution', word: 'Partial' },
  INFEASIBLE: { level: 'serious', word: 'Infeasible' },
  UNSUCCESSFUL: { level: 'serious', word: 'Unsuccessful' },
  CANCELLED: { level: 'inactive', word: 'Cancelled' },
} as const satisfies Readonly<Record<string, StatusMeaning>>

/** What a screening says: not screened is never the same as screened and clear. */
export const SCREENING_RESULTS = {
  NOT_SCREENED: { level: 'inactive', word: 'Not screened yet' },
  CLEAR: { level: 'ok', word: 'Screened, clear' },
  CONJUNCTIONS: { level: 'caution', word: 'Screened, conjunctions found' },
} as const satisfies Readonly<Record<string, StatusMeaning>>

/** Notifications by the status of spec §3: the first character of their code, followed by xx. */
export const NOTIFICATION_STATUSES = {
  '0xx': { level: 'inactive', word: 'Cancelled' },
  '1xx': { level: 'inactive', word: 'Notice' },
  '2xx': { level: 'ok', word: 'Success' },
  '3xx': { level: 'inactive', word: 'Notice' },
  '4xx': { level: 'caution', word: 'Error' },
  '5xx': { level: 'serious', word: 'Error' },
} as const satisfies Readonly<Record<string, StatusMeaning>>

const TABLES: Readonly<Record<Vocabulary, Readonly<Record<string, StatusMeaning>>>> = {
  risk: RISK_LABELS,
  request: REQUEST_STATUSES,
  screening: SCREENING_RESULTS,
  notification: NOTIFICATION_STATUSES,
}
export type Vocabulary = 'risk' | 'request' | 'screening' | 'notification'

/** The meaning of a label, however it is written; a label that nobody knows is said as it came, and claims nothing. */
export function meaningOf(vocabulary: Vocabulary, label: string): StatusMeaning {
  const table = TABLES[vocabulary]
  const upper = vocabulary === 'notification' ? label : label.toUpperCase()
  const key = [upper, upper.replaceAll(' ', '_'), upper.replaceAll('_', ' ')].find((one) => Object.hasOwn(table, one))
  return (key === undefined ? undefined : table[key]) ?? { level: 'inactive', word: label }
}
