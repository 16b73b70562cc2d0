import type { PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import type { NotifyStatus } from '@apsis/contract/notifications/notify-status.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import { countRows } from '../platform/database/page.repository.ts'
import { SENT_TO_NOBODY } from './retry.ts'

export type SettingsService = 'ca' | 'odt'

/** The channels of persons, and the on-call system of the organisation; the organisation's `phone` is the bridge that makes its calls. */
export type AnyChannel = PersonChannel | 'paging'
/** The subject of the organisation's own receivers, which belong to no person. */
export const NOBODY = ''
/**
 * The target key of the receivers that are not distinguished by their targets, because there is only one: an
 * organisation has one of each kind, and a person has one telephone.
 */
const ONLY_ONE = 'organisation'

export type ReceiverRow<Channel = PersonChannel> = {
  readonly id: string
  readonly subject: string
  readonly channel: Channel
  readonly target_key: string
  readonly target: string
  readonly shown: string
  readonly services: Partial<Record<SettingsService, NotifyStatus[]>>
  readonly created_at: Date
  readonly confirmed_at: Date | null
  readonly confirm_nonce: string | null
  readonly confirm_asked_at: Date | null
  /** True if its last confirmation question was sent to the simulator. */
  readonly asked_in_simulator: boolean
  /** The time at which it was confirmed in the simulator; null: never, or its owner has really confirmed it since. */
  readonly simulated_at: Date | null
  readonly suspended_at: Date | null
  readonly suspended_reason: string | null
  /** The time at which it was last resumed; null: never. */
  readonly resumed_at: Date | null
  readonly failures: number
  readonly failing_since: Date | null
  readonly open_until: Date | null
  readonly last_tried_at: Date | null
  readonly last_delivered_at: Date | null
  readonly last_result: string | null
  readonly last_status: number | null
  readonly last_answer: string | null
  readonly last_ms: number | null
  readonly secret_generation: number
  readonly old_secret_ends_at: Date | null
}

export type AnyReceiverRow = ReceiverRow<AnyChannel>

/** Returns the receivers of a person, including the telephone, in the order in which they were saved. */
export async function listReceivers(tx: TenantDb, subject: string): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    select * from delivery.receiver where subject = ${subject} order by channel, created_at, id`.execute(tx)
  return rows
}

/** Returns one receiver; `held` locks it until the end of the transaction. */
export async function findReceiver(
  tx: TenantDb,
  id: string,
  { held }: { held: boolean },
): Promise<ReceiverRow | undefined> {
  const { rows } = await sql<ReceiverRow>`
    select * from delivery.receiver where id = ${id}::uuid ${held ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

const COLUMNS = sql`
  r.id, r.subject, r.channel, r.target_key, r.target, r.shown, r.services, r.created_at, r.confirmed_at, r.confirm_nonce,
  r.confirm_asked_at, r.asked_in_simulator, r.simulated_at, r.suspended_at, r.suspended_reason, r.resumed_at, r.failures, r.failing_since, r.open_until, r.last_tried_at,
  r.last_delivered_at, r.last_result, r.last_status, r.last_answer, r.last_ms, r.secret_generation, r.old_secret_ends_at`

/** Returns the receivers in use, each with its person's roles; for one person, or for the whole organisation. */
export async function listHearers(
  tx: TenantDb,
  subject: string | undefined,
): Promise<(ReceiverRow & { readonly roles: string[] })[]> {
  const { rows } = await sql<ReceiverRow & { roles: string[] }>`/* kept */
    select ${COLUMNS}, m.roles from delivery.receiver r join platform.member m using (tenant_id, subject)
    where r.services <> '{}' and (${subject ?? null}::text is null or r.subject = ${subject ?? null})
    order by r.subject, r.channel, r.created_at, r.id`.execute(tx)
  return rows
}

export type NewReceiver = Pick<
  ReceiverRow,
  'id' | 'subject' | 'channel' | 'target_key' | 'target' | 'shown' | 'services'
> & {
  readonly tenantId: string
  readonly now: Date
  readonly isConfirmed: boolean
  /** The key of an address without its tag; null if it is no mail address. */
  readonly base_key: string | null
}

/**
 * Counts new addresses: within the hour those of the person; within the day those of the organisation, those of one mailbox, and those of
 * the person at that mailbox.
 */
export async function countAddresses(
  tx: TenantDb,
  {
    subject,
    baseKey,
    hourAgo,
    dayAgo,
  }: { readonly subject: string; readonly baseKey: string; readonly hourAgo: Date; readonly dayAgo: Date },
): Promise<{ person: number; organisation: number; mailbox: number; mailboxOfPerson: number }> {
  const { rows } = await sql<{ person: number; organisation: number; mailbox: number; mailboxOfPerson: number }>`
    select count(*)::int as organisation,
      (count(*) filter (where subject = ${subject} and created_at > ${hourAgo}))::int as person,
      (count(*) filter (where base_key = ${baseKey}))::int as mailbox,
      (count(*) filter (where base_key = ${baseKey} and subject = ${subject}))::int as "mailboxOfPerson"
    from delivery.receiver where base_key is not null and created_at > ${dayAgo}`.execute(tx)
  return rows[0] ?? { person: 0, organisation: 0, mailbox: 0, mailboxOfPerson: 0 }
}

/** Counts the confirmation questions to the mailbox of a receiver since a time, for any receiver with this mailbox. */
export async function countQuestions(tx: TenantDb, id: string, since: Date): Promise<number> {
  return countRows(
    tx,
    sql`from delivery.delivery d join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
    where d.kind = 'confirmation' and d.created_at > ${since}
      and (r.id = ${id}::uuid or r.base_key = (select base_key from delivery.receiver where id = ${id}::uuid))`,
  )
}

/** Stores a receiver; a known one is added to the settings again. */
export async function insertReceiver(tx: TenantDb, r: NewReceiver): Promise<void> {
  await sql`
    insert into delivery.receiver
      (tenant_id, id, subject, channel, target_key, base_key, target, shown, services, created_at, confirmed_at)
    values (${r.tenantId}, ${r.id}, ${r.subject}, ${r.channel}, ${r.target_key}, ${r.base_key}, ${r.target}, ${r.shown},
      ${JSON.stringify(r.services)}::jsonb, ${r.now}, ${r.isConfirmed ? r.now : null})`.execute(tx)
}

export async function setServices(tx: TenantDb, id: string, services: ReceiverRow['services']): Promise<void> {
  await sql`update delivery.receiver set services = ${JSON.stringify(services)}::jsonb where id = ${id}::uuid`.execute(
    tx,
  )
}

/** Adds a known channel to the settings again. The tries before its removal do not show that the channel works now. */
export async function nameAgain(
  tx: TenantDb,
  { id, services, now }: Pick<ReceiverRow, 'id' | 'services'> & { readonly now: Date },
): Promise<void> {
  await setServices(tx, id, services)
  // The confirmation of an address by its owner stays valid.
  await sql`
    update delivery.receiver set confirmed_at = ${now}, last_tried_at = null, last_delivered_at = null, last_result = null,
      last_status = null, last_answer = null, last_ms = null, failures = 0, failing_since = null
    where id = ${id}::uuid and channel <> 'email'`.execute(tx)
}

/** Counts the deliveries about a matter: to the channels of the person within the hour, and in the organisation within the day. */
export async function countSent(
  tx: TenantDb,
  {
    matter,
    subject,
    hourAgo,
    dayAgo,
  }: { readonly matter: string; readonly subject: string; readonly hourAgo: Date; readonly dayAgo: Date },
): Promise<{ person: number; organisation: number }> {
  const { rows } = await sql<{ person: number; organisation: number }>`
    select count(*)::int as organisation,
      (count(*) filter (where r.subject = ${subject} and d.created_at > ${hourAgo}))::int as person
    from delivery.delivery d join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
    where d.matter = ${matter} and d.created_at > ${dayAgo}`.execute(tx)
  return rows[0] ?? { person: 0, organisation: 0 }
}

/** Returns the ids in this list whose receivers have a waiting test. */
export async function listUnderTest(tx: TenantDb, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ receiver_id: string }>`
    select distinct receiver_id from delivery.delivery
    where receiver_id = any(${[...ids]}::uuid[]) and kind = 'test' and state = 'waiting'`.execute(tx)
  return rows.map(({ receiver_id }) => receiver_id)
}

export async function setConfirmation(
  tx: TenantDb,
  { id, nonce, now }: { readonly id: string; readonly nonce: string; readonly now: Date },
): Promise<void> {
  await sql`
    update delivery.receiver set confirm_nonce = ${nonce}, confirm_asked_at = ${now} where id = ${id}::uuid`.execute(tx)
}

/** Confirms an address; its link does not work again. */
export async function setConfirmed(tx: TenantDb, id: string, now: Date): Promise<void> {
  await sql`
    update delivery.receiver set confirmed_at = ${now}, confirm_nonce = null,
      simulated_at = case when asked_in_simulator then ${now}::timestamptz end
    where id = ${id}::uuid`.execute(tx)
}

/** Stores whether a confirmation question was sent to the simulator. */
export async function setAskedInSimulator(tx: TenantDb, id: string, isSimulated: boolean): Promise<void> {
  await sql`
    update delivery.receiver set asked_in_simulator = ${isSimulated} where id = ${id}::uuid`.execute(tx)
}

/** Withdraws confirmations and questions of the simulator, because this channel really sends from now on; returns the affected receivers. */
export async function revokeSimulated(tx: TenantDb, channel: 'email' | 'phone'): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    update delivery.receiver
    set confirmed_at = null, confirm_nonce = null, confirm_asked_at = null, asked_in_simulator = false
    where channel = ${channel} and subject <> ${NOBODY} and asked_in_simulator returning *`.execute(tx)
  return rows
}

export async function setSuspended(
  tx: TenantDb,
  { id, at, reason }: { readonly id: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  await sql`
    update delivery.receiver set suspended_at = ${at}, suspended_reason = ${reason}, open_until = null
    where id = ${id}::uuid`.execute(tx)
}

/** Resumes a receiver; its earlier failures no longer count. */
export async function setResumed(tx: TenantDb, id: string, now: Date): Promise<void> {
  await sql`
    update delivery.receiver set suspended_at = null, suspended_reason = null, resumed_at = ${now}, failures = 0,
      failing_since = null
    where id = ${id}::uuid`.execute(tx)
  await setTargetOpenUntil(tx, id, null)
}

export async function setGeneration(
  tx: TenantDb,
  { id, generation, oldEndsAt }: { readonly id: string; readonly generation: number; readonly oldEndsAt: Date | null },
): Promise<void> {
  await sql`
    update delivery.receiver set secret_generation = ${generation}, old_secret_ends_at = ${oldEndsAt}
    where id = ${id}::uuid`.execute(tx)
}

/**
 * Pauses a target until a time, as it has asked, or ends the pause (null). This applies to every receiver of the organisation with the same target,
 * because several people name the address of one team and one bridge calls all telephones. Rows are locked in the order of their ids, so that two
 * tries that end at the same time do not block each other. The lock does not include the keys, so that notices can be stored meanwhile.
 */
export async function setTargetOpenUntil(tx: TenantDb, id: string, until: Date | null): Promise<void> {
  await sql`
    with same as (
      select r.id from delivery.receiver r join delivery.receiver own using (tenant_id, channel, target_key)
      where own.id = ${id}::uuid order by r.id for no key update of r
    )
    update delivery.receiver
    set open_until = case when ${until}::timestamptz is null then null else greatest(open_until, ${until}) end
    where id in (select id from same)`.execute(tx)
}

type Silence = { readonly quietSince: Date; readonly failures: number; readonly failingSince: Date }

/**
 * Returns the receivers in use that are not known to work. Either nothing was sent to them for this long, or this many tries in a row have
 * failed and no waiting delivery would show whether they work again.
 */
export async function listUnproven(
  tx: TenantDb,
  { quietSince, failures, failingSince }: Silence,
): Promise<AnyReceiverRow[]> {
  const { rows } = await sql<AnyReceiverRow>`
    select * from delivery.receiver r
    where services <> '{}' and confirmed_at is not null and suspended_at is null
      -- Nobody is called to find out whether that works: the bridge alone is asked.
      and (channel <> 'phone' or subject = ${NOBODY})
      and (coalesce(last_tried_at, confirmed_at) < ${quietSince}
        or (r.failures >= ${failures} and last_tried_at < ${failingSince} and not exists (
          select 1 from delivery.delivery d
          where d.tenant_id = r.tenant_id and d.receiver_id = r.id and d.state = 'waiting')))
    order by id limit 50`.execute(tx)
  return rows
}

export type HearerRow = AnyReceiverRow & {
  readonly roles: string[]
  readonly username: string
  readonly language: ReceiverLanguage
}

/**
 * Returns one receiver, with the current roles and language of its person; the organisation's own receiver has no
 * person.
 */
export async function findHearer(tx: TenantDb, id: string): Promise<HearerRow | undefined> {
  const { rows } = await sql<HearerRow>`/* kept */
    select ${COLUMNS}, coalesce(m.roles, '{}') as roles, coalesce(m.username, '') as username,
      coalesce(c.settings ->> 'language', 'en') as language
    from delivery.receiver r left join platform.member m using (tenant_id, subject)
    left join delivery.rules c using (tenant_id, subject)
    where r.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Returns the receiver of the organisation itself, if it is in use. */
export async function findOrganisationReceiver(tx: TenantDb, channel: AnyChannel): Promise<AnyReceiverRow | undefined> {
  const { rows } = await sql<AnyReceiverRow>`
    select * from delivery.receiver
    where subject = ${NOBODY} and channel = ${channel} and services <> '{}'`.execute(tx)
  return rows[0]
}

type OrganisationReceiver = Pick<AnyReceiverRow, 'id' | 'channel' | 'target' | 'shown'> & {
  readonly tenantId: string
  readonly now: Date
}

/**
 * Locks the receivers of a person, or of the organisation itself, until the end of the transaction. Only one transaction at a time reads
 * and rewrites them: otherwise two simultaneous saves would undo each other's change.
 */
export async function lockReceivers(tx: TenantDb, subject: string = NOBODY): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('delivery.receivers ' || current_setting('app.tenant') || ' ' || ${subject}, 0))`.execute(
    tx,
  )
}

/** Stores the organisation's own receiver; failures of an earlier target do not count for the new one. */
export async function upsertOrganisationReceiver(tx: TenantDb, r: OrganisationReceiver): Promise<void> {
  await sql`
    insert into delivery.receiver
      (tenant_id, id, subject, channel, target_key, target, shown, services, created_at, confirmed_at)
    values (${r.tenantId}, ${r.id}, ${NOBODY}, ${r.channel}, ${ONLY_ONE}, ${r.target}, ${r.shown}, '{"ca": []}', ${r.now}, ${r.now})
    on conflict (tenant_id, subject, channel, target_key) do update set
      target = excluded.target, shown = excluded.shown, services = excluded.services, suspended_at = null,
      suspended_reason = null, failures = 0, failing_since = null`.execute(tx)
  // The pause that the previous target asked for does not apply to the new one, which also makes the calls to all telephones.
  await sql`
    update delivery.receiver set open_until = null where channel = ${r.channel} and target_key = ${ONLY_ONE}`.execute(
    tx,
  )
}

/** Takes a receiver out of use and deletes its target, also the part of it that was shown. */
export async function forgetReceiver(tx: TenantDb, id: string): Promise<void> {
  // The signing secret of the receiver must never be valid again, whichever receiver replaces it.
  await sql`
    update delivery.receiver set services = '{}', target = '', shown = '', old_secret_ends_at = null,
      secret_generation = secret_generation + 1 where id = ${id}::uuid`.execute(tx)
}

/** Returns the telephone of a person, if they have one. */
export async function findTelephone(tx: TenantDb, subject: string): Promise<ReceiverRow | undefined> {
  const { rows } = await sql<ReceiverRow>`
    select * from delivery.receiver
    where subject = ${subject} and subject <> ${NOBODY} and channel = 'phone' and services <> '{}'`.execute(tx)
  return rows[0]
}

/** Returns when a confirmation was last requested for one of a person's numbers, including deleted ones; undefined if never. */
export async function findTelephoneAsked(tx: TenantDb, subject: string): Promise<Date | undefined> {
  const { rows } = await sql<{ confirm_asked_at: Date | null }>`
    select confirm_asked_at from delivery.receiver
    where subject = ${subject} and subject <> ${NOBODY} and channel = 'phone'`.execute(tx)
  return rows[0]?.confirm_asked_at ?? undefined
}

/** Stores the telephone of a person and returns its id; `isKnown` means that the number has not changed. */
export async function upsertTelephone(
  tx: TenantDb,
  t: Pick<OrganisationReceiver, 'id' | 'target' | 'shown' | 'tenantId' | 'now'> & {
    readonly subject: string
    readonly isKnown: boolean
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into delivery.receiver as r
      (tenant_id, id, subject, channel, target_key, target, shown, services, created_at)
    values (${t.tenantId}, ${t.id}, ${t.subject}, 'phone', ${ONLY_ONE}, ${t.target}, ${t.shown}, '{"ca": []}', ${t.now})
    on conflict (tenant_id, subject, channel, target_key) do update set
      target = excluded.target, shown = excluded.shown, services = excluded.services, suspended_at = null,
      suspended_reason = null, failures = 0, failing_since = null, open_until = null,
      confirmed_at = case when ${t.isKnown} then r.confirmed_at end,
      simulated_at = case when ${t.isKnown} then r.simulated_at end
    returning id`.execute(tx)
  return rows[0]?.id ?? t.id
}

/** Returns the number of the organisation's telephones that can be called. */
export async function countTelephones(tx: TenantDb): Promise<number> {
  return countRows(
    tx,
    sql`from delivery.receiver
    where channel = 'phone' and subject <> ${NOBODY} and services <> '{}' and confirmed_at is not null`,
  )
}

/** Stores the last answer of the organisation's bridge; its calls are stored as tries at the telephones. */
export async function setBridgeAnswer(
  tx: TenantDb,
  { at, result, status }: { readonly at: Date; readonly result: string; readonly status: number | null },
): Promise<void> {
  await sql`
    update delivery.receiver set last_tried_at = ${at}, last_result = ${result}, last_status = ${status}
    where subject = ${NOBODY} and channel = 'phone'`.execute(tx)
}

export type Usable = { readonly subject: string; readonly count: number; readonly proven: number }

/**
 * Counts, for each person, the channels outside the application for collision avoidance, and how many of them are proven. A channel is
 * proven if something has arrived there since it was saved, or if the owner of the address or number has confirmed it. Without a bridge
 * only the simulator calls a telephone; such calls count only if all data is simulated.
 */
export async function countUsable(tx: TenantDb): Promise<Usable[]> {
  const { rows } = await sql<Usable>`
    select subject, count(*)::int as count,
      (count(*) filter (where channel in ('email', 'phone') or last_delivered_at is not null))::int as proven
    from delivery.receiver
    where services ? 'ca' and confirmed_at is not null and suspended_at is null and (channel <> 'phone'
      or (asked_in_simulator and last_result is distinct from ${SENT_TO_NOBODY})
      or exists (select 1 from delivery.receiver bridge where bridge.subject = ${NOBODY} and bridge.channel = 'phone'))
    group by subject`.execute(tx)
  return rows
}
