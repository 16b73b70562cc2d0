import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { isPassOver, type PassStatus } from '@apsis/contract/odt/request/request-status.ts'
import { notify } from '../../notifications/notification.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isDatabaseAway, type TenantDb } from '../../platform/database/database.ts'
import { deleteRecurringWorkUnless } from '../../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork } from '../../platform/jobs/recurring-work.ts'
import { findOrbit, isFlownForReal, listEventObjects, type Span, trueOrbitOfEvent } from '../object/object.service.ts'
import { isOrbitFault } from '../object/orbit-fault.ts'
import type { Suspect } from '../observation/make-report.ts'
import { type MeasuredFile, measureTrack } from '../observation/measure-track.ts'
import { keepFile } from '../observation/observation.service.ts'
import { listOwnSuspects, withEvents } from '../observation/suspects.service.ts'
import { failuresOf, lastSentOf } from '../provider/outbox.service.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { maySimulate, SIMULATOR } from '../simulator/may-simulate.ts'
import { simulatePass } from '../simulator/simulate-pass.ts'
import {
  givenOrbitOf,
  type PlanPlatform,
  planReplacement,
  planRequests,
  type SearchPasses,
  searchInPool,
  wishOf,
} from './plan.service.ts'
import { listOpenRequests, listPasses, type PassRow, type RequestRow, setOverdue } from './request.repository.ts'
import { REQUESTS_EVERY_S, REQUESTS_WORK } from './request.service.ts'
import { type History, type Mover, moveRequest, type Step } from './request-state.service.ts'

/** A simulated sensor delivers this long after its pass. */
const DELIVERY_MS = 300_000
/** The most requests that one run plans, the most urgent first: the others wait for the next run, seconds later. */
export const MOST_PLANNED_AT_ONCE = 20
/** Today's elements predict the start of a pass for about this long; a later request stays PENDING until then (docs/domain/request.md). */
const PLANNED_AHEAD_MS = 5 * DAY_MS
/** A provider without a report on a pass for this long after its end is late; after a day the pass counts as failed. */
export const OVERDUE_MS = 2 * HOUR_MS
export const GIVEN_UP_MS = DAY_MS
/** A sensor that is down may work again, so another time is searched for only when its pass is this near. */
const WAITED_FOR_MS = HOUR_MS

/** One run of the processing of requests. */
export type Turn = {
  readonly platform: PlanPlatform
  readonly tenantId: string
  readonly now: Date
  /** The suspects for a simulated track besides its object: the fleet. A whole catalogue would block the worker for seconds. */
  readonly suspects: (span: Span) => Promise<readonly Suspect[]>
  readonly history?: History
  /** The number of successive losses of each request's search. */
  readonly losses?: Map<string, number>
}

/** Processes the requests of an organisation: plans new ones, runs the simulator, and finds overdue providers. */
export function requestsWork(isSimulationAllowed: boolean, search: SearchPasses = searchInPool): RecurringWork {
  const losses = new Map<string, number>()
  return {
    name: REQUESTS_WORK,
    everyS: REQUESTS_EVERY_S,
    async turn(given, tenantId) {
      const { db, log, setWaiting } = given
      const platform = { db, log, setWaiting, isSimulationAllowed, search }
      const turn = {
        platform,
        tenantId,
        now: new Date(given.now()),
        suspects: (span: Span) => listOwnSuspects(given.db, tenantId, span),
        losses,
      }
      const open = await given.db.tenant(tenantId, listOpenRequests)
      if (open.length === 0) {
        await given.db.tenant(tenantId, (tx) =>
          deleteRecurringWorkUnless(
            tx,
            { name: REQUESTS_WORK, tenantId },
            async () => (await listOpenRequests(tx)).length > 0,
          ),
        )
        return
      }
      const waiting = open.filter((row) => row.status === 'PENDING' && isNear(row, turn.now))
      await planNew(turn, fewestLossesFirst(waiting, losses).slice(0, MOST_PLANNED_AT_ONCE))
      for (const row of open.filter(({ status }) => status !== 'PENDING')) {
        if (given.signal.aborted) return
        await movePasses(turn, row).catch((error: unknown) => {
          if (isDatabaseAway(error)) throw error
          given.log.error({ err: error, tenantId, request: row.id }, 'a request could not be moved on; tried again')
        })
      }
    },
  }
}

/** A request whose search ends its process each time must not block the planning of the others. */
const fewestLossesFirst = (rows: readonly RequestRow[], losses: ReadonlyMap<string, number>): RequestRow[] =>
  rows.toSorted((one, other) => (losses.get(one.id) ?? 0) - (losses.get(other.id) ?? 0))

const moverOf = ({ tenantId, now, history }: Turn): Mover => ({
  tenantId,
  actor: REQUESTS_WORK,
  requestId: randomUUID(),
  now,
  history,
})

/** Plans PENDING requests together. */
export async function planNew(turn: Turn, rows: readonly RequestRow[]): Promise<void> {
  if (rows.length === 0) return
  const { platform, tenantId, now, losses } = turn
  const plans = await planRequests(platform, tenantId, { rows, now })
  for (const row of rows) {
    const plan = plans.get(row.id)
    // The search was lost: the request stays unchanged until the next run.
    if (plan === undefined) {
      losses?.set(row.id, (losses.get(row.id) ?? 0) + 1)
      continue
    }
    losses?.delete(row.id)
    const { planned, reasons } = plan
    const event =
      planned.length > 0 ? ({ kind: 'approve', feasible: planned.length } as const) : ({ kind: 'reject' } as const)
    const step = { event, planned, reasons }
    await unlessChanged(platform.db.tenant(tenantId, (tx) => moveRequest(tx, moverOf(turn), row.id, step)))
  }
}

/**
 * Ignores a step that is no longer allowed, for example because the request was cancelled meanwhile; the next run
 * reads the new state.
 */
async function unlessChanged(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
  })
}

/** Returns true if the window of a request is near enough to plan its passes. */
export const isNear = ({ window_from }: RequestRow, now: Date): boolean =>
  window_from.getTime() <= now.getTime() + PLANNED_AHEAD_MS

/** Returns the time of the next change of a request's simulated pass; undefined if none is open. */
export async function nextChangeOf(tx: TenantDb, requestId: string): Promise<Date | undefined> {
  const open = (await listPasses(tx, [requestId])).filter(({ status }) => !isPassOver(status))
  const times = open.map(({ status, starts_at, ends_at }) => {
    if (status === 'PENDING') return starts_at.getTime()
    return ends_at.getTime() + (status === 'EXECUTING' ? 0 : DELIVERY_MS)
  })
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}

/** Changes the passes of a request to their state at the time of the run. */
export async function movePasses(turn: Turn, row: RequestRow): Promise<void> {
  const { platform, tenantId } = turn
  const { open, known } = await platform.db.tenant(tenantId, async (tx) => {
    const passes = (await listPasses(tx, [row.id])).filter(({ status }) => !isPassOver(status))
    const ids = row.provider_id === SIMULATOR ? [] : passes.map(({ id }) => id)
    const down = ids.length === 0 ? [] : (await knownSensors(tx, platform)).filter(({ status }) => status === 'DOWN')
    const told = { failures: await failuresOf(tx, ids), lastSent: await lastSentOf(tx, ids) }
    return { open: passes, known: { ...told, down: down.map(({ sensorCode }) => sensorCode) } }
  })
  for (const pass of open) {
    const work = row.provider_id === SIMULATOR ? simulate(turn, row, pass) : watch(turn, row, pass, known)
    await unlessChanged(work)
  }
}

type FailedStep = Pick<Step, 'reason' | 'isFromProvider'>

async function step(
  turn: Turn,
  row: RequestRow,
  pass: PassRow,
  to: PassStatus,
  failed: FailedStep = {},
): Promise<void> {
  const { platform, tenantId, now } = turn
  const plan = to === 'UNSUCCESSFUL' ? await planReplacement(platform, tenantId, { row, now }) : undefined
  const event = { kind: 'pass', slot: pass.slot, to, canReplace: plan !== undefined } as const
  await platform.db.tenant(tenantId, (tx) =>
    moveRequest(tx, moverOf(turn), row.id, {
      event,
      ...(plan === undefined ? {} : { planned: [plan] }),
      ...failed,
    }),
  )
}

/** Runs a pass of the simulator by the clock; each step is one transaction, so that a worker that dies neither loses nor repeats a step. */
async function simulate(turn: Turn, row: RequestRow, pass: PassRow): Promise<void> {
  const now = turn.now.getTime()
  let { status } = pass
  const go = async (to: PassStatus, reason?: string) => {
    await step(turn, row, pass, to, reason === undefined ? {} : { reason })
    status = to
  }
  if (status === 'PENDING' && now >= pass.starts_at.getTime()) await go('EXECUTING')
  if (status === 'EXECUTING' && now >= pass.ends_at.getTime()) await go('EXECUTED')
  if (now < pass.ends_at.getTime() + DELIVERY_MS) return
  if (status === 'EXECUTED') await go('PUBLISHING')
  if (status !== 'PUBLISHING' && status !== 'PUBLISHED') return
  const result = await measured(turn, row, pass).catch((error: unknown) => {
    if (!isOrbitFault(error)) throw error
    turn.platform.log.error({ err: error, request: row.id, pass: pass.id }, 'a pass could not be simulated')
    return 'no-orbit'
  })
  if (typeof result === 'string') return go('UNSUCCESSFUL', result)
  if (status === 'PUBLISHING') {
    await turn.platform.db.tenant(turn.tenantId, async (tx) => {
      await keepFile(tx, result, {
        tenantId: turn.tenantId,
        requestId: row.id,
        passId: pass.id,
        noradId: row.norad_id,
        compression: row.compression,
        isSimulated: true,
        isDemoObject: row.is_demo_object,
        now: turn.now,
      })
      await moveRequest(tx, moverOf(turn), row.id, {
        event: { kind: 'pass', slot: pass.slot, to: 'PUBLISHED', canReplace: false },
      })
    })
    status = 'PUBLISHED'
  }
  await go('SUCCESSFUL')
}

/** Returns the file of a simulated pass, or the reason why there is none. */
async function measured(
  { platform, tenantId, now, suspects }: Turn,
  row: RequestRow,
  pass: PassRow,
): Promise<MeasuredFile | string> {
  const span = { from: pass.starts_at, to: pass.ends_at }
  const given = await givenOrbitOf(platform, tenantId, row)
  const { isDemo, sensor, orbit, truth, ofEvent } = await platform.db.tenant(tenantId, async (tx) => {
    const sensors = await knownSensors(tx, platform)
    return {
      isDemo: row.is_demo_object && !(await isFlownForReal(tx, row.norad_id)),
      sensor: sensors.find(({ sensorCode, isSimulated }) => sensorCode === pass.sensor_code && isSimulated),
      orbit: await findOrbit(tx, { ...wishOf(row), given, ...span }),
      truth: row.conjunction_id === null ? undefined : await trueOrbitOfEvent(tx, row.conjunction_id, row.norad_id),
      ofEvent: row.conjunction_id === null ? [] : await listEventObjects(tx, [row.norad_id], now),
    }
  })
  if (!maySimulate({ isDemo })) return 'not-simulated'
  if (sensor === undefined) return 'no-sensor'
  if (orbit === undefined) return 'no-orbit'
  const object = { noradId: row.norad_id, name: row.object_name }
  const times = { startsAt: pass.starts_at, endsAt: pass.ends_at, createdAt: now }
  const way = { orbit: truth ?? orbit, isTrue: truth !== undefined }
  const result = simulatePass({ passId: pass.id, sensor, object, ...way, ...times })
  if (!result.ok) return result.reason
  // Some objects of events are in no catalogue; for the others, the message of an event has a better orbit.
  const known = withEvents(await suspects(span), ofEvent)
  const isKnown = known.some(({ noradId }) => noradId === row.norad_id)
  const compared = isKnown ? known : [...known, { ...object, orbit }]
  return measureTrack({ tdm: result.tdm, sensor, suspects: compared, isSimulated: true })
}

/** The data about the passes of a provider, besides their status. */
type ProviderFacts = {
  readonly failures: ReadonlyMap<string, string>
  /** The time at which the provider of each pass last reported something new. */
  readonly lastSent: ReadonlyMap<string, Date>
  /** The codes of the sensors that are down. */
  readonly down: readonly string[]
}

/**
 * Follows a pass of a provider by its reports. A pass that fails is planned again, and so is a pass whose sensor is still down shortly before it
 * begins. If there is no report, the provider is overdue and users are notified; in the end the pass counts as failed.
 */
async function watch(
  turn: Turn,
  row: RequestRow,
  pass: PassRow,
  { failures, lastSent, down }: ProviderFacts,
): Promise<void> {
  const failed = (reason: string, isFromProvider = false) =>
    step(turn, row, pass, 'UNSUCCESSFUL', { reason, isFromProvider })
  // The measurements have arrived and are of another object: otherwise the pass would have ended.
  if (pass.status === 'PUBLISHED') return failed('other-object', true)
  const reason = failures.get(pass.id)
  if (reason !== undefined) return failed(reason, reason !== 'not-delivered')
  const now = turn.now.getTime()
  const startsInMs = pass.starts_at.getTime() - now
  const isAhead = pass.status === 'PENDING' && startsInMs > 0
  if (isAhead && startsInMs <= WAITED_FOR_MS && down.includes(pass.sensor_code)) return failed('sensor-down')
  const lateMs = now - pass.ends_at.getTime()
  if (lateMs >= GIVEN_UP_MS) return failed('provider-silent')
  if (lateMs < OVERDUE_MS || now - (lastSent.get(pass.id)?.getTime() ?? 0) < OVERDUE_MS) return
  const { platform, tenantId } = turn
  await platform.db.tenant(tenantId, async (tx) => {
    if (!(await setOverdue(tx, pass.id))) return
    await notify(tx, {
      tenantId,
      subject: row.created_by,
      audience: 'odt',
      finding: {
        code: 'observation-overdue',
        values: { object: row.object_name, norad: row.norad_id, sensor: pass.sensor_name, provider: row.provider_id },
      },
      level: 'caution',
      matter: `odt.request:${row.id}`,
      link: `/odt/observation/${row.id}/`,
    })
  })
}
