import type { Finding, FindingCode } from '@apsis/contract/finding.ts'
import type { NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import type { Sort } from '@apsis/contract/page.ts'
import type { Audience } from '@apsis/contract/roles.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import { orderBy } from '../platform/database/order.repository.ts'
import { countRows } from '../platform/database/page.repository.ts'

export type NotificationRow = {
  id: string
  code: number
  title: string
  message: string
  level: NotificationLevel | null
  audience: Audience
  finding: Finding | null
  link: string | null
  created_at: Date
  /** The number of the state in the ascending list of states. */
  state: number
}

export type NewNotification = {
  readonly tenantId: string
  readonly id: string
  readonly subject: string | undefined
  readonly audience: Audience
  readonly code: number
  readonly title: string
  readonly message: string
  readonly level?: NotificationLevel
  readonly finding?: Finding | undefined
  readonly matter?: string
  readonly link?: string
}

/** For each matter, returns the newest reported finding that contains a certain figure, except findings with some codes. */
export async function listLastFindings(
  tx: TenantDb,
  matters: readonly string[],
  { figure, but }: { readonly figure: string; readonly but: readonly FindingCode[] },
): Promise<ReadonlyMap<string, Finding>> {
  if (matters.length === 0) return new Map()
  const { rows } = await sql<{ matter: string; finding: Finding }>`
    select m.matter, n.finding from unnest(${[...matters]}::text[]) m(matter)
    cross join lateral (
      select finding from notifications.notification
      where matter = m.matter and finding -> 'values' -> ${figure}::text is not null and not (finding ->> 'code' = any(${[...but]}::text[]))
      order by created_at desc, id limit 1) n`.execute(tx)
  return new Map(rows.map(({ matter, finding }) => [matter, finding]))
}

/** Stores a notification; returns its time. */
export async function insertNotification(tx: TenantDb, n: NewNotification): Promise<Date> {
  const { rows } = await sql<{ created_at: Date }>`/* kept */
    insert into notifications.notification (tenant_id, id, subject, audience, code, title, message, level, finding, matter, link)
    values (${n.tenantId}, ${n.id}, ${n.subject ?? null}, ${n.audience}, ${n.code}, ${n.title}, ${n.message},
      ${n.level ?? null}, ${n.finding === undefined ? null : JSON.stringify(n.finding)}::jsonb, ${n.matter ?? null}, ${n.link ?? null})
    returning created_at`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new TypeError(`the notification ${n.id} was not written`)
  return row.created_at
}

export type Reader = { readonly subject: string; readonly audiences: readonly Audience[] }
type Page = {
  readonly states: readonly number[]
  readonly sort?: Sort<'timestamp'>
  readonly offset: number
  readonly limit: number
}

const mine = (reader: Reader) => sql`
  from notifications.notification n
  left join notifications.reading r on r.notification_id = n.id and r.subject = ${reader.subject}
  where (n.subject is null or n.subject = ${reader.subject}) and n.audience = any(${reader.audiences})`

/** Returns notifications of the reader in these states, newest first, and their total number. */
export async function listNotifications(
  tx: TenantDb,
  reader: Reader,
  { states, sort = '-timestamp', offset, limit }: Page,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const order = orderBy(sort, { timestamp: sql`n.created_at` }, sql`n.id`)
  const { rows } = await sql<NotificationRow & { total: number }>`
    with page as (
      select n.id, n.created_at, coalesce(r.state, 0) as state, count(*) over ()::int as total
      ${mine(reader)} and coalesce(r.state, 0) = any(${states})
      ${order} limit ${limit} offset ${offset}
    )
    select n.id, n.code, n.title, n.message, n.level, n.audience, n.finding, n.link, n.created_at, page.state, page.total
    from page join notifications.notification n using (id) ${order}`.execute(tx)
  // A page after the last one has no row that contains the total.
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countNotifications(tx, reader, states))
  return { rows, total }
}

async function countNotifications(tx: TenantDb, reader: Reader, states: readonly number[]): Promise<number> {
  return countRows(tx, sql`${mine(reader)} and coalesce(r.state, 0) = any(${states})`)
}

/** Returns the named notifications that the reader may see, in the order of their ids. */
export async function findNotifications(
  tx: TenantDb,
  reader: Reader,
  ids: readonly string[],
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.id, n.code, n.title, n.message, n.level, n.audience, n.finding, n.link, n.created_at, coalesce(r.state, 0) as state ${mine(reader)}
    and n.id = any(${ids}::uuid[]) order by n.id`.execute(tx)
  return rows
}

/** Moves a notification to a later state for one reader; an earlier state changes nothing, even if another request moves it at the same time. */
export async function updateReading(
  tx: TenantDb,
  tenantId: string,
  reading: { id: string; subject: string; state: number },
): Promise<void> {
  await sql`
    insert into notifications.reading as reading (tenant_id, notification_id, subject, state)
    values (${tenantId}, ${reading.id}, ${reading.subject}, ${reading.state})
    on conflict (tenant_id, notification_id, subject) do update
    set state = greatest(reading.state, excluded.state)`.execute(tx)
}
