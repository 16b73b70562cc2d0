import { dot, norm, type Vec3 } from '@apsis/astro/vec3.ts'
import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { TaskLimitError } from '../../../platform/thread/task.ts'
import { reasonOf } from '../../../platform/thread/task-failure.ts'
import { reassessObjects } from '../../event/event.service.ts'
import { findSatellite } from '../../satellite/record/satellite.repository.ts'
import { eachPlan } from '../record/each-plan.ts'
import * as repository from '../record/execution.repository.ts'
import { burnEndOf } from '../record/mitigation.ts'
import { type EventRow, listBurnt } from '../record/plan.repository.ts'
import { measureOwnFile } from './evidence.ts'

type Platform = Pick<WorkPlatform, 'db' | 'now' | 'queue' | 'log' | 'signal'>

/**
 * Own files from before a burn describe a path that the satellite has left, unless they contain the burn as it was planned. Each file that serves
 * an event is compared with the burn once. Events whose file lacks the burn are computed again, and that file no longer affects their level
 * (flight rule F15). This is done for plans that are EXECUTED, VERIFIED or PARTIAL.
 */
export async function markFilesBeforeBurn(platform: Platform, tenantId: string): Promise<void> {
  const { db, now } = platform
  const burnt = await db.tenant(tenantId, (tx) => listBurnt(tx, new Date(now())))
  await eachPlan(platform, burnt, (row) => markFilesOf(platform, tenantId, row))
}

async function markFilesOf(platform: Platform, tenantId: string, row: EventRow): Promise<void> {
  const { db, now, queue } = platform
  const burn = { manoeuvreId: row.id, satelliteId: row.satellite_id, endAt: burnEndOf(row) }
  const ids = await db.tenant(tenantId, (tx) => repository.listFilesToJudge(tx, burn))
  if (ids.length === 0) return
  const [judged, lacking]: [string[], string[]] = [[], []]
  for (const id of ids) {
    const holds = await holdsBurn(platform, { tenantId, row, id })
    if (holds !== undefined) judged.push(id)
    if (holds === false) lacking.push(id)
  }
  await db.tenant(tenantId, async (tx) => {
    await repository.updateJudged(tx, { manoeuvreId: row.id, ids: judged, lacking })
    const satellite = await findSatellite(tx, row.satellite_id)
    if (lacking.length > 0 && satellite !== undefined)
      await reassessObjects(tx, { queue, tenantId, now: new Date(now()) }, [String(satellite.norad_id)])
  })
}

type BurnQuestion = { readonly tenantId: string; readonly row: EventRow; readonly id: string }

/**
 * Returns true if the burn that a file shows is nearer to the planned burn than to no burn; false if not, or if the
 * file cannot be compared with the burn. Undefined if the comparison took too long: it may end differently in the
 * next run.
 */
async function holdsBurn({ db, log }: Platform, { tenantId, row, id }: BurnQuestion): Promise<boolean | undefined> {
  if (row.burn.drag !== null) return false
  try {
    const found = await measureOwnFile(db, { tenantId, row, id })
    const planned = row.burn.deltaVRtn as Vec3
    return found !== null && dot(found.deltaVRtn as Vec3, planned) > norm(planned) ** 2 / 2
  } catch (error) {
    log.warn({ manoeuvreId: row.id, ephemerisId: id, reason: reasonOf(error) }, 'no burn can be looked for')
    return error instanceof TaskLimitError && error.isOfTime ? undefined : false
  }
}
