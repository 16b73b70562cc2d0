import { z } from 'zod'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { job, type Outcome } from '../../platform/jobs/job.ts'
import { pool } from '../../platform/thread/pool.ts'
import { type AssessedMessage, assessOnPool } from '../message/record/derive-cdm.ts'
import * as cdms from '../message/record/message.repository.ts'
import { type Fleet, readFleet, readFleetMark } from '../satellite/record/fleet.ts'
import { listEstimates, moveEstimates } from './estimate.repository.ts'
import { findConjunction, raiseListVersion } from './event.repository.ts'
import { readEventMessages, toTarget, writeEvents } from './event-changes.ts'
import { listReports } from './reported-approach.repository.ts'
import { ownOfTarget } from './write-estimates.ts'

type Reassessment = Awaited<ReturnType<typeof assessAll>>
type AssessedRow = AssessedMessage & Pick<cdms.CdmRow, 'id' | 'derived'>

/** Assesses the messages of an event again, with the present radii and thresholds of the satellites. */
export const reassess = job({
  name: 'ca.reassess',
  input: z.strictObject({
    tenantId: z.string(),
    conjunctionId: z.uuid(),
    /** The satellite and its version: each change has its effect once. */
    cause: z.string(),
    /** The time of the change. The time at which its effect is written may be later. */
    at: z.iso.datetime(),
  }),
  retry: { limit: 5, delayS: 1, maxDelayS: 60 },
  expireS: 300,
  tenantOf: ({ tenantId }) => tenantId,
  effectKey: ({ tenantId, conjunctionId, cause }) => `${tenantId}:${conjunctionId}:${cause}`,
  work: async ({ tenantId, conjunctionId }, { db }) => assessAll(db, tenantId, conjunctionId),
  effect: async (tx, { tenantId, conjunctionId }, { result: { fleet, assessed }, now }: Outcome<Reassessment>) => {
    const changedIn = await raiseListVersion(tx, tenantId)
    // The job is tried again, with the satellites as they are then.
    const { mark, ids } = await readFleetMark(tx)
    if (mark !== fleet.mark) throw new Error('a satellite was changed in between')
    const event = await findConjunction(tx, conjunctionId)
    const owners = [event?.satellite_id, event?.other_satellite_id].filter((id) => id != null)
    const objects = event === undefined ? [] : [event.object_low, event.object_high]
    // The message is hidden together with its satellite. It is assessed again when the satellite is restored, or added again as new.
    const isRemoved = owners.length > 0 && !owners.some((id) => ids.has(id))
    if (isRemoved && !objects.some((object) => fleet.byNumber.has(object))) return
    await moveEstimates(tx, conjunctionId)
    for (const { id, derived, own } of assessed)
      await cdms.updateDerived(tx, {
        id,
        satellite_id: own[0]?.id ?? null,
        otherSatelliteId: own[1]?.id ?? null,
        derived,
      })
    await writeAgain(tx, { tenantId, changedIn, conjunctionId, now }, { assessed, fleet })
  },
})

async function assessAll(db: Database, tenantId: string, conjunctionId: string) {
  const { fleet, originals } = await db.tenant(tenantId, async (tx) => ({
    fleet: await readFleet(tx),
    originals: await cdms.listOriginals(tx, conjunctionId),
  }))
  const assessed: AssessedRow[] = []
  for (const { id, derived, original } of originals) {
    const designators = [derived.object1.designator, derived.object2.designator] as const
    const { derived: anew, own } = await assessOnPool(pool, { tenantId, source: original, designators, fleet })
    assessed.push({ id, own, derived: { ...anew, warnings: derived.warnings } })
  }
  return { fleet, assessed }
}

type Place = {
  readonly tenantId: string
  readonly changedIn: number
  readonly conjunctionId: string
  readonly now: Date
}

async function writeAgain(
  tx: TenantDb,
  { tenantId, changedIn, conjunctionId, now }: Place,
  { assessed, fleet }: { readonly assessed: readonly AssessedRow[]; readonly fleet: Fleet },
): Promise<void> {
  const row = await findConjunction(tx, conjunctionId)
  const messages = (await readEventMessages(tx, [conjunctionId])).get(conjunctionId)
  const estimates = await listEstimates(tx, [conjunctionId])
  const isEmpty = messages === undefined && estimates.length === 0
  if (row === undefined || (isEmpty && (await listReports(tx, [conjunctionId])).length === 0)) return
  // A message that arrived in the meantime was assessed with the same satellites.
  const own =
    (assessed.find(({ id }) => id === messages?.active.id) ?? assessed[0])?.own ?? ownOfTarget(toTarget(row), fleet)
  const target = {
    id: conjunctionId,
    objects: [row.object_low, row.object_high] as const,
    isCoOrbiting: row.is_co_orbiting,
    tca: row.reference_tca.getTime(),
    row,
  }
  await writeEvents(tx, { tenantId, now, changedIn }, [{ target, messages, estimates, own, reason: 'satellite' }])
}
