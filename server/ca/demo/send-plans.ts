import { HOUR_MS } from '@apsis/astro/constants.ts'
import { knownBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { upsertRecurringWork } from '../../platform/jobs/recurring-work.repository.ts'
import type { WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { contactsUntil } from '../contact/known-contacts.ts'
import { planBurns } from '../plan/life/own-burn.service.ts'
import { WAITING_PATHS } from '../plan/life/path-work.ts'
import { screenNow } from '../plan/life/plan-state.service.ts'
import * as manoeuvres from '../plan/record/plan.repository.ts'
import { MANOEUVRE_WORK, WATCH_EVERY_S } from '../plan/record/record-step.ts'
import { together } from '../plan/screen/path-verdict.ts'
import { burningSpan, metBy } from '../plan/screen/plan-blackouts.ts'
import {
  type PlanContext,
  plan,
  readContext,
  readMessageOf,
  readScreening,
  screen,
} from '../plan/screen/plan-context.ts'
import { findSatelliteByNorad } from '../satellite/satellite.service.ts'
import { type DemoRow, findDemoEvent, listEventsAsOf } from './demo.repository.ts'
import { DEMO_PLANS, type PlanStory, ROUTINE_BURNS } from './plans.data.ts'

type Platform = Pick<WorkPlatform, 'db' | 'log' | 'signal'>
type Step = PlanStory['steps'][number]

const AUTHOR = { subject: 'simulator', name: 'SIMULATED planner' }
const APPROVER = { subject: 'simulator-approver', name: 'SIMULATED approver' }
/** 1σ of the simulated Δv found after a burn, as a share of the planned Δv; it is half of the limit in flight rule F17. */
const FOUND_SIGMA_SHARE = 0.05

/**
 * Gives the events of the demo the plans of their stories. The planner computes each plan on the message that applied at its creation, and screens
 * it on the messages of that time; nobody is notified of these past steps. Each plan is written in one transaction under its name, so that a
 * stopped run can be repeated and no plan is written twice.
 */
export async function sendPlans(platform: Platform, tenantId: string, demo: DemoRow): Promise<void> {
  const { db, signal } = platform
  for (const story of DEMO_PLANS) {
    if (signal.aborted) return
    await sendPlan(platform, { tenantId, demo, story })
  }
  await sendRoutine(platform, { tenantId, demo })
  await db.tenant(tenantId, (tx) => upsertRecurringWork(tx, { name: MANOEUVRE_WORK, tenantId }, WATCH_EVERY_S))
}

type PlanToSend = { readonly tenantId: string; readonly demo: DemoRow; readonly story: PlanStory }

async function sendPlan({ db, log }: Platform, { tenantId, demo, story }: PlanToSend): Promise<void> {
  const tcaMs = demo.opened_at.getTime() + story.event.hoursToTca * HOUR_MS
  const at = (hoursBefore: number) => new Date(Math.round(tcaMs - hoursBefore * HOUR_MS))
  const createdAt = at(story.createdH)
  const known = await db.tenant(tenantId, async (tx) => {
    const event = await findDemoEvent(tx, { noradId: story.event.noradId, tca: new Date(tcaMs), until: createdAt })
    if (event === undefined) return undefined
    const context = await readContext(tx, event.id)
    return { ...context, cdmId: event.cdm_id, message: await readMessageOf(tx, context.satellite, event.cdm_id) }
  })
  // The demo event does not exist if a real satellite of the organisation has the number, or if the event was closed or removed.
  if (known === undefined) return log.info({ event: story.event }, 'the demo has no such event to plan for')
  const conjunctionId = known.event.id
  const given = { tenantId, demo, story, at, known }
  const made = await firstThatPasses({ db }, given)
  if (made === undefined)
    return log.info({ event: story.event }, 'the demo has no time for this burn outside blackouts')
  const { row, screened } = made
  await db.tenant(tenantId, async (tx) => {
    const { rows } = await manoeuvres.listManoeuvres(tx, {
      conjunctionId,
      sort: '-createdAt',
      offset: 0,
      limit: 100,
    })
    if (rows.some(({ name }) => name === row.name)) return
    await write(tx, tenantId, { row, story, at, screened })
  })
}

type PlanScene = {
  readonly tenantId: string
  readonly demo: DemoRow
  readonly story: PlanStory
  readonly at: (hours: number) => Date
  readonly known: PlanContext
}

/**
 * Returns the plan at the first ignition of the story whose screening does not fail, else the last plan; undefined: every ignition is in a
 * blackout.
 */
async function firstThatPasses(platform: Pick<Platform, 'db'>, given: PlanScene) {
  let made: Awaited<ReturnType<typeof tryAt>>
  const contacts = await contactsThen(platform, given)
  for (const hoursBefore of given.story.ignitionH) {
    try {
      made = (await tryAt(platform, { ...given, contacts }, hoursBefore)) ?? made
    } catch (error) {
      if (!isOfBlackout(error)) throw error
    }
    if (made !== undefined && made.screened?.verdict !== 'FAIL') break
  }
  return made
}

const isOfBlackout = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ code }) => code === 'manoeuvre.blackout')

/** New element sets move a computed contact: a burn of the demo keeps this distance from each contact, so that no contact moves onto the burn. */
const ROOM_MS = 120_000

type Contacts = Awaited<ReturnType<typeof contactsThen>>

/** Returns the contacts from now on. The contacts of the past are unknown, so past commands are judged by the lead only. */
async function contactsThen({ db }: Pick<Platform, 'db'>, { tenantId, demo, known: { satellite, event } }: PlanScene) {
  const asked = { now: demo.opened_at, to: event.reference_tca }
  const { commands, unknown } = await contactsUntil({ db, tenantId }, satellite.id, asked)
  const moved = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()
  const wider = (commands?.all ?? []).map(({ from, to, station }) => ({
    from: moved(from, -ROOM_MS),
    to: moved(to, ROOM_MS),
    station,
  }))
  return { known: { commands: null, unknown }, blackouts: knownBlackouts(satellite.configuration, wider) }
}

/** Makes the plan for an ignition, and screens it. */
async function tryAt(
  { db }: Pick<Platform, 'db'>,
  { tenantId, story, at, known, contacts }: PlanScene & { readonly contacts: Contacts },
  hoursBefore: number,
) {
  const createdAt = at(story.createdH)
  const ignition = { unit: 'DATE', value: at(hoursBefore).toISOString() } as const
  const request = { start: ignition, dynamics: 'j2', hasExecutionError: true, referenceFrame: 'ECI' } as const
  const planned = await plan(tenantId, known, { request, now: createdAt, weather: null, known: contacts.known })
  const row = { ...newRow(planned, { satellite: known.satellite, createdAt }), ...ofEvent(known) }
  if (metBy(contacts.blackouts, burningSpan(row)).length > 0) return undefined
  return { row, screened: await screenThen({ db }, tenantId, { row, story, at }) }
}

const ofEvent = ({ event, cdmId }: PlanContext) => ({
  conjunction_id: event.id,
  newest_cdm_id: cdmId,
  object: event.facts.object2.name,
  object_id: event.facts.object2.designator,
})

/** Makes the row of a new plan without an event. */
function newRow(
  planned: manoeuvres.PlannedFields,
  { satellite, createdAt }: { readonly satellite: PlanContext['satellite']; readonly createdAt: Date },
): manoeuvres.ListedRow {
  return {
    ...planned,
    id: crypto.randomUUID(),
    conjunction_id: null,
    satellite_id: satellite.id,
    state: 'DRAFT',
    version: 1,
    screening: null,
    evaluation: null,
    found: null,
    awaited: null,
    checks: [],
    checked_mark: '',
    failed_turns: 0,
    notified_storms: null,
    watched: '',
    editors: [AUTHOR],
    created_at: createdAt,
    approved_at: null,
    approved_by: null,
    exported_at: null,
    newest_cdm_id: null,
    approved_blackouts: null,
    contact_since: null,
    object: null,
    object_id: null,
    satellite_now: satellite.configuration,
    group_id: null,
    group_rank: null,
    path_mark: '',
    path_at: null,
  }
}

/** Gives the fleet, once, a plan of burns without an event. The plan is screened with the data at the opening. */
async function sendRoutine(
  { db, log }: Platform,
  { tenantId, demo }: { readonly tenantId: string; readonly demo: DemoRow },
): Promise<void> {
  const openedMs = demo.opened_at.getTime()
  const { noradId, why, burns: routine } = ROUTINE_BURNS
  const satellite = await db.tenant(tenantId, (tx) => findSatelliteByNorad(tx, noradId))
  // The demo satellite does not exist if it was removed, or if a real satellite of the organisation has its number.
  if (satellite?.is_simulated !== true) return log.info({ noradId }, 'the demo has no such satellite to plan for')
  const burns = routine.map(({ hoursAfterOpening, durationS, frame, vector: [x, y, z] }) => ({
    ignition: new Date(openedMs + hoursAfterOpening * HOUR_MS).toISOString(),
    durationS,
    frame,
    vector: [x, y, z] as [number, number, number],
  }))
  const wanted = { satelliteId: satellite.id, burns, hasExecutionError: true, notes: why }
  const { planned } = await planBurns({ db }, tenantId, { wanted, now: demo.opened_at })
  const row = newRow(planned, { satellite, createdAt: demo.opened_at })
  const at = demo.opened_at
  const { screening } = await screenNow({ db }, tenantId, row, at)
  const story = { steps: [{ state: 'SCREENED', hoursBefore: 0 }] } as const
  await db.tenant(tenantId, async (tx) => {
    const { rows } = await manoeuvres.listManoeuvres(tx, { hasEvent: false, sort: '-createdAt', offset: 0, limit: 500 })
    if (rows.some(({ name }) => name === row.name)) return
    await write(tx, tenantId, { row, story, at: () => at, screened: screening, why })
  })
}

type Writing = {
  readonly row: manoeuvres.ListedRow
  readonly story: Pick<PlanStory, 'steps' | 'foundShare'>
  readonly at: (hours: number) => Date
}

async function screenThen(
  { db }: Pick<Platform, 'db'>,
  tenantId: string,
  { row, story, at }: Writing,
): Promise<PlanScreening | null> {
  const step = story.steps.find(({ state }) => state === 'SCREENED')
  if (step === undefined) return null
  const then = at(step.hoursBefore)
  const input = await db.tenant(tenantId, async (tx) =>
    readScreening(tx, row, then, await listEventsAsOf(tx, row.satellite_id, then)),
  )
  // The catalogue from the time of ended plans no longer exists, so these plans are screened against messages only, and the path of the exported plan
  // is screened now.
  const paths = story.steps.at(-1)?.state === 'EXPORTED' ? WAITING_PATHS : []
  return { ...together(await screen(tenantId, input), paths), nextBest: null, at: then.toISOString() }
}

async function write(
  tx: TenantDb,
  tenantId: string,
  {
    row,
    story,
    at,
    screened,
    why: notes = '',
  }: Writing & { readonly screened: PlanScreening | null; readonly why?: string },
): Promise<void> {
  await manoeuvres.insertPlan(tx, tenantId, row)
  const known = { tenantId, manoeuvreId: row.id, detail: { isSimulated: true } }
  const by = ({ subject, name }: typeof AUTHOR) => ({ bySubject: subject, by_name: name })
  const first = { at: row.created_at, action: 'CREATE', state: 'DRAFT', why: notes } as const
  await manoeuvres.insertStep(tx, { ...known, ...by(AUTHOR), ...first })
  let moved: manoeuvres.StateChange = row
  for (const step of story.steps) {
    const { state, why = '' } = step
    moved = settle(row, { moved, step, screened, at: at(step.hoursBefore), foundShare: story.foundShare })
    await manoeuvres.updateState(tx, row.id, moved)
    if (moved.found !== null)
      await manoeuvres.updateChecks(tx, row.id, checksOf(row, moved.found, at(step.hoursBefore)))
    const who = state === 'APPROVED' || state === 'REJECTED' ? APPROVER : AUTHOR
    const isOfPlatform = state === 'SUPERSEDED' || state === 'EXPIRED'
    const mover = isOfPlatform ? { bySubject: MANOEUVRE_WORK, by_name: MANOEUVRE_WORK } : by(who)
    await manoeuvres.insertStep(tx, { ...known, ...mover, at: at(step.hoursBefore), action: 'MOVE', state, why })
  }
  emit(tx, { tenantId, type: 'manoeuvre', data: { manoeuvreId: row.id, state: moved.state } })
}

type Settling = {
  readonly moved: manoeuvres.StateChange
  readonly step: Step
  readonly screened: PlanScreening | null
  readonly at: Date
  readonly foundShare: number | undefined
}

/** Applies a step to a plan in the same way as a step of a user. */
function settle(
  { burn }: manoeuvres.ListedRow,
  { moved, step: { state }, screened, at, foundShare }: Settling,
): manoeuvres.StateChange {
  const next = { ...moved, state }
  switch (state) {
    case 'SCREENED':
      return { ...next, screening: screened }
    case 'APPROVED':
      return { ...next, approved_at: at, approved_by: APPROVER.name }
    case 'EXPORTED':
      return { ...next, exported_at: at }
    case 'VERIFIED':
    case 'PARTIAL': {
      if (foundShare === undefined) throw new RangeError(`a plan that is ${state} has something that was found`)
      const planned = burn.totalDeltaVMagnitude
      const found = { deltaVMps: foundShare * planned, sigmaMps: FOUND_SIGMA_SHARE * planned }
      return { ...next, found: { ...found, source: 'SIMULATED: own ephemeris' } }
    }
    default:
      return next
  }
}

/** Makes the result that the execution check would have derived, as a share of the planned Δv. */
function checksOf(
  { burn }: manoeuvres.ListedRow,
  { deltaVMps, sigmaMps, source }: NonNullable<manoeuvres.StateChange['found']>,
  at: Date,
): Pick<manoeuvres.ListedRow, 'checks' | 'checked_mark'> {
  const share = deltaVMps / burn.totalDeltaVMagnitude
  const [r = 0, t = 0, n = 0] = burn.deltaVRtn.map((part) => part * share)
  const isAsPlanned = Math.abs(deltaVMps - burn.totalDeltaVMagnitude) <= 3 * sigmaMps
  const times = { dataAt: at.toISOString(), at: at.toISOString(), lateS: null, lateSigmaS: null, misfit: null }
  const check = {
    source: 'EPHEMERIS',
    sourceId: null,
    name: source,
    reference: 'SAME_FILE',
    ...times,
    deltaVRtn: [r, t, n],
    sigmaRtn: [sigmaMps, sigmaMps, sigmaMps],
    deltaVMps,
    sigmaMps,
    verdict: isAsPlanned ? 'AS_PLANNED' : 'DIFFERENT',
  } satisfies manoeuvres.ListedRow['checks'][number]
  return { checks: [check], checked_mark: '' }
}
