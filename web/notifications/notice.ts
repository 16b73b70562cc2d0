import { NOTICE_CODE, type Notification } from '@apsis/contract/notifications/notification.ts'
import { meaningOf } from '../ui/status/status-meaning.ts'
import type { Level } from '../ui/status/status-symbol.tsx'

/** A notification of the server, or one that the page raised itself. */
export type Notice = Notification

/** The content of a notification, from which the other fields are derived (spec §3). */
export type NoticeContent = {
  /** The code of a failed request, which is shown before the title (spec §8); absent if no request failed. */
  readonly code?: number
  /** The title; by default the code. */
  readonly title?: string
  readonly message: string
  readonly level?: Level
  /** An action that a notification offers once, while it is a toast. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Returns a new, fresh notification with the status that spec §3 derives from its code. */
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

/** Returns the title after its code; a success has no code (spec §8), and a title that equals the code is not repeated. */
export function headingOf({ code, title }: Pick<Notice, 'code' | 'title'>): string {
  return code === NOTICE_CODE || title === String(code) ? title : `${code} ${title}`
}

export function levelOf({ level, status }: Pick<Notice, 'level' | 'status'>): Level {
  return level ?? meaningOf('notification', status).level
}
