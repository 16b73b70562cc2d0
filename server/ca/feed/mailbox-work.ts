import { readFile } from 'node:fs/promises'
import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { GOOD_RESULTS, type ReadingResult } from '@apsis/contract/connections/connection.ts'
import { ServiceError } from '../../connections/ask.service.ts'
import { READER_WORKS } from '../../connections/connection.service.ts'
import { type Mailbox, type MailHead, openMailbox, unpackMail } from '../../connections/mailbox.service.ts'
import {
  type ConnectionWays,
  claimFeed,
  type FeedState,
  failureOf,
  lineOf,
  listReadable,
  type MailboxMemory,
  mailboxOf,
  type ReadableFeed,
  readMailboxMemory,
  recordReading,
  stopConnection,
} from '../../connections/reader.service.ts'
import { sayDetail, writeFact } from '../../connections/reading-fact.service.ts'
import { isDatabaseAway, isDatabaseTimeout } from '../../platform/database/database.ts'
import { withFolder } from '../../platform/http/upload.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { FEED_CONTENTS, sayRefused } from './feed-content.ts'
import type { FileAnswer } from './ingest-ephemeris.ts'

/** For this time after a worker has begun, no other worker reads the mailbox; it is longer than a connection may last. */
const LEASE_MS = 6 * MINUTE_MS
/** No mail is begun after this time in a run. */
const TURN_MS = 2 * MINUTE_MS
/** This is less than the minute between two runs. */
const REST_MS = 50_000
const MOST_HEADS = 500
const MOST_MAILS = 50
const AGAIN_MS = HOUR_MS
const MOST_AGAIN = 100
const MOST_DETAIL = 500
const MOST_SAID = 5

/**
 * Reads the mailboxes to which partners send messages or ephemerides. The content of a mail is stored first, then the result of the
 * reading, and then the mail is moved. If the worker is lost in between, the next run reads the mail again, and its messages are
 * duplicates, or only moves it.
 */
export function mailboxWork(ways: ConnectionWays): RecurringWork {
  return {
    ...READER_WORKS.MAILBOX,
    async turn(platform, tenantId) {
      const feeds = await platform.db.tenant(tenantId, async (tx) => [
        ...(await listReadable(tx, tenantId, { connection: 'MAILBOX', feed: 'MESSAGES' })),
        ...(await listReadable(tx, tenantId, { connection: 'MAILBOX', feed: 'EPHEMERIDES' })),
      ])
      for (const feed of feeds) if (!platform.signal.aborted) await readMailbox(platform, ways, feed)
    },
  }
}

/** The findings of a run so far. */
type Turn = {
  memory: MailboxMemory
  counts: { received: number; accepted: number; known: number; refused: number }
  /** Texts about refused mails and about mails that could not be read, and the senders of mails that were left in the folder. */
  readonly refused: string[]
  readonly failed: string[]
  readonly strangers: string[]
  /** True if there are more mails than one run reads. */
  hasMore: boolean
}

async function readMailbox(platform: WorkPlatform, ways: ConnectionWays, feed: ReadableFeed): Promise<void> {
  const { db, now, signal } = platform
  const memory = await claim(platform, feed)
  if (memory === undefined) return
  const turn: Turn = { memory, ...nothingFound(), hasMore: false }
  try {
    const mailbox = await openMailbox(mailboxOf(feed.connection, ways.box), lineOf(ways, signal))
    try {
      // If the mailbox has numbered its mails anew, all of them are read again; messages that are stored already are duplicates.
      if (mailbox.validity !== turn.memory.validity)
        turn.memory = { ...turn.memory, validity: mailbox.validity, uid: 0, away: [], again: [] }
      await putAway(mailbox, turn)
      await takeMails(platform, { feed, mailbox, turn })
      await record(platform, feed, turn)
      const { length } = turn.memory.away
      await putAway(mailbox, turn)
      if (length > 0) await db.tenant(feed.tenantId, (tx) => claimFeed(tx, feed, async () => stateOf(platform, turn)))
    } finally {
      await mailbox.close()
    }
  } catch (error) {
    const failure = failureOf(error, now())
    if (failure === undefined) throw error
    // A stopped run is not a failure.
    if (signal.aborted) return
    const at = new Date(now())
    await db.tenant(feed.tenantId, async (tx) => {
      const failures = turn.memory.failures + 1
      const waitMs = Math.min(HOUR_MS, MINUTE_MS * 2 ** (failures - 1))
      const nextAt = new Date(Math.max(at.getTime() + waitMs, failure.againMs))
      const state = { nextAt, memory: { ...turn.memory, failures } }
      await recordReading(tx, feed, at, () => ({ ...turn.counts, ...failure, state }))
      await stopConnection(tx, feed, failure, at)
    })
  }
}

const nothingFound = () => ({
  counts: { received: 0, accepted: 0, known: 0, refused: 0 },
  refused: [],
  failed: [],
  strangers: [],
})

/** Returns the stored memory of the mailbox if the mailbox is due, and keeps other workers from it for a time. */
async function claim({ db, now }: WorkPlatform, feed: ReadableFeed): Promise<MailboxMemory | undefined> {
  const claimed = await db.tenant(feed.tenantId, (tx) =>
    claimFeed(tx, feed, async ({ nextAt, memory }) => {
      if (nextAt !== null && nextAt.getTime() > now()) return undefined
      return { nextAt: new Date(now() + LEASE_MS), memory, known: readMailboxMemory(memory, feed.connection) }
    }),
  )
  return claimed?.known
}

const stateOf = ({ now }: WorkPlatform, { memory, hasMore }: Turn): FeedState => ({
  nextAt: new Date(now() + (hasMore ? 0 : REST_MS)),
  memory,
})

/** Moves the mails that were taken or refused out of the folder. */
async function putAway(mailbox: Mailbox, turn: Turn): Promise<void> {
  for (const { uid, to } of turn.memory.away) await mailbox.putAway(uid, to)
  turn.memory = { ...turn.memory, away: [] }
}

type Reading = { readonly feed: ReadableFeed; readonly mailbox: Mailbox; readonly turn: Turn }

/** Reads the new mails, and the mails that are due for another attempt. */
async function takeMails(platform: WorkPlatform, { feed, mailbox, turn }: Reading): Promise<void> {
  const { now, signal } = platform
  const endMs = now() + TURN_MS
  const due = turn.memory.again.filter(({ at }) => at <= now()).map(({ uid }) => uid)
  const fresh = await mailbox.listFrom(turn.memory.uid + 1)
  const wanted = fresh.slice(0, MOST_HEADS)
  turn.hasMore = fresh.length > wanted.length
  let mails = 0
  const heads = await mailbox.readHeads([...due, ...wanted])
  for (const head of heads) {
    if (signal.aborted) return
    if (mails >= MOST_MAILS || now() > endMs || turn.memory.again.length >= MOST_AGAIN) {
      turn.hasMore = true
      return
    }
    if (head.isTaken) {
      mails += 1
      await attempt(platform, { feed, mailbox, turn }, head)
    } else turn.strangers.push(head.from ?? 'a sender that cannot be read')
    turn.memory = { ...turn.memory, uid: Math.max(turn.memory.uid, head.uid) }
  }
  // A mail that no longer exists has no head.
  const isGone = (uid: number) => due.includes(uid) && heads.every((head) => head.uid !== uid)
  turn.memory = {
    ...turn.memory,
    uid: Math.max(turn.memory.uid, wanted.at(-1) ?? 0),
    again: turn.memory.again.filter(({ uid }) => !isGone(uid)),
  }
}

/** Reads one mail; its failure does not stop the next one. */
async function attempt(platform: WorkPlatform, { feed, mailbox, turn }: Reading, head: MailHead): Promise<void> {
  const { uid } = head
  const wasTried = turn.memory.again.some((one) => one.uid === uid)
  const again = turn.memory.again.filter((one) => one.uid !== uid)
  const isTooLarge = head.bytes > mailbox.mostBytes
  const refuse = () => {
    count(turn, head, tooLarge(head, mailbox.mostBytes))
    turn.memory = {
      ...turn.memory,
      uid: Math.max(turn.memory.uid, uid),
      away: [...turn.memory.away, { uid, to: 'refused' }],
      again,
    }
  }
  if (isTooLarge) return void refuse()
  const mail = await mailbox.read(uid).catch((error: unknown) => {
    // The mail was larger than the mailbox had stated, and the connection was closed.
    if (error instanceof ServiceError && error.result === 'too-large') refuse()
    throw error
  })
  if (mail === undefined) {
    // A person has moved the mail, or the mailbox gave another mail in its place; the next attempt shows which.
    if (wasTried) turn.failed.push(`${nameOf(head)}: the mailbox does not give it`)
    turn.memory = { ...turn.memory, again: [...again, { uid, at: platform.now() + (wasTried ? AGAIN_MS : 0) }] }
    return
  }
  try {
    const answers = await takeMail(platform, feed, mail)
    count(turn, head, answers)
    const isRefused = answers.some(({ status }) => status === 'refused')
    const away = [...turn.memory.away, { uid, to: isRefused ? 'refused' : 'taken' } as const]
    turn.memory = { ...turn.memory, away, again }
  } catch (error) {
    // If the database cannot be reached, nothing can be stored, and the mail is not at fault.
    if (isDatabaseAway(error) || isDatabaseTimeout(error)) throw error
    platform.log.warn({ err: error, uid }, 'a mail could not be taken')
    turn.failed.push(`${nameOf(head)}: ${error instanceof Error ? error.message : String(error)}`)
    turn.memory = { ...turn.memory, again: [...again, { uid, at: platform.now() + AGAIN_MS }] }
  }
}

const nameOf = ({ subject, from }: MailHead) => `"${subject.slice(0, 80)}" of ${from}`

function tooLarge({ bytes }: MailHead, most: number): FileAnswer[] {
  const message = `the mail has ${bytes > most ? bytes : 'more'} bytes, and at most ${most} are taken`
  return [{ name: 'mail', status: 'refused', messageId: null, errors: [{ code: 'file.too-large', message }] }]
}

/** Stores the content of a mail: each of its files, or its text. */
function takeMail(platform: WorkPlatform, { tenantId, key, connection }: ReadableFeed, mail: Buffer) {
  const content = FEED_CONTENTS[key.kind === 'EPHEMERIDES' ? 'EPHEMERIDES' : 'MESSAGES']
  return withFolder(async (folder): Promise<readonly FileAnswer[]> => {
    const { parts, fault } = await unpackMail(mail, folder, tenantId)
    if (parts === null)
      return [{ name: 'mail', status: 'refused', messageId: null, errors: [{ code: 'mail.unread', message: fault }] }]
    const answers: FileAnswer[] = []
    for (const { name, path } of parts) {
      const file = {
        tenantId,
        name,
        bytes: await readFile(path),
        isStaging: connection.is_staging,
        source: 'mailbox',
      } as const
      const found = await content.ingest(platform, file)
      const errors = [{ code: 'file.empty', message: 'there is nothing in it' }]
      answers.push(...(found.length > 0 ? found : [{ name, status: 'refused', messageId: null, errors } as const]))
    }
    return answers
  })
}

function count(turn: Turn, head: MailHead, answers: readonly FileAnswer[]): void {
  const counted = (status: FileAnswer['status']) => answers.filter((one) => one.status === status).length
  turn.counts.received += answers.length
  turn.counts.accepted += counted('accepted')
  turn.counts.known += counted('duplicate')
  turn.counts.refused += counted('refused')
  const reasons = answers.filter(({ status }) => status === 'refused').flatMap(sayRefused)
  if (reasons.length > 0) turn.refused.push(`${nameOf(head)}: ${reasons.slice(0, MOST_SAID).join('; ')}`)
}

/** Stores the result of a run. A run that finds no mail is no delivery, and is stored only if it ends a fault. */
async function record(platform: WorkPlatform, feed: ReadableFeed, turn: Turn): Promise<void> {
  const { db, now } = platform
  turn.memory = { ...turn.memory, failures: 0 }
  const { counts, failed, strangers, memory } = turn
  const isQuiet = counts.received === 0 && failed.length === 0 && strangers.length === 0
  const wasGood = feed.lastResult !== null && GOOD_RESULTS.includes(feed.lastResult)
  const state = stateOf(platform, turn)
  await db.tenant(feed.tenantId, async (tx) => {
    if (isQuiet && (wasGood || memory.again.length > 0)) await claimFeed(tx, feed, async () => state)
    else {
      const isDelivery = counts.received > 0
      await recordReading(tx, feed, new Date(now()), () => ({ ...outcomeOf(turn), ...counts, isDelivery, state }))
    }
  })
  turn.counts = nothingFound().counts
}

function outcomeOf({ counts, refused, failed, strangers }: Turn): { result: ReadingResult; detail: string | null } {
  const stranger = factOf(strangers)
  // The reasons contain lines of a file and are stored unchanged; mails that were left are counted.
  const isAlone = failed.length + refused.length === 0
  const said = [...failed, ...refused, ...(stranger === null ? [] : [sayDetail(stranger) ?? ''])].join('; ')
  const detail = isAlone ? stranger : said.slice(0, MOST_DETAIL)
  if (failed.length > 0) return { result: 'failed', detail }
  if (refused.length > 0) return { result: 'some-refused', detail }
  return { result: counts.accepted > 0 ? 'new' : 'nothing-new', detail }
}

/** Returns the senders whose mails were left in the folder, in their stored form; null if there are none. */
function factOf(strangers: readonly string[]): string | null {
  if (strangers.length === 0) return null
  const all = [...new Set(strangers)]
  const who = all.slice(0, MOST_SAID).join(', ').slice(0, MOST_DETAIL)
  return writeFact('strangers', { count: strangers.length, who, others: Math.max(0, all.length - MOST_SAID) })
}
