import { randomUUID } from 'node:crypto'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { RecurringWork, WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { TaskLimitError } from '../../../platform/thread/task.ts'
import type { CaPlatform } from '../../ca-platform.ts'
import { eachPlan } from '../record/each-plan.ts'
import * as repository from '../record/plan.repository.ts'
import { clearFailedScreenings, countFailedScreening, listFailedScreenings } from '../record/plan.repository.ts'
import { CANDIDATE_WORK, type PersonRequest, WATCH_EVERY_S } from '../record/record-step.ts'
import { refuse } from '../record/refuse.ts'
import { type Cause, endPlan, platformOf, tell } from '../record/supersede.ts'
import { hasNewData } from '../screen/plan-context.ts'
import { createDrafts } from './plan.service.ts'
import { changePlan } from './plan-state.service.ts'
import { listStale, screenAnew } from './rescreen.ts'

/** The version of a plan before any change. */
const DRAFTED_VERSION = 1

/**
 * The largest number of waiting candidates of an organisation: five groups, an hour of a processor if each is a plan
 * by drag.
 */
const MOST_UNSCREENED = 30

type WantedGroup = {
  readonly conjunctionId: string
  readonly candidates: readonly PlanRequest[]
  readonly notes: string
}

const FINAL_REFUSALS: readonly string[] = ['conflict', 'unprocessable', 'not-found']

/** True if the same refusal would happen again; a screening that took too long may pass on a less busy machine. */
export const isFinalRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  FINAL_REFUSALS.includes(error.code) &&
  !(error.cause instanceof TaskLimitError && error.cause.isOfTime)

/**
 * Plans several burns for one event, of which one is kept; the first is the most preferred. The caller receives the drafts at once: the
 * work that watches plans screens them one after the other, which takes longer than a page waits for an answer.
 */
export async function createGroup(
  platform: CaPlatform,
  asked: PersonRequest,
  { conjunctionId, candidates, notes }: WantedGroup,
): Promise<Plan[]> {
  const open = await platform.db.tenant(asked.owner.tenantId, repository.listOpen)
  const waiting = open.filter(isUnscreened).length
  if (waiting + candidates.length > MOST_UNSCREENED)
    throw refuse('too-many-candidates', { waiting, most: MOST_UNSCREENED })
  return createDrafts(platform, asked, { conjunctionId, requests: candidates, groupId: randomUUID(), notes })
}

/** A candidate whose screening fails in this many runs of a worker ends: at ten seconds a run and more, two minutes on a busy machine. */
const MOST_TRIES = 12

/** A run starts screenings of candidates only for this time; the other candidates wait for the next run, behind other due work. */
const SCREENED_FOR_MS = 20_000

/**
 * Screens waiting plans again when something new has arrived, then unscreened candidates in the order of preference, and keeps the first candidate
 * of each group that passes. A screening may take a minute, so it is not in the watch of plans under way (F14).
 */
export function candidateWork(): RecurringWork {
  return {
    name: CANDIDATE_WORK,
    everyS: WATCH_EVERY_S,
    isLong: true,
    async turn(platform, tenantId) {
      const open = await platform.db.tenant(tenantId, repository.listOpen)
      const candidates = [...(await listStale(platform, tenantId, open)), ...open.filter(isUnscreened)]
      await screenCandidates(platform, tenantId, candidates)
      const grouped = new Map(open.map((row) => [row.group_id, row]))
      await eachPlan(platform, [...grouped.values()], async ({ group_id: groupId }) => {
        if (groupId === null) return
        await platform.db.tenant(tenantId, (tx) =>
          keepOneCandidate(tx, { tenantId, groupId, at: new Date(platform.now()) }),
        )
      })
    },
  }
}

/** Screens failed candidates after all others, so that none waits for them, and ends those that failed too often (also by their time limit). */
async function screenCandidates(platform: WorkPlatform, tenantId: string, candidates: readonly Row[]): Promise<void> {
  const began = platform.now()
  const failed = await platform.db.tenant(tenantId, listFailedScreenings)
  const placeOf = ({ id }: Row) => failed.findIndex((one) => one.id === id)
  const clear = async (ids: readonly string[]) => {
    if (ids.length > 0) await platform.db.tenant(tenantId, (tx) => clearFailedScreenings(tx, ids))
  }
  // Candidates that a person has screened, changed or ended meanwhile no longer count as failed.
  await clear(failed.filter(({ id }) => candidates.every((row) => row.id !== id)).map(({ id }) => id))
  const inOrder = candidates.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      Number(isUnscreened(a)) - Number(isUnscreened(b)) ||
      a.created_at.getTime() - b.created_at.getTime() ||
      (a.group_rank ?? 0) - (b.group_rank ?? 0),
  )
  await eachPlan(platform, inOrder, async (row) => {
    if (platform.now() - began >= SCREENED_FOR_MS) return
    try {
      if (isUnscreened(row)) await screenCandidate(platform, tenantId, row)
      else await screenAnew(platform, tenantId, row)
    } catch (error) {
      const at = new Date(platform.now())
      const tries = await platform.db.tenant(tenantId, (tx) => countFailedScreening(tx, row.id, at))
      if (tries < MOST_TRIES) throw error
      platform.log.error({ err: error, manoeuvreId: row.id, tries }, 'a plan cannot be screened and ends')
      await endFailed(platform, tenantId, { row, tries, why: error instanceof Error ? error.message : String(error) })
      return
    }
    if (placeOf(row) >= 0) await clear([row.id])
  })
}

type FailedAtLast = { readonly row: Row; readonly tries: number; readonly why: string }

/** Ends an unchanged plan that cannot be screened: a candidate ends so that its group continues, and any other plan because nobody can approve it. */
async function endFailed(
  { db, now }: WorkPlatform,
  tenantId: string,
  { row: seen, tries, why }: FailedAtLast,
): Promise<void> {
  const cause: Cause = {
    text: `Its screening failed ${tries} times, the last time so: ${why}`,
    values: { reason: isUnscreened(seen) ? 'screening-failed' : 'rescreening-failed', refused: why, tries },
  }
  await db.tenant(tenantId, async (tx) => {
    const row = await repository.findPlan(tx, seen.id, true)
    if (row !== undefined && row.version === seen.version)
      await endPlan(tx, { tenantId, row, at: new Date(now()), state: 'SUPERSEDED', cause })
  })
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'version-stale'

/** True if a plan is a candidate that nobody has screened or changed since it was drafted. */
const isUnscreened = ({ state, version, group_id }: Row): boolean =>
  state === 'DRAFT' && group_id !== null && version === DRAFTED_VERSION

/** Screens a candidate that is unchanged since its draft; a final refusal ends it and the other untouched candidates of its group. */
async function screenCandidate(platform: CaPlatform, tenantId: string, row: Row): Promise<void> {
  const asked = platformOf(tenantId)
  const change = { state: 'SCREENED' as const, why: '' }
  try {
    await changePlan(platform, asked, { id: row.id, change, ifMatch: `"${row.version}"` })
  } catch (error) {
    // A person has changed the candidate meanwhile, or the candidate has ended.
    if (isStale(error)) return
    if (!isFinalRefusal(error)) throw error
    await withdrawUntouched(platform, asked, { row, refused: error.message })
  }
}

type RefusedPlan = { readonly row: Row; readonly refused: string }

/**
 * Ends the candidates of a group that cannot be screened, with one notice. Candidates that a person has screened or changed stay; a message that
 * arrived meanwhile ends them all in the next run of the plan watch, like any draft.
 */
async function withdrawUntouched(
  { db, now }: CaPlatform,
  { owner }: PersonRequest,
  { row: { id, group_id: groupId }, refused }: RefusedPlan,
): Promise<void> {
  if (groupId === null) return
  const { tenantId } = owner
  const cause: Cause = {
    text: `The candidates could not be screened, and have to be planned anew: ${refused}`,
    values: { reason: 'group-refused', refused },
  }
  await db.tenant(tenantId, async (tx) => {
    const untouched = (await repository.lockGroup(tx, groupId)).filter(isUnscreened)
    if (untouched.some((row) => row.newest_cdm_id !== row.cdm_id)) return
    for (const row of untouched)
      await endPlan(tx, { tenantId, row, at: new Date(now()), state: 'SUPERSEDED', cause, isQuiet: row.id !== id })
  })
}

type Group = { readonly tenantId: string; readonly groupId: string; readonly at: Date }
type Row = repository.ListedRow

/** True if a plan is still a choice of its group: a draft that a person has changed belongs to that person, and its group does not wait for it. */
const isChoice = (row: Row) => row.state === 'SCREENED' || isUnscreened(row)
/** True if every requested screening of its path has a result. */
const isScreened = ({ state, screening }: Row) =>
  state === 'SCREENED' && screening !== null && screening.paths.every(({ result }) => result !== 'WAITING')

/**
 * Keeps the first candidate that passes as soon as all candidates before it are known to fail, by screenings that are up to date, and withdraws
 * the others. A candidate that a person has approved is already kept.
 */
async function keepOneCandidate(tx: TenantDb, { tenantId, groupId, at }: Group): Promise<void> {
  const rows = await repository.lockGroup(tx, groupId)
  const choice = rows.filter(isChoice)
  const isApproved = rows.some(({ approved_at }) => approved_at !== null)
  if (choice.length < 2 || isApproved) return
  const kept = choice.find((row) => !isScreened(row) || row.screening?.verdict === 'PASS')
  if (kept === undefined) return
  // A screening that is older than the known data shows neither that a candidate passes nor that it fails.
  for (const row of choice.slice(0, choice.indexOf(kept) + 1))
    if (!isScreened(row) || (await hasNewData(tx, row, at))) return
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
