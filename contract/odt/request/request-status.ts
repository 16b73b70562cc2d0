import type { NotifyStatus } from '../../notifications/notify-status.ts'

/** The allowed transitions of a request (spec §4; domain.md C20): each status on the left may change to one of those on the right. */
export const REQUEST_TRANSITIONS = {
  PENDING: ['APPROVED', 'INFEASIBLE', 'CANCELLED'],
  APPROVED: ['IN_PROGRESS', 'UNSUCCESSFUL', 'CANCELLED'],
  IN_PROGRESS: ['PARTIAL', 'COMPLETE', 'UNSUCCESSFUL', 'CANCELLED'],
  PARTIAL: ['COMPLETE', 'CANCELLED'],
  INFEASIBLE: [],
  COMPLETE: [],
  UNSUCCESSFUL: [],
  CANCELLED: [],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type RequestStatus = keyof typeof REQUEST_TRANSITIONS
export const REQUEST_STATUSES = Object.keys(REQUEST_TRANSITIONS) as [RequestStatus, ...RequestStatus[]]

/**
 * The allowed transitions of a pass. A pass may fail at any time, because a sensor may break down or its provider may not answer
 * (docs/domain/request.md).
 */
export const PASS_TRANSITIONS = {
  PENDING: ['EXECUTING', 'UNSUCCESSFUL', 'CANCELLED'],
  EXECUTING: ['EXECUTED', 'UNSUCCESSFUL'],
  EXECUTED: ['PUBLISHING', 'UNSUCCESSFUL'],
  PUBLISHING: ['PUBLISHED', 'UNSUCCESSFUL'],
  PUBLISHED: ['SUCCESSFUL', 'UNSUCCESSFUL'],
  SUCCESSFUL: [],
  UNSUCCESSFUL: [],
  CANCELLED: [],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type PassStatus = keyof typeof PASS_TRANSITIONS
export const PASS_STATUSES = Object.keys(PASS_TRANSITIONS) as [PassStatus, ...PassStatus[]]

/** The number of times that a failed pass is replaced (domain.md C20). */
export const MOST_REPLACEMENTS = 3

export const isPassOver = (status: PassStatus): boolean => PASS_TRANSITIONS[status].length === 0

export const isAllowed = <S extends string>(table: Readonly<Record<S, readonly string[]>>, from: S, to: S): boolean =>
  table[from].includes(to)

/**
 * The status in the notification form for each status of a request (decisions.md 7); the form has no checkbox for the others. A request with first
 * measurements is still in progress (docs/domain/request.md).
 */
export const NOTIFY_STATUS_OF: Readonly<Partial<Record<RequestStatus, NotifyStatus>>> = {
  PENDING: 'PENDING',
  IN_PROGRESS: 'IN_PROGRESS',
  PARTIAL: 'IN_PROGRESS',
  COMPLETE: 'COMPLETED_OK',
  CANCELLED: 'CANCELLED',
}
