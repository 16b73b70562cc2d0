import { NOTICE_CODE, type Notification } from '@apsis/contract/notifications/notification.ts'
import { meaningOf } from '../ui/status/status-meaning.ts'
import type { Level } from '../ui/status/status-symbol.tsx'

/** A notification of the server, or one that the page raised itself. */
export type Notice = Notification

/** The content of a notification; the rest follows from it (spec §3). */
export type NoticeContent = {
  /** The code of a failed request: it is before the title (spec §8). Absent: no request failed. */
  readonly code?: number
  /** Defaults to the code. */
  readonly title?: string
  readonly message: string
  readonly level?: Level
  /** The action that a notification offers while it is a toast, once. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** A new notification, fresh, with the status that spec §3 derives from its code. */
export function noticeOf(
  { code = NOTICE_CODE, title, message, level }: NoticeContent,
  { id, at }: { id: string; at: number },
): Notice {
  return {
    id,
    code,
    title: title ?? String(code),
    message,
    status: `${String(code)[0]}xx`,
    timestamp: new Date(at).toISOString(),
    state: 'fresh',
    ...(level === undefined ? {} : { level }),
  }
}

/** Its title behind its code; a success has no code in front (spec §8), and a title that is the code is said once. */
export function headingOf({ code, title }: Pick<Notice, 'code' | 'title'>): string {
  return code === NOTICE_CODE || title === String(code) ? title : `${code} ${title}`
}

export function levelOf({ level, status }: Pick<Notice, 'level' | 'status'>): Level {
  return level ?? meaningOf('notification', status).level
}
