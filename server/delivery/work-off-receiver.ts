import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { attempt, type TenantDb } from '../platform/database/database.ts'
import type { WorkPlatform } from '../platform/jobs/recurring-work.ts'
import { TaskLimitError } from '../platform/thread/task.ts'
import { isAcknowledgeable } from './acknowledge-link.service.ts'
import { SAY_TIME_LEFT } from './choice/statement.ts'
import { comingFactsOf } from './content/coming-facts.ts'
import type { DecidingPasses } from './content/facts.ts'
import { inEnglish } from './content/manner.service.ts'
import type { SituationNow } from './content/situation-mail.ts'
import * as deliveries from './delivery.repository.ts'
import { mayHear } from './outbox.service.ts'
import * as receivers from './receiver.repository.ts'
import {
  BREAKER_FAILURES,
  BREAKER_OPEN_S,
  LAST_RESORT_AFTER_TRIES,
  LAST_RESORT_WAIT_S,
  leftAloneS,
  MOST_UNWRITTEN,
  NOT_WRITTEN,
  nextTryS,
  SENT_TO_NOBODY,
  SUSPEND_AFTER_S,
} from './retry.ts'
import {
  FAULT_OF_OURS,
  type Parcel,
  type SendResult,
  UNWRITTEN,
  type WrittenContent,
  writeContent,
} from './send-content.ts'
import type { SendingParts } from './sending-parts.ts'
import { type FollowPlatform, suspend, tellPagingFails, tellPutAside, tryLastResort } from './what-follows.ts'

type Turn = {
  readonly parts: SendingParts
  readonly platform: WorkPlatform
  readonly tenantId: string
  /** These are called when each try begins and ends, without the database work before and after it. */
  readonly beganTry: () => void
  readonly endedTry: () => void
  /** True if there is room only for critical deliveries. */
  readonly onlyCritical: boolean
  /** Writes, one at a time, the content of deliveries that were interrupted before. */
  readonly oneAtATime: OneAtATime
}
export type OneAtATime = <T>(write: () => Promise<T>) => Promise<T>

/** Returns a queue that runs its tasks one after the other. */
export function openOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (write) => {
    const own = last.then(write)
    last = own.catch(() => undefined)
    return own
  }
}
type BegunDelivery = {
  readonly receiver: receivers.HearerRow
  readonly delivery: Sayable
  /** The deliveries of a digest that are sent together, including this one. */
  readonly gathered: readonly Sayable[]
  /** True if one of its tries was interrupted: its content is written alone, and its try is marked meanwhile. */
  readonly isSuspect: boolean
  /** The number of earlier tries in which the content was not written. */
  readonly unwritten: number
  /** The bridge that calls a telephone, if the organisation has set one. */
  readonly bridge: receivers.AnyReceiverRow | undefined
}

/**
 * When a notice has failed everywhere, the next step locks the notice for its person until the transaction ends. If the same transaction locked a
 * second notice, it could wait for another receiver of that person, which waits for the first notice. Therefore the next delivery begins in another
 * transaction.
 */
const IN_ANOTHER = 'in another transaction'

/** Sends all due deliveries for one receiver, one after the other. */
export async function workOffReceiver(turn: Turn, receiverId: string): Promise<void> {
  const { parts, platform, tenantId } = turn
  const { db, now, signal } = platform
  const beginAnew = () => db.tenant(tenantId, (tx) => begin(turn, tx, receiverId))
  let begun = await beginAnew()
  while (begun !== undefined) {
    if (begun === IN_ANOTHER) {
      begun = await beginAnew()
      continue
    }
    const { receiver } = begun
    const written = await writeBegun(turn, begun)
    const startedAt = now()
    turn.beganTry()
    const sent = await written.send()
    turn.endedTry()
    const ms = now() - startedAt
    if (sent.proxyFault !== undefined)
      platform.log.warn(
        { deliveryId: begun.delivery.id, why: sent.proxyFault },
        'a notice did not leave the installation',
      )
    parts.measured(receiver.channel, sent.reason ?? 'delivered', ms / 1_000)
    const ended = begun
    // The end of a try and the beginning of the next one are one transaction.
    begun = await db.tenant(tenantId, async (tx) => {
      const isFollowed = await end(turn, tx, { ...ended, sent, ms })
      if (signal.aborted) return undefined
      return isFollowed ? IN_ANOTHER : begin(turn, tx, receiverId)
    })
  }
}

/** Writes the content with its enclosures. If this process ends meanwhile, and the try is marked, the content is the cause. */
async function writeBegun(turn: Turn, begun: BegunDelivery): Promise<WrittenContent> {
  const { receiver, delivery, bridge, gathered, isSuspect } = begun
  if (delivery.isUnsayable) return { send: () => Promise.resolve(FAULT_OF_OURS) }
  const write = async () => {
    const about = await enclosedOf(turn, receiver, delivery)
    const situation = delivery.kind === 'situation-report' ? await situationOf(turn, receiver, delivery) : undefined
    if (situation === 'unread') return { send: () => Promise.resolve(FAULT_OF_OURS) }
    const written = await tryToWrite(turn, { receiver, delivery, bridge, gathered, situation, ...about })
    if (isSuspect)
      await turn.platform.db.tenant(turn.tenantId, (tx) =>
        deliveries.setWritten(tx, { id: delivery.id, number: delivery.tries }),
      )
    return written
  }
  return isSuspect ? turn.oneAtATime(write) : write()
}

/**
 * Returns the situation, and the earlier reports that did not arrive; 'unread' if these cannot be read now. The try then fails and is repeated,
 * because a report without the situation would look like a report without events.
 */
async function situationOf(
  { parts, platform, tenantId }: Turn,
  receiver: receivers.HearerRow,
  delivery: deliveries.DeliveryRow,
): Promise<SituationNow | 'unread'> {
  const { db, now, log } = platform
  const { publicUrl, isSimulated } = parts.config
  try {
    const unsent = await db.tenant(tenantId, (tx) => deliveries.listUnsentReports(tx, delivery))
    const nowMs = now()
    const asked = { db, tenantId, now: nowMs, language: receiver.language, publicUrl, isSimulated }
    return { written: await parts.situationOf(asked), unsent, atMs: nowMs }
  } catch (error) {
    log.error({ err: error, deliveryId: delivery.id }, 'how things stand could not be read for a situation report')
    return 'unread'
  }
}

/**
 * Writes a delivery. If it cannot be written (its target cannot be decrypted, or its finding has no text), the try has failed: it is retried by the
 * schedule, and its last resort begins. The text of the error may contain an address, and is not kept.
 */
function tryToWrite({ parts, platform, tenantId }: Turn, parcel: Parcel): Promise<WrittenContent> {
  const { log, now } = platform
  return writeContent({ ...parts, now, tenantId }, parcel).catch((error: unknown) => {
    const sent = error instanceof TaskLimitError ? UNWRITTEN : FAULT_OF_OURS
    log.error(
      { ...faultOf(error), deliveryId: parcel.delivery.id, reason: sent.reason },
      'a notice could not be written',
    )
    return { send: () => Promise.resolve(sent) }
  })
}

const faultOf = (error: unknown) =>
  error instanceof Error ? { name: error.name, at: placesOf(error) } : { name: typeof error, at: '' }

const PLACES_LOGGED = 3
/** Returns the places of an error in the code. */
const placesOf = ({ stack = '' }: Error): string =>
  (stack.match(/^ {4}at .+$/gm) ?? []).slice(0, PLACES_LOGGED).join('\n')

type AboutEvent = Pick<Parcel, 'history' | 'figures' | 'comingFacts'>
type Enclosure = AboutEvent & Pick<Parcel, 'message' | 'plane' | 'nextCall'>
const NO_EVENT: AboutEvent = { history: [], figures: undefined, comingFacts: undefined }
const NOTHING_ENCLOSED: Enclosure = { ...NO_EVENT, message: undefined, plane: undefined, nextCall: undefined }

/** Returns the enclosures of a delivery about an event; if they cannot be read, the delivery is sent without them. */
async function enclosedOf(
  turn: Turn,
  receiver: receivers.HearerRow,
  delivery: deliveries.DeliveryRow,
): Promise<Enclosure> {
  const { parts, platform, tenantId } = turn
  const { matter } = delivery
  const { channel } = receiver
  const isMail = channel === 'email' && delivery.kind !== 'digest' && delivery.kind !== 'situation-report'
  const isCard = channel === 'msteams' || channel === 'slack'
  const asksToAcknowledge = isAcknowledgeable(delivery)
  const hasMiss = typeof delivery.notification.finding?.values.missM === 'number'
  if (matter === null || !(isMail || (isCard && (hasMiss || asksToAcknowledge)))) return NOTHING_ENCLOSED
  const now = platform.now()
  const lacks = (err: unknown, what: string) =>
    platform.log.error({ err, deliveryId: delivery.id, matter, what }, 'what is enclosed in a mail could not be read')
  // Ranking takes long, so no transaction is open meanwhile.
  const passes =
    isMail || hasMiss
      ? await passesOf(turn, { receiver, matter, now }).catch((error: unknown) => {
          lacks(error, 'passes')
          return undefined
        })
      : undefined
  return platform.db
    .tenant(tenantId, async (tx) => {
      // Each enclosure is read separately: if one cannot be read, the others are sent.
      const or = <T, N>(what: string, none: N, read: () => Promise<T>): Promise<T | N> =>
        attempt(tx, read).catch((error: unknown) => {
          lacks(error, what)
          return none
        })
      return {
        message: isMail ? await or('message', 'failed' as const, () => parts.messageOf(tx, matter)) : undefined,
        ...(isMail || hasMiss
          ? await or('event', NO_EVENT, () => eventOf(parts, tx, { matter, now, passes }))
          : NO_EVENT),
        plane: isMail ? await or('plane', undefined, () => parts.planeOf(tx, matter)) : undefined,
        nextCall: asksToAcknowledge
          ? await or('next call', undefined, () => parts.nextCallOf(tx, { matter, now }))
          : undefined,
      }
    })
    .catch((error: unknown) => {
      lacks(error, 'all')
      return isMail && hasMiss ? { ...NOTHING_ENCLOSED, message: 'failed' as const } : NOTHING_ENCLOSED
    })
}

type MatterQuestion = { readonly matter: string; readonly now: number; readonly passes: DecidingPasses | undefined }

/** Returns the data about an event for its delivery. */
async function eventOf(
  parts: SendingParts,
  tx: TenantDb,
  { matter, now, passes }: MatterQuestion,
): Promise<AboutEvent> {
  const history = await parts.historyOf(tx, matter)
  const figures = await parts.figuresOfEvent(tx, matter)
  if (figures === undefined || figures.tcaMs <= now) return { history, figures, comingFacts: undefined }
  return { history, figures, comingFacts: comingFactsOf({ history, tcaMs: figures.tcaMs, nowMs: now }, passes) }
}

/** A delivery waits this long for the ranking of passes, and is then sent without it. */
const MOST_RANKING_MS = 5_000

/** Returns the passes that can decide an event, for a reader who may see tracking; undefined if they are not known in time. */
async function passesOf(
  { parts, platform, tenantId }: Turn,
  { receiver, matter, now }: { readonly receiver: receivers.HearerRow; readonly matter: string; readonly now: number },
): Promise<DecidingPasses | undefined> {
  if (!mayHear(receiver, 'odt')) return undefined
  const ending = new AbortController()
  const late = sleep(MOST_RANKING_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
  const asked = { db: platform.db, tenantId, subject: receiver.subject, matter, now }
  return Promise.race([parts.decidingPassesOf(asked), late]).finally(() => ending.abort())
}

/** Takes the next delivery that may be sent, and stores that it is tried; a delivery that may not be sent any more is ended. */
async function begin(
  turn: Turn,
  tx: TenantDb,
  receiverId: string,
): Promise<BegunDelivery | typeof IN_ANOTHER | undefined> {
  const { platform, tenantId } = turn
  const now = new Date(platform.now())
  const receiver = await receivers.findHearer(tx, receiverId)
  if (receiver === undefined) return undefined
  const bridge = receiver.channel === 'phone' ? await receivers.findOrganisationReceiver(tx, 'phone') : undefined
  const isLeftAlone = receiver.open_until !== null && receiver.open_until > now
  for (;;) {
    const found = await deliveries.findNextDelivery(tx, {
      receiverId,
      now,
      onlyCritical: turn.onlyCritical || isLeftAlone,
    })
    if (found === undefined) return undefined
    const { interrupted, unwritten } =
      found.round_tries === 0 ? NEVER_INTERRUPTED : await deliveries.countInterrupted(tx, found)
    const isSuspect = interrupted > 0
    const barrier = barrierOf(receiver, found) ?? (unwritten >= MOST_UNWRITTEN ? PUT_ASIDE : undefined)
    // An interrupted delivery is sent alone, because the deliveries of the same digest would otherwise fail with it.
    const only = isSuspect ? found.id : undefined
    const gathered =
      barrier === undefined && found.kind === 'digest' ? await gather(turn, tx, { receiver, now, only }) : []
    // The texts of a digest's deliveries were renewed when they were gathered. The person may have ended the digest since this delivery was found.
    if (barrier === undefined && found.kind === 'digest' && !gathered.some(({ id }) => id === found.id)) continue
    const said =
      barrier === undefined
        ? (gathered.find(({ id }) => id === found.id) ?? (await sayNow(turn, tx, found)))
        : undefined
    if (said !== undefined) {
      const tries = await deliveries.insertAttempt(tx, tenantId, { id: found.id, now, isWriting: isSuspect })
      const delivery = { ...said, tries, round_tries: found.round_tries + 1 }
      return { receiver, bridge, gathered, delivery, isSuspect, unwritten }
    }
    await deliveries.setDeliveryState(tx, { id: found.id, ...(barrier ?? OVERTAKEN), nextAt: null, now })
    if (barrier === PUT_ASIDE) {
      await deliveries.endInterrupted(tx, found.id, now)
      await tellPutAside(followOf(turn), tx, { receiver, delivery: found })
    }
    if (!found.is_critical || barrier?.state !== 'dead') continue
    const untried = { receiver, delivery: found, sent: { answer: null, status: null, reason: barrier.reason } }
    if (found.kind === 'trigger') await tellPagingFails(followOf(turn), tx, untried, true)
    if (found.kind !== 'notice') continue
    await tryLastResort(followOf(turn), tx, untried)
    return IN_ANOTHER
  }
}

const NEVER_INTERRUPTED = { interrupted: 0, unwritten: 0 } as const
const PUT_ASIDE = { state: 'dead', reason: NOT_WRITTEN } as const
const OVERTAKEN = { state: 'cancelled', reason: 'overtaken' } as const

/** `isUnsayable`: its current text could not be determined, so that its try fails before it is sent. */
type Sayable = deliveries.DeliveryRow & { readonly isUnsayable?: boolean }

/**
 * Returns a delivery with its current content: a remaining time is computed again. Returns undefined if the delivery is no longer true. If its
 * content cannot be computed, for example because an event cannot be read, the other deliveries of its receiver must not wait for it.
 */
function sayNow(turn: Turn, tx: TenantDb, row: deliveries.DeliveryRow): Promise<Sayable | undefined> {
  const { finding } = row.notification
  if (finding === undefined || !SAY_TIME_LEFT.includes(finding.code)) return Promise.resolve(row)
  return attempt(tx, () => sayAnew(turn, tx, { row, finding })).catch((error: unknown) => {
    turn.platform.log.error(
      { ...faultOf(error), deliveryId: row.id },
      'what a delivery says now could not be found out',
    )
    return { ...row, isUnsayable: true }
  })
}

type SaidRow = { readonly row: deliveries.DeliveryRow; readonly finding: Finding }

async function sayAnew(
  { parts, platform }: Turn,
  tx: TenantDb,
  { row, finding }: SaidRow,
): Promise<deliveries.DeliveryRow | undefined> {
  const now = new Date(platform.now())
  const renewed = await parts.renewed(tx, { finding, level: row.notification.level, matter: row.matter, now })
  if (renewed === undefined || renewed.finding === finding) return renewed && row
  const { level } = renewed
  const words = { ...inEnglish(renewed.finding), timestamp: now.toISOString() }
  const notification = { ...row.notification, ...words, level, finding: renewed.finding }
  await deliveries.setSaid(tx, { id: row.id, notification })
  return { ...row, notification, is_critical: level === 'critical' }
}

/** A delivery that could not be included in a digest is tried again after this time. */
const NEXT_DIGEST_MS = 30 * MINUTE_MS

/**
 * Returns the deliveries for a digest that is sent now. Deliveries that the person may not see any more, or that are no longer true, are ended. A
 * delivery whose text cannot be determined now waits alone, and the others of the digest are sent.
 */
async function gather(turn: Turn, tx: TenantDb, { receiver, now, only }: Gathering): Promise<Sayable[]> {
  const kept: Sayable[] = []
  const waiting = await deliveries.listGathered(tx, receiver.id, now)
  for (const row of only === undefined ? waiting : waiting.filter(({ id }) => id === only)) {
    const isHeard = mayHear(receiver, row.notification.audience ?? 'everybody')
    const said = isHeard && !row.is_overtaken ? await sayNow(turn, tx, row) : undefined
    const ended = isHeard ? OVERTAKEN : ({ state: 'cancelled', reason: 'not-allowed' } as const)
    if (said?.isUnsayable) {
      const nextAt = new Date(now.getTime() + NEXT_DIGEST_MS)
      await deliveries.setDeliveryState(tx, { id: row.id, state: 'waiting', reason: FAULT_OF_OURS.reason, nextAt, now })
    } else if (said !== undefined) kept.push(said)
    else await deliveries.setDeliveryState(tx, { id: row.id, ...ended, nextAt: null, now })
  }
  return kept
}

type Gathering = {
  readonly receiver: receivers.HearerRow
  readonly now: Date
  /** The only delivery that is sent; undefined: all are sent together. */
  readonly only: string | undefined
}

/** Returns what has changed since the delivery was written and prevents sending it; undefined if nothing does. */
function barrierOf(
  receiver: receivers.HearerRow,
  { kind, notification, is_overtaken }: deliveries.DeliveryRow & { readonly is_overtaken: boolean },
): Pick<deliveries.DeliveryRow, 'state' | 'reason'> | undefined {
  const isOfPerson = receiver.subject !== receivers.NOBODY
  if (isOfPerson && !mayHear(receiver, notification.audience ?? 'everybody'))
    return { state: 'cancelled', reason: 'not-allowed' }
  if (Object.keys(receiver.services).length === 0) return { state: 'cancelled', reason: 'removed' }
  if (is_overtaken) return { state: 'cancelled', reason: 'overtaken' }
  if (receiver.confirmed_at === null && kind !== 'confirmation') return { state: 'dead', reason: 'unconfirmed' }
  // A test is requested to find out whether a suspended receiver works again.
  if (receiver.suspended_at !== null && kind !== 'test') return { state: 'dead', reason: 'suspended' }
  return undefined
}

type EndedDelivery = BegunDelivery & { readonly sent: SendResult; readonly ms: number }

const followOf = ({ parts, platform, tenantId }: Turn): FollowPlatform => ({ tell: parts.tell, ...platform, tenantId })

/** Stores the end of a try, and takes the next steps; returns true if it was checked whether the last resort begins. */
async function end(turn: Turn, tx: TenantDb, whole: EndedDelivery): Promise<boolean> {
  const { receiver, delivery, bridge, gathered, unwritten, sent, ms } = whole
  const { parts, platform } = turn
  const at = new Date(platform.now())
  const { outcome, reason, status, answer } = sent
  const isDelivered = outcome.kind === 'delivered'
  const result = reason ?? 'delivered'
  const failures = receiver.failures + 1
  const isBroken = !isDelivered && reason !== NOT_WRITTEN && failures >= BREAKER_FAILURES
  const openUntil = isBroken ? new Date(at.getTime() + BREAKER_OPEN_S * 1_000) : null
  if (isDelivered && delivery.kind === 'confirmation') {
    const isSimulated = receiver.channel === 'email' ? parts.mail.isSimulated : bridge === undefined
    await receivers.setAskedInSimulator(tx, receiver.id, isSimulated)
  }
  if (bridge !== undefined) await receivers.setBridgeAnswer(tx, { at, result, status })
  const retryAfterS = outcome.kind === 'failed' ? outcome.retryAfterS : undefined
  const isPutAside = reason === NOT_WRITTEN && unwritten + 1 >= MOST_UNWRITTEN
  const waitS =
    outcome.kind === 'failed' && !isPutAside ? nextTryS(delivery.round_tries, retryAfterS, parts.random()) : undefined
  const aloneS = leftAloneS(outcome, waitS)
  if (aloneS !== undefined) await receivers.setTargetOpenUntil(tx, receiver.id, new Date(at.getTime() + aloneS * 1_000))
  // When an address accepts a delivery to any person, its pause ends.
  if (isDelivered && receiver.open_until !== null) await receivers.setTargetOpenUntil(tx, receiver.id, null)
  const nextAt = waitS === undefined ? null : new Date(at.getTime() + waitS * 1_000)
  const state = isDelivered ? 'delivered' : nextAt === null ? 'dead' : 'waiting'
  // Deliveries that are sent together arrive together, or are retried together.
  const sentIds = [...new Set([delivery.id, ...gathered.map(({ id }) => id)])]
  const tried = { receiverId: receiver.id, deliveryId: delivery.id, number: delivery.tries, sentIds }
  const ended = { at, isDelivered, result, status, answer, ms, openUntil }
  const isEnded = await deliveries.endTry(tx, { ...tried, ...ended, state, reason, nextAt })
  const hasArrived = isDelivered && reason !== SENT_TO_NOBODY
  // A test is requested by a person, or follows a save: if it arrives at a suspended receiver, the owner need not resume the receiver by hand.
  if (isEnded && hasArrived && delivery.kind === 'test' && receiver.suspended_at !== null)
    await receivers.setResumed(tx, receiver.id, at)
  if (!isEnded || hasArrived) return false
  const follow = followOf(turn)
  if (isPutAside) await tellPutAside(follow, tx, whole)
  const failingS = (at.getTime() - (receiver.failing_since ?? at).getTime()) / 1_000
  if (!isDelivered && receiver.suspended_at === null && (outcome.kind === 'gone' || failingS > SUSPEND_AFTER_S))
    await suspend(follow, tx, whole)
  if (!delivery.is_critical) return false
  const isGivenUpSoon = state === 'dead' && delivery.round_tries < LAST_RESORT_AFTER_TRIES
  if (delivery.kind === 'trigger' && (isGivenUpSoon || delivery.round_tries === LAST_RESORT_AFTER_TRIES))
    await tellPagingFails(follow, tx, whole, state === 'dead')
  if (delivery.kind !== 'notice') return false
  const isPutOff = waitS !== undefined && waitS > LAST_RESORT_WAIT_S
  if (state === 'waiting' && !isPutOff && delivery.tries < LAST_RESORT_AFTER_TRIES) return false
  await tryLastResort(follow, tx, whole)
  return true
}
