import type { CdmIntake } from '@apsis/contract/ca/cdm.ts'
import { type Database, isDatabaseAway, isDatabaseTimeout } from '../../../platform/database/database.ts'
import { type Intake, type Prepared, storeMessages } from './cdm-intake.ts'

/** A transaction stores up to so many messages: it costs little more than one message, and blocks others for some tens of milliseconds. */
export const MESSAGES_PER_TRANSACTION = 50
/** The originals of these messages are held in memory while they are stored; they have at most so many bytes together. */
const BYTES_PER_TRANSACTION = 8 * 1024 ** 2

export type QueuedMessage = {
  readonly prepared: Prepared
  readonly intake: Intake
  readonly done: (answer: CdmIntake) => void
}

type Entry = QueuedMessage & { readonly failed: (error: unknown) => void; readonly settled: () => void }
type Queue = { readonly waiting: Entry[]; isBusy: boolean }

const queues = new WeakMap<Database, Map<string, Queue>>()

/**
 * Stores messages one transaction after the other. Each organisation has one queue in this process, so that a thousand uploads
 * of one message take as few transactions as one upload of a thousand, and no upload holds a connection while it waits.
 * Resolves when all messages are stored; rejects with the first error, though the other messages are stored nevertheless.
 */
export async function storeQueued(
  { db, tenantId }: { readonly db: Database; readonly tenantId: string },
  messages: readonly QueuedMessage[],
): Promise<void> {
  const ofDatabase = queues.get(db) ?? new Map<string, Queue>()
  queues.set(db, ofDatabase)
  const queue = ofDatabase.get(tenantId) ?? { waiting: [], isBusy: false }
  ofDatabase.set(tenantId, queue)
  const stored = messages.map(
    (message) =>
      new Promise<void>((settled, failed) => {
        queue.waiting.push({ ...message, settled, failed })
      }),
  )
  if (!queue.isBusy) {
    queue.isBusy = true
    // The first caller gets its answer when its own messages are stored, and does not wait for those that come meanwhile.
    void drain(db, queue, () => ofDatabase.delete(tenantId))
  }
  await Promise.all(stored)
}

/** The queue is removed in the same step in which it is found empty, so that no message can be added in between. */
async function drain(db: Database, queue: Queue, close: () => void): Promise<void> {
  while (queue.waiting.length > 0) {
    await store(db, queue.waiting.splice(0, countAtOnce(queue.waiting)))
  }
  close()
}

/**
 * How many of the first messages share a transaction: those of one sender, source and time of arrival, up to the limit of
 * bytes.
 */
function countAtOnce(waiting: readonly Entry[]): number {
  const [first] = waiting
  let bytes = 0
  const end = waiting.findIndex(({ intake, prepared: { read } }, place) => {
    bytes += read.slice.end - read.slice.start
    return (
      place >= MESSAGES_PER_TRANSACTION ||
      !isAlike(intake, first?.intake) ||
      (place > 0 && bytes > BYTES_PER_TRANSACTION)
    )
  })
  return end === -1 ? waiting.length : end
}

const isAlike = (one: Intake, other: Intake | undefined) =>
  one.subject === other?.subject &&
  one.source === other.source &&
  one.isSimulated === other.isSimulated &&
  one.also === other.also &&
  one.receivedAt?.getTime() === other.receivedAt?.getTime()

/** A message that the database refuses must not fail the others of its transaction. */
async function store(db: Database, entries: readonly Entry[]): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  try {
    const answers = await storeMessages(
      db,
      first.intake,
      entries.map(({ prepared }) => prepared),
    )
    for (const [place, { done, settled }] of entries.entries()) {
      const answer = answers[place]
      if (answer !== undefined) done(answer)
      settled()
    }
  } catch (error) {
    if (entries.length === 1 || isDatabaseAway(error) || isDatabaseTimeout(error))
      for (const { failed } of entries) failed(error)
    else for (const entry of entries) await store(db, [entry])
  }
}
