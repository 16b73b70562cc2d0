import type { CdmIntake } from '@apsis/contract/ca/cdm.ts'
import { type Database, isDatabaseAway, isDatabaseTimeout } from '../../../platform/database/database.ts'
import { type Intake, type Prepared, storeMessages } from './cdm-intake.ts'

/** A transaction stores up to so many messages: it costs little more than one message, and blocks others for some tens of milliseconds. */
export const MESSAGES_PER_TRANSACTION = 50
/** The originals of these messages are held in memory while they are stored; they have at most so many bytes together. */
const BYTES_PER_TRANSACTION = 8 * 1024 ** 2

export type Waiting = {
  readonly prepared: Prepared
  readonly intake: Intake
  readonly done: (answer: CdmIntake) => void
}

type Entry = Waiting & { readonly failed: (error: unknown) => void; readonly settled: () => void }
type Lane = { readonly waiting: Entry[]; isBusy: boolean }

const lanes = new WeakMap<Database, Map<string, Lane>>()

/**
 * Stores messages when it is their turn. All of an organisation go through one lane in this process, so that a thousand
 * uploads of one message are as few transactions as one upload of a thousand, and none of them waits with a connection in
 * hand. Ends when all are stored; fails with the first that could not be, the others notwithstanding.
 */
export async function inTurn(
  { db, tenantId }: { readonly db: Database; readonly tenantId: string },
  messages: readonly Waiting[],
): Promise<void> {
  const ofDatabase = lanes.get(db) ?? new Map<string, Lane>()
  lanes.set(db, ofDatabase)
  const lane = ofDatabase.get(tenantId) ?? { waiting: [], isBusy: false }
  ofDatabase.set(tenantId, lane)
  const stored = messages.map(
    (message) =>
      new Promise<void>((settled, failed) => {
        lane.waiting.push({ ...message, settled, failed })
      }),
  )
  if (!lane.isBusy) {
    lane.isBusy = true
    // The first caller gets its answer when its own messages are stored, and does not wait for those that come meanwhile.
    void drain(db, lane, () => ofDatabase.delete(tenantId))
  }
  await Promise.all(stored)
}

/** Closing the lane and finding it empty happen without a pause, so that no message can come between. */
async function drain(db: Database, lane: Lane, close: () => void): Promise<void> {
  while (lane.waiting.length > 0) {
    await store(db, lane.waiting.splice(0, countAtOnce(lane.waiting)))
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
