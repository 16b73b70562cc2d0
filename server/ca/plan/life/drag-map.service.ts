import { confirmationOf } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import type { DragMap } from '@apsis/contract/ca/plan/drag-map.ts'
import { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { pairOf } from '@apsis/contract/ca/plan/repeated-pairs.ts'
import { SCREENING_IN_ENGLISH, sayObstacle } from '@apsis/contract/notice-text/screening-in-words.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../../platform/thread/task.ts'
import { listMessageFiles } from '../../message/record/message.repository.ts'
import type { OtherEvent } from '../design/drag-map-task.ts'
import { listOpenEvents } from '../record/plan.repository.ts'
import { refuse, refuseCostly } from '../record/refuse.ts'
import { contactsFor, type PlanContext, readContext, taskOf, weatherFor } from '../screen/plan-context.ts'

/** A map needs two propagations over days for each start, and thousands of cells: some seconds of a processor, and more if it is busy. */
const MAP = task<typeof import('../design/drag-map-task.ts').mapDrag>({
  module: new URL('../design/drag-map-task.ts', import.meta.url),
  name: 'mapDrag',
  limits: { seconds: 90, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

export type DragMapAsked = {
  readonly conjunctionId: string
  readonly dynamics: DragMap['dynamics']
  readonly holdS: number | null
  readonly hasOthers: boolean
}

/** Returns the effect of each area against the flow, from each start on, on an event and on the other open events of its satellite. */
export async function previewDragMap(
  { db, now: clock }: { readonly db: Database; readonly now: () => number },
  { tenantId }: { readonly tenantId: string },
  { conjunctionId, dynamics, holdS, hasOthers }: DragMapAsked,
): Promise<DragMap> {
  const now = new Date(clock())
  const { context, found } = await db.tenant(tenantId, async (tx) => {
    const context = await readContext(tx, conjunctionId)
    return { context, found: await readOthers(tx, context, now) }
  })
  const { propulsion } = context.satellite.configuration
  if (propulsion.type !== 'DIFFERENTIAL_DRAG') throw refuse('held-area', { case: 'engine' })
  const weather = await weatherFor(db, context, now)
  const known = await contactsFor(db, tenantId, context, now)
  const plan = taskOf(context, { request: PlanRequest.parse({ dynamics }), now, weather, known })
  const input = {
    plan,
    vanes: propulsion,
    holdS,
    pair: found.pair,
    others: hasOthers ? found.others : [],
  }
  const answer = await refuseCostly('too-costly', () => pool.run(MAP, tenantId, input))
  if ('refused' in answer) throw refuse(answer.refused.code, answer.refused.values)
  const { map } = answer
  return {
    conjunctionId,
    cdmId: context.cdmId,
    ...map,
    notCounted: [...(hasOthers ? found.unknown : []), ...map.notCounted],
    isSimulated: context.satellite.is_simulated || context.event.facts.isSimulated,
  }
}

/** Returns the other open events of the satellite by their newest messages, and the events that have no probability to count. */
async function readOthers(tx: TenantDb, { event, satellite }: PlanContext, now: Date) {
  const rows = await listOpenEvents(tx, satellite.id, now)
  const files = await listMessageFiles(
    tx,
    rows.map(({ cdm_id }) => cdm_id),
  )
  const designator = String(satellite.norad_id)
  const others: OtherEvent[] = []
  const unknown: DragMap['notCounted'] = []
  let pair: string = event.id
  for (const row of rows) {
    const { conjunction_id: conjunctionId, radius_m: radiusM, reason } = row
    const own = pairOf(conjunctionId, row.other.designator)
    if (conjunctionId === event.id) pair = own
    if (conjunctionId === event.id) continue
    const object = (row.object_1 === designator ? row.name_2 : row.name_1) ?? ''
    const confirmation = confirmationOf({ ...row, relativeSpeedMps: row.speed_mps })
    const original = files.get(row.cdm_id)
    if (confirmation === null || confirmation.isBySeparation || radiusM === null || original === undefined) {
      const why = sayObstacle(SCREENING_IN_ENGLISH, { obstacle: 'no-probability', assessment: reason })
      unknown.push({ conjunctionId, object, reason: why })
    } else {
      const message = { original, designator, radiusM, method: confirmation.confirmedBy }
      others.push({ conjunctionId, object, pair: own, message })
    }
  }
  return { others, unknown, pair }
}
