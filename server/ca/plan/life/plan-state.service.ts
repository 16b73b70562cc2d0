import { GM_EARTH } from '@apsis/astro/constants.ts'
import { newestStepOf } from '@apsis/contract/ca/event/coordination.ts'
import { hasLeftOut } from '@apsis/contract/ca/plan/left-out.ts'
import {
  MITIGATED_CODE,
  type Plan,
  REPLACES_CODE,
  SILENT_SINCE_CODE,
  type updateManoeuvre as updateCall,
} from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { isChangeable, mayMove, nextStates, type PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { listHolders } from '../../../platform/auth/member.repository.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { isStale } from '../../../platform/http/etag.ts'
import { listSilentSince } from '../../announced/silent-burn.repository.ts'
import type { CaPlatform } from '../../ca-platform.ts'
import { contactsUntil } from '../../contact/known-contacts.ts'
import { addStepWithin, getDecisionWithin } from '../../event/decision.service.ts'
import { findConjunction } from '../../event/event.repository.ts'
import { reassessObjects } from '../../event/event.service.ts'
import { isMitigated } from '../../event/present-event.ts'
import { findCdm } from '../../message/record/message.repository.ts'
import { findOperator } from '../../satellite/record/operator.service.ts'
import { findSatellite } from '../../satellite/record/satellite.repository.ts'
import { secondBurnOf } from '../design/second-burn.ts'
import * as repository from '../record/plan.repository.ts'
import { findPolicy } from '../record/policy.repository.ts'
import { type PersonRequest, readOne, record, requireRow } from '../record/record-step.ts'
import { refuse } from '../record/refuse.ts'
import { listReplaced, supersedeOthers, tellGivenUp } from '../record/supersede.ts'
import { hasLapsed, recordedLeftOut, refuseWithoutTarget } from '../screen/left-out.ts'
import { findNextBest } from '../screen/next-best.ts'
import { together } from '../screen/path-verdict.ts'
import { readBlackouts } from '../screen/plan-blackouts.ts'
import {
  contactsFor,
  hasNewData,
  plan,
  readContext,
  readScreening,
  screen,
  weatherFor,
} from '../screen/plan-context.ts'
import { planBurns } from './own-burn.service.ts'
import { startPaths, WAITING_PATHS } from './path-work.ts'

type Change = ParsedRequest<typeof updateCall>['body']
type Row = repository.ListedRow

export type Step = { readonly id: string; readonly change: Change; readonly ifMatch: string | undefined }

const CONFLICT = { as: 'conflict' } as const
const FORBIDDEN = { as: 'forbidden' } as const

/** The measured burn may be uncertain by at most this share of the planned one, otherwise it does not verify the burn (flight rule F17). */
const MOST_SIGMA_SHARE = 0.1
const VERIFIED_SIGMAS = 3

/** Changes a plan by one step, or plans it again. */
export async function changePlan(platform: CaPlatform, asked: PersonRequest, step: Step): Promise<Plan> {
  const { db, queue } = platform
  const { tenantId } = asked.owner
  const { id, change } = step
  const seen = await db.tenant(tenantId, (tx) => requireRow(tx, id))
  requireVersion(seen, step.ifMatch)
  if (change.plan !== undefined) return planAnew(platform, asked, { seen, ...step })
  if (change.burns !== undefined) return planBurnsAnew(platform, asked, { seen, ...step, burns: change.burns })
  const to = change.state ?? seen.state
  requireMove(seen, to)
  const at = new Date(platform.now())
  const screened = to === 'SCREENED' ? await screenNow(platform, asked.owner.tenantId, seen, at) : null
  const moved = await db.tenant(tenantId, async (tx) => {
    const row = await requireRow(tx, id, true)
    requireVersion(row, `"${seen.version}"`)
    requireMove(row, to)
    requireCurrent(row, to, at)
    const agreed = to === 'EXPORTED' ? await agreedIn(tx, row, change) : undefined
    const told = change.agreement
    const whole = agreed === undefined ? change : { ...change, agreement: agreed }
    await repository.updateState(tx, id, await settle(tx, asked, { row, to, change: whole, at, screened }))
    const silentBurns = to === 'EXPORTED' ? await silentSince(tx, row) : []
    const { agreement, found } = whole
    const detail = {
      from: row.state,
      ...(silentBurns.length > 0 ? { silentBurns } : {}),
      ...(agreement === undefined ? {} : { agreement }),
      ...(found === undefined ? {} : { found }),
    }
    await record(tx, asked, { id, at, action: 'MOVE', state: to, why: change.why, detail })
    if (told !== undefined) await keepAgreement(tx, asked, { row, agreement: told, at })
    if (to === 'APPROVED') await supersedeOthers(tx, { tenantId, row, at })
    if (to === 'ABORTED' && at < row.ignition_at) await tellGivenUp(tx, { tenantId, row, by: asked.owner.username })
    // Events that were left out for a burn that did not take place count again.
    if (to === 'ABORTED') await reassessSatellite(tx, { queue, tenantId, now: at }, row.satellite_id)
    return requireRow(tx, id)
  })
  // The request does not wait until ephemerides are propagated (up to 15 s on a busy machine): the next run of `manoeuvreWork` propagates them.
  if (to === 'SCREENED') await startPaths(platform, tenantId, moved, { mayFly: false })
  return db.tenant(tenantId, (tx) => readOne(tx, id))
}

type Moment = { readonly queue: CaPlatform['queue']; readonly tenantId: string; readonly now: Date }

async function reassessSatellite(tx: TenantDb, moment: Moment, satelliteId: string): Promise<void> {
  const satellite = await findSatellite(tx, satelliteId)
  if (satellite !== undefined) await reassessObjects(tx, moment, [String(satellite.norad_id)])
}

/** Plans a burn again: a changed burn is a draft again, even if it was approved. */
async function planAnew(
  { db, now }: CaPlatform,
  asked: PersonRequest,
  { id, seen, change }: Step & { readonly seen: Row },
): Promise<Plan> {
  const { owner } = asked
  if (!isChangeable(seen.state) || change.plan === undefined) throw noMove(seen.state, 'DRAFT')
  const request = change.plan
  if (!repository.isForEvent(seen)) throw refuse('own-burn', { case: 'plan' }, CONFLICT)
  refuseWithoutTarget(seen.conjunction_id, request)
  const at = new Date(now())
  const context = await db.tenant(owner.tenantId, (tx) => readContext(tx, seen.conjunction_id))
  const weather = await weatherFor(db, context, at)
  const known = await contactsFor(db, owner.tenantId, context, at)
  const planned = await plan(owner.tenantId, context, { request, now: at, weather, known, at: '/plan' })
  return db.tenant(owner.tenantId, async (tx) => {
    const row = await requireRow(tx, id, true)
    requireVersion(row, `"${seen.version}"`)
    await repository.updatePlan(tx, id, { ...planned, editors: editorsWith(row, owner) })
    const leftOut = await recordedLeftOut(tx, { request, satelliteId: row.satellite_id, now: at })
    const detail = { from: row.state, ...leftOut }
    await record(tx, asked, { id, at, action: 'CHANGE', state: 'DRAFT', why: change.why, detail })
    return readOne(tx, id)
  })
}

/** Returns the editors with the person who changes the plan. */
const editorsWith = ({ editors }: Row, { subject, username }: PersonRequest['owner']) => [
  ...editors.filter((one) => one.subject !== subject),
  { subject, name: username },
]

type NewBurns = Step & { readonly seen: Row; readonly burns: NonNullable<Change['burns']> }

/** Plans own burns again: the new burns replace all burns of the plan. */
async function planBurnsAnew(
  platform: CaPlatform,
  asked: PersonRequest,
  { id, seen, change, burns }: NewBurns,
): Promise<Plan> {
  const { owner } = asked
  if (!isChangeable(seen.state)) throw noMove(seen.state, 'DRAFT')
  if (repository.isForEvent(seen)) throw refuse('own-burn', { case: 'event' }, CONFLICT)
  const at = new Date(platform.now())
  const { satellite_id: satelliteId, request, created_at: madeAt } = seen
  const wanted = { satelliteId, burns, hasExecutionError: request.hasExecutionError, notes: change.why }
  const { planned, orbitName } = await planBurns(platform, owner.tenantId, { wanted, now: at, plan: { id, madeAt } })
  return platform.db.tenant(owner.tenantId, async (tx) => {
    const row = await requireRow(tx, id, true)
    requireVersion(row, `"${seen.version}"`)
    await repository.updatePlan(tx, id, { ...planned, editors: editorsWith(row, owner) })
    const detail = { from: row.state, burns: burns.length, orbit: orbitName }
    await record(tx, asked, { id, at, action: 'CHANGE', state: 'DRAFT', why: change.why, detail })
    return readOne(tx, id)
  })
}

type Screening = Pick<Row, 'watched' | 'path_mark' | 'path_at'> & { readonly screening: PlanScreening }

/** Screens a plan against all that is known now; the screenings of its path are then still waiting. */
export async function screenNow(
  { db }: Pick<CaPlatform, 'db'>,
  tenantId: string,
  row: Row,
  at: Date,
): Promise<Screening> {
  const input = await db.tenant(tenantId, (tx) => readScreening(tx, row, at))
  const screening = await screen(tenantId, input)
  const held = { db, tenantId, at }
  const blackouts = await readBlackouts(held, row)
  const asked = { watched: input.mark, path_mark: '', path_at: null }
  if (!repository.isForEvent(row))
    return {
      ...asked,
      screening: { ...together({ ...screening, blackouts }, WAITING_PATHS), nextBest: null, at: at.toISOString() },
    }
  const tca = new Date(row.burn.before.tca)
  const known = await contactsUntil(held, row.satellite_id, { now: at, to: tca })
  const sought = { row, satellite: input.satellite, screened: screening, screen: input.task, at, known }
  const next = await findNextBest(tenantId, sought)
  const secondBurn = secondBurnOf({ burn: row.burn, propulsion: row.propulsion, nowMs: at.getTime(), known })
  return {
    ...asked,
    screening: { ...together({ ...screening, blackouts, secondBurn }, WAITING_PATHS), ...next, at: at.toISOString() },
  }
}

type Settling = {
  readonly row: Row
  readonly to: PlanState
  readonly change: Change
  readonly at: Date
  readonly screened: Screening | null
}

/** Checks the requirements of each step, and returns the fields of the plan after it. */
async function settle(
  tx: TenantDb,
  asked: PersonRequest,
  { row, to, change, at, screened }: Settling,
): Promise<repository.StateChange> {
  const same = { ...row, state: to }
  switch (to) {
    case 'SCREENED':
      return { ...same, ...screened }
    case 'DRAFT':
      return {
        ...same,
        screening: null,
        evaluation: null,
        watched: '',
        path_mark: '',
        path_at: null,
        approved_at: null,
        approved_by: null,
        approved_blackouts: null,
        contact_since: null,
      }
    case 'APPROVED':
      await requireApprover(tx, asked, row)
      await requireNothingNewer(tx, row, { to, at })
      requireReason(row, change)
      await requireReplacedSeen(tx, row, change)
      await requireMitigationSeen(tx, row, change)
      return {
        ...same,
        approved_at: at,
        approved_by: asked.owner.username,
        approved_blackouts: row.screening?.blackouts ?? null,
      }
    case 'EXPORTED':
      await requireNothingNewer(tx, row, { to, at })
      await requireAgreement(tx, row, change)
      await requireSilentSeen(tx, row, change)
      return { ...same, exported_at: at }
    case 'EXECUTED':
      if (at < row.ignition_at) throw refuse('not-begun', {}, CONFLICT)
      return same
    case 'VERIFIED':
    case 'PARTIAL':
      return { ...same, found: requireFound(row, to, change) }
    default:
      return same
  }
}

function requireMove({ state }: Row, to: PlanState): void {
  if (!mayMove(state, to, 'person')) throw noMove(state, to)
}

function noMove(from: PlanState, to: PlanState): ApiError {
  const next = nextStates(from)
  const rest = next.length === 0 ? { case: 'end' } : { next: next.join(' ') }
  return refuse('transition', { from, to, ...rest }, CONFLICT)
}

/** Refuses a step towards a burn on an outdated message, or after the last command. */
function requireCurrent(row: Row, to: PlanState, at: Date): void {
  const isApproval = to === 'APPROVED' && row.approved_at === null
  if ((to === 'SCREENED' || isApproval) && row.newest_cdm_id !== row.cdm_id) throw refuse('older-message', {}, CONFLICT)
  if (isApproval && row.screening?.leftOut && hasLapsed(row, at)) throw refuse('left-out-lapsed', {}, CONFLICT)
  // A screening sends no command, and still shows the effect of the burn for a plan at the earliest start.
  if ((isApproval || to === 'EXPORTED') && at > row.commit_at)
    throw refuse('command-too-late', { commitAt: row.commit_at.toISOString() }, CONFLICT)
}

/** Requires that an approved or sent plan was screened against all that is known at this instant (flight rules F12 to F14). */
async function requireNothingNewer(
  tx: TenantDb,
  row: Row,
  { to, at }: { readonly to: PlanState; readonly at: Date },
): Promise<void> {
  if (await hasNewData(tx, row, at)) throw refuse('newer-data', { case: to }, CONFLICT)
}

/**
 * Requires a person, and, if the organisation demands it, a person who is not an author of the plan. A step by a service account counts as a step
 * of everybody who received a secret of the account: such a person cannot plan with the account and then approve in person.
 */
async function requireApprover(tx: TenantDb, { owner }: PersonRequest, row: Row): Promise<void> {
  if (owner.kind === 'service') throw refuse('service-account', {}, FORBIDDEN)
  const { isSecondPersonNeeded } = await findPolicy(tx)
  if (!isSecondPersonNeeded) return
  const editors = row.editors.map(({ subject }) => subject)
  if ([...editors, ...(await listHolders(tx, editors))].includes(owner.subject))
    throw refuse('second-person', {}, FORBIDDEN)
}

function requireReason({ screening, burn }: Row, { why }: Change): void {
  if (why !== '') return
  if (screening === null) throw missing('why', { case: 'not-screened' })
  const { verdict } = screening
  if (verdict !== 'PASS') throw missing('why', { case: 'verdict', verdict })
  if (!burn.meetsTarget) throw missing('why', { case: 'not-reached' })
  if (hasLeftOut(screening)) throw missing('why', { case: 'left-out' })
}

/** Requires the approver to name the plans that are withdrawn, so that a burn under way is not replaced without being seen. */
async function requireReplacedSeen(tx: TenantDb, row: Row, { replaces = [] }: Change): Promise<void> {
  const others = await listReplaced(tx, row)
  const unseen = others.filter(({ id }) => !replaces.includes(id))
  if (unseen.length === 0) return
  const told = unseen.map(({ name, exported_at }) =>
    exported_at === null
      ? `${name}, which is approved`
      : `${name}, which was exported at ${exported_at.toISOString()}: a withdrawal has to be sent`,
  )
  const since = replaces.length > 0 ? 'What was seen is not all that is on its way by now. ' : ''
  const message = `${since}It would take the place of ${told.join('; and of ')}. Name each in replaces: it is approved all the same.`
  throw new ApiError(replaces.length > 0 ? 'conflict' : 'unprocessable', message, {
    errors: unseen.map(({ id, name, exported_at }) => ({
      code: REPLACES_CODE,
      message,
      pointer: '#/replaces',
      values: { plan: name, planId: id, ...(exported_at === null ? {} : { exportedAt: exported_at.toISOString() }) },
    })),
  })
}

/** Requires the approver to have seen that the event is mitigated, because another burn would be unnecessary. */
async function requireMitigationSeen(tx: TenantDb, row: Row, { isMitigationSeen }: Change): Promise<void> {
  if (isMitigationSeen === true || !repository.isForEvent(row)) return
  const event = await findConjunction(tx, row.conjunction_id)
  if (event === undefined || !isMitigated(event)) return
  const plan = event.mitigated_by
  const message = `This event is mitigated by the burn of ${plan}. Say isMitigationSeen: it is approved all the same.`
  throw new ApiError('unprocessable', message, {
    errors: [{ code: MITIGATED_CODE, message, pointer: '#/isMitigationSeen', values: { plan } }],
  })
}

/** Requires, before a plan is sent, the result of an outside screening, and an agreement on which operator moves (flight rules F10 and F13). */
async function requireAgreement(tx: TenantDb, row: Row, { why, agreement }: Change): Promise<void> {
  if (why === '') throw missing('why', { case: 'outside' })
  if (agreement === undefined && (await isOtherActive(tx, row))) throw missing('agreement', { case: 'agreement' })
  if (agreement?.mover === 'THEM') throw refuse('they-move', {}, CONFLICT)
}

/** Returns the agreement with which a plan is sent: the agreement of its step, else the one in the record of its event. */
async function agreedIn(tx: TenantDb, row: Row, { agreement }: Change): Promise<Change['agreement']> {
  if (agreement !== undefined || !repository.isForEvent(row)) return agreement
  const { history } = await getDecisionWithin(tx, { id: row.conjunction_id, now: new Date(0) })
  const agreedStep = newestStepOf(history)?.coordination
  if (agreedStep?.step !== 'ACCEPTED') return undefined
  const { step: _step, ...agreed } = agreedStep
  return agreed
}

type PlanAgreement = { readonly row: Row; readonly agreement: NonNullable<Change['agreement']>; readonly at: Date }

/** Copies the agreement of a plan's step to the record of its event: that record shows the position of both operators. */
async function keepAgreement(
  tx: TenantDb,
  { owner, requestId }: PersonRequest,
  { row, agreement, at }: PlanAgreement,
): Promise<void> {
  // Burns without an event have no record besides their own steps.
  if (!repository.isForEvent(row)) return
  // An agreement dated in the future is dated now.
  const agreedAt = new Date(Math.min(Date.parse(agreement.at), at.getTime())).toISOString()
  const coordination = { step: 'ACCEPTED', ...agreement, at: agreedAt } as const
  const step = { action: 'NOTE', why: '', coordination } as const
  await addStepWithin(tx, owner, { id: row.conjunction_id, step, ifMatch: '*', requestId, now: at })
}

/** True if the other object can manoeuvre, according to its message or to a directory of operators. */
async function isOtherActive(tx: TenantDb, row: Row): Promise<boolean> {
  if (!repository.isForEvent(row)) return false
  const event = await findConjunction(tx, row.conjunction_id)
  if (event?.facts.object2.manoeuvrable === 'YES') return true
  const operator = /^\d{1,9}$/.test(row.object_id) ? await findOperator(tx, Number(row.object_id)) : undefined
  return operator?.manoeuvrability === 'YES'
}

/** Returns unannounced burns of either object that the message of the plan cannot contain, because its data end before these burns. */
async function silentSince(tx: TenantDb, row: Row) {
  if (!repository.isForEvent(row)) return silentOfOwn(tx, row)
  const message = await findCdm(tx, row.cdm_id)
  if (message === undefined) throw new TypeError(`the message ${row.cdm_id} is not stored`)
  const { object1, object2 } = message.derived
  const sides = [object1, object2].filter(({ designator }) => /^\d{1,9}$/.test(designator))
  const known = sides.map(({ designator, lastObservationAt }) => ({
    noradId: Number(designator),
    until: lastObservationAt === null ? message.creation_date : new Date(lastObservationAt),
  }))
  const burns = await listSilentSince(tx, known)
  const nameOf = (noradId: number) => sides.find(({ designator }) => Number(designator) === noradId)?.name ?? noradId
  return burns.map((burn) => ({ ...burn, name: nameOf(burn.noradId) }))
}

/** Returns unannounced burns of the satellite alone, for burns that are propagated from its own orbit. */
async function silentOfOwn(tx: TenantDb, { satellite_id: satelliteId, burn: { orbit } }: Row) {
  const satellite = await findSatellite(tx, satelliteId)
  if (satellite === undefined || orbit === undefined) return []
  const burns = await listSilentSince(tx, [{ noradId: satellite.norad_id, until: new Date(orbit.at) }])
  return burns.map((burn) => ({ ...burn, name: satellite.name }))
}

/**
 * Refuses to send a plan whose satellite or other object has moved unannounced after the data of its message, as the
 * orbits may be old, unless the person has confirmed it. The confirmed burns are compared with the burns that are
 * known now: another burn may have become known since the page was read.
 */
async function requireSilentSeen(tx: TenantDb, row: Row, { seenSilentBurns = [] }: Change): Promise<void> {
  const burns = await silentSince(tx, row)
  const isSeen = (burn: (typeof burns)[number]) =>
    seenSilentBurns.some(({ noradId, to }) => noradId === burn.noradId && Date.parse(to) === Date.parse(burn.to))
  const unseen = burns.filter((burn) => !isSeen(burn))
  if (unseen.length === 0) return
  const told = unseen.map(({ name, deltaVMps, from, to, isSimulated }) => {
    const size = `${isSimulated ? 'SIMULATED, ' : ''}at least ${deltaVMps.toFixed(3)} m/s between ${from} and ${to}`
    return `${name} has moved unannounced (${size})`
  })
  const since = seenSilentBurns.length > 0 ? 'What was seen is not all that is known by now. ' : ''
  const message = `${since}The message of the plan does not know that ${told.join(' and that ')}. Plan it anew on one that does, or name them in seenSilentBurns: it goes out all the same.`
  throw new ApiError(seenSilentBurns.length > 0 ? 'conflict' : 'unprocessable', message, {
    errors: burns.map((burn) => ({
      code: SILENT_SINCE_CODE,
      message,
      pointer: '#/seenSilentBurns',
      values: {
        noradId: burn.noradId,
        name: String(burn.name),
        fromAt: burn.from,
        toAt: burn.to,
        deltaVMps: burn.deltaVMps,
        direction: burn.direction,
        confidence: burn.confidence,
        ...(burn.source === 'TRACKS' ? { tracks: 1 } : {}),
        ...(burn.isSimulated ? { simulated: 1 } : {}),
        ...(isSeen(burn) ? {} : { unseen: 1 }),
      },
    })),
  })
}

/** Checks that the measured burn is the planned one, and returns it (flight rule F17). */
function requireFound({ burn }: Row, to: PlanState, { found, why }: Change): Plan['found'] {
  if (found === undefined) throw missing('found', { case: 'found' })
  if (why === '') throw missing('why', { case: 'found-why' })
  const planned = burn.drag === null ? burn.totalDeltaVMagnitude : alongTrackOf(burn)
  if (found.sigmaMps > MOST_SIGMA_SHARE * planned)
    throw refuse('not-yet-verifiable', { sigmaMps: found.sigmaMps, plannedMps: planned })
  const isAsPlanned = Math.abs(found.deltaVMps - planned) <= VERIFIED_SIGMAS * found.sigmaMps
  if (to === 'VERIFIED' && !isAsPlanned)
    throw refuse('not-as-planned', { foundMps: found.deltaVMps, plannedMps: planned })
  if (to === 'PARTIAL' && isAsPlanned) throw refuse('as-planned')
  return found
}

/** Returns the Δv along the track of a circular orbit that causes the same change of the semi-major axis: n Δa / 2. */
function alongTrackOf({ smaChange, positionBefore }: Row['burn']): number {
  return (Math.abs(smaChange) * Math.sqrt(GM_EARTH / Math.hypot(...positionBefore) ** 3)) / 2
}

const missing = (field: string, values: Parameters<typeof refuse>[1]) =>
  refuse('incomplete', values, { pointer: `#/${field}` })

function requireVersion(row: Row, ifMatch: string | undefined): void {
  if (ifMatch === undefined)
    throw new ApiError('version-missing', 'The change needs If-Match: the version of the plan it is made on.')
  if (isStale(ifMatch, row))
    throw new ApiError('version-stale', 'The plan has moved in between, by a step of somebody or by a message.')
}
