import { DAY_MS } from '@apsis/astro/constants.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import { listOrganisationsOf } from '../platform/jobs/recurring-work.repository.ts'
import type { Log } from '../platform/log.ts'
import { pool } from '../platform/thread/pool.ts'
import { refuseTooCostly } from '../platform/thread/task-failure.ts'
import * as repository from './bounce.repository.ts'
import { type BounceToken, markOf, readBounceToken } from './bounce-token.ts'
import { oneLine } from './content/facts.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import { SENDING } from './outbox.service.ts'
import type { Bounce, Report } from './read-bounce.ts'
import { findHearer } from './receiver.repository.ts'
import { DELAYED, RETURNED } from './retry.ts'
import type { SendingParts } from './sending-parts.ts'
import { takesNoMail } from './takes-no-mail.ts'
import { READ_BOUNCE } from './tasks.ts'
import { type FollowPlatform, type MissedDelivery, suspend, tryLastResort } from './what-follows.ts'

export type BouncePlatform = Pick<SendingParts, 'tell'> & {
  readonly db: Database
  readonly box: SecretBox
  readonly log: Log
  readonly now: () => number
}

/** The meaning of a returned mail. The sender of the report does not learn it. */
export type BounceOutcome =
  /** The address accepts no mail, the mail was given up, or it was refused for its content. */
  | 'bounced'
  | 'returned'
  | 'refused'
  /** The report is only noted: the mail is delayed, or it belongs to a try that was followed by another. */
  | 'delayed'
  | 'overtaken'
  /** The report repeats known facts, is not a report, or is about an old mail. */
  | 'repeated'
  | 'no-report'
  | 'expired'
  /** The report contains no token of ours, or a token for an unknown delivery. */
  | 'no-token'

/** The owner of returned mails in the queue of the pool: returned mails wait only for one another. */
const POOL_OWNER = 'mail that came back'
/** Mail servers give up after five days (RFC 5321 §4.5.4.1). A much later report says nothing about today. */
const LATEST_MS = 14 * DAY_MS

/** Reads a returned mail, and takes the necessary steps. */
export async function takeBounce(platform: BouncePlatform, path: string, signal: AbortSignal): Promise<BounceOutcome> {
  pool.requireRoom(POOL_OWNER)
  const bounce = await refuseTooCostly(
    () => pool.run(READ_BOUNCE, POOL_OWNER, path, signal),
    (what) => `Reading the mail takes ${what}.`,
  )
  return settle(platform, bounce)
}

async function settle(platform: BouncePlatform, { tokens, report }: Bounce): Promise<BounceOutcome> {
  const token = tokens.map((one) => readBounceToken(platform.box, one)).find((one) => one !== undefined)
  if (token === undefined) return 'no-token'
  if (report === undefined || report.kind === 'arrived') return 'no-report'
  const organisations = await platform.db.shared((tx) => listOrganisationsOf(tx, SENDING.name))
  for (const tenantId of organisations.filter((one) => markOf(one) === token.tenantMark)) {
    const outcome = await platform.db.tenant(tenantId, (tx) => settleTry(platform, tx, { tenantId, token, report }))
    if (outcome === 'no-token') continue
    platform.log.info({ outcome, deliveryId: token.deliveryId, code: report.code }, 'a mail came back')
    return outcome
  }
  return 'no-token'
}

type ReturnedMail = { readonly tenantId: string; readonly token: BounceToken; readonly report: Report }

async function settleTry(
  platform: BouncePlatform,
  tx: TenantDb,
  { tenantId, token, report }: ReturnedMail,
): Promise<BounceOutcome> {
  const held = await repository.lockTry(tx, token)
  if (held === undefined) return 'no-token'
  const { delivery, tried } = held
  const at = new Date(platform.now())
  if (at.getTime() - tried.started_at.getTime() > LATEST_MS) return 'expired'
  if (RETURNED.some((one) => one === tried.result)) return 'repeated'
  const isLast = token.number === delivery.tries
  const said = { status: report.status, answer: report.words === null ? null : oneLine(report.words) }
  if (report.kind === 'delayed') {
    if (!isLast || delivery.state !== 'delivered' || delivery.reason !== null) return 'repeated'
    await repository.setDelayed(tx, { ...token, ...said, reason: DELAYED })
    const receiver = await findHearer(tx, delivery.receiver_id)
    const missed = { delivery, sent: { ...said, reason: DELAYED } }
    if (receiver !== undefined) await followCritical({ ...platform, tenantId }, tx, { receiver, ...missed })
    return 'delayed'
  }
  const reason = reasonOf(report)
  await repository.setTryReturned(tx, { ...token, ...said, reason, at })
  // A mail of a later try has a report of its own if it is also returned.
  if (!isLast) return 'overtaken'
  await failLate(platform, tx, { tenantId, delivery, startedAt: tried.started_at, sent: { ...said, reason }, at })
  return reason
}

function reasonOf(report: Report): (typeof RETURNED)[number] {
  if (report.code?.startsWith('5.') !== true) return 'returned'
  return takesNoMail(report) ? 'bounced' : 'refused'
}

type Late = {
  readonly tenantId: string
  readonly delivery: DeliveryRow
  readonly startedAt: Date
  readonly sent: { readonly reason: string; readonly status: number | null; readonly answer: string | null }
  readonly at: Date
}

/**
 * Takes the steps that follow if our mail server accepted the mail of a delivery's last try and returned it later.
 * They are the same as after any other failure.
 */
async function failLate(platform: BouncePlatform, tx: TenantDb, late: Late): Promise<void> {
  const { tenantId, delivery, startedAt, sent, at } = late
  const isOpen = delivery.state === 'delivered' || delivery.state === 'waiting'
  if (isOpen) await repository.giveUpReturned(tx, delivery, { reason: sent.reason, at })
  const receiver = await findHearer(tx, delivery.receiver_id)
  if (receiver === undefined) return
  // After the owner has resumed or confirmed the address, it counts as working, so an earlier failure does not matter.
  const isOfNow = [receiver.resumed_at, receiver.confirmed_at].every((time) => time === null || time <= startedAt)
  const isGone = sent.reason === 'bounced' && isOfNow
  await repository.setReceiverFailed(tx, { id: receiver.id, at, isGone, ...sent })
  const follow = { ...platform, tenantId }
  const missed = { receiver, delivery, sent }
  const isInUse = Object.keys(receiver.services).length > 0
  if (isGone && isInUse && receiver.suspended_at === null) await suspend(follow, tx, missed)
  if (isOpen) await followCritical(follow, tx, missed)
}

/** Sends a CRITICAL notice that is delayed, or was returned, to the person's other addresses. */
async function followCritical(follow: FollowPlatform, tx: TenantDb, missed: MissedDelivery): Promise<void> {
  const { kind, is_critical, state, reason } = missed.delivery
  const wasHeard = state === 'delivered' ? reason === null : undefined
  if (is_critical && kind === 'notice') await tryLastResort(follow, tx, missed, wasHeard)
}
