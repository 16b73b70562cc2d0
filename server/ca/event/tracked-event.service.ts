import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { type CdmRow, findCdmFile, listCdmsOf, listLastOriginals } from '../message/record/message.repository.ts'
import { readFleet } from '../satellite/record/fleet.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { findConjunction, listConjunctionsById, listEventsAhead } from './event.repository.ts'
import { presentConjunction } from './present-event.ts'

/** An event with the data that the tracking of its objects needs. */
export type TrackedEvent = {
  readonly id: string
  /** The first own satellite of the event. */
  readonly satelliteId: string | null
  readonly tca: Date
  /** The time by which the event has to be decided. */
  readonly commitAt: Date
  readonly isSimulated: boolean
  readonly probability: number | null
  readonly riskLevel: Conjunction['conjunctionData']['riskLevel']
  /** The probability from which the organisation acts. */
  readonly line: number
  /** The message that counts. */
  readonly counting: CdmRow
  /** All messages of the event, oldest first. */
  readonly messages: readonly CdmRow[]
}

/** Returns an event for tracking; undefined if it does not exist, or none of its messages counts. */
export async function readTrackedEvent(tx: TenantDb, id: string, now: Date): Promise<TrackedEvent | undefined> {
  const row = await findConjunction(tx, id)
  if (row === undefined) return undefined
  const messages = await listCdmsOf(tx, id)
  const counting = messages.find((one) => one.id === row.facts.newestCdmId)
  if (counting === undefined) return undefined
  const fleet = await readFleet(tx)
  const own = [...fleet.byNumber.values()].find((one) => one.id === row.satellite_id)
  const { conjunctionData, decideBefore } = presentConjunction(row, now.getTime())
  return {
    id,
    satelliteId: row.satellite_id,
    tca: new Date(conjunctionData.tca),
    commitAt: new Date(decideBefore),
    isSimulated: row.facts.isSimulated,
    probability: conjunctionData.probabilityOfCollision,
    riskLevel: conjunctionData.riskLevel,
    line: (own?.thresholds ?? STANDARD_THRESHOLDS).acceptedCollisionProbability,
    counting,
    messages,
  }
}

export type CountingEvent = {
  readonly id: string
  /** The message that counts. */
  readonly countingId: string
  readonly designators: readonly string[]
  readonly tca: Date
}

/** Returns the events with any of these objects and a TCA after a time, soonest first, each with the message that counts. */
export async function listCounting(
  tx: TenantDb,
  designators: readonly string[],
  after: Date,
): Promise<CountingEvent[]> {
  const ids = await listEventsOf(tx, designators, after)
  const known = new Map((await listConjunctionsById(tx, ids)).map((row) => [row.id, row.facts]))
  return ids.flatMap((id) => {
    const facts = known.get(id)
    if (facts?.newestCdmId == null) return []
    const { newestCdmId: countingId, object1, object2, conjunctionData } = facts
    return [
      {
        id,
        countingId,
        designators: [object1, object2].map((one) => one.designator),
        tca: new Date(conjunctionData.tca),
      },
    ]
  })
}

/** Returns originals of the newest messages of providers about an event, oldest first. */
export async function listMessageTexts(
  tx: TenantDb,
  conjunctionId: string,
  most: number,
): Promise<{ readonly cdmId: string; readonly original: Buffer }[]> {
  const originals = await listLastOriginals(tx, { conjunctionId, most, isOfProviders: true })
  return originals.map(({ id: cdmId, original }) => ({ cdmId, original: Buffer.from(original) }))
}

/** Returns an object of an event by the message that counts; undefined if the event or the object does not exist. */
export async function findObjectOfEvent(
  tx: TenantDb,
  conjunctionId: string,
  designator: string,
): Promise<{ readonly name: string; readonly isSimulated: boolean; readonly cdmId: string } | undefined> {
  const row = await findConjunction(tx, conjunctionId)
  const { newestCdmId, object1, object2, isSimulated } = row?.facts ?? {}
  const object = [object1, object2].find((one) => one?.designator === designator)
  if (newestCdmId == null || object === undefined || isSimulated === undefined) return undefined
  return { name: object.name, isSimulated, cdmId: newestCdmId }
}

/** Returns the newest message of an event that is from a provider and not from a track. */
export async function newestOfProvider(tx: TenantDb, conjunctionId: string): Promise<string | undefined> {
  const messages = await listCdmsOf(tx, conjunctionId)
  return messages.findLast(({ source }) => source !== 'tracking')?.id
}

/** Returns the text of a message as it was received. A message that an event names is always stored. */
export async function readOriginal(tx: TenantDb, cdmId: string): Promise<Buffer> {
  const found = await findCdmFile(tx, cdmId)
  if (found === undefined) throw new TypeError(`the message ${cdmId} is not stored`)
  return Buffer.from(found.original)
}

/** Returns ids of the events with any of these objects and a TCA after a time, soonest first. */
export async function listEventsOf(tx: TenantDb, designators: readonly string[], after: Date): Promise<string[]> {
  return listEventsAhead(tx, designators, after)
}
