import { combinedPlaneOf } from '@apsis/contract/ca/event/combined-plane.ts'
import { Id } from '@apsis/contract/page.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { findConjunction } from '../event/event.repository.ts'
import { findSatellite } from '../satellite/record/satellite.repository.ts'
import { findAssessedCdm, type HistoryRow, listLastMessages } from './cdm.repository.ts'
import { findCdmFile } from './record/message.repository.ts'

/** A message larger than this is read in the application. */
const MOST_BYTES = 256 * 1024
const MEDIA = { kvn: 'text/plain', xml: 'application/xml', json: 'application/json' } as const

/** True if the matter is an event: notices may also be about a request or the rota, whose names are not names of events. */
const isEvent = (matter: string) => Id.safeParse(matter).success

type MessageFile = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer }

/** Returns the newest message of an event as received, or 'too-large' if it cannot be attached; undefined if the event has none. */
export async function newestMessageOf(tx: TenantDb, matter: string): Promise<MessageFile | 'too-large' | undefined> {
  const event = isEvent(matter) ? await findConjunction(tx, matter) : undefined
  const id = event?.facts.newestCdmId
  const file = id == null ? undefined : await findCdmFile(tx, id)
  if (file === undefined) return undefined
  const { format, original: bytes } = file
  if (bytes.length > MOST_BYTES) return 'too-large'
  return { name: `${id}.${format === 'kvn' ? 'cdm' : format}`, mediaType: MEDIA[format], bytes }
}

/** An event at present: its figures, and the thresholds of its owner. */
type EventFigures = {
  readonly tcaMs: number
  readonly missM: number
  /** Along R, T and N of the first object, m; null if only a report knows of the event. */
  readonly missRtnM: { readonly r: number; readonly t: number; readonly n: number } | null
  /** The probability from which its satellite calls it CRITICAL; undefined if it has no satellite of the organisation. */
  readonly criticalProbability: number | undefined
  /** The catalogue numbers of both objects of the event. */
  readonly designators: readonly [first: string, second: string]
}

export async function figuresOfEvent(tx: TenantDb, matter: string): Promise<EventFigures | undefined> {
  const event = isEvent(matter) ? await findConjunction(tx, matter) : undefined
  if (event === undefined) return undefined
  const { conjunctionData, object1, object2 } = event.facts
  const satellite = event.satellite_id === null ? undefined : await findSatellite(tx, event.satellite_id)
  return {
    tcaMs: Date.parse(conjunctionData.tca),
    missM: conjunctionData.totalMissDistance,
    missRtnM: conjunctionData.relativePosition,
    criticalProbability: satellite?.configuration.thresholds.acceptedCollisionProbability,
    designators: [String(object1.designator), String(object2.designator)],
  }
}

/** An event in the conjunction plane. */
type Plane = {
  readonly missM: readonly [x: number, y: number]
  readonly covariance: { readonly xx: number; readonly yx: number; readonly yy: number }
  readonly hardBodyM: number
  readonly names: readonly [first: string, second: string]
  readonly isSimulated: boolean
}

/** Returns the encounter plane of the newest message of an event; undefined if the event has no message, or the message no covariance. */
export async function newestPlaneOf(tx: TenantDb, matter: string): Promise<Plane | undefined> {
  const event = isEvent(matter) ? await findConjunction(tx, matter) : undefined
  const id = event?.facts.newestCdmId
  const message = id == null ? undefined : await findAssessedCdm(tx, id)
  if (message === undefined) return undefined
  const { conjunctionData, assessment, object1, object2 } = message.derived
  const plane = combinedPlaneOf(conjunctionData)
  const { hardBodyRadius: hardBodyM } = assessment
  if (plane === undefined || hardBodyM === null) return undefined
  return {
    missM: plane.missM,
    covariance: plane.covariance,
    hardBodyM,
    names: [object1.name, object2.name],
    isSimulated: message.is_simulated,
  }
}

/** Far more messages than an event receives. */
const MOST_HISTORY = 1_000

/** Returns the values of the messages about an event, oldest first; empty if it has none. */
export async function lastMessagesOf(tx: TenantDb, matter: string): Promise<HistoryRow[]> {
  if (!isEvent(matter)) return []
  return (await listLastMessages(tx, { conjunctionId: matter, most: MOST_HISTORY })).toReversed()
}
