import type { WorkFloor } from '../../../platform/jobs/standing-work.ts'
import type { ListedRow } from '../manoeuvre.repository.ts'
import { tell } from '../supersede.ts'
import { countFailedTurn } from './failed-turn.repository.ts'

/** So many turns of ten seconds and more, two minutes, an approved burn may fail to be held against newer data before that is told. */
const MOST_TRIES = 12

type FailedScreening = { readonly row: ListedRow; readonly error: unknown }

/**
 * Tells once that a burn that is on its way cannot be held against newer data: it is not exported meanwhile, and nobody else would know why.
 * It is tried again at each turn. The turns are counted in its row, with what is told: by any worker, and by one that is started anew.
 */
export async function tellFailed(
  { db }: Pick<WorkFloor, 'db'>,
  tenantId: string,
  { row, error }: FailedScreening,
): Promise<void> {
  const isOut = row.state === 'EXPORTED'
  if (!isOut && row.state !== 'APPROVED') return
  const refused = error instanceof Error ? error.message : String(error)
  await db.tenant(tenantId, async (tx) => {
    const tries = await countFailedTurn(tx, row.id)
    if (tries !== MOST_TRIES) return
    const why = `Newer data have come, and the burn could not be held against them ${tries} times, the last time so: ${refused}`
    const values = { reason: 'holding-failed' as const, refused, tries, plan: row.name, why }
    const finding = { code: 'plan-not-held', values } as const
    await tell(tx, { tenantId, row }, { level: isOut ? 'critical' : 'serious', finding })
  })
}
