import { createHash } from 'node:crypto'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { NewRequest } from '@apsis/contract/odt/request/request.ts'
import { findSatelliteByNorad } from '../../ca/satellite/satellite.service.ts'
import { payDemoPasses } from '../../payments/demo.service.ts'
import type { OrderRequest as Request } from '../../payments/order.service.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { findOrbitLegs } from '../object/object.service.ts'
import { findWindows, sensorsFor, type Window } from '../request/find-windows.ts'
import type { SearchPasses } from '../request/plan.service.ts'
import { findRequest } from '../request/request.repository.ts'
import { cancelRequest, createRequest } from '../request/request.service.ts'
import type { History } from '../request/request-state.service.ts'
import { isNear, movePasses, nextChangeOf, planNew, type Turn } from '../request/requests-work.ts'
import { searchPasses } from '../request/search-task.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { isClouded } from '../simulator/simulate-pass.ts'
import type { Story } from './stories.data.ts'

const SECOND_MS = 1000
/** Requests are planned this long after they were made. */
const PLANNED_AFTER_MS = 10 * SECOND_MS
/** A provider gets the order of a pass at least this long before it begins. */
const NOTICE_MS = 60 * SECOND_MS
/** A pass counts as past when its result has arrived, and as future unless it is about to begin. */
const REPORTED_MS = 400 * SECOND_MS
const SOON_MS = HOUR_MS / 3
/** The time between the passes of one story. */
const APART_MS = HOUR_MS / 2
/** A story that names no passes leaves the choice to the planner. */
const BEST_PASSES = 2

/** The setting of a story: its organisation, its person, and the opening of the demo. */
export type Stage = {
  readonly db: Database
  readonly log: Log
  readonly request: Request
  readonly openedAt: Date
  readonly suspects: Turn['suspects']
}

/** Returns the same id for the same story of an organisation: a demo that is opened again keeps its earlier requests. */
export function storyId({ request }: Stage, { name }: Story): string {
  return idOf(`${request.caller.tenantId} ${name}`)
}

function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Processes a request up to now with the same code as any other request, with its clock set back: all in one transaction, so that it exists
 * completely or not at all. Returns false if it exists already, or if a user has removed the satellite.
 */
export function playStory(stage: Stage, story: Story): Promise<boolean> {
  const { tenantId } = stage.request.caller
  return stage.db.tenant(tenantId, async (tx) => {
    const id = storyId(stage, story)
    if ((await findRequest(tx, id)) !== undefined) return false
    const within: Stage = { ...stage, db: { ...stage.db, tenant: (_tenant, work) => work(tx) } }
    const plot = await plotOf(tx, within, story)
    if (plot === undefined) return false
    const part = { story, plot, history: { requestId: id, passIdOf: await passIds(tx, within, story) } }
    await ask(tx, within, part)
    await live(tx, within, part)
    return true
  })
}

/** The satellite of a story, and its passes. */
type Plot = {
  readonly satelliteId: string
  readonly askedAt: Date
  readonly from: Date
  readonly to: Date
  readonly names: readonly string[]
}

/** Returns the first of the satellites that has the passes of the story; undefined if none has. */
async function plotOf(tx: TenantDb, { openedAt }: Stage, story: Story): Promise<Plot | undefined> {
  const opened = openedAt.getTime()
  const askedAt = new Date(Math.floor((opened - story.askedH * HOUR_MS) / SECOND_MS) * SECOND_MS)
  const from = new Date(askedAt.getTime() + (story.windowFromH ?? 0) * HOUR_MS)
  const to = new Date(from.getTime() + story.windowH * HOUR_MS)
  const known = await knownSensors(tx, { isSimulationAllowed: true })
  const sensors = sensorsFor(known, story.body.measurementType ?? 'OPTICAL').filter(({ isSimulated }) => isSimulated)
  for (const noradId of story.noradIds) {
    const satellite = await findSatelliteByNorad(tx, noradId)
    const legs = await findOrbitLegs(tx, { noradId, at: openedAt, from, to })
    if (satellite?.is_simulated !== true || legs.length === 0) continue
    const plot = { satelliteId: satellite.id, askedAt, from, to, names: [] }
    if (story.passes === null) return plot
    const fromMs = from.getTime() + PLANNED_AFTER_MS + NOTICE_MS
    const search = { legs, sensors, fromMs, toMs: to.getTime(), enough: Number.POSITIVE_INFINITY }
    const chosen = choose(findWindows(search).windows, story, opened)
    if (chosen !== undefined) return { ...plot, names: chosen.map(({ name }) => name) }
  }
  return undefined
}

/** Returns the passes that a story names, one after the other with time between them; undefined if there are too few. */
function choose(windows: readonly Window[], { passes, isLatest }: Story, opened: number): Window[] | undefined {
  const inTime = windows.toSorted((a, b) => a.startMs - b.startMs)
  const over = inTime.filter(({ endMs }) => endMs + REPORTED_MS <= opened)
  const ahead = inTime.filter(({ startMs }) => startMs >= opened + SOON_MS)
  const apart = (list: readonly Window[], count: number) => {
    const taken: Window[] = []
    for (const one of list) {
      const before = taken.at(-1)
      if (taken.length < count && (before === undefined || Math.abs(one.startMs - before.endMs) >= APART_MS))
        taken.push(one)
    }
    return taken
  }
  const wanted = { over: passes?.over ?? 0, ahead: passes?.ahead ?? 0 }
  const chosen = [...apart(isLatest ? over.toReversed() : over, wanted.over), ...apart(ahead, wanted.ahead)]
  return chosen.length < wanted.over + wanted.ahead ? undefined : chosen
}

/** Returns pass ids for which the simulator finds the weather that the story needs. Future passes depend on the simulated weather. */
async function passIds(tx: TenantDb, stage: Stage, story: Story): Promise<History['passIdOf']> {
  const sensors = await knownSensors(tx, { isSimulationAllowed: true })
  let made = 0
  return ({ sensorCode, endsAt }) => {
    const isOver = endsAt <= stage.openedAt
    const fate = isOver ? (story.fates?.[made] ?? 'track') : undefined
    made += 1
    const clearSky = sensors.find((sensor) => sensor.sensorCode === sensorCode)?.clearSky ?? null
    for (let attempt = 0; ; attempt += 1) {
      const id = idOf(`${storyId(stage, story)} pass ${made} try ${attempt}`)
      // A sky that is never covered hides no pass, whatever the story needs.
      if (fate === undefined || clearSky === null || isClouded(id, { clearSky }) === (fate === 'clouds')) return id
    }
  }
}

type Part = { readonly story: Story; readonly plot: Plot; readonly history: History }

async function ask(tx: TenantDb, { db, request }: Stage, { story, plot, history }: Part): Promise<void> {
  const { askedAt, satelliteId, from, to, names } = plot
  const wanted = names.length > 0 ? { observationPassIds: [...names] } : { numberOfPassesRequested: BEST_PASSES }
  const window = { from: from.toISOString(), to: to.toISOString() }
  const input = NewRequest.parse({ ...story.body, ...wanted, ...window, satelliteId })
  const sensorCodes =
    names.length > 0 ? names.map((name) => name.split('@')[0]) : new Array(BEST_PASSES).fill(undefined)
  await payDemoPasses(tx, request, { sensorCodes, priority: input.priority, now: askedAt })
  await createRequest({ db, now: () => askedAt.getTime(), isSimulationAllowed: true, history }, request, input)
}

const searchHere: SearchPasses = (_tenantId, order) => searchPasses(order)

/** Processes the request whenever a step of it is due, until the opening of the demo. */
async function live(tx: TenantDb, stage: Stage, { story, plot, history }: Part): Promise<void> {
  const { db, log, request, openedAt, suspects } = stage
  const id = history.requestId
  // One story runs at a time, in one transaction, and its search does not use the worker pool, because its texts are not from users.
  const platform = { db, log, isSimulationAllowed: true, search: searchHere }
  const turnAt = (now: Date): Turn => ({ platform, tenantId: request.caller.tenantId, now, suspects, history })
  const asked = await findRequest(tx, id)
  const planned = turnAt(new Date(plot.askedAt.getTime() + PLANNED_AFTER_MS))
  if (asked === undefined || !isNear(asked, planned.now)) return
  await planNew(planned, [asked])
  if (story.cancelledH !== undefined) {
    const now = () => plot.askedAt.getTime() + (story.cancelledH ?? 0) * HOUR_MS
    await cancelRequest({ db, now, isSimulationAllowed: true, history }, request, id)
  }
  for (;;) {
    const row = await findRequest(tx, id)
    const next = row === undefined || row.is_ended ? undefined : await nextChangeOf(tx, id)
    if (row === undefined || next === undefined || next > openedAt) return
    await movePasses(turnAt(next), row)
  }
}
