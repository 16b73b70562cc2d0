import { createHash } from 'node:crypto'
import { DAY_MS } from '@apsis/astro/constants.ts'
import {
  type ConnectionKind,
  type FeedKind,
  GOOD_RESULTS,
  MAIL_FOLDER,
  type ReadingResult,
  SPACE_TRACK_ADDRESS,
} from '@apsis/contract/connections/connection.ts'
import { emit } from '../events/event.service.ts'
import { notify } from '../notifications/notification.service.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import type { AddressRules } from '../platform/outbound/checked-addresses.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { type Line, ServiceError } from './ask.service.ts'
import { BudgetError, type Ledger, limitKeyOf, openLedger } from './budget.service.ts'
import { openBudget, SPACE_TRACK_BUDGET } from './budget.ts'
import * as repository from './connection.repository.ts'
import type { MailboxAccount } from './mailbox.service.ts'
import { deleteOldReadings, insertReading, type ReadingCounts } from './reading.repository.ts'

/** The dependencies for reading connections, in addition to the platform. */
export type ConnectionWays = {
  readonly box: SecretBox
  readonly proxy: OutboundProxy | undefined
  readonly rules: AddressRules
  readonly random: () => number
  /** The folder in which each organisation has its folders. */
  readonly exchangeDir: string
  /** Only tests set these: shorter limits, and the clock by which requests are counted. */
  readonly limits?: Pick<Line, 'headMs' | 'wholeMs' | 'mostBytes' | 'ca'>
  readonly ledgerClock?: () => number
}

/** Readings are kept for this time. */
const KEPT_MS = 30 * DAY_MS

/** The query of Space-Track for the satellites that an account of an operator may read. */
export const SATELLITES_QUERY =
  '/expandedspacedata/query/class/satellite/orderby/NORAD_CAT_ID%20asc/format/json/emptyresult/show'

/** A connection with one of its feeds. */
export type ReadableFeed = {
  readonly tenantId: string
  readonly connection: repository.ConnectionRow
  readonly key: repository.FeedKey
  readonly lastResult: ReadingResult | null
}

type WantedFeeds = { readonly connection: ConnectionKind; readonly feed: FeedKind }

/** Returns the feeds of a kind whose connections are active: neither a person nor a refusal has stopped them. */
export async function listReadable(tx: TenantDb, tenantId: string, wanted: WantedFeeds): Promise<ReadableFeed[]> {
  return (await listOfKind(tx, tenantId, wanted)).filter(({ connection }) => connection.state === 'ACTIVE')
}

/** Returns the feeds of a kind, including those of connections that are stopped. */
export async function listOfKind(tx: TenantDb, tenantId: string, wanted: WantedFeeds): Promise<ReadableFeed[]> {
  const connections = (await repository.listConnections(tx)).filter(({ kind }) => kind === wanted.connection)
  const rows = await repository.listFeedRows(tx)
  return connections.flatMap((connection) => {
    const row = rows.find((one) => one.connection_id === connection.id && one.kind === wanted.feed)
    if (row === undefined) return []
    return [{ tenantId, connection, key: { connectionId: connection.id, kind: row.kind }, lastResult: row.last_result }]
  })
}

/** Returns the account of a connection; throws if it has no secret. */
export function accountOf({ address, account, secret }: repository.ConnectionRow, box: SecretBox) {
  if (secret === null) throw new ServiceError('password', 'no password is stored')
  return { url: address ?? SPACE_TRACK_ADDRESS, user: account ?? '', password: box.open(secret) }
}

/** Returns the mailbox of a connection with its password. */
export function mailboxOf(row: repository.ConnectionRow, box: SecretBox): MailboxAccount {
  const { url, user, password } = accountOf(row, box)
  return { address: url, user, password, folder: row.mail_folder ?? MAIL_FOLDER, senders: row.senders ?? [] }
}

/** A mail that has to be moved or marked, and a mail that is tried again at a certain time. */
export type MailToPutAway = { readonly uid: number; readonly to: 'taken' | 'refused' }
export type MailToTryAgain = { readonly uid: number; readonly at: number }

/** The state that the reader of a mailbox keeps in its feed. */
export type MailboxMemory = {
  /** Identifies the folder and its senders: the state does not apply to any other. */
  readonly place: string
  /** The UIDVALIDITY of the folder; 0 if it was never opened. */
  readonly validity: number
  /** The number of the last mail that was looked at. */
  readonly uid: number
  /** Mails that were taken or refused, but are still in the folder. */
  readonly away: readonly MailToPutAway[]
  /** Mails that could not be taken because of a fault of the platform. */
  readonly again: readonly MailToTryAgain[]
  /** The number of failed attempts since the last success. */
  readonly failures: number
}

/**
 * Reads the stored state of a feed. For a new feed, and after a change of the address, account, folder or senders, only the number of
 * failures is kept.
 */
export function readMailboxMemory(
  stored: Readonly<Record<string, unknown>>,
  { address, account, mail_folder: folder, senders }: repository.ConnectionRow,
): MailboxMemory {
  const place = createHash('sha256')
    .update(JSON.stringify([address, account, folder, senders]))
    .digest('base64url')
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const field = (entry: unknown, name: string): unknown =>
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined
  const failures = number(stored.failures)
  if (stored.place !== place) return { place, validity: 0, uid: 0, away: [], again: [], failures }
  return {
    place,
    validity: number(stored.validity),
    uid: number(stored.uid),
    away: list(stored.away).map((one) => ({
      uid: number(field(one, 'uid')),
      to: field(one, 'to') === 'taken' ? 'taken' : 'refused',
    })),
    again: list(stored.again).map((one) => ({ uid: number(field(one, 'uid')), at: number(field(one, 'at')) })),
    failures,
  }
}

export const lineOf = ({ proxy, rules, limits }: ConnectionWays, signal: AbortSignal): Line => ({
  signal,
  proxy,
  rules,
  ...limits,
})

/**
 * Returns the request counts of a connection's account; for published ephemerides, those of the host, with a separate count for each list.
 */
export function ledgerOf(
  db: Database,
  { id, kind, address, account }: Pick<repository.ConnectionRow, 'id' | 'kind' | 'address' | 'account'>,
  { ledgerClock: clock }: Pick<ConnectionWays, 'ledgerClock'>,
): Ledger {
  const limitKey = limitKeyOf(address ?? SPACE_TRACK_ADDRESS, account ?? '')
  if (kind !== 'OPEN_EPHEMERIDES') return openLedger({ db, limitKey, budget: SPACE_TRACK_BUDGET, reader: id, clock })
  const list = `list ${createHash('sha256')
    .update(address ?? '')
    .digest('base64url')
    .slice(0, 12)}`
  const ledger = openLedger({ db, limitKey, budget: openBudget(list), clock })
  const classOf = (asked: string) => (asked === 'list' ? list : asked)
  return {
    ...ledger,
    take: (asked) => ledger.take(classOf(asked)),
    wait: (asked) => ledger.wait(classOf(asked)),
    present: async () =>
      (await ledger.present()).map((one) => (one.requests === list ? { ...one, requests: 'list' } : one)),
  }
}

/** The stored state of a feed between two readings. */
export type FeedState = { readonly nextAt: Date | null; readonly memory: Readonly<Record<string, unknown>> }

/** Changes the stored state of a feed under a lock, and returns the result of `decide`; if that is undefined, nothing changes. */
export async function claimFeed<T extends FeedState>(
  tx: TenantDb,
  { key }: ReadableFeed,
  decide: (stored: FeedState) => Promise<T | undefined>,
): Promise<T | undefined> {
  const row = await repository.lockFeed(tx, key)
  const claim = row && (await decide({ nextAt: row.next_at, memory: row.memory }))
  if (claim !== undefined) await repository.updateFeed(tx, key, { nextAt: claim.nextAt, memory: claim.memory })
  return claim
}

type Outcome = Partial<ReadingCounts> & {
  readonly result: ReadingResult
  readonly detail?: string | null
  /** Undefined if the state stays unchanged. */
  readonly state?: FeedState
  /** False if the source could be read but brought no delivery: the source then stays as silent as it was. */
  readonly isDelivery?: boolean
}

/** Stores the result of a reading; `decide` gets the stored state of the feed under a lock. */
export async function recordReading(
  tx: TenantDb,
  { tenantId, key }: ReadableFeed,
  at: Date,
  decide: (stored: FeedState) => Outcome,
): Promise<void> {
  const row = await repository.lockFeed(tx, key)
  // The connection, or this part of it, was removed in the meantime.
  if (row === undefined) return
  const outcome = decide({ nextAt: row.next_at, memory: row.memory })
  const {
    result,
    detail = null,
    state = {},
    isDelivery = true,
    received = 0,
    accepted = 0,
    known = 0,
    refused = 0,
  } = outcome
  const isGood = GOOD_RESULTS.includes(result)
  await repository.updateFeed(tx, key, {
    result,
    detail,
    failedAt: isGood ? null : at,
    ...(isGood && isDelivery ? { successAt: at } : {}),
    ...(accepted > 0 ? { messageAt: at } : {}),
    ...state,
  })
  await insertReading(tx, tenantId, key, { at, result, detail, received, accepted, known, refused })
  await deleteOldReadings(tx, new Date(at.getTime() - KEPT_MS))
  emit(tx, { tenantId, type: 'connection', data: { connection: key.connectionId } })
}

/** The reason why a reading failed. */
export type Failure = {
  readonly result: ReadingResult
  readonly detail: string | null
  /** The time before which another try is useless. */
  readonly againMs: number
}

/** Returns the reason of an error; undefined if neither the service nor its limits are the cause. */
export function failureOf(error: unknown, nowMs: number): Failure | undefined {
  if (error instanceof BudgetError) return { result: 'limit-reached', detail: null, againMs: error.againMs }
  if (!(error instanceof ServiceError)) return undefined
  return { result: error.result, detail: error.detail, againMs: nowMs + error.retryAfterMs }
}

/** Stops a connection after a refused sign-in or a suspension, and notifies people, because one of them has to act. */
export async function stopConnection(
  tx: TenantDb,
  { tenantId, connection }: ReadableFeed,
  { result, detail }: Pick<Failure, 'result' | 'detail'>,
  at: Date,
): Promise<void> {
  if (result !== 'password' && result !== 'suspended') return
  const state = result === 'password' ? 'REFUSED' : 'SUSPENDED'
  if (!(await repository.updateState(tx, { id: connection.id, state, detail, at }))) return
  await notify(tx, {
    tenantId,
    subject: undefined,
    audience: 'ca',
    matter: `connection:${connection.id}`,
    level: 'serious',
    link: '/account/connections',
    finding: {
      code: state === 'REFUSED' ? 'connection-refused' : 'connection-suspended',
      values: { feed: connection.name, ...(detail === null ? {} : { words: detail }) },
    },
  })
}

/** Stores that the demo has sent messages, or that there were none to send. */
export async function recordSimulated(tx: TenantDb, tenantId: string, at: Date, accepted: number): Promise<void> {
  const wanted = { connection: 'SIMULATED', feed: 'MESSAGES' } as const
  for (const feed of await listReadable(tx, tenantId, wanted)) {
    // The demo looks every minute, so a run without messages is not added to the list of readings.
    if (accepted === 0) await repository.updateFeed(tx, feed.key, { successAt: at })
    else await recordReading(tx, feed, at, () => ({ result: 'new', received: accepted, accepted }))
  }
}
