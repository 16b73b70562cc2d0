import { type Confirmation, confirmationOf } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { knownBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import { needMsOf } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { DragWeather } from '@apsis/contract/ca/plan/drag-change.ts'
import type { Burn, PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import { isAssumed } from '@apsis/contract/ca/satellite/propulsion.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../../platform/thread/task.ts'
import { nextBurnAfter } from '../../announced/burn-notice.service.ts'
import { contactsUntil, type KnownUntil } from '../../contact/known-contacts.ts'
import { type ConjunctionRow, findConjunction } from '../../event/event.repository.ts'
import { readOriginal } from '../../event/tracked-event.service.ts'
import { type CdmRow, findCdm, listMessageFiles } from '../../message/record/message.repository.ts'
import { areasOf } from '../../satellite/record/derive-satellite.ts'
import { findSatellite, type SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import { boxOf } from '../../satellite/record/screening-box.ts'
import { readDragWeather } from '../../space-weather/drag-weather.ts'
import type { AlongBurn } from '../design/along.ts'
import { commandOf } from '../design/command-of-burn.ts'
import { distanceAsked } from '../design/distance-asked.ts'
import { leadOf, type PlanTask } from '../design/plan-parts.ts'
import type { MessageToPlan } from '../design/planned-event.ts'
import { listAnnouncedBefore, listOtherPlans } from '../record/beside.repository.ts'
import {
  isForEvent,
  type ListedRow,
  listOpenEvents,
  type OpenEventRow,
  type PlannedFields,
  type PlanRow,
  type WorkMarks,
} from '../record/plan.repository.ts'
import { refuse, refuseCostly } from '../record/refuse.ts'
import { basisOf } from '../record/satellite-basis.ts'
import { hasLapsed, leftOutOf, readClaim } from './left-out.ts'
import { alongOfPlan, readFlight } from './orbit-of-plan.ts'
import { plannedBlackouts } from './plan-blackouts.ts'
import { markOfAlong } from './read-along.ts'
import type { EventToScreen, MessageScreening, ScreenTask } from './screen-task.ts'

/** A plan takes milliseconds; a plan with a search of the window takes a second. */
const PLAN = task<typeof import('../design/plan-task.ts').planBurn>({
  module: new URL('../design/plan-task.ts', import.meta.url),
  name: 'planBurn',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})
const SCREEN = task<typeof import('./screen-task.ts').screenBurn>({
  module: new URL('./screen-task.ts', import.meta.url),
  name: 'screenBurn',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 8 },
})

/**
 * The limits for a change of area, which needs propagations over days with drag, some for each trial time. A value along curved orbits takes up to
 * a second for each trial burn, and a count 4 s.
 */
const [PLAN_LONG, SCREEN_DRAG] = [
  task<typeof import('../design/plan-task.ts').planBurn>({
    module: new URL('../design/plan-task.ts', import.meta.url),
    name: 'planBurn',
    limits: { seconds: 60, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
  }),
  task<typeof import('./screen-task.ts').screenBurn>({
    module: new URL('./screen-task.ts', import.meta.url),
    name: 'screenBurn',
    limits: { seconds: 90, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 8 },
  }),
]

/** The event, the satellite that the burn moves, and the message of the plan. */
export type PlanContext = {
  readonly event: ConjunctionRow
  readonly satellite: SatelliteRow
  readonly cdmId: string
  readonly message: MessageToPlan
  /** The next announced burn of the satellite after the closest approach; null if there is none with a known Δv. */
  readonly nextBurn: BurnNotice | null
}

/** Throws an ApiError for an unknown event, or for an event without the data for a plan. */
export async function readContext(tx: TenantDb, conjunctionId: string): Promise<PlanContext> {
  const event = await findConjunction(tx, conjunctionId)
  if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
  const satellite = event.satellite_id === null ? undefined : await findSatellite(tx, event.satellite_id)
  if (satellite === undefined) throw refuse('no-satellite')
  const cdmId = event.facts.newestCdmId
  const cdm = cdmId === null ? undefined : await findCdm(tx, cdmId)
  if (cdm === undefined) throw refuse('no-message')
  const message = await toPlan(tx, { satellite, cdmId: cdm.id, ...assessedOf(cdm) })
  const nextBurn = await nextBurnAfter(tx, satellite.norad_id, event.reference_tca)
  return { event, satellite, cdmId: cdm.id, message, nextBurn }
}

type AssessedSatellite = {
  readonly satellite: SatelliteRow
  readonly cdmId: string
  readonly method: string | null
  readonly reason: string
  readonly hardBodyRadius: number | null
  readonly relativeSpeedMps: number
}

const assessedOf = ({ derived }: CdmRow) => ({
  ...derived.assessment,
  relativeSpeedMps: derived.conjunctionData.relativeSpeed,
})

async function toPlan(
  tx: TenantDb,
  { satellite, cdmId, method, reason, hardBodyRadius, relativeSpeedMps }: AssessedSatellite,
): Promise<MessageToPlan> {
  const confirmation = confirmationOf({ method, reason, relativeSpeedMps })
  if (confirmation === null || hardBodyRadius === null) throw refuse('no-probability', { reason })
  const original = await readOriginal(tx, cdmId)
  return { original, designator: String(satellite.norad_id), radiusM: hardBodyRadius, ...confirmation }
}

/** Returns the message with which a plan was made. */
export async function readMessageOf(tx: TenantDb, satellite: SatelliteRow, cdmId: string): Promise<MessageToPlan> {
  const cdm = await findCdm(tx, cdmId)
  if (cdm === undefined) throw new TypeError(`the message ${cdmId} is not stored`)
  return toPlan(tx, { satellite, cdmId, ...assessedOf(cdm) })
}

export type PlanAsked = {
  readonly request: PlanRequest
  readonly now: Date
  /** The weather for a satellite that manoeuvres by drag; null if none is stored. */
  readonly weather: DragWeather | null
  /** The contacts that can command the satellite, and the time after which no contacts are known. */
  readonly known: KnownUntil
  /** The place of the plan in the body of the request, as a pointer; absent if the plan is the body itself. */
  readonly at?: string
}

/** Returns the known contacts from now to the closest approach. */
export function contactsFor(
  db: Pick<Database, 'tenant'>,
  tenantId: string,
  { satellite, event }: Pick<PlanContext, 'satellite' | 'event'>,
  now: Date,
): Promise<KnownUntil> {
  return refuseCostly('contacts-too-costly', () =>
    contactsUntil({ db, tenantId }, satellite.id, { now, to: event.reference_tca }),
  )
}

/** Returns the weather of a plan by drag; null for every other satellite, and if none is stored. */
export async function weatherFor(
  db: Pick<Database, 'shared'>,
  { satellite, event }: Pick<PlanContext, 'satellite' | 'event'>,
  now: Date,
): Promise<DragWeather | null> {
  if (satellite.configuration.propulsion.type !== 'DIFFERENTIAL_DRAG') return null
  return readDragWeather(db, { fromMs: now.getTime(), toMs: event.reference_tca.getTime() })
}

/** Returns the smallest sufficient burn; throws an ApiError that names the limit if there is none. */
export async function plan(
  tenantId: string,
  { satellite, cdmId, message, event, nextBurn }: PlanContext,
  { at = '', ...asked }: PlanAsked,
): Promise<PlannedFields & { readonly cdm_id: string; readonly burn: Burn }> {
  const { request, now, known } = asked
  const { propulsion, thresholds } = satellite.configuration
  const accepted = thresholds.acceptedCollisionProbability
  const input = taskOf({ satellite, message, nextBurn }, asked)
  const isSlow = (message.confirmedBy ?? message.method) === 'hall-3d'
  const which = propulsion.type === 'DIFFERENTIAL_DRAG' || isSlow ? PLAN_LONG : PLAN
  const planned = await refuseCostly('too-costly', () => pool.run(which, tenantId, input))
  if ('refused' in planned) {
    const { code, values } = planned.refused
    throw refuse(code, values, code === 'direction' ? { pointer: `${at}/direction` } : {})
  }
  const ignition_at = new Date(planned.burn.ignitionEpoch)
  const burning = { burn: planned.burn, propulsion, ignition_at }
  const blackouts = plannedBlackouts({ ...burning, configuration: satellite.configuration }, known.unknown)
  const burn = {
    ...planned.burn,
    blackouts,
    satelliteBasis: basisOf(satellite.configuration),
    isEngineAssumed: isAssumed(propulsion),
  }
  const ignitionMs = ignition_at.getTime()
  const needMs = needMsOf(leadOf(propulsion))
  const commanded = commandOf(known.commands, { nowMs: now.getTime(), needMs, burnMs: ignitionMs })
  if (commanded === null) throw new TypeError('a plan that no contact reaches is refused before')
  return {
    cdm_id: cdmId,
    request,
    burn,
    propulsion,
    accepted,
    name: `${satellite.name.replace(/[^A-Za-z0-9._-]+/g, '_')}_${fileTime(ignitionMs)}`,
    ignition_at,
    delta_v: burn.totalDeltaVMagnitude,
    commit_at: commanded.commitAt,
    command: commanded.command,
    is_simulated: satellite.is_simulated || event.facts.isSimulated,
  }
}

/** Returns the input of the planner, by the capabilities of the satellite. */
export function taskOf(
  { satellite, message, nextBurn = null }: Pick<PlanContext, 'satellite' | 'message'> & Partial<PlanContext>,
  { request, now, weather, known: { commands } }: PlanAsked,
): PlanTask {
  const { configuration } = satellite
  const { propulsion, wetMass, thresholds, dragCoefficient, blackoutInEclipse } = configuration
  const acceptedProbability = thresholds.acceptedCollisionProbability
  return {
    message,
    request,
    nextBurn,
    propulsion,
    massKg: wetMass ?? null,
    acceptedProbability,
    separationM: thresholds.acceptedMinimumDistanceM,
    nowMs: now.getTime(),
    contacts: commands?.contacts ?? null,
    air: { dragAreaM2: areasOf(configuration).dragArea, dragCoefficient, weather },
    // An attitude is held for days, through contacts and the shadow of the Earth, so only entered blackouts count.
    blackouts: knownBlackouts(configuration, propulsion.type === 'DIFFERENTIAL_DRAG' ? [] : (commands?.all ?? [])),
    blackoutInEclipse,
  }
}

/** Returns a time in the format of spec §9 for file names: yyyyMMdd_HHmmss_X. */
function fileTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_').concat('_Z')
}

/** Returns the version of a plan's screening: it changes with every message that counts, and when left-out events count again. */
export async function readMark(tx: TenantDb, row: PlanRow, now: Date): Promise<string> {
  const events = await listOpenEvents(tx, row.satellite_id, now)
  const along = row.conjunction_id === null ? await alongOfPlan(tx, row) : null
  return markOf(row, { events, beside: await listBeside(tx, row, now), along, now })
}

type ContextParts = {
  readonly events: readonly OpenEventRow[]
  readonly beside: readonly Beside[]
  /** Burns that are propagated together with the burns of a plan without an event; null if the plan is for an event. */
  readonly along: readonly AlongBurn[] | null
  readonly now: Date
}

function markOf(row: PlanRow, { events, beside, along, now }: ContextParts): string {
  const messages = events.map(({ cdm_id }) => cdm_id).toSorted()
  const burns = [...new Set(beside.map(({ mark }) => mark))].toSorted()
  const flown = along === null ? [] : [markOfAlong(along)]
  return [...messages, ...burns, ...flown, ...(hasLapsed(row, now) ? ['lapsed'] : [])].join(' ')
}

/** True if data that count have arrived since a plan was screened or evaluated; events that have passed since are not new data. */
export async function hasNewData(tx: TenantDb, row: PlanRow & Pick<WorkMarks, 'watched'>, now: Date): Promise<boolean> {
  // Plans of the demo that were never screened here have no version.
  if (row.watched === '') return false
  const known = new Set(row.watched.split(' '))
  return (await readMark(tx, row, now)).split(' ').some((one) => one !== '' && !known.has(one))
}

/** Returns the method that screens an event: if the plane proves nothing, a burn has no probability from the plane (flight rules F2, F12). */
const reliedOn = (confirmation: Confirmation | null) =>
  confirmation === null ? { method: 'circle-2d' as const } : { ...confirmation, method: confirmation.confirmedBy }

type ScreeningInput = { readonly task: ScreenTask; readonly mark: string; readonly satellite: SatelliteRow }

/** Returns the input of a screening: the newest messages of the open events, or the given messages, and the volume that was screened for them. */
export async function readScreening(
  tx: TenantDb,
  row: ListedRow,
  now: Date,
  given?: readonly OpenEventRow[],
): Promise<ScreeningInput> {
  const satellite = await requireSatellite(tx, row.satellite_id)
  const rows = given ?? (await listOpenEvents(tx, row.satellite_id, now))
  const files = await listMessageFiles(
    tx,
    rows.map(({ cdm_id }) => cdm_id),
  )
  const designator = String(satellite.norad_id)
  const held = await readClaim(tx, row, now)
  // For an earlier time, the other burns that were under way are unknown.
  const beside = given === undefined ? await listBeside(tx, row, now) : []
  const events = rows.map((one): EventToScreen => {
    const confirmation = confirmationOf({ ...one, relativeSpeedMps: one.speed_mps })
    const object = (one.object_1 === designator ? one.name_2 : one.name_1) ?? ''
    const distance = distanceAsked(row, one, { satellite, confirmation })
    const isJudged = confirmation?.isBySeparation === true ? distance !== null : confirmation !== null
    const obstacle = isJudged && one.radius_m !== null ? null : { obstacle: 'no-probability', assessment: one.reason }
    const original = files.get(one.cdm_id) ?? Buffer.alloc(0)
    const leftOut = held === null ? null : leftOutOf(row, held, one)
    return {
      conjunctionId: one.conjunction_id,
      cdmId: one.cdm_id,
      object,
      otherDesignator: one.other.designator,
      grade: one.grade,
      obstacle,
      leftOut,
      distance,
      holdsUntil: one.holds_until.toISOString(),
      message: { original, designator, radiusM: one.radius_m ?? 0, ...reliedOn(confirmation) },
    }
  })
  const own = isForEvent(row) ? null : (await readFlight(tx, satellite, { row, now })).flight
  const isLeftOut = (id: string) => events.some((one) => one.conjunctionId === id && one.leftOut !== null)
  const { burn, propulsion, request, accepted } = row
  const { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag } = burn
  const input: ScreenTask = {
    burn: { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag },
    propulsion,
    errors: request,
    acceptedProbability: accepted,
    targetId: row.conjunction_id,
    own,
    events,
    claim: held?.claim ?? null,
    box: await boxOf(tx, satellite),
    beside: reasonsBeside(beside, isLeftOut),
  }
  return { task: input, satellite, mark: markOf(row, { events: rows, beside, along: own?.along ?? null, now }) }
}

export async function requireSatellite(tx: TenantDb, id: string): Promise<SatelliteRow> {
  const satellite = await findSatellite(tx, id)
  if (satellite === undefined) throw refuse('satellite-removed', {}, { as: 'conflict' })
  return satellite
}

export function screen(tenantId: string, { task: input }: ScreeningInput): Promise<MessageScreening> {
  // Several burns are propagated for each event, and their path for a week.
  const isLong = input.burn.drag !== null || input.own !== null
  return refuseCostly('too-costly', () => pool.run(isLong ? SCREEN_DRAG : SCREEN, tenantId, input))
}

/** Another burn besides the screened one, with its version. */
type Beside = {
  readonly mark: string
  /** The event in which it counts. */
  readonly conjunctionId: string
  readonly reason: ScreeningReason
}

/**
 * Returns burns that move an object of an open event and that its messages cannot contain. These are other plans of its own satellites that
 * are under way, and burns that operators announced (flight rule F10). The screening includes none of them, so the plan does not pass. For
 * a plan without an event, the burns of its satellite are not returned, because they are propagated together with the plan
 * (docs/domain/plan.md).
 */
async function listBeside(tx: TenantDb, row: PlanRow, now: Date): Promise<Beside[]> {
  const isFlownAlong = row.conjunction_id === null
  const others = await listOtherPlans(tx, row, now)
  const plans = others
    .filter((one) => !isFlownAlong || one.satellite_id !== row.satellite_id)
    .map(({ id, name, state, ignition_at: at, conjunction_id: conjunctionId }): Beside => {
      const values = { object: name, state, fromAt: at.toISOString() }
      return { mark: `plan:${id}:${at.getTime()}`, conjunctionId, reason: { code: 'other-plan', values } }
    })
  const notices = await listAnnouncedBefore(tx, row, now)
  const announced = notices
    .filter(({ is_own: isOwn }) => !isFlownAlong || !isOwn)
    .map((one): Beside => {
      const values = { object: one.object, why: one.announced_by, fromAt: one.ignition_at.toISOString() }
      const mark = `notice:${one.id}:${one.ignition_at.getTime()}`
      return { mark, conjunctionId: one.conjunction_id, reason: { code: 'announced-burn', values } }
    })
  return [...plans, ...announced]
}

/** Returns each reason once, for events that count, since a burn of the satellite affects all of them. */
function reasonsBeside(beside: readonly Beside[], isLeftOut: (conjunctionId: string) => boolean) {
  const counted = beside.filter(({ conjunctionId: id }) => !isLeftOut(id))
  return [...new Map(counted.map(({ mark, reason }) => [mark, reason])).values()]
}
