import { z } from 'zod'

/** The statuses of notices that a user may select (decisions.md 7); COMPLETE is accepted as a synonym of COMPLETED_OK. */
export const NOTIFY_STATUSES = ['COMPLETED_OK', 'CANCELLED', 'PENDING', 'IN_PROGRESS'] as const
export const DEFAULT_NOTIFY_STATUSES = ['CANCELLED', 'COMPLETED_OK'] as const

export const NotifyStatus = z.enum(NOTIFY_STATUSES)
export type NotifyStatus = z.infer<typeof NotifyStatus>
