import { hardBodyRadius } from '@apsis/astro/body/hard-body-radius.ts'
import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from '@apsis/astro/constants.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { task } from '../../platform/thread/task.ts'
import { findConjunction } from '../conjunction/conjunction.repository.ts'
import { findObjectSizes, readObjectSizeMark } from '../fleet/object-size.repository.ts'
import { findSatellite } from '../fleet/satellite.repository.ts'
import type { DerivedCdm } from '../message/derive-cdm.ts'
import { listLastOriginals } from '../message/message.repository.ts'
import { findOperator } from '../operator/operator.service.ts'
import type { KnownObject } from './object-standing.ts'
import { listMessageFacts, listNewestOriginals, readEventVersion } from './statistics.repository.ts'
import { limits, run, type StatisticsFloor } from './statistics.service.ts'

const CONTEXT = task<typeof import('./event-context-task.ts').computeContext>({
  module: new URL('./event-context-task.ts', import.meta.url),
  name: 'computeContext',
  limits,
})

/** The length of the history that a forecast uses, as for the annual statistics. */
const HISTORY_DAYS = 365.25
/** So many messages of the event are told of, the newest: those of two months, were there eight a day. */
const MOST_TOLD = 500
/** So many of the newest messages are looked at for the classes of objects: some weeks of a fleet, a second of reading. */
const MOST_SAMPLED = 2_000

/** An event in its context: its orbits message by message, what a collision would leave, and where such events went. */
export async function readEventContext(
  floor: StatisticsFloor,
  { tenantId }: Pick<Caller, 'tenantId'>,
  conjunctionId: string,
): Promise<EventContext> {
  const hour = new Date(Math.floor(floor.now() / HOUR_MS) * HOUR_MS)
  // A mass that is loaded changes no event.
  const [version, sizes] = await floor.db.tenant(
    tenantId,
    async (tx) => [await readEventVersion(tx), await readObjectSizeMark(tx)] as const,
  )
  const key = JSON.stringify(['context', tenantId, conjunctionId, version, sizes, hour.toISOString()])
  return await floor.kept.answer(key, async () => {
    const wanted = await floor.db.tenant(tenantId, async (tx) => {
      const event = await findConjunction(tx, conjunctionId)
      if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
      const [first, second] = [await ownerOf(tx, event.satellite_id), await ownerOf(tx, event.other_satellite_id)]
      const owner = first ?? second
      const originals = await listLastOriginals(tx, { conjunctionId, most: MOST_TOLD })
      const stored = originals.map(({ id, original, derived }) => ({
        id,
        original,
        derived: pick(derived),
      }))
      const newest = stored.at(-1)?.derived
      if (newest === undefined) throw new ApiError('unprocessable', 'The event has no conjunction data message.')
      const known = [
        await knownOf(tx, newest.object1.designator, first),
        await knownOf(tx, newest.object2.designator, second),
      ] as const
      if (owner === undefined) return { stored, known, history: null }
      const { acceptedCollisionProbability: threshold, commitHours, considerHours } = owner.configuration.thresholds
      const messages = await listMessageFacts(tx, {
        satelliteId: owner.id,
        from: new Date(hour.getTime() - HISTORY_DAYS * DAY_MS),
        to: hour,
        most: floor.mostMessages,
      })
      const times = { commitDays: commitHours / HOURS_PER_DAY, considerDays: considerHours / HOURS_PER_DAY }
      return { stored, known, history: { isFirst: first !== undefined, messages, threshold, times } }
    })
    const sample = await floor.db.tenant(tenantId, (tx) => listNewestOriginals(tx, MOST_SAMPLED))
    const found = await run(() => pool.run(CONTEXT, tenantId, { ...wanted, sample, conjunctionId }))
    return { conjunctionId, computedAt: new Date(floor.now()).toISOString(), ...found }
  })
}

const pick = ({ conjunctionData, comparison, assessment, object1, object2 }: DerivedCdm) => ({
  conjunctionData,
  comparison,
  assessment,
  object1,
  object2,
})

const ownerOf = async (tx: TenantDb, id: string | null) => (id === null ? undefined : await findSatellite(tx, id))

/** The body of a satellite without its wings is the sphere around its box. */
async function knownOf(
  tx: TenantDb,
  designator: string,
  satellite: Awaited<ReturnType<typeof ownerOf>>,
): Promise<KnownObject> {
  const noradId = Number(designator)
  const operator = Number.isInteger(noradId) ? await findOperator(tx, noradId) : undefined
  const [size] = Number.isInteger(noradId) ? await findObjectSizes(tx, [noradId]) : []
  const { wetMass, boxWidth, boxHeight, boxLength } = satellite?.configuration ?? {}
  const hasBox = boxWidth !== undefined && boxHeight !== undefined && boxLength !== undefined
  return {
    operator: operator?.operatorName ?? null,
    country: operator?.country ?? null,
    massKg: wetMass ?? null,
    // A satellite of one's own stands above the table.
    tableMassKg: satellite === undefined ? (size?.massKg ?? null) : null,
    coreRadiusM: hasBox
      ? hardBodyRadius({ kind: 'BOX', widthM: boxWidth, heightM: boxHeight, lengthM: boxLength })
      : (size?.coreRadiusM ?? null),
  }
}
