import { randomUUID } from 'node:crypto'
import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import type { PlanRequest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import * as repository from './manoeuvre.repository.ts'
import { type Asked, createDrafts, getManoeuvre, type ManoeuvreFloor } from './manoeuvre.service.ts'
import { updateManoeuvre } from './move.service.ts'
import { type Cause, endPlan, platformOf, tell } from './supersede.ts'

/** The version of a plan to which nothing has happened yet. */
const DRAFTED_VERSION = 1

type WantedGroup = { readonly conjunctionId: string; readonly candidates: readonly PlanRequest[] }

/** A request that is still at work has screened its candidates by then, as a rule: what is left was cut off with it. */
const LEFT_AFTER_MS = 120_000
/** What is refused so is refused the next time, too. */
const FINAL_REFUSALS: readonly string[] = ['conflict', 'unprocessable', 'not-found']

/**
 * Plans and screens several burns for one event, of which one is to be kept; the first is liked best. Cut off in between, it is
 * finished by `screenLeft`.
 */
export async function createGroup(
  floor: ManoeuvreFloor,
  asked: Asked,
  { conjunctionId, candidates }: WantedGroup,
): Promise<Manoeuvre[]> {
  const groupId = randomUUID()
  const drafts = await createDrafts(floor, asked, { conjunctionId, requests: candidates, groupId })
  const screened: Manoeuvre[] = []
  try {
    for (const { manoeuvreId, version } of drafts)
      screened.push(await screenCandidate(floor, asked, manoeuvreId, version))
  } catch (error) {
    await withdrawGroup(floor, asked, groupId)
    throw error
  }
  return screened
}

/** Screens a candidate that is still as it was drafted. Where `screenLeft` and a slow request meet, whoever comes second finds it done. */
async function screenCandidate(floor: ManoeuvreFloor, asked: Asked, id: string, version: number): Promise<Manoeuvre> {
  const change = { state: 'SCREENED' as const, why: '' }
  try {
    return await updateManoeuvre(floor, asked, { id, change, ifMatch: `"${version}"` })
  } catch (error) {
    const found = isStale(error) ? await getManoeuvre(floor, asked.owner, id) : undefined
    if (found?.state === 'SCREENED') return found
    throw error
  }
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'version-stale'

/** Whether a plan is a candidate that nobody has screened or changed since it was drafted, and whose request is over. */
export const isLeft = ({ state, version, group_id, created_at }: Row, at: Date): boolean =>
  state === 'DRAFT' &&
  group_id !== null &&
  version === DRAFTED_VERSION &&
  at.getTime() - created_at.getTime() > LEFT_AFTER_MS

/** Screens a candidate whose request was cut off before it could; where that is refused, the group ends as in a request. */
export async function screenLeft(floor: ManoeuvreFloor, tenantId: string, row: Row): Promise<void> {
  const asked = platformOf(tenantId)
  try {
    await screenCandidate(floor, asked, row.id, row.version)
  } catch (error) {
    // Somebody has changed it meanwhile, or it has ended: it is not left any more.
    if (isStale(error)) return
    if (!(error instanceof ApiError) || !FINAL_REFUSALS.includes(error.code) || row.group_id === null) throw error
    await withdrawGroup(floor, asked, row.group_id)
  }
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
