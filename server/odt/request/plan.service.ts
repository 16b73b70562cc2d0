import { passValue } from '@apsis/contract/odt/pass/pass-value.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { turnSeconds } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, PoolLossError, TaskLimitError, task } from '../../platform/thread/task.ts'
import { readOrbitMessage } from '../object/given-orbit.service.ts'
import type { KnownOrbit } from '../object/known-orbit.ts'
import { findOrbitSources } from '../object/object.service.ts'
import { isOrbitFault } from '../object/orbit-fault.ts'
import type { OrbitText } from '../object/read-orbit-task.ts'
import { pointingMessage } from '../provider/pointing-message.ts'
import { listProviders } from '../provider/provider.repository.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { SIMULATOR } from '../simulator/may-simulate.ts'
import { type Reason, sensorsFor } from './find-windows.ts'
import { type BusyRow, findMessage, listBusy, listPasses, type RequestRow } from './request.repository.ts'
import type { PlannedPass } from './request-state.service.ts'
import { type Busy, type Option, type SlewRates, schedule } from './schedule.ts'
import type { FoundWindow, SearchAnswer, SearchOrbits, SearchOrder } from './search-task.ts'
import { isPaidAt } from './sensor-lines.ts'

const SEARCH = task<typeof import('./search-task.ts').searchPasses>({
  module: new URL('./search-task.ts', import.meta.url),
  name: 'searchPasses',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 16 },
})

/** Searches for the passes of a request of an organisation. */
export type SearchPasses = (tenantId: string, order: SearchOrder) => Promise<SearchAnswer>

export const searchInPool: SearchPasses = (tenantId, order) => pool.run(SEARCH, tenantId, order)

export type PlanPlatform = {
  readonly db: Database
  readonly log: Log
  readonly isSimulationAllowed: boolean
  readonly search: SearchPasses
  /** Reports that the work waits for the worker pool: other work may run meanwhile. */
  readonly setWaiting?: ((isWaiting: boolean) => void) | undefined
}

/** The passes of a request that can be made, in the order of the wanted passes; if none can, the reasons. */
export type Plan = { readonly planned: readonly PlannedPass[]; readonly reasons: readonly Reason[] }

const NO_ORBIT: readonly Reason[] = ['no-orbit']

/** The weight of a pass by the urgency that the user pays for. */
const WORTH = { standard: 1, 'next-night': 2, urgent: 4 } as const
/** The number of windows searched for each wanted pass. */
const WINDOWS_FOR_PASS = 5
/** The provider gets the order at least this long before a pass begins. */
const NOTICE_MS = 60_000

type SearchResult = {
  readonly row: RequestRow
  readonly windows: readonly FoundWindow[]
  readonly reasons: readonly Reason[]
}

type Planning = {
  readonly rows: readonly RequestRow[]
  readonly now: Date
  /** Passes that have failed: at the same sensor and time they would fail again. */
  readonly tried?: readonly BusyRow[]
}

/**
 * Plans the passes of requests together, around the existing work of their sensors. Each search is a task of the worker pool, so that this process
 * can deliver and escalate meanwhile. A request whose search was lost has no plan, and is processed again in the next run.
 */
export async function planRequests(
  platform: PlanPlatform,
  tenantId: string,
  { rows, now, tried = [] }: Planning,
): Promise<ReadonlyMap<string, Plan>> {
  const known = await platform.db.tenant(tenantId, async (tx) => {
    const found = new Map<string, SearchOrbits | undefined>()
    for (const row of rows) found.set(row.id, await orbitsOf(tx, { platform, tenantId, row, now }))
    const off = (await listProviders(tx)).filter((one) => !one.is_enabled).map(({ id }) => id)
    const sensors = await knownSensors(tx, platform)
    const turnMs = Math.max(...[null, ...ratesOf(sensors).values()].map((rate) => turnSeconds(rate))) * 1000
    return { sensors, orbits: found, busy: await listBusy(tx, { from: now, turnMs, now }), off }
  })
  platform.setWaiting?.(true)
  const answers = await Promise.all(
    rows.map((row) =>
      search(platform, tenantId, row, {
        sensors: known.sensors,
        orbits: known.orbits.get(row.id),
        off: known.off,
        now,
      }),
    ),
  ).finally(() => platform.setWaiting?.(false))
  const searched = answers.filter((one) => one !== undefined)
  const chosen = schedule(searched.flatMap(optionsOf), {
    busy: [...known.busy, ...tried].map(busyOf),
    rates: ratesOf(known.sensors),
  })
  return new Map(searched.map((one) => [one.row.id, planOf(one, chosen)]))
}

type Place = { readonly platform: PlanPlatform; readonly tenantId: string; readonly row: RequestRow }

/** Returns the known orbits of a request's object; undefined if they cannot be read: the other requests are still planned. */
async function orbitsOf(tx: TenantDb, place: Place & { readonly now: Date }): Promise<SearchOrbits | undefined> {
  const { row, now } = place
  try {
    const message = await messageOf(tx, row)
    const span = { at: now, from: row.window_from > now ? row.window_from : now, to: row.window_to }
    const { flown, rest } = await findOrbitSources(tx, { ...wishOf(row), ...span })
    const elements = rest?.set && { type: rest.type, epoch: rest.epoch, set: rest.set }
    return { message, flown: flown && { packed: flown.packed, madeAt: flown.madeAt }, rest: elements }
  } catch (error) {
    if (!isOrbitFault(error)) throw error
    tellFault(place, error)
    return undefined
  }
}

const tellFault = ({ platform, tenantId, row }: Place, fault: unknown) =>
  platform.log.error({ err: fault, tenantId, request: row.id }, 'the orbit of a request cannot be followed')

/** Returns the orbit message of a request, as it was received. */
async function messageOf(tx: TenantDb, { id, message_type: type }: RequestRow): Promise<OrbitText | null> {
  const text = type === null ? undefined : await findMessage(tx, id)
  return type === null || text === undefined ? null : { type, text, isStored: true }
}

/** Reads the orbit in a request in the worker pool, outside a transaction. Throws 422 if it can no longer be read. */
export async function givenOrbitOf(
  { db }: Pick<PlanPlatform, 'db'>,
  tenantId: string,
  row: RequestRow,
): Promise<KnownOrbit | undefined> {
  const message = await db.tenant(tenantId, (tx) => messageOf(tx, row))
  return message === null ? undefined : (await readOrbitMessage(tenantId, message)).orbit
}

export const wishOf = (row: RequestRow) => ({ noradId: row.norad_id, conjunctionId: row.conjunction_id })

type SearchBasis = {
  readonly sensors: readonly Sensor[]
  readonly orbits: SearchOrbits | undefined
  /** The providers that are switched off: they get no orders. */
  readonly off: readonly string[]
  readonly now: Date
}

async function search(
  platform: PlanPlatform,
  tenantId: string,
  row: RequestRow,
  known: SearchBasis,
): Promise<SearchResult | undefined> {
  const { sensors, orbits, off, now } = known
  if (off.includes(row.provider_id)) return { row, windows: [], reasons: ['provider-off'] }
  if (orbits === undefined) return { row, windows: [], reasons: NO_ORBIT }
  const own = sensorsFor(sensors, row.measurement_type).filter(
    ({ providerId, sensorCode, isSimulated }) =>
      providerId === row.provider_id &&
      isSimulated === (row.provider_id === SIMULATOR) &&
      (row.sensor_codes === null || row.sensor_codes.includes(sensorCode)),
  )
  if (own.length === 0) return { row, windows: [], reasons: ['no-sensor'] }
  try {
    const { windows, reasons, fault } = await platform.search(tenantId, orderOf(row, { sensors: own, orbits, now }))
    if (fault !== undefined) tellFault({ platform, tenantId, row }, new RangeError(fault))
    return { row, windows, reasons }
  } catch (error) {
    if (error instanceof PoolLossError) {
      platform.log.warn({ err: error, tenantId, request: row.id }, 'the search for the passes of a request was lost')
      return undefined
    }
    // An orbit that exceeds the limits of a task counts as one that cannot be propagated.
    if (!(error instanceof TaskLimitError)) throw error
    tellFault({ platform, tenantId, row }, error)
    return { row, windows: [], reasons: NO_ORBIT }
  }
}

function orderOf(
  row: RequestRow,
  { sensors, orbits, now }: Pick<SearchBasis, 'sensors' | 'now'> & { readonly orbits: SearchOrbits },
): SearchOrder {
  const fromMs = Math.max(row.window_from.getTime(), now.getTime() + NOTICE_MS)
  return {
    orbits,
    sensors,
    fromMs: Math.floor(fromMs / 1000) * 1000,
    toMs: row.window_to.getTime(),
    names: row.pass_names,
    enough: WINDOWS_FOR_PASS * row.slots.length,
    minimumElevation: row.minimum_elevation,
    minimumDuration: row.minimum_duration,
    // The simulator computes the object's path itself.
    pointing:
      row.provider_id === SIMULATOR ? null : { name: row.object_name, noradId: row.norad_id, nowMs: now.getTime() },
  }
}

/** Returns the options of a request: every wanted pass may use any of the windows; early and high passes are worth most. */
function optionsOf({ row, windows }: SearchResult): Option[] {
  const span = { fromMs: row.window_from.getTime(), toMs: row.window_to.getTime() }
  return row.slots.flatMap((slot, at) =>
    windows.flatMap(({ name, sensorCode, sensorPointing, startMs, endMs, peakElevationRad }) => {
      if (!isPaidAt(row, slot, sensorCode)) return []
      const value = WORTH[row.priority] * passValue({ startMs, peakElevationRad }, span)
      return {
        slot: `${row.id}/${at}`,
        sensorCode,
        startS: startMs / 1000,
        endS: endMs / 1000,
        pointing: sensorPointing,
        value,
        name,
      }
    }),
  )
}

const ratesOf = (sensors: readonly Sensor[]): SlewRates =>
  new Map(sensors.flatMap(({ sensorCode, slewRate }) => (slewRate === null ? [] : [[sensorCode, slewRate] as const])))

export const busyOf = ({ sensor_code, starts_at, ends_at, pointing }: BusyRow): Busy => ({
  sensorCode: sensor_code,
  startS: starts_at.getTime() / 1000,
  endS: ends_at.getTime() / 1000,
  pointing: pointing ?? undefined,
})

function planOf({ row, windows, reasons }: SearchResult, chosen: readonly Option[]): Plan {
  const planned = chosen
    .filter(({ slot }) => slot.startsWith(`${row.id}/`))
    .map(({ sensorCode, startS, endS }) => {
      const startMs = startS * 1000
      const window = windows.find((one) => one.sensorCode === sensorCode && one.startMs === startMs)
      return {
        sensorCode,
        sensorName: window?.sensorName ?? sensorCode,
        startsAt: new Date(startMs),
        endsAt: new Date(endS * 1000),
        pointing: window?.pointing,
        sensorPointing: window?.sensorPointing,
      }
    })
  if (planned.length > 0) return { planned, reasons: [] }
  return { planned, reasons: windows.length > 0 ? ['sensor-busy'] : reasons }
}

type Times = { readonly startMs: number; readonly endMs: number; readonly now: Date }

/**
 * Returns the object's path during a pass for its provider; undefined for the simulator, which computes the path
 * itself.
 */
export const pointingOf = (row: RequestRow, orbit: KnownOrbit, times: Times): string | undefined =>
  row.provider_id === SIMULATOR
    ? undefined
    : pointingMessage({ orbit, name: row.object_name, noradId: row.norad_id, ...times })

/**
 * Plans another time for a failed pass; undefined if the window has no time left. Throws if the search was lost; the
 * next run then repeats the search.
 */
export async function planReplacement(
  platform: PlanPlatform,
  tenantId: string,
  { row, now }: { readonly row: RequestRow; readonly now: Date },
): Promise<PlannedPass | undefined> {
  if (now >= row.window_to) return undefined
  const one = { ...row, slots: row.slots.slice(0, 1), pass_names: [] }
  const tried = await platform.db.tenant(tenantId, (tx) => listPasses(tx, [row.id]))
  const plan = (await planRequests(platform, tenantId, { rows: [one], now, tried })).get(row.id)
  if (plan === undefined) throw new PoolLossError('the search for another pass was lost')
  return plan.planned[0]
}
