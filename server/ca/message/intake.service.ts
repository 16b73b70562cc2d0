import { randomUUID } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cdm, CdmIntake, CdmSource } from '@apsis/contract/ca/message/cdm.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { type Database, isDatabaseAway, isDatabaseTimeout, type TenantDb } from '../../platform/database/database.ts'
import { withFolder } from '../../platform/http/upload.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import { pool } from '../../platform/thread/pool.ts'
import { TaskLimitError } from '../../platform/thread/task.ts'
import { raiseListVersion } from '../event/event.repository.ts'
import { type JoinedMessage, joinEvents } from '../event/event-changes.ts'
import { type Fleet, readFleet, readFleetMark } from '../satellite/record/fleet.ts'
import { addUsage, requireQuota } from './quota.ts'
import { type FileLimits, type FileToRead, READ_FILE, type ReadCdm } from './read-file.ts'
import { type AssessedMessage, assessOnPool, type Slice } from './record/derive-cdm.ts'
import { knownOfMessage } from './record/known.ts'
import * as messages from './record/message.repository.ts'
import { refuse } from './record/refuse.ts'
import { IS_SAME_MESSAGE } from './tasks.ts'

/** The originator of the simulator. Its statements stay simulated, wherever they are sent. */
const SIMULATED_ORIGINATOR = 'APSIS-SIM'
/** A message is assessed again if the fleet changed between its assessment and its transaction, at most this many times. */
const MOST_ATTEMPTS = 5
/** The number of messages of one sender that may wait for a thread. */
const MESSAGES_AT_ONCE = 8

type Platform = { readonly db: Database; readonly queue?: Queue }
type Owner = Pick<Caller, 'tenantId' | 'subject'>

/** A file as received: its bytes, or its path. */
export type GivenFile = { readonly name: string } & ({ readonly bytes: Uint8Array } | { readonly path: string })

export type IntakeOptions = Pick<Intake, 'source' | 'now' | 'isSimulated' | 'track' | 'also'> & {
  readonly limits?: FileLimits
  /** Aborted when nobody waits for the answer any more: the rest is not read. */
  readonly signal?: AbortSignal
}

/** The limits of an upload whose sender waits for the answer. */
export const UPLOAD_LIMITS: FileLimits = { messages: 2_000, unpackedBytes: 20 * 1024 ** 2, faults: 1_000 }
/** The limits of an upload whose sender does not wait. */
export const BULK_LIMITS: FileLimits = { messages: 10_000, unpackedBytes: 200 * 1024 ** 2, faults: 5_000 }

/** The most messages of one transaction: such a transaction costs little more than one message, and blocks others for some tens of milliseconds. */
const MESSAGES_PER_TRANSACTION = 50
/** The originals of these messages are in memory while they are stored; this is their largest total size. */
const BYTES_PER_TRANSACTION = 8 * 1024 ** 2

/**
 * Receives all conjunction data messages, from every source: upload, connectors, simulator. Files may contain several messages, zips
 * several files. Each message is stored as received, assessed and joined to its event, in the order of creation dates, up to 50 in a
 * transaction. The answer has a line for each message, in the order of the files. A message that is answered as accepted is committed:
 * after a crash all files are sent again, and messages that were stored before are duplicates. Their text is not read in this process: the
 * pool reads it, a file and a message at a time.
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

/** A message that can be stored, and its place among the rows of its files. */
export type PlacedRead = { readonly read: ReadCdm; readonly place: number }

/** Returns the messages among rows, in the order of creation dates, in groups that share a transaction. */
export function batchesOf(rows: readonly (ReadCdm | CdmIntake)[]): PlacedRead[][] {
  const reads = rows.flatMap((row, place) => ('status' in row ? [] : [{ read: row, place }]))
  reads.sort((a, b) => a.read.createdAt.getTime() - b.read.createdAt.getTime())
  return Array.from({ length: Math.ceil(reads.length / MESSAGES_PER_TRANSACTION) }, (_, batch) =>
    reads.slice(batch * MESSAGES_PER_TRANSACTION, (batch + 1) * MESSAGES_PER_TRANSACTION),
  )
}

/** Assesses and stores some messages. Returns the result of each by its place. */
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

/** Returns the messages of all files, in their order. Files beyond the limit of messages are refused without being read. */
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

/** Returns the messages of a file. A file that costs more to read than any valid file is refused; the other files are not. */
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
 * Resolves when all messages are stored; rejects with the first error, but still stores the other messages.
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
    // The first caller gets its answer when its own messages are stored, and does not wait for those that arrive meanwhile.
    void drain(db, queue, () => ofDatabase.delete(tenantId))
  }
  await Promise.all(stored)
}

/** Stores all waiting messages. An empty queue is removed in the same step in which it is found empty, so that no message can be added in between. */
async function drain(db: Database, queue: StoreQueue, close: () => void): Promise<void> {
  while (queue.waiting.length > 0) {
    await store(db, queue.waiting.splice(0, countAtOnce(queue.waiting)))
  }
  close()
}

/** Returns how many of the first messages share a transaction: of one sender, source and arrival time, up to the limit of bytes. */
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

/** Stores messages; a message that the database refuses does not fail the other messages of its transaction. */
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

/** The receiver of messages, their source, and their time. */
type Intake = {
  readonly tenantId: string
  readonly subject: string
  readonly source: CdmSource
  readonly now: Date
  /** The time of arrival, if the messages waited to be read. */
  readonly receivedAt?: Date
  /** True if the message was made from simulated data, whoever signs it. */
  readonly isSimulated?: boolean
  /** The track that the message was made with. */
  readonly track?: { readonly objectId: string; readonly at: Date }
  /** Writes data of the messages in the transaction that stores them; it receives the results of the messages. */
  readonly also?: (tx: TenantDb, answers: readonly CdmIntake[]) => Promise<void>
}

/** A message with its assessment; `outcome` is undefined if the message is stored already. */
type PreparedMessage = {
  readonly read: ReadCdm
  readonly outcome: AssessedMessage | CdmIntake | undefined
  /** True if the message is stored already, perhaps in another notation, with the same content. */
  readonly isAlike: boolean
  /** The version of the fleet with which the message was assessed. */
  readonly mark: string
}

/**
 * Assesses messages with the present satellites. A message that is stored already is compared with the stored one. The signal cancels work that
 * has not begun, when nobody waits for the answer any more.
 */
async function prepareMessages(
  db: Database,
  tenantId: string,
  reads: readonly ReadCdm[],
  signal?: AbortSignal,
): Promise<PreparedMessage[]> {
  const { fleet, known } = await db.tenant(tenantId, async (tx) => ({
    fleet: await readFleet(tx),
    known: await findKnown(tx, reads),
  }))
  const { mark } = fleet
  const prepare = async (read: ReadCdm): Promise<PreparedMessage> => {
    const before = known(read)
    if (before === undefined)
      return { read, outcome: await derive(tenantId, read, fleet, signal), isAlike: false, mark }
    const isAlike = before.isAlike || (await isSameMessage(db, tenantId, { read, id: before.id, signal }))
    return { read, outcome: undefined, isAlike, mark }
  }
  const prepared: PreparedMessage[] = []
  // Few messages of one sender are assessed at once, so that a single message does not wait for a thousand messages of a colleague.
  for (let at = 0; at < reads.length; at += MESSAGES_AT_ONCE)
    prepared.push(...(await Promise.all(reads.slice(at, at + MESSAGES_AT_ONCE).map(prepare))))
  return prepared
}

type Twins = { readonly read: ReadCdm; readonly id: string; readonly signal: AbortSignal | undefined }

async function isSameMessage(db: Database, tenantId: string, { read, id, signal }: Twins): Promise<boolean> {
  const stored = await db.tenant(tenantId, (tx) => messages.findCdmFile(tx, id))
  if (stored === undefined) return false
  try {
    return await pool.run(IS_SAME_MESSAGE, tenantId, [await readSlice(read.slice), stored.original], signal)
  } catch (error) {
    // The message has values that cannot be written again, so its bytes are compared.
    if (error instanceof RangeError || error instanceof TaskLimitError) return false
    throw error
  }
}

/**
 * Stores messages, all in one transaction: known ones change nothing, the others are stored as they were received and joined to their events. They
 * are assessed before the transaction, so that nobody waits for a lock meanwhile; if the satellites have changed since, the assessment is
 * repeated.
 */
async function storeMessages(db: Database, intake: Intake, prepared: readonly PreparedMessage[]): Promise<CdmIntake[]> {
  const { tenantId } = intake
  const reads = prepared.map(({ read }) => read)
  let current = prepared
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const answer = await db.tenant(tenantId, (tx) => commit(tx, intake, current))
    if (answer !== undefined) return answer
    current = await prepareMessages(db, tenantId, reads)
  }
  throw new ApiError(
    'unavailable',
    'The satellites of the organisation change faster than a message can be assessed.',
    {
      headers: { 'retry-after': '2' },
    },
  )
}

/** Stores the messages; undefined if the satellites have changed since they were assessed. */
async function commit(
  tx: TenantDb,
  intake: Intake,
  prepared: readonly PreparedMessage[],
): Promise<CdmIntake[] | undefined> {
  const changedIn = await raiseListVersion(tx, intake.tenantId)
  const { mark } = await readFleetMark(tx)
  if (prepared.some((one) => one.mark !== mark)) return undefined
  const reads = prepared.map(({ read }) => read)
  const known = await findKnown(tx, reads)
  const answers = new Map<ReadCdm, CdmIntake>()
  const fresh = new Map<string, JoinedMessage & { readonly read: ReadCdm }>()
  for (const { read, outcome, isAlike } of prepared) {
    const before = known(read)
    const twin = [...fresh.values()].find(({ read: other }) => isSame(other, read))
    if (before !== undefined) answers.set(read, duplicate(read, { ...before, isAlike: isAlike || before.isAlike }))
    // The message was stored when it was assessed, and has been removed since.
    else if (outcome === undefined) return undefined
    else if ('status' in outcome) answers.set(read, outcome)
    else if (twin === undefined) fresh.set(read.sha256, { id: randomUUID(), read, ...toJoin(read, intake, outcome) })
  }
  const events = await joinEvents(tx, { ...intake, changedIn, messages: [...fresh.values()] })
  const rows: messages.NewCdm[] = []
  for (const message of fresh.values()) {
    const conjunctionId = events.get(message.id) ?? ''
    answers.set(message.read, accept(message, conjunctionId))
    rows.push({ ...toRow(message, intake, conjunctionId), original: await readSlice(message.read.slice) })
  }
  await messages.insertCdms(tx, intake.tenantId, rows)
  const all = reads.map((read) => answers.get(read) ?? twinOf(read, fresh, answers))
  await intake.also?.(tx, all)
  return all
}

async function derive(
  tenantId: string,
  read: ReadCdm,
  fleet: Fleet,
  signal: AbortSignal | undefined,
): Promise<AssessedMessage | CdmIntake> {
  try {
    return await assessOnPool(pool, { tenantId, source: read.slice, designators: read.designators, fleet, signal })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return refuse(read.name, [{ code: 'cdm.not-assessable', message: error.message }], read.messageId)
  }
}

async function readSlice({ path, start, end }: Slice): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    return buffer
  } finally {
    await file.close()
  }
}

function toJoin(
  read: ReadCdm,
  { source, isSimulated, track }: Intake,
  { derived, own }: AssessedMessage,
): Omit<JoinedMessage, 'id'> {
  const { originator, messageId } = read
  const isMarked = read.isSimulated || isSimulated === true
  return {
    messageId,
    originator,
    createdAt: read.createdAt.getTime(),
    grade: read.grade,
    level: derived.conjunctionData.riskLevel,
    probability: derived.conjunctionData.probabilityOfCollision,
    missM: derived.conjunctionData.totalMissDistance,
    ...(track === undefined ? {} : { track: { objectId: track.objectId, at: track.at.getTime() } }),
    known: knownOfMessage(derived),
    isSimulated: isMarked || source === 'simulator' || originator === SIMULATED_ORIGINATOR,
    derived,
    own,
  }
}

function toRow(
  message: JoinedMessage & { readonly read: ReadCdm },
  intake: Intake,
  conjunctionId: string,
): Omit<messages.NewCdm, 'original'> {
  const { read, derived, own } = message
  return {
    id: message.id,
    conjunctionId,
    originator: message.originator,
    message_id: message.messageId,
    creation_date: read.createdAt,
    received_at: intake.receivedAt ?? intake.now,
    receivedBy: intake.subject,
    source: intake.source,
    is_simulated: message.isSimulated,
    grade: message.grade,
    name: read.name,
    format: read.format,
    sha256: read.sha256,
    satellite_id: own[0]?.id ?? null,
    otherSatelliteId: own[1]?.id ?? null,
    derived: { ...derived, warnings: read.warnings },
    track: intake.track,
  }
}

type StoredMessageKey = {
  readonly id: string
  readonly conjunctionId: string
  readonly level: Cdm['conjunctionData']['riskLevel']
  readonly isAlike: boolean
}

async function findKnown(
  tx: TenantDb,
  reads: readonly ReadCdm[],
): Promise<(read: ReadCdm) => StoredMessageKey | undefined> {
  const rows = await messages.listKnownMessages(tx, reads)
  return ({ originator, messageId, sha256 }) => {
    const row = rows.find(
      (one) => (one.originator === originator && one.message_id === messageId) || one.sha256 === sha256,
    )
    if (row === undefined) return undefined
    return { id: row.id, conjunctionId: row.conjunction_id, level: row.level, isAlike: row.sha256 === sha256 }
  }
}

function isSame(one: ReadCdm, other: ReadCdm): boolean {
  return one.sha256 === other.sha256 || (one.originator === other.originator && one.messageId === other.messageId)
}

function accept(
  { id, messageId, level, read }: JoinedMessage & { readonly read: ReadCdm },
  conjunctionId: string,
): CdmIntake {
  return {
    name: read.name,
    status: 'accepted',
    cdmId: id,
    conjunctionId,
    messageId,
    riskLevel: level,
    errors: read.warnings,
  }
}

function duplicate(read: ReadCdm, known: StoredMessageKey): CdmIntake {
  const message = 'is known under this originator and message id with other content: the first one stays'
  return {
    name: read.name,
    status: 'duplicate',
    cdmId: known.id,
    conjunctionId: known.conjunctionId,
    messageId: read.messageId,
    riskLevel: known.level,
    errors: known.isAlike ? [] : [{ code: 'cdm.differs', message, keyword: 'MESSAGE_ID' }],
  }
}

/** Returns the answer to the second of two equal messages of an upload, by the answer to the first. */
function twinOf(
  read: ReadCdm,
  fresh: ReadonlyMap<string, JoinedMessage & { readonly read: ReadCdm }>,
  answers: ReadonlyMap<ReadCdm, CdmIntake>,
): CdmIntake {
  const twin = [...fresh.values()].find(({ read: other }) => isSame(other, read))
  const answer = twin && answers.get(twin.read)
  if (twin === undefined || answer?.cdmId == null || answer.conjunctionId === null)
    throw new TypeError('a message was forgotten')
  return duplicate(read, {
    id: answer.cdmId,
    conjunctionId: answer.conjunctionId,
    level: twin.level,
    isAlike: twin.read.sha256 === read.sha256,
  })
}
