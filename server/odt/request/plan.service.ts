import { degToRad } from '@apsis/astro/units.ts'
import { passValue } from '@apsis/contract/odt/pass-value.ts'
import { SAME_PASS_MS } from '@apsis/contract/odt/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { KnownOrbit, OrbitLeg } from '../object/known-orbit.ts'
import { findOrbitLegs } from '../object/object.service.ts'
import { isOrbitFault } from '../object/orbit-fault.ts'
import { pointingMessage } from '../provider/outbox.service.ts'
import { listProviders } from '../provider/provider.repository.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { SIMULATOR } from '../simulator/may-simulate.ts'
import { findWindows, type Reason, sensorsFor, type Window } from './find-windows.ts'
import type { PlannedPass } from './life.service.ts'
import { type BusyRow, listBusy, listPasses, type RequestRow } from './request.repository.ts'
import { type Busy, type Option, schedule } from './schedule.ts'
import { isPaidAt } from './sensor-lines.ts'

export type PlanFloor = { readonly db: Database; readonly log: Log; readonly isSimulationAllowed: boolean }

/** What of a request can be made, in the order of its wanted passes; where nothing can, why. */
export type Plan = { readonly planned: readonly PlannedPass[]; readonly reasons: readonly Reason[] }

const NO_ORBIT: readonly Reason[] = ['no-orbit']

/** How much more a pass is worth to somebody who pays for it to be soon. */
const WORTH = { standard: 1, 'next-night': 2, urgent: 4 } as const
/** How many windows are looked for, for each pass that is wanted. */
const WINDOWS_FOR_PASS = 5
/** The provider has to hear of a pass before it begins. */
const NOTICE_MS = 60_000

type Searched = {
  readonly row: RequestRow
  readonly windows: readonly Window[]
  readonly reasons: readonly Reason[]
}

type Planning = {
  readonly rows: readonly RequestRow[]
  readonly now: Date
  /** Passes that have failed: at the same sensor and time they would fail again. */
  readonly tried?: readonly BusyRow[]
}

/** Plans the passes of requests together, around what their sensors are to do already. */
export async function planRequests(
  floor: PlanFloor,
  tenantId: string,
  { rows, now, tried = [] }: Planning,
): Promise<ReadonlyMap<string, Plan>> {
  // An orbit that nobody can follow is one that is not there; the requests beside it are planned all the same.
  const insteadOf = <T>(error: unknown, row: RequestRow, result: T): T => {
    if (!isOrbitFault(error)) throw error
    floor.log.error({ err: error, tenantId, request: row.id }, 'the orbit of a request cannot be followed')
    return result
  }
  const { sensors, orbits, busy, off } = await floor.db.tenant(tenantId, async (tx) => {
    const found = new Map<string, readonly OrbitLeg[]>()
    for (const row of rows) {
      const span = { at: now, from: row.window_from > now ? row.window_from : now, to: row.window_to }
      const legs = findOrbitLegs(tx, { ...wishOf(row), ...span })
      found.set(row.id, await legs.catch((error: unknown) => insteadOf(error, row, [])))
    }
    const off = (await listProviders(tx)).filter((one) => !one.is_enabled).map(({ id }) => id)
    return { sensors: await knownSensors(tx, floor), orbits: found, busy: await listBusy(tx, now), off }
  })
  const searched = rows.map((row): Searched => {
    try {
      return search(row, { sensors, legs: orbits.get(row.id) ?? [], off, now })
    } catch (error) {
      return insteadOf(error, row, { row, windows: [], reasons: NO_ORBIT })
    }
  })
  const chosen = schedule(searched.flatMap(optionsOf), [...busy, ...tried].map(busyOf))
  const plans = searched.map((one): [string, Plan] => {
    try {
      return [one.row.id, planOf(one, chosen, now)]
    } catch (error) {
      return [one.row.id, insteadOf(error, one.row, { planned: [], reasons: NO_ORBIT })]
    }
  })
  return new Map(plans)
}

export const messageOf = ({ message, message_type }: RequestRow) =>
  message === null || message_type === null ? null : { type: message_type, text: message }

export const wishOf = (row: RequestRow) => ({
  noradId: row.norad_id,
  message: messageOf(row),
  conjunctionId: row.conjunction_id,
})

type Known = {
  readonly sensors: readonly Sensor[]
  readonly legs: readonly OrbitLeg[]
  /** Providers that are switched off: they get no orders. */
  readonly off: readonly string[]
  readonly now: Date
}

function search(row: RequestRow, { sensors, legs, off, now }: Known): Searched {
  if (off.includes(row.provider_id)) return { row, windows: [], reasons: ['provider-off'] }
  if (legs.length === 0) return { row, windows: [], reasons: NO_ORBIT }
  const own = sensorsFor(sensors, row.measurement_type).filter(
    ({ providerId, sensorCode, isSimulated }) =>
      providerId === row.provider_id &&
      isSimulated === (row.provider_id === SIMULATOR) &&
      (row.sensor_codes === null || row.sensor_codes.includes(sensorCode)),
  )
  if (own.length === 0) return { row, windows: [], reasons: ['no-sensor'] }
  const fromMs = Math.max(row.window_from.getTime(), now.getTime() + NOTICE_MS)
  const toMs = row.window_to.getTime()
  const isNamed = row.pass_names.length > 0
  const enough = isNamed ? Number.POSITIVE_INFINITY : WINDOWS_FOR_PASS * row.slots.length
  const limits = {
    minimumElevation: row.minimum_elevation ?? undefined,
    minimumDurationS: row.minimum_duration ?? undefined,
  }
  const span = { legs, sensors: own, fromMs: Math.floor(fromMs / 1000) * 1000, toMs, enough }
  const { windows, reasons } = findWindows({ ...span, ...limits })
  if (!isNamed) return { row, windows, reasons }
  // A name may be that of a pass without the limits of the request, of which they leave a part that begins elsewhere.
  const isLimited = row.minimum_elevation !== null || row.minimum_duration !== null
  const all = (isLimited ? findWindows(span).windows : windows).filter((one) => isNamedBy(row.pass_names, one))
  if (all.length === 0) return { row, windows: [], reasons: ['pass-gone'] }
  const named = windows.filter(({ sensor, part }) =>
    all.some((one) => one.sensor === sensor && part.fromMs < one.part.toMs && part.toMs > one.part.fromMs),
  )
  const leastRad = degToRad(row.minimum_elevation ?? 0)
  const isLow = all.every(({ peakElevationRad }) => peakElevationRad < leastRad)
  return { row, windows: named, reasons: named.length > 0 ? reasons : [isLow ? 'too-low' : 'too-short'] }
}

function isNamedBy(names: readonly string[], { sensor, startMs, part }: Window): boolean {
  return names.some((name) => {
    const [code, start = ''] = name.split('@')
    const ms = Date.parse(start)
    const isSame = Math.abs(ms - startMs) <= SAME_PASS_MS || (ms >= part.fromMs && ms <= part.toMs)
    return code === sensor.sensorCode && isSame
  })
}

/** Every wanted pass could be any of the windows; soon and high is worth most. */
function optionsOf({ row, windows }: Searched): Option[] {
  const span = { fromMs: row.window_from.getTime(), toMs: row.window_to.getTime() }
  return row.slots.flatMap((slot, at) =>
    windows.flatMap(({ name, sensor, startMs, endMs, peakElevationRad }) => {
      if (!isPaidAt(row, slot, sensor.sensorCode)) return []
      const value = WORTH[row.priority] * passValue({ startMs, peakElevationRad }, span)
      return {
        slot: `${row.id}/${at}`,
        sensorCode: sensor.sensorCode,
        startS: startMs / 1000,
        endS: endMs / 1000,
        value,
        name,
      }
    }),
  )
}

const busyOf = ({ sensor_code, starts_at, ends_at }: BusyRow): Busy => ({
  sensorCode: sensor_code,
  startS: starts_at.getTime() / 1000,
  endS: ends_at.getTime() / 1000,
})

function planOf({ row, windows, reasons }: Searched, chosen: readonly Option[], now: Date): Plan {
  const planned = chosen
    .filter(({ slot }) => slot.startsWith(`${row.id}/`))
    .map(({ sensorCode, startS, endS }) => {
      const times = { startMs: startS * 1000, endMs: endS * 1000, now }
      const window = windows.find((one) => one.sensor.sensorCode === sensorCode && one.startMs === times.startMs)
      return {
        sensorCode,
        sensorName: window?.sensor.groundSensorName ?? sensorCode,
        startsAt: new Date(times.startMs),
        endsAt: new Date(times.endMs),
        pointing: window && pointingOf(row, window.orbit, times),
      }
    })
  if (planned.length > 0) return { planned, reasons: [] }
  return { planned, reasons: windows.length > 0 ? ['sensor-busy'] : reasons }
}

type Times = { readonly startMs: number; readonly endMs: number; readonly now: Date }

/** Where the object is during a pass: the simulator knows it, any other provider is told. */
export const pointingOf = (row: RequestRow, orbit: KnownOrbit, times: Times): string | undefined =>
  row.provider_id === SIMULATOR
    ? undefined
    : pointingMessage({ orbit, name: row.object_name, noradId: row.norad_id, ...times })

/** Another time for a pass that failed; undefined where the window has none left. */
export async function planReplacement(
  floor: PlanFloor,
  tenantId: string,
  { row, now }: { readonly row: RequestRow; readonly now: Date },
): Promise<PlannedPass | undefined> {
  if (now >= row.window_to) return undefined
  const one = { ...row, slots: row.slots.slice(0, 1), pass_names: [] }
  const tried = await floor.db.tenant(tenantId, (tx) => listPasses(tx, [row.id]))
  const plan = (await planRequests(floor, tenantId, { rows: [one], now, tried })).get(row.id)
  return plan?.planned[0]
}
