import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { task } from '../../platform/thread/task.ts'
import { findConjunction } from '../conjunction/conjunction.repository.ts'
import { findSatellite } from '../fleet/satellite.repository.ts'
import { listOriginals } from '../message/cdm.repository.ts'
import { listMessageFacts, readEventVersion } from './statistics.repository.ts'
import { limits, run, type StatisticsFloor } from './statistics.service.ts'

const CONTEXT = task<typeof import('./event-context-task.ts').computeContext>({
  module: new URL('./event-context-task.ts', import.meta.url),
  name: 'computeContext',
  limits,
})

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const HOURS_PER_DAY = 24
/** So much history stands behind a forecast: as much as the annual statistics look at when nothing is said. */
const HISTORY_DAYS = 365.25

/** An event in its context: its orbits message by message, what a collision would leave, and where such events went. */
export async function readEventContext(
  floor: StatisticsFloor,
  { tenantId }: Pick<Caller, 'tenantId'>,
  conjunctionId: string,
): Promise<EventContext> {
  const hour = new Date(Math.floor(floor.now() / HOUR_MS) * HOUR_MS)
  const version = await floor.db.tenant(tenantId, (tx) => readEventVersion(tx))
  const key = JSON.stringify(['context', tenantId, conjunctionId, version, hour.toISOString()])
  return await floor.kept.answer(key, async () => {
    const wanted = await floor.db.tenant(tenantId, async (tx) => {
      const event = await findConjunction(tx, conjunctionId)
      if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
      const [first, second] = [await ownerOf(tx, event.satellite_id), await ownerOf(tx, event.other_satellite_id)]
      const owner = first ?? second
      const stored = (await listOriginals(tx, conjunctionId)).map(({ id, original, derived }) => ({
        id,
        original,
        derived: { conjunctionData: derived.conjunctionData, comparison: derived.comparison },
      }))
      const mass = (satellite: typeof first) => satellite?.configuration.wetMass ?? null
      if (owner === undefined) return { stored, massesKg: [mass(first), mass(second)] as const, history: null }
      const { acceptedCollisionProbability: threshold, commitHours, considerHours } = owner.configuration.thresholds
      const messages = await listMessageFacts(tx, {
        satelliteId: owner.id,
        from: new Date(hour.getTime() - HISTORY_DAYS * DAY_MS),
        to: hour,
        most: floor.mostMessages,
      })
      const times = { commitDays: commitHours / HOURS_PER_DAY, considerDays: considerHours / HOURS_PER_DAY }
      return { stored, massesKg: [mass(first), mass(second)] as const, history: { messages, threshold, times } }
    })
    const found = await run(() => pool.run(CONTEXT, tenantId, { ...wanted, conjunctionId }))
    return { conjunctionId, computedAt: new Date(floor.now()).toISOString(), ...found }
  })
}

const ownerOf = async (tx: TenantDb, id: string | null) => (id === null ? undefined : await findSatellite(tx, id))
