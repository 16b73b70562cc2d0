import { randomUUID } from 'node:crypto'
import type { Finding, FindingCode } from '@apsis/contract/finding.ts'
import {
  NOTICE_CODE,
  NOTIFICATION_STATES,
  type Notification,
  type NotificationLevel,
  type NotificationState,
} from '@apsis/contract/notifications/notification.ts'
import type { NotifyStatus } from '@apsis/contract/notifications/notify-status.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { personName } from '@apsis/contract/person-name.ts'
import { type Audience, audiencesOf } from '@apsis/contract/roles.ts'
import { inEnglish } from '../delivery/content/manner.service.ts'
import { post } from '../delivery/outbox.service.ts'
import { emit } from '../events/event.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { listPeople } from '../platform/auth/member.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import * as repository from './notification.repository.ts'

/** The content of a notice: a finding, whose text is in the catalogue (contract/notice-text), or a text without a finding. */
type Words =
  | { readonly finding: Finding; readonly title?: undefined; readonly message?: undefined }
  | { readonly finding?: undefined; readonly title?: string; readonly message: string }

export type NoticeToTell = Words & {
  readonly tenantId: string
  /** The person for whom the notice is; undefined for everybody in the organisation. */
  readonly subject: string | undefined
  /** The service to which the notice belongs. People without a role in that service neither see it nor receive it. */
  readonly audience: Audience
  /** The code of a failed request, which is shown before the title (spec §8). Absent: no request failed. */
  readonly code?: number
  /** The urgency, unless the notice is about a failed request. */
  readonly level?: NotificationLevel
  /** The status of the request or job that the notice is about. Outside the page only people who selected this status receive it. */
  readonly status?: NotifyStatus
  /** The matter of the notice. A receiver gets the notices about one matter in their order. */
  readonly matter?: string
  /** The organisation's satellite, by which people select notices. */
  readonly satelliteId?: string
  /** The path of the page that the notice is about. */
  readonly link?: string
}

/** The page of notices about deliveries, if they are not about another page. */
const CHANNELS_PAGE = '/account/notifications'

/** Raises a notification, within the transaction of its cause. */
export async function notify(tx: TenantDb, told: NoticeToTell): Promise<void> {
  const notification = await show(tx, told)
  const { tenantId, subject, audience, status, matter, link, satelliteId } = told
  const now = new Date(notification.timestamp)
  const unheard = await post(tx, { tenantId, subject, audience, notification, status, matter, link, satelliteId, now })
  for (const one of unheard) await notifyOnPage(tx, { link: CHANNELS_PAGE, ...one })
}

/** Raises a notification that is only shown on the page, for cases in which the channels outside the page do not work. */
export async function notifyOnPage(tx: TenantDb, told: NoticeToTell): Promise<void> {
  await show(tx, told)
}

/** Raises a notice about deliveries. `isQuiet`: it is only shown on the page. */
export function tellOfChannel(tx: TenantDb, told: NoticeToTell, isQuiet: boolean): Promise<void> {
  return (isQuiet ? notifyOnPage : notify)(tx, { link: CHANNELS_PAGE, ...told })
}

/**
 * Returns the last notice about a matter that contains a figure of this name, to any recipient, except notices with these codes. A matter has notices
 * from several sources: a notice about a plan says nothing about the measurement of its event.
 */
export async function lastNoticeOf(
  tx: TenantDb,
  matter: string,
  { figure, but = [] }: { readonly figure: string; readonly but?: readonly FindingCode[] },
): Promise<Finding | undefined> {
  return (await listLastNotices(tx, [matter], { figure, but })).get(matter)
}

/** Returns the last notices about several matters, each as lastNoticeOf does for one matter. */
export async function listLastNotices(
  tx: TenantDb,
  matters: readonly string[],
  { figure, but = [] }: { readonly figure: string; readonly but?: readonly FindingCode[] },
): Promise<ReadonlyMap<string, Finding>> {
  return repository.listLastFindings(tx, matters, { figure, but })
}

async function show(tx: TenantDb, told: NoticeToTell): Promise<Notification> {
  const id = randomUUID()
  const { tenantId, subject, audience, code = NOTICE_CODE, level = null, link = null } = told
  const finding = told.finding === undefined ? null : await namePeople(tx, told.finding)
  const { title = String(code), message } = told.finding === undefined ? told : inEnglish(finding ?? told.finding)
  const created_at = await repository.insertNotification(tx, {
    ...told,
    ...(finding === null ? {} : { finding }),
    id,
    code,
    title,
    message,
  })
  emit(tx, { tenantId, subject, audience, type: 'notification', data: { id } })
  return present({ id, code, title, message, level, audience, finding, link, created_at, state: 0 })
}

/** The values of a finding that are people's accounts. */
const PEOPLE = ['by', 'owner', 'person'] as const

/** Returns the finding with people's names instead of accounts, because pages and deliveries are read by people. */
async function namePeople(tx: TenantDb, finding: Finding): Promise<Finding> {
  const accounts = PEOPLE.flatMap((key) => {
    const account = finding.values[key]
    return typeof account === 'string' && account !== '' ? [[key, account] as const] : []
  })
  if (accounts.length === 0) return finding
  const people = await listPeople(
    tx,
    accounts.map(([, account]) => account),
  )
  const named = accounts.map(([key, account]) => [key, personName(account, people)])
  return { ...finding, values: { ...finding.values, ...Object.fromEntries(named) } }
}

export type Listing = {
  readonly state: NotificationState | undefined
  readonly sort?: Sort<'timestamp'>
  readonly page: number
  readonly limit: number
}

/** Returns a page of the caller's notifications, newest first, and their total number. */
export async function listNotifications(
  db: Database,
  caller: Caller,
  { state, sort, page, limit }: Listing,
): Promise<{ items: Notification[]; total: number }> {
  const shown = state === undefined ? NOTIFICATION_STATES.filter((one) => one !== 'hidden') : [state]
  const states = shown.map((one) => NOTIFICATION_STATES.indexOf(one))
  return db.tenant(caller.tenantId, async (tx) => {
    const { rows, total } = await repository.listNotifications(tx, readerOf(caller), {
      states,
      ...(sort !== undefined && { sort }),
      offset: (page - 1) * limit,
      limit,
    })
    return { items: rows.map(present), total }
  })
}

type Change = { readonly id: string; readonly state: NotificationState }

/** Moves notifications to later states, all or none, and returns their present states. */
export async function updateNotifications(
  db: Database,
  caller: Caller,
  changes: readonly Change[],
): Promise<Notification[]> {
  // Locks are taken in the order of ids, so that two browser tabs that mark the same list cannot wait for each other.
  const ids = [...new Set(changes.map((change) => change.id))].sort()
  return db.tenant(caller.tenantId, async (tx) => {
    const reader = readerOf(caller)
    const known = await repository.findNotifications(tx, reader, ids)
    if (known.length < ids.length) throw unknown(ids, known, changes)
    for (const id of ids) {
      const state = Math.max(
        ...changes.filter((change) => change.id === id).map((change) => NOTIFICATION_STATES.indexOf(change.state)),
      )
      await repository.updateReading(tx, caller.tenantId, { id, subject: caller.subject, state })
    }
    for (const [audience, moved] of Map.groupBy(known, (row) => row.audience))
      emit(tx, { ...ownerOf(caller), audience, type: 'notification', data: { ids: moved.map((row) => row.id) } })
    return (await repository.findNotifications(tx, reader, ids)).map(present)
  })
}

const ownerOf = ({ tenantId, subject }: Caller) => ({ tenantId, subject })

function readerOf({ subject, roles }: Caller): repository.Reader {
  return { subject, audiences: audiencesOf(roles) }
}

function unknown(ids: readonly string[], known: readonly { id: string }[], changes: readonly Change[]): ApiError {
  const missing = ids.find((id) => !known.some((row) => row.id === id))
  const pointer = `#/${changes.findIndex((change) => change.id === missing)}/id`
  const message = 'names no notification of yours'
  return new ApiError('not-found', `${pointer}: ${message}`, { errors: [{ code: 'body.unknown', pointer, message }] })
}

function present(row: repository.NotificationRow): Notification {
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    message: row.message,
    status: `${String(row.code)[0]}xx`,
    timestamp: row.created_at.toISOString(),
    state: NOTIFICATION_STATES[row.state] ?? 'fresh',
    ...(row.level === null ? {} : { level: row.level }),
    ...(row.finding === null ? {} : { finding: row.finding }),
    audience: row.audience,
    ...(row.link === null ? {} : { link: row.link }),
  }
}
