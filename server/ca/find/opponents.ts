import type { TenantDb } from '../../platform/database.ts'
import type { Catalogue } from '../../tle/catalogue.service.ts'
import { type EventMessage, rebuildEventStates } from '../event-states.ts'
import { type Asked, type Flyer, findFleet } from '../screening/flyers.ts'
import type { Opponents } from '../screening/request.ts'
import { listOpenMessages } from '../screening.repository.ts'

type Sought = Pick<Asked, 'now' | 'from' | 'place' | 'unfit'> & {
  readonly against: Opponents['against']
  readonly flyers: readonly Flyer[]
  readonly catalogue: Catalogue
}

type Found = {
  readonly opponents: Opponents
  /** Those that cannot be compared with, and why. */
  readonly lost: readonly { readonly id: string; readonly reason: string }[]
}

/** What primaries are to be compared with. */
export async function findOpponents(tx: TenantDb, { against, flyers, catalogue, ...asked }: Sought): Promise<Found> {
  if (against === 'CDM') return findEventStates(tx, flyers, asked.now)
  if (against !== 'OPS') return { opponents: { against, catalogue }, lost: [] }
  const own = new Set(flyers.map(({ satelliteId }) => satelliteId))
  const all = (await findFleet(tx, asked)).flyers
  const others = all.filter(({ satelliteId, orbit }) => orbit.source === 'OPS' && !own.has(satelliteId))
  return { opponents: { against, others }, lost: [] }
}

async function findEventStates(tx: TenantDb, flyers: readonly Flyer[], now: Date): Promise<Found> {
  const satelliteIds = flyers.map(({ satelliteId }) => satelliteId)
  const rows = await listOpenMessages(tx, { satelliteIds, now })
  const noradIds = flyers.map(({ noradId }) => noradId)
  const { states, lost } = rebuildEventStates(
    rows.map(({ original, radius_m: radiusM }): EventMessage => ({ original, noradIds, radiusM })),
  )
  const isSimulated = rows.some((row) => row.is_simulated)
  return {
    opponents: { against: 'CDM', states, isSimulated },
    lost: lost.map(({ objectId, reason }) => ({ id: objectId, reason })),
  }
}
