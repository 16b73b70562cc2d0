import { randomUUID } from 'node:crypto'
import type { Cdm, CdmIntake, CdmSource } from '@apsis/contract/ca/cdm.ts'
import type { Database, TenantDb } from '../platform/database.ts'
import { assessOnThread } from './assess-order.ts'
import * as cdms from './cdm.repository.ts'
import { raiseListVersion } from './conjunction.repository.ts'
import type { DerivedCdm } from './derive-cdm.ts'
import { type JoinedMessage, joinEvents } from './event-changes.ts'
import { gradeOf } from './message-grade.ts'
import { refuse } from './open-upload.ts'
import { type Fleet, isTurned, type OwnSatellite, readFleet, readFleetMark, turnMessage } from './own-satellites.ts'
import type { ReadCdm } from './read-part.ts'

/** Who takes messages in, where they are from, and when. */
export type Intake = {
  readonly tenantId: string
  readonly subject: string
  readonly source: CdmSource
  readonly now: Date
}

/** Who signs what the product simulates; what they say stays simulated wherever it is sent. */
export const SIMULATED_ORIGINATOR = 'APSIS-SIM'
/** So often the fleet may change between a look at it and the transaction. */
const ATTEMPTS = 5
/** Messages of one sender that wait for a thread. */
const AT_ONCE = 8

type Derived = {
  readonly derived: DerivedCdm
  readonly own: readonly [OwnSatellite | undefined, OwnSatellite | undefined]
}

/** A message with what is made of it; `outcome` is undefined where it is known already. */
export type Prepared = {
  readonly read: ReadCdm
  readonly outcome: Derived | CdmIntake | undefined
  /** Of the fleet that it was assessed with. */
  readonly mark: string
}

/** Assesses messages with the satellites as they are, all at once on threads; those that are known are left alone. */
export async function prepareMessages(db: Database, tenantId: string, reads: readonly ReadCdm[]): Promise<Prepared[]> {
  const { fleet, known } = await db.tenant(tenantId, async (tx) => ({
    fleet: await readFleet(tx),
    known: await findKnown(tx, reads),
  }))
  const prepared: Prepared[] = []
  // A few at a time: who sends one message does not wait for all of somebody who sends a thousand.
  for (let at = 0; at < reads.length; at += AT_ONCE)
    prepared.push(
      ...(await Promise.all(
        reads.slice(at, at + AT_ONCE).map(async (read) => {
          const outcome = known(read) === undefined ? await derive(read, fleet) : undefined
          return { read, outcome, mark: fleet.mark }
        }),
      )),
    )
  return prepared
}

/**
 * Takes messages in, all in one transaction: those that are known change nothing, the others are stored as they came and
 * joined to their events. They are assessed before, so that nobody waits for that with a lock in hand; where the satellites
 * have changed since, that is done again.
 */
export async function storeMessages(db: Database, intake: Intake, prepared: readonly Prepared[]): Promise<CdmIntake[]> {
  const { tenantId } = intake
  const reads = prepared.map(({ read }) => read)
  let current = prepared
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const answer = await db.tenant(tenantId, (tx) => commit(tx, intake, current))
    if (answer !== undefined) return answer
    current = await prepareMessages(db, tenantId, reads)
  }
  throw new Error('the satellites of the organisation change faster than a message can be assessed')
}

/** Undefined where the satellites have changed since the messages were assessed. */
async function commit(tx: TenantDb, intake: Intake, prepared: readonly Prepared[]): Promise<CdmIntake[] | undefined> {
  const changedIn = await raiseListVersion(tx, intake.tenantId)
  const { mark } = await readFleetMark(tx)
  if (prepared.some((one) => one.mark !== mark)) return undefined
  const reads = prepared.map(({ read }) => read)
  const known = await findKnown(tx, reads)
  const answers = new Map<ReadCdm, CdmIntake>()
  const fresh = new Map<string, JoinedMessage & { readonly read: ReadCdm }>()
  for (const { read, outcome } of prepared) {
    const before = known(read)
    const twin = [...fresh.values()].find(({ read: other }) => isSame(other, read))
    if (before !== undefined) answers.set(read, duplicate(read, before))
    // It was known, and is no more: it was cleared away in between.
    else if (outcome === undefined) return undefined
    else if ('status' in outcome) answers.set(read, outcome)
    else if (twin === undefined) fresh.set(read.sha256, { id: randomUUID(), read, ...toJoin(read, intake, outcome) })
  }
  const events = await joinEvents(tx, { ...intake, changedIn, messages: [...fresh.values()] })
  const rows = [...fresh.values()].map((message) => {
    const conjunctionId = events.get(message.id) ?? ''
    answers.set(message.read, accept(message, conjunctionId))
    return toRow(message, intake, conjunctionId)
  })
  await cdms.insertCdms(tx, intake.tenantId, rows)
  return reads.map((read) => answers.get(read) ?? twinOf(read, fresh, answers))
}

async function derive(read: ReadCdm, fleet: Fleet): Promise<Derived | CdmIntake> {
  try {
    return await assessAs(read, fleet)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return refuse(read.name, [{ code: 'cdm.not-assessable', message: error.message }], read.message.header.messageId)
  }
}

/** What is made of a message with the satellites as they are, and which of them its objects are. */
export async function assessAs(
  { message, designators }: Pick<ReadCdm, 'message' | 'designators'>,
  fleet: Fleet,
): Promise<Derived> {
  const turned = isTurned(designators, fleet)
  const [first, second] = designators.map((designator) => fleet.byNumber.get(designator))
  const own = turned ? ([second, first] as const) : ([first, second] as const)
  return { derived: await assessOnThread(turned ? turnMessage(message) : message, own), own }
}

function toJoin(read: ReadCdm, { source }: Intake, { derived, own }: Derived): Omit<JoinedMessage, 'id'> {
  const { originator, messageId } = read.message.header
  return {
    messageId,
    originator,
    createdAt: read.createdAt.getTime(),
    grade: gradeOf(read.message),
    level: derived.conjunctionData.riskLevel,
    probability: derived.conjunctionData.probabilityOfCollision,
    isSimulated: source === 'simulator' || originator === SIMULATED_ORIGINATOR,
    derived,
    own,
  }
}

function toRow(
  message: JoinedMessage & { readonly read: ReadCdm },
  intake: Intake,
  conjunctionId: string,
): cdms.NewCdm {
  const { read, derived, own } = message
  return {
    id: message.id,
    conjunctionId,
    originator: message.originator,
    message_id: message.messageId,
    creation_date: read.createdAt,
    received_at: intake.now,
    receivedBy: intake.subject,
    source: intake.source,
    is_simulated: message.isSimulated,
    grade: message.grade,
    name: read.name,
    format: read.format,
    sha256: read.sha256,
    original: read.original,
    satellite_id: own[0]?.id ?? null,
    otherSatelliteId: own[1]?.id ?? null,
    derived: { ...derived, warnings: read.warnings },
  }
}

type Known = {
  readonly id: string
  readonly conjunctionId: string
  readonly level: Cdm['conjunctionData']['riskLevel']
  readonly isAlike: boolean
}

async function findKnown(tx: TenantDb, reads: readonly ReadCdm[]): Promise<(read: ReadCdm) => Known | undefined> {
  const keys = reads.map(({ message: { header }, sha256 }) => ({ ...header, sha256 }))
  const rows = await cdms.listKnownMessages(tx, keys)
  return ({ message: { header }, sha256 }) => {
    const row = rows.find(
      (one) => (one.originator === header.originator && one.message_id === header.messageId) || one.sha256 === sha256,
    )
    if (row === undefined) return undefined
    return { id: row.id, conjunctionId: row.conjunction_id, level: row.level, isAlike: row.sha256 === sha256 }
  }
}

function isSame(one: ReadCdm, other: ReadCdm): boolean {
  const [a, b] = [one.message.header, other.message.header]
  return one.sha256 === other.sha256 || (a.originator === b.originator && a.messageId === b.messageId)
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

function duplicate(read: ReadCdm, known: Known): CdmIntake {
  const message = 'is known under this originator and message id with other content: the first one stays'
  return {
    name: read.name,
    status: 'duplicate',
    cdmId: known.id,
    conjunctionId: known.conjunctionId,
    messageId: read.message.header.messageId,
    riskLevel: known.level,
    errors: known.isAlike ? [] : [{ code: 'cdm.differs', message, keyword: 'MESSAGE_ID' }],
  }
}

/** The same message twice among those that came together. */
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
