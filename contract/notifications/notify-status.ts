import { z } from 'zod'

/** Statuses that a user may be told of (decisions.md 7); COMPLETE is taken as a synonym of COMPLETED_OK. */
export const NOTIFY_STATUSES = ['COMPLETED_OK', 'CANCELLED', 'PENDING', 'IN_PROGRESS'] as const
export const DEFAULT_NOTIFY_STATUSES = ['CANCELLED', 'COMPLETED_OK'] as const

export const NotifyStatus = z.enum(NOTIFY_STATUSES)
export type NotifyStatus = z.infer<typeof NotifyStatus>
