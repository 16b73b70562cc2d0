import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { type Database, isDatabaseAway, isDatabaseTimeout } from '../../platform/database/database.ts'
import { withFolder } from '../../platform/http/upload.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import { pool } from '../../platform/thread/pool.ts'
import { TaskLimitError } from '../../platform/thread/task.ts'
import { type Intake, type PreparedMessage, prepareMessages, storeMessages } from './cdm-intake.ts'
import { addUsage, requireQuota } from './quota.ts'
import { type FileLimits, type FileToRead, READ_FILE, type ReadCdm } from './read-file.ts'
import { refuse } from './record/refuse.ts'

type Platform = { readonly db: Database; readonly queue?: Queue }
type Owner = Pick<Caller, 'tenantId' | 'subject'>

/** A file as it came: its bytes, or the path at which they lie. */
export type GivenFile = { readonly name: string } & ({ readonly bytes: Uint8Array } | { readonly path: string })

export type IntakeOptions = Pick<Intake, 'source' | 'now' | 'isSimulated' | 'track' | 'also'> & {
  readonly limits?: FileLimits
  /** Aborted when nobody waits for the answer any more: nothing of the rest is read. */
  readonly signal?: AbortSignal
}

/** The limits of an upload whose sender waits for the answer. */
export const UPLOAD_LIMITS: FileLimits = { messages: 2_000, unpackedBytes: 20 * 1024 ** 2, faults: 1_000 }
/** The limits of an upload whose sender does not wait. */
export const BULK_LIMITS: FileLimits = { messages: 10_000, unpackedBytes: 200 * 1024 ** 2, faults: 5_000 }

/** A transaction stores up to so many messages: it costs little more than one message, and blocks others for some tens of milliseconds. */
const MESSAGES_PER_TRANSACTION = 50
/** The originals of these messages are held in memory while they are stored; they have at most so many bytes together. */
const BYTES_PER_TRANSACTION = 8 * 1024 ** 2

/**
 * The one door for conjunction data messages, wherever they come from: upload, connectors, simulator. Files may hold several
 * messages, zips several files. Each message is stored as it came, assessed and joined to its event, in the order of
 * creation dates, up to 50 in a transaction; the answer has a line for each, in the order of the files. What is answered
 * as accepted is committed: after a crash all files are sent again, and messages that were stored before are duplicates.
 * Nothing of their text is read in this process: that is done in the pool, a file and a message at a time.
 */
export async function takeInCdms(
  { db }: Platform,
  { tenantId, subject }: Owner,
  files: readonly GivenFile[],
  { limits = UPLOAD_LIMITS, signal, ...options }: IntakeOptions,
): Promise<CdmIntake[]> {
  await requireQuota(db, tenantId, { now: options.now })
  return withFolder(async (folder) => {
    const rows = await readFiles(files, { tenantId, folder, limits, signal })
    const answers = rows.map((row) => ('status' in row ? row : undefined))
    const intake: Intake = { tenantId, subject, ...options }
    for (const some of batchesOf(rows))
      for (const { place, answer } of await storeBatch(db, intake, some, signal)) answers[place] = answer
    return answers.map((answer) => {
      if (answer === undefined) throw new TypeError('a message has no answer')
      return answer
    })
  })
}

/** A message that can be taken in, and its place among the rows of its files. */
export type PlacedRead = { readonly read: ReadCdm; readonly place: number }

/** The messages among rows, in the order of creation dates, as many at a time as share a transaction. */
export function batchesOf(rows: readonly (ReadCdm | CdmIntake)[]): PlacedRead[][] {
  const reads = rows.flatMap((row, place) => ('status' in row ? [] : [{ read: row, place }]))
  reads.sort((a, b) => a.read.createdAt.getTime() - b.read.createdAt.getTime())
  return Array.from({ length: Math.ceil(reads.length / MESSAGES_PER_TRANSACTION) }, (_, batch) =>
    reads.slice(batch * MESSAGES_PER_TRANSACTION, (batch + 1) * MESSAGES_PER_TRANSACTION),
  )
}

/** Assesses and stores some messages. The answer says by place what became of each. */
export async function storeBatch(
  db: Database,
  intake: Intake,
  some: readonly PlacedRead[],
  signal?: AbortSignal,
): Promise<{ readonly place: number; readonly answer: CdmIntake }[]> {
  const { tenantId } = intake
  const reads = some.map(({ read }) => read)
  const answers: { place: number; answer: CdmIntake }[] = []
  let [messages, bytes] = [0, 0]
  const prepared = await prepareMessages(db, tenantId, reads, signal)
  await storeQueued(
    { db, tenantId },
    prepared.map((one, index) => ({
      prepared: one,
      intake,
      done: (answer: CdmIntake) => {
        answers.push({ place: some[index]?.place ?? -1, answer })
        if (answer.status !== 'accepted') return
        messages += 1
        bytes += one.read.slice.end - one.read.slice.start
      },
    })),
  )
  addUsage(db, tenantId, { messages, bytes })
  return answers
}

type Reading = {
  readonly tenantId: string
  readonly folder: string
  readonly limits: FileLimits
  readonly signal?: AbortSignal | undefined
}

/** The messages of all files, in their order. Files beyond the limit of messages are refused without being read. */
export async function readFiles(files: readonly GivenFile[], { tenantId, folder, limits, signal }: Reading) {
  const rows: (ReadCdm | CdmIntake)[] = []
  let faults = limits.faults
  for (const [place, file] of files.entries()) {
    const path = 'path' in file ? file.path : join(folder, `given-${place}`)
    if (!('path' in file)) await writeFile(path, file.bytes, { mode: 0o600 })
    const unpackedPath = join(folder, `unpacked-${place}`)
    const found =
      rows.length >= limits.messages
        ? [refuse(file.name, [{ code: 'file.too-many', message: tooMany(limits) }])]
        : await readFile({ name: file.name, path, unpackedPath, limits: { ...limits, faults } }, { tenantId, signal })
    faults -= found.reduce((sum, row) => sum + ('status' in row ? row.errors : row.warnings).length, 0)
    rows.push(...found)
  }
  return rows
}

const tooMany = ({ messages }: FileLimits) =>
  `was not read: the files before it hold the ${messages.toLocaleString('en')} messages that are taken at a time`

/** The messages of a file. A file that costs more to read than any honest one is refused alone. */
async function readFile(
  file: FileToRead,
  { tenantId, signal }: Pick<Reading, 'tenantId' | 'signal'>,
): Promise<(ReadCdm | CdmIntake)[]> {
  try {
    return await pool.run(READ_FILE, tenantId, file, signal)
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    return [refuse(file.name, [{ code: 'file.too-costly', message: `reading the file takes ${error.what}` }])]
  }
}

type QueuedMessage = {
  readonly prepared: PreparedMessage
  readonly intake: Intake
  readonly done: (answer: CdmIntake) => void
}

type Entry = QueuedMessage & { readonly failed: (error: unknown) => void; readonly settled: () => void }
type StoreQueue = { readonly waiting: Entry[]; isBusy: boolean }

const queues = new WeakMap<Database, Map<string, StoreQueue>>()

/**
 * Stores messages one transaction after the other. Each organisation has one queue in this process, so that a thousand uploads
 * of one message take as few transactions as one upload of a thousand, and no upload holds a connection while it waits.
 * Resolves when all messages are stored; rejects with the first error, though the other messages are stored nevertheless.
 */
async function storeQueued(
  { db, tenantId }: { readonly db: Database; readonly tenantId: string },
  messages: readonly QueuedMessage[],
): Promise<void> {
  const ofDatabase = queues.get(db) ?? new Map<string, StoreQueue>()
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
async function drain(db: Database, queue: StoreQueue, close: () => void): Promise<void> {
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
  one.track === other.track &&
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
