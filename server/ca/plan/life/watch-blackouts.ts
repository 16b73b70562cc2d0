import { blackoutReasons, type PlanBlackouts } from '@apsis/contract/ca/plan/blackout.ts'
import { SCREENING_IN_ENGLISH, sayScreeningReason } from '@apsis/contract/notice-text/screening-in-words.ts'
import { emit } from '../../../events/event.service.ts'
import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { CORRECTION_MS } from '../design/lost-contact.ts'
import { eachPlan } from '../record/each-plan.ts'
import * as repository from '../record/plan.repository.ts'
import { WATCH_EVERY_S } from '../record/record-step.ts'
import { type Cause, endPlan } from '../record/supersede.ts'
import { together } from '../screen/path-verdict.ts'
import { isSame, newlyMet, readBlackouts } from '../screen/plan-blackouts.ts'

type Platform = Pick<WorkPlatform, 'db' | 'now' | 'log' | 'signal'>
type Row = repository.ListedRow

const MS_PER_S = 1_000
/** Contacts are computed for two weeks, which takes a tenth of a second of a processor for each plan. */
const LOOK_EVERY_MS = 60_000

/** The time, version and message of the last comparison of each plan with blackouts, by organisation and plan id. */
export type LastLooks = Map<string, ReadonlyMap<string, Look>>
type Look = { readonly atMs: number; readonly mark: string }

type OpenPlans = { readonly open: readonly Row[]; readonly looked: LastLooks }

/**
 * Compares the known blackouts with each screened plan whose burn is still to come. A change is written to its screening. An approved plan that
 * now burns in a blackout ends like a plan whose screening fails, with an alarm if it had been sent. If the blackout is a contact, the plan ends
 * only after the time that the correction of a contact may take.
 */
export async function watchBlackouts(platform: Platform, tenantId: string, { open, looked }: OpenPlans): Promise<void> {
  const { db, log, now } = platform
  const at = new Date(now())
  const known = looked.get(tenantId) ?? new Map<string, Look>()
  // The entries of ended plans are dropped.
  const current = new Map([...known].filter(([id]) => open.some((row) => row.id === id)))
  looked.set(tenantId, current)
  const due = open.filter((row) => {
    const { atMs, mark } = current.get(row.id) ?? { atMs: 0, mark: '' }
    const isDue = mark !== markOf(row) || Math.abs(at.getTime() - atMs) >= LOOK_EVERY_MS
    return row.screening !== null && at < row.ignition_at && isDue
  })
  await eachPlan(platform, due, async (seen) => {
    // The entry is written before the comparison: a failing comparison costs most, and is not repeated at once.
    current.set(seen.id, { atMs: at.getTime(), mark: markOf(seen) })
    const found = await readBlackouts({ db, tenantId, at, log }, seen)
    if (found === undefined) return
    const isNew = seen.contact_since !== null || newlyMet(seen.approved_blackouts, found).length > 0
    if (isSame(seen.screening?.blackouts, found) && !(isOut(seen) && isNew)) return
    await write(platform, { tenantId, at, seen, known: found })
  })
}

const markOf = ({ version, newest_cdm_id: newest }: Row) => `${version} ${newest ?? ''}`

type Change = { readonly tenantId: string; readonly at: Date; readonly seen: Row; readonly known: PlanBlackouts }

/** Writes only if the plan has not changed; otherwise the next run checks again. */
async function write({ db }: Pick<Platform, 'db'>, { tenantId, at, seen, known }: Change): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    const row = await repository.findPlan(tx, seen.id, true)
    if (row === undefined || row.version !== seen.version || row.screening === null) return
    const { nextBest, at: screenedAt, paths } = row.screening
    const joined = together({ ...row.screening, blackouts: known }, paths)
    const held = { ...row, screening: { ...joined, nextBest, at: screenedAt } }
    const news = isOut(row) ? newlyMet(row.approved_blackouts, known) : []
    const since = news.length === 0 ? null : (row.contact_since ?? at)
    const ending = news.find(({ kind }) => kind !== 'CONTACT') ?? (isToStay(row, { since, at }) ? news[0] : undefined)
    if (ending !== undefined)
      return endPlan(tx, { tenantId, row: held, at, state: 'SUPERSEDED', cause: causeOf(ending) })
    if (isSame(row.screening.blackouts, known) && since?.getTime() === row.contact_since?.getTime()) return
    await repository.updateState(tx, row.id, { ...held, contact_since: since })
    emit(tx, { tenantId, type: 'manoeuvre', data: { manoeuvreId: row.id, state: row.state } })
  })
}

const isOut = ({ state }: Row) => state === 'APPROVED' || state === 'EXPORTED'

/**
 * True if a contact over the burn is permanent. A contact is corrected by removing it and entering it again, and possible contacts count in
 * between. No plan waits for a correction longer than until the last check before its commands are sent.
 */
function isToStay(
  { commit_at: commitAt }: Row,
  { since, at }: { readonly since: Date | null; readonly at: Date },
): boolean {
  if (since === null) return false
  const isLast = at.getTime() + LOOK_EVERY_MS + WATCH_EVERY_S * MS_PER_S >= commitAt.getTime()
  return isLast || at.getTime() - since.getTime() >= CORRECTION_MS
}

function causeOf(met: PlanBlackouts['met'][number]): Cause {
  const [text = ''] = blackoutReasons({ met: [met], unknown: null }).map((one) =>
    sayScreeningReason(SCREENING_IN_ENGLISH, one),
  )
  const { kind, from: fromAt, to: toAt, reason: place } = met
  return { text, values: { reason: 'in-blackout', kind, fromAt, toAt, place } }
}
