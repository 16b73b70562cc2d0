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

/** Notices are about other matters as well, such as a request or the rota, whose names are none of an event. */
const isEvent = (matter: string) => Id.safeParse(matter).success

type MessageFile = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer }

/** The newest message of an event as a file, byte for byte as it came, or that it is too large to send along; undefined: it has none. */
export async function newestMessageOf(tx: TenantDb, matter: string): Promise<MessageFile | 'too-large' | undefined> {
  const event = isEvent(matter) ? await findConjunction(tx, matter) : undefined
  const id = event?.facts.newestCdmId
  const file = id == null ? undefined : await findCdmFile(tx, id)
  if (file === undefined) return undefined
  const { format, original: bytes } = file
  if (bytes.length > MOST_BYTES) return 'too-large'
  return { name: `${id}.${format === 'kvn' ? 'cdm' : format}`, mediaType: MEDIA[format], bytes }
}

/** An event as it stands: its figures, and by what its owner measures them. */
type Standing = {
  readonly tcaMs: number
  readonly missM: number
  /** Along R, T and N of the first object, m. */
  readonly missRtnM: { readonly r: number; readonly t: number; readonly n: number }
  /** From which probability on its satellite calls it CRITICAL; undefined: it is none of the organisation. */
  readonly criticalProbability: number | undefined
  /** Catalogue numbers of both objects. */
  readonly designators: readonly [first: string, second: string]
}

export async function standingOf(tx: TenantDb, matter: string): Promise<Standing | undefined> {
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

/** The encounter plane of the newest message of an event; undefined: it has none, or no covariance. */
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

/** Far more than come of an event. */
const MOST_HISTORY = 1_000

/** What the messages about an event say of it, oldest first; none where it has none. */
export async function lastMessagesOf(tx: TenantDb, matter: string): Promise<HistoryRow[]> {
  if (!isEvent(matter)) return []
  return (await listLastMessages(tx, { conjunctionId: matter, most: MOST_HISTORY })).toReversed()
}
