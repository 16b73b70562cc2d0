import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Cdm, CdmIntake, CdmSource } from '@apsis/contract/ca/message/cdm.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { TaskLimitError } from '../../platform/thread/task.ts'
import { raiseListVersion } from '../event/event.repository.ts'
import { type JoinedMessage, joinEvents } from '../event/event-changes.ts'
import { type Fleet, readFleet, readFleetMark } from '../satellite/record/fleet.ts'
import type { ReadCdm } from './read-file.ts'
import { type AssessedMessage, assessOnPool, type Slice } from './record/derive-cdm.ts'
import { knownOfMessage } from './record/known.ts'
import * as messages from './record/message.repository.ts'
import { refuse } from './record/refuse.ts'
import { IS_SAME_MESSAGE } from './tasks.ts'

/** Who takes messages in, where they are from, and when. */
export type Intake = {
  readonly tenantId: string
  readonly subject: string
  readonly source: CdmSource
  readonly now: Date
  /** The time of arrival, where the messages waited to be read. */
  readonly receivedAt?: Date
  /** The message was made from simulated data, whoever signs it. */
  readonly isSimulated?: boolean
  /** The track that the message was made with. */
  readonly track?: { readonly objectId: string; readonly at: Date }
  /** Writes what belongs to the messages, in the transaction that stores them; it is given what became of each. */
  readonly also?: (tx: TenantDb, answers: readonly CdmIntake[]) => Promise<void>
}

/** The originators that the simulator signs with. What they state stays simulated, wherever it is sent. */
export const SIMULATED_ORIGINATOR = 'APSIS-SIM'
/** A message is assessed again when the fleet changed between its assessment and its transaction, at most so many times. */
const MOST_ATTEMPTS = 5
/** Messages of one sender that wait for a thread. */
const MESSAGES_AT_ONCE = 8

/** A message with its assessment; `outcome` is undefined where the message is stored already. */
export type PreparedMessage = {
  readonly read: ReadCdm
  readonly outcome: AssessedMessage | CdmIntake | undefined
  /** The message is stored already, perhaps in another notation, with the same content. */
  readonly isAlike: boolean
  /** The mark of the fleet that it was assessed with. */
  readonly mark: string
}

/**
 * Assesses messages with the satellites as they are. A message that is stored already is compared with the stored one. With
 * the signal what waits for its turn is given up: nobody waits for the answer any more.
 */
export async function prepareMessages(
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
  // Few messages of one sender are assessed at once, so that a single message does not wait for a colleague's thousand.
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
 * Takes messages in, all in one transaction: those that are known change nothing, the others are stored as they came and
 * joined to their events. They are assessed before, so that nobody waits for that with a lock in hand; where the satellites
 * have changed since, that is done again.
 */
export async function storeMessages(
  db: Database,
  intake: Intake,
  prepared: readonly PreparedMessage[],
): Promise<CdmIntake[]> {
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

/** Undefined where the satellites have changed since the messages were assessed. */
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

/** Two messages of the same upload are the same. */
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
