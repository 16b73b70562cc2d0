import { randomUUID } from 'node:crypto'
import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import type { PlanRequest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import * as repository from './manoeuvre.repository.ts'
import { type Asked, createDrafts, type ManoeuvreFloor } from './manoeuvre.service.ts'
import { updateManoeuvre } from './move.service.ts'
import { type Cause, endPlan, tell } from './supersede.ts'

type WantedGroup = { readonly conjunctionId: string; readonly candidates: readonly PlanRequest[] }

/** Plans and screens several burns for one event, of which one is to be kept; the first is liked best. */
export async function createGroup(
  floor: ManoeuvreFloor,
  asked: Asked,
  { conjunctionId, candidates }: WantedGroup,
): Promise<Manoeuvre[]> {
  const groupId = randomUUID()
  const drafts = await createDrafts(floor, asked, { conjunctionId, requests: candidates, groupId })
  const screened: Manoeuvre[] = []
  try {
    for (const { manoeuvreId: id, version } of drafts) {
      const change = { state: 'SCREENED' as const, why: '' }
      screened.push(await updateManoeuvre(floor, asked, { id, change, ifMatch: `"${version}"` }))
    }
  } catch (error) {
    await withdrawGroup(floor, asked, groupId)
    throw error
  }
  return screened
}

/** Ends what was made of a group that could not be screened, as by a message that came meanwhile: whoever asked has an error, and no plans. */
async function withdrawGroup({ db, now }: ManoeuvreFloor, { owner }: Asked, groupId: string): Promise<void> {
  const { tenantId } = owner
  const cause: Cause = {
    text: 'The candidates could not be screened together: plan them anew.',
    values: { reason: 'group-failed' },
  }
  await db.tenant(tenantId, async (tx) => {
    for (const row of (await repository.lockGroup(tx, groupId)).filter(isChoice))
      await endPlan(tx, { tenantId, row, at: new Date(now()), state: 'SUPERSEDED', cause, isQuiet: true })
  })
}

type Group = { readonly tenantId: string; readonly groupId: string; readonly at: Date }
type Row = repository.ListedRow

const isChoice = ({ state }: Row) => state === 'DRAFT' || state === 'SCREENED'
/** Whether all that is asked of its path has been answered. */
const isSettled = ({ state, screening }: Row) =>
  state === 'SCREENED' && screening !== null && screening.paths.every(({ result }) => result !== 'WAITING')

/**
 * Keeps the first candidate that passes, as soon as all before it are known not to, and takes the others back. One that a
 * person has approved is kept already.
 */
export async function settleGroup(tx: TenantDb, { tenantId, groupId, at }: Group): Promise<void> {
  const rows = await repository.lockGroup(tx, groupId)
  const choice = rows.filter(isChoice)
  const isApproved = rows.some(({ approved_at }) => approved_at !== null)
  if (choice.length < 2 || isApproved) return
  const first = choice.findIndex((row) => !isSettled(row) || row.screening?.verdict === 'PASS')
  const kept = choice[first]
  if (kept === undefined || !isSettled(kept)) return
  for (const row of choice.filter((one) => one !== kept)) {
    const text = `${kept.name}, candidate ${kept.group_rank} of the same group, passes its screening.`
    const cause: Cause = { text, values: { reason: 'replaced', other: kept.name } }
    await endPlan(tx, { tenantId, row, at, state: 'SUPERSEDED', cause, isQuiet: true })
  }
  await tell(
    tx,
    { tenantId, row: kept },
    {
      level: 'caution',
      finding: {
        code: 'candidate-chosen',
        values: { plan: kept.name, rank: String(kept.group_rank), count: String(rows.length) },
      },
    },
  )
}
