import type { TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import type { Catalogue } from '../../tle/catalogue.service.ts'
import { listStandingObjects } from '../conjunction/estimate.repository.ts'
import type { EventMessage } from './event-states.ts'
import { type Asked, type Flyer, findFleet } from './flyers.ts'
import type { Opponents } from './request.ts'
import { listOpenMessages } from './run/screening.repository.ts'

type Sought = Pick<Asked, 'now' | 'from' | 'place' | 'unfit'> & {
  readonly against: Opponents['against']
  readonly flyers: readonly Flyer[]
  readonly catalogue: Catalogue
}

type Found = {
  readonly opponents: Opponents
  /** The objects that cannot be compared with, each with the reason. */
  readonly lost: readonly { readonly id: string; readonly reason: string }[]
}

/** Messages whose objects have not been read yet. */
type Unread = { readonly messages: readonly EventMessage[]; readonly isSimulated: boolean }

/** What primaries are to be compared with; messages are read afterwards, by `readOpponents`. */
export async function findOpponents(
  tx: TenantDb,
  { against, flyers, catalogue, ...asked }: Sought,
): Promise<Found | Unread> {
  if (against === 'CDM') return findEventMessages(tx, flyers, asked.now)
  if (against !== 'OPS')
    return { opponents: { against, catalogue }, lost: await goneFrom(tx, { flyers, catalogue, ...asked }) }
  const own = new Set(flyers.map(({ satelliteId }) => satelliteId))
  const all = (await findFleet(tx, asked)).flyers
  const others = all.filter(({ satelliteId, orbit }) => orbit.source === 'OPS' && !own.has(satelliteId))
  return { opponents: { against, others }, lost: [] }
}

/** Objects of estimates that stand and that the catalogue has no longer: nobody looks at them, so nobody finds them gone. */
async function goneFrom(
  tx: TenantDb,
  { flyers, catalogue, now }: Pick<Sought, 'flyers' | 'catalogue' | 'now'>,
): Promise<Found['lost']> {
  const satelliteIds = flyers.map(({ satelliteId }) => satelliteId)
  const standing = await listStandingObjects(tx, { satelliteIds, from: now })
  if (standing.length === 0) return []
  const listed = new Set(catalogue.objects.map(({ noradId }) => String(noradId)))
  return standing.filter((id) => !listed.has(id)).map((id) => ({ id, reason: 'not-in-catalogue' }))
}

async function findEventMessages(tx: TenantDb, flyers: readonly Flyer[], now: Date): Promise<Unread> {
  const satelliteIds = flyers.map(({ satelliteId }) => satelliteId)
  const rows = await listOpenMessages(tx, { satelliteIds, now })
  const noradIds = flyers.map(({ noradId }) => noradId)
  return {
    messages: rows.map(({ original, radius_m: radiusM }) => ({ original, noradIds, radiusM })),
    isSimulated: rows.some((row) => row.is_simulated),
  }
}

const REBUILD = task<typeof import('./event-states.ts').rebuildEventStates>({
  module: new URL('./event-states.ts', import.meta.url),
  name: 'rebuildEventStates',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 16 },
})

/** Reads the objects of messages, where those are what primaries are compared with. */
export async function readOpponents(tenantId: string, found: Found | Unread): Promise<Found> {
  if ('opponents' in found) return found
  const { messages, isSimulated } = found
  const { states, lost } = await pool.run(REBUILD, tenantId, messages)
  return {
    opponents: { against: 'CDM', states, isSimulated },
    lost: lost.map(({ objectId, reason }) => ({ id: objectId, reason })),
  }
}
