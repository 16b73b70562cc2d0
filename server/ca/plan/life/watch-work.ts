import { isDeepStrictEqual } from 'node:util'
import type { HitCount } from '@apsis/astro/manoeuvre/confirm-by-counting.ts'
import { MARGIN } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import type { Evaluation } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { isOpen, mayMove } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { writtenMinute, writtenProbability } from '@apsis/contract/notice-text/written-number.ts'
import { emit } from '../../../events/event.service.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { upsertRecurringWork } from '../../../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork, WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { markFilesBeforeBurn } from '../check/before-burn-work.ts'
import { checkExecution } from '../check/check-work.ts'
import type { FindTracks } from '../check/own-tracks.service.ts'
import { isLost, isOnlyCounted, isUnmeasured } from '../design/distance-verdict.ts'
import { changeCommand, isCommandedBy, isCommandOpen, readCommand } from '../design/lost-contact.ts'
import { readSecondBurn } from '../design/second-burn.ts'
import { eachPlan } from '../record/each-plan.ts'
import { mitigateVerified } from '../record/mitigation.ts'
import type { ListedRow } from '../record/plan.repository.ts'
import * as repository from '../record/plan.repository.ts'
import { clearFailedTurns, countFailedTurn } from '../record/plan.repository.ts'
import { CANDIDATE_WORK, MANOEUVRE_WORK, WATCH_EVERY_S } from '../record/record-step.ts'
import { type Cause, endPlan, tell } from '../record/supersede.ts'
import { countTarget } from '../screen/counted.ts'
import { evaluateDistance, meetsTooNear } from '../screen/evaluate-distance.ts'
import { together } from '../screen/path-verdict.ts'
import { readMark, readScreening, screen } from '../screen/plan-context.ts'
import type { MessageScreening } from '../screen/screen-task.ts'
import { lookForNewData } from './awaited.ts'
import { finishPaths, startPaths, WAITING_PATHS } from './path-work.ts'
import { tellStorms } from './storm-watch.ts'
import { type LastLooks, watchBlackouts } from './watch-blackouts.ts'

/** The number of runs, ten seconds and more each, in which the evaluation of an approved burn may fail before a notice is sent: two minutes. */
const MOST_TRIES = 12

type Row = repository.ListedRow
type Platform = Pick<WorkPlatform, 'db' | 'now' | 'queue' | 'log'>

/**
 * Watches plans that may still lead to a burn. A newer message ends a plan that is not approved; for an approved
 * plan, the frozen burn is evaluated on the message (flight rule F14). The last time for a command ends a plan that
 * has not been sent. A cancelled contact is reported, and the next one counts. A plan whose burn comes to lie in a
 * blackout ends. From ignition on a plan waits for new data (F15), which measure the burn (F17); once it is verified,
 * its event may be mitigated. After an interruption the next run does what is left.
 */
export function manoeuvreWork(findTracks?: FindTracks): RecurringWork {
  const looked: LastLooks = new Map()
  return {
    name: MANOEUVRE_WORK,
    everyS: WATCH_EVERY_S,
    async turn(platform, tenantId) {
      const open = await platform.db.tenant(tenantId, repository.listOpen)
      await eachPlan(platform, open, async (row) => {
        try {
          await lookAfter(platform, tenantId, row)
          if (row.failed_turns > 0) await platform.db.tenant(tenantId, (tx) => clearFailedTurns(tx, row.id))
        } catch (error) {
          await tellFailed(platform, tenantId, { row, error })
          throw error
        }
      })
      await watchBlackouts(platform, tenantId, { open, looked })
      // The work that screens candidates also screens again the plans that wait for their approval.
      if (open.some(({ group_id: groupId, state }) => groupId !== null || state === 'SCREENED'))
        await platform.db.tenant(tenantId, (tx) =>
          upsertRecurringWork(tx, { name: CANDIDATE_WORK, tenantId }, WATCH_EVERY_S),
        )
      await tellStorms(platform, tenantId, open)
      await checkExecution(platform, tenantId, findTracks)
      await lookForNewData(platform, tenantId)
      await markFilesBeforeBurn(platform, tenantId)
      await mitigateVerified(platform, tenantId)
    },
  }
}

async function lookAfter(platform: Platform, tenantId: string, seen: Row): Promise<void> {
  const { db, now } = platform
  const at = new Date(now())
  const isApproved = seen.state === 'APPROVED' || seen.state === 'EXPORTED'
  const held = { db, tenantId, at }
  if (at < seen.ignition_at && (await db.tenant(tenantId, (tx) => isCommandOpen(tx, seen, at)))) {
    const next = await readCommand(held, seen)
    if (!isCommandedBy(seen, next))
      return unchanged(platform, tenantId, seen, (tx, row) => changeCommand(tx, held, row, next))
  }
  if (mayMove(seen.state, 'EXPIRED', 'platform') && at > seen.commit_at) {
    const commitAt = seen.commit_at.toISOString()
    const text = `The last time for a command, ${commitAt}, has passed.`
    const cause: Cause = { text, values: { reason: 'command-too-late', commitAt } }
    return unchanged({ db }, tenantId, seen, (tx, row) => endPlan(tx, { tenantId, row, at, state: 'EXPIRED', cause }))
  }
  if (!isApproved) {
    if (seen.newest_cdm_id === seen.cdm_id) return lookAtPaths(platform, tenantId, seen, at)
    const cause: Cause = { text: 'A newer message counts: plan it anew.', values: { reason: 'newer-message' } }
    return unchanged({ db }, tenantId, seen, (tx, row) =>
      endPlan(tx, { tenantId, row, at, state: 'SUPERSEDED', cause }),
    )
  }
  // From ignition on a message that does not contain the burn does not show it (flight rule F15).
  if (at >= seen.ignition_at) return
  const mark = await db.tenant(tenantId, (tx) => readMark(tx, seen, at))
  if (mark === seen.watched) return lookAtPaths(platform, tenantId, seen, at)
  const input = await db.tenant(tenantId, (tx) => readScreening(tx, seen, at))
  const screening = await screen(tenantId, input)
  if (!repository.isForEvent(seen))
    return evaluateWithoutEvent(platform, { tenantId, at }, seen, { screening, mark: input.mark })
  const counted = await countTarget(tenantId, input.task, screening)
  const { evaluation, cause } = evaluate(seen, screening, at, counted)
  const secondBurn = await readSecondBurn(held, seen)
  await unchanged({ db }, tenantId, seen, async (tx, row) => {
    const known = row.screening?.paths ?? WAITING_PATHS
    const held = {
      ...row,
      screening: {
        ...together({ ...screening, blackouts: row.screening?.blackouts, secondBurn }, known),
        nextBest: null,
        at: at.toISOString(),
      },
      watched: input.mark,
    }
    if (evaluation.verdict === 'NO_GO' && cause !== undefined)
      return endPlan(tx, { tenantId, row: held, at, state: 'SUPERSEDED', cause, evaluation })
    await repository.updateState(tx, row.id, { ...held, evaluation })
    if (evaluation.verdict === 'NO_LONGER_NEEDED' && row.evaluation?.verdict !== 'NO_LONGER_NEEDED')
      await tell(
        tx,
        { tenantId, row },
        {
          level: 'serious',
          finding: { code: 'burn-not-needed', values: { ...cause?.values, plan: row.name, why: evaluation.reason } },
        },
      )
  })
}

type Anew = { readonly screening: MessageScreening; readonly mark: string }

/** Evaluates burns without an event on all messages that count now: they end if an event becomes worse than accepted. */
async function evaluateWithoutEvent(
  platform: Platform,
  { tenantId, at }: { readonly tenantId: string; readonly at: Date },
  seen: Row,
  { screening, mark }: Anew,
): Promise<void> {
  const cause = meetsAnother(screening.events, screening.accepted)
  await unchanged(platform, tenantId, seen, async (tx, row) => {
    const known = row.screening?.paths ?? WAITING_PATHS
    const joined = together({ ...screening, blackouts: row.screening?.blackouts }, known)
    const held = { ...row, screening: { ...joined, nextBest: null, at: at.toISOString() }, watched: mark }
    if (cause !== undefined) return endPlan(tx, { tenantId, row: held, at, state: 'SUPERSEDED', cause })
    await repository.updateState(tx, row.id, held)
  })
}

/** Stores the results of the screenings of the new path, and requests the missing ones (flight rules F12 and F13). */
async function lookAtPaths(platform: Platform, tenantId: string, seen: Row, at: Date): Promise<void> {
  if (seen.screening === null) return
  await unchanged(platform, tenantId, seen, async (tx, row) => {
    const settled = await finishPaths(tx, row, at)
    if (settled === undefined) return
    const isOut = row.state === 'APPROVED' || row.state === 'EXPORTED'
    const [cause] = settled.news
    if (isOut && cause !== undefined) return endPlan(tx, { tenantId, row: settled.row, at, state: 'SUPERSEDED', cause })
    await repository.updateState(tx, row.id, settled.row)
    emit(tx, { tenantId, type: 'manoeuvre', data: { manoeuvreId: row.id, state: row.state } })
  })
  const row = await platform.db.tenant(tenantId, (tx) => repository.findPlan(tx, seen.id))
  if (row !== undefined && isOpen(row.state) && at < row.ignition_at) await startPaths(platform, tenantId, row)
}

/** Returns the plan only if it has not changed; otherwise the next run checks again. */
async function unchanged(
  { db }: Pick<Platform, 'db'>,
  tenantId: string,
  seen: Row,
  write: (tx: TenantDb, row: Row) => Promise<void>,
): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    const row = await repository.findPlan(tx, seen.id, true)
    // A new command does not change the version.
    const isAsSeen = row?.version === seen.version && isDeepStrictEqual(row.command, seen.command)
    if (row !== undefined && isAsSeen) await write(tx, row)
  })
}

/**
 * Evaluates the frozen burn on the newest messages (flight rule F14). NO-GO: the burn leaves more than the accepted probability, makes the
 * event worse, or meets another event that is not accepted. NO LONGER NEEDED: without the burn the event meets its target, with any scale
 * of the covariance (flight rule F3: the probability of a diluted event alone is not enough). A plan by distance is judged by its distance,
 * and by the probability where its event has one. Where only a count gives a value, its upper bound is compared with the accepted value
 * (F2). GO concerns the burn only: an event that the burn does not change, and that is not accepted, fails the screening, and the text of
 * GO states this (docs/domain/plan.md).
 */
export function evaluate(
  row: repository.EventRow,
  screened: MessageScreening,
  at: Date,
  counted: HitCount | null = null,
): BurnJudgement {
  const { events, accepted } = screened
  const target = events.find(({ isTarget }) => isTarget)
  const common = { at: at.toISOString(), stoppableUntil: row.commit_at.toISOString() }
  if (target === undefined) {
    const none = { probabilityWithout: null, probabilityWith: null, missWithM: 0 }
    const known = { ...common, ...none, cdmId: row.newest_cdm_id ?? row.cdm_id }
    return judged(known, 'NO_GO', 'Its event is not open any more, or cannot be screened.', { reason: 'event-gone' })
  }
  const { before, nominal, cdmId, missM, separation } = target
  const held = { cdmId, probabilityWithout: before, probabilityWith: nominal, missWithM: missM }
  const beside = { ...(separation === undefined ? {} : { separation }), ...(counted === null ? {} : { counted }) }
  const known = { ...common, ...held, ...beside }
  const no = (text: string, values: Cause['values']) => judged(known, 'NO_GO', text, values)
  const open = isUnmeasured(target) ? unproven(target, { counted, accepted }) : undefined
  if (open !== undefined) return no(open.text, open.values)
  if (nominal !== null && nominal >= accepted)
    return no(`By the newest message the burn leaves Pc ${write(nominal)}; accepted is less than ${write(accepted)}.`, {
      reason: 'leaves-too-much',
      pcWith: nominal,
      pcAccepted: accepted,
    })
  const met = meetsAnother(events, accepted)
  if (met !== undefined) return no(met.text, met.values)
  const byDistance =
    separation && evaluateDistance(separation, { maximum: target.maximumBefore, accepted, tca: target.tca })
  if (byDistance !== undefined && byDistance.verdict !== 'GO')
    return judged(known, byDistance.verdict, byDistance.text, byDistance.values)
  const goal = row.burn.target.kind === 'PROBABILITY' ? row.burn.target.value : null
  const maximum = target.maximumBefore
  if (goal !== null && before !== null && before <= MARGIN * goal && maximum !== null && maximum < accepted) {
    const text = `Without the burn the event has Pc ${write(before)}, at most ${write(maximum)} under any scale of the covariance.`
    return judged(known, 'NO_LONGER_NEEDED', text, { reason: 'safe-without', pcWithout: before, pcMost: maximum })
  }
  if (before !== null && nominal !== null && nominal > before)
    return no(`The burn raises Pc from ${write(before)} to ${write(nominal)}.`, {
      reason: 'raises',
      pcWithout: before,
      pcWith: nominal,
    })
  const pcs = counted === null ? `Pc ${write(before)} without the burn, ${write(nominal)} with it.` : saidOf(counted)
  const reason = `${byDistance?.text ?? pcs}${besideFailure(screened)}`
  return { evaluation: { ...known, verdict: 'GO', reason }, cause: undefined }
}

/** Returns why the burn is not kept for an event that only a count can judge; undefined if the count proves it. */
function unproven(
  target: MessageScreening['events'][number],
  { counted, accepted }: { readonly counted: HitCount | null; readonly accepted: number },
): Cause | undefined {
  if (!isOnlyCounted(target))
    return {
      text: 'By the newest message there is no probability with the burn.',
      values: { reason: 'no-probability' },
    }
  if (counted === null)
    return {
      text: 'By the newest message neither the conjunction plane nor curved orbits give a probability with the burn, and counting drawn pairs cannot prove what is accepted.',
      values: { reason: 'only-counted' },
    }
  const { hits, trials, upper } = counted
  if (upper < accepted) return undefined
  return {
    text: `${saidOf(counted)} Accepted is less than ${write(accepted)}.`,
    values: { reason: 'counted-too-much', hits, trials, pcMost: upper, pcAccepted: accepted },
  }
}

/** Returns the text of an upper bound, which differs from the text of a probability (flight rule F2). */
const saidOf = ({ hits, trials, upper }: HitCount) =>
  `By the newest message ${hits} of ${trials} drawn pairs come within the radius with the burn: Pc is at most ${write(upper)} (95 %).`

/** Returns the text that a GO burn does not pass its screening; empty if it passes. */
function besideFailure({ ofMessages: { verdict, reasons } }: MessageScreening): string {
  const [why] = reasons
  return verdict === 'FAIL' && why !== undefined ? ` The screening of the burn fails all the same: ${why}` : ''
}

const write = (probability: number | null) => (probability === null ? 'none' : writtenProbability(probability, 'en'))

/** Returns another event that the burn makes worse than accepted, by probability or distance, or that has no value with the burn. */
function meetsAnother(events: MessageScreening['events'], accepted: number): Cause | undefined {
  const others = events.filter(({ isTarget, leftOut }) => !isTarget && leftOut === undefined)
  const met = others.find(({ nominal, before }) => (nominal ?? 0) >= accepted && (nominal ?? 0) > (before ?? 0))
  if (met === undefined) return meetsTooNear(others) ?? losesAnother(others)
  const text = `With the burn, ${met.object} at ${writtenMinute(Date.parse(met.tca))} has Pc ${write(met.nominal)}.`
  const values = { reason: 'meets-another', object: met.object, metAt: met.tca, pcWith: met.nominal ?? 0 } as const
  return { text, values }
}

/** Returns another event that has a probability without the burn, and no value to judge it with the burn. */
function losesAnother(others: MessageScreening['events']): Cause | undefined {
  const lost = others.find(isLost)
  if (lost === undefined) return undefined
  const { object, tca, before } = lost
  const text = `With the burn there is no probability for ${object} at ${writtenMinute(Date.parse(tca))}; without it Pc is ${write(before)}.`
  return { text, values: { reason: 'another-unknown', object, metAt: tca, pcWithout: before ?? 0 } }
}

/** The evaluation of a burn, and the cause if it is not GO. */
type BurnJudgement = { readonly evaluation: Evaluation; readonly cause: Cause | undefined }

const judged = (
  known: Omit<Evaluation, 'verdict' | 'reason'>,
  verdict: 'NO_GO' | 'NO_LONGER_NEEDED',
  text: string,
  values: Cause['values'],
): BurnJudgement => ({ evaluation: { ...known, verdict, reason: text, cause: values }, cause: { text, values } })

type FailedScreening = { readonly row: ListedRow; readonly error: unknown }

/**
 * Notifies once that a burn under way cannot be evaluated on newer data: it is not exported meanwhile, and nobody else would know why. Each run
 * tries again. The runs are counted in the row of the plan, with the notice, across all workers and their restarts.
 */
async function tellFailed(
  { db }: Pick<WorkPlatform, 'db'>,
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
