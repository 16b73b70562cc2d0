import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { degToRad } from '@apsis/astro/units.ts'
import type { OrbitDataType } from '@apsis/contract/odt/observation/observation.ts'
import { SAME_PASS_MS } from '@apsis/contract/odt/request/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { PassPointing } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import type { OwnEphemeris } from '../../ca/ephemeris/own-orbit.service.ts'
import { fillLegs, legsOfOwn, type OrbitLeg, orbitOfRead, orbitOfSet } from '../object/known-orbit.ts'
import { isOrbitFault } from '../object/orbit-fault.ts'
import { type OrbitText, readOrbitText } from '../object/read-orbit-task.ts'
import { pointingMessage } from '../provider/pointing-message.ts'
import { findWindows, type Reason, type Window } from './find-windows.ts'
import { pointingOver } from './pass-pointing.ts'

/** The known orbits of an object: the message of its request, and the stored orbits. */
export type SearchOrbits = {
  /** The request's own message, as it was received: it takes precedence over all others. */
  readonly message: OrbitText | null
  /** The stored operational ephemeris of the object. */
  readonly flown: Pick<OwnEphemeris, 'packed' | 'madeAt'> | undefined
  readonly rest: { readonly type: OrbitDataType; readonly epoch: Epoch | null; readonly set: MeanElements } | undefined
}

/** The search for the passes of one request, in the form for another process. */
export type SearchOrder = {
  readonly orbits: SearchOrbits
  /** The sensors that may make it. */
  readonly sensors: readonly Sensor[]
  readonly fromMs: number
  readonly toMs: number
  /** The names of wanted passes; none: any pass is accepted. */
  readonly names: readonly string[]
  /** The number of windows after which the search stops, if no pass is named. */
  readonly enough: number
  /** In deg and s; null if no limit was requested. */
  readonly minimumElevation: number | null
  readonly minimumDuration: number | null
  /** The object's data for its provider; null: the provider has its path already. */
  readonly pointing: { readonly name: string; readonly noradId: number; readonly nowMs: number } | null
}

/** A time at which a sensor can observe the object. */
export type FoundWindow = Pick<Window, 'name' | 'startMs' | 'endMs' | 'peakElevationRad'> & {
  readonly sensorCode: string
  readonly sensorName: string
  /** The directions of the sensor at both ends. */
  readonly sensorPointing?: PassPointing | undefined
  /** The path of the object during the pass, for a provider that needs it. */
  readonly pointing: string | undefined
}

export type SearchAnswer = {
  readonly windows: readonly FoundWindow[]
  /** The reasons why there are no windows. */
  readonly reasons: readonly Reason[]
  /** The fault of the orbit, if it cannot be propagated. */
  readonly fault?: string
}

/** Searches the windows in which sensors can see the object. Runs in the worker pool: two weeks over all sensors take most of a second. */
export async function searchPasses(order: SearchOrder): Promise<SearchAnswer> {
  try {
    const legs = await legsOf(order.orbits)
    if (legs.length === 0) return { windows: [], reasons: ['no-orbit'] }
    const { windows, reasons } = search(order, legs)
    return { windows: windows.map((window) => found(order, window)), reasons }
  } catch (error) {
    // An orbit that cannot be propagated counts as missing.
    if (!isOrbitFault(error)) throw error
    return { windows: [], reasons: ['no-orbit'], fault: error instanceof Error ? error.message : String(error) }
  }
}

async function legsOf({ message, flown, rest }: SearchOrbits): Promise<OrbitLeg[]> {
  const reading = message === null ? undefined : readOrbitText(message)
  if (reading?.ok === false) throw new SyntaxError(reading.message)
  const read = reading?.message.orbit
  const given = read && orbitOfRead(read)
  if (given !== undefined) return fillLegs([], given)
  const orbit = rest && orbitOfSet(rest.set, rest.type)
  const known = orbit && { ...orbit, epoch: rest?.epoch ?? null }
  return fillLegs(flown === undefined ? [] : await legsOfOwn(flown), known)
}

type FoundWindows = { readonly windows: readonly Window[]; readonly reasons: readonly Reason[] }

function search(order: SearchOrder, legs: readonly OrbitLeg[]): FoundWindows {
  const { sensors, fromMs, toMs, names } = order
  const isNamed = names.length > 0
  const limits = {
    minimumElevation: order.minimumElevation ?? undefined,
    minimumDurationS: order.minimumDuration ?? undefined,
  }
  const span = { legs, sensors, fromMs, toMs, enough: isNamed ? Number.POSITIVE_INFINITY : order.enough }
  const { windows, reasons } = findWindows({ ...span, ...limits })
  if (!isNamed) return { windows, reasons }
  // A name may come from a pass without the request's limits; with the limits the remaining part begins at another time.
  const isLimited = order.minimumElevation !== null || order.minimumDuration !== null
  const all = (isLimited ? findWindows(span).windows : windows).filter((one) => isNamedBy(names, one))
  if (all.length === 0) return { windows: [], reasons: ['pass-gone'] }
  const named = windows.filter(({ sensor, part }) =>
    all.some((one) => one.sensor === sensor && part.fromMs < one.part.toMs && part.toMs > one.part.fromMs),
  )
  const leastRad = degToRad(order.minimumElevation ?? 0)
  const isLow = all.every(({ peakElevationRad }) => peakElevationRad < leastRad)
  return { windows: named, reasons: named.length > 0 ? reasons : [isLow ? 'too-low' : 'too-short'] }
}

function isNamedBy(names: readonly string[], { sensor, startMs, part }: Window): boolean {
  return names.some((name) => {
    const [code, start = ''] = name.split('@')
    const ms = Date.parse(start)
    const isSame = Math.abs(ms - startMs) <= SAME_PASS_MS || (ms >= part.fromMs && ms <= part.toMs)
    return code === sensor.sensorCode && isSame
  })
}

function found(
  { pointing }: SearchOrder,
  { name, sensor, orbit, startMs, endMs, peakElevationRad }: Window,
): FoundWindow {
  const { sensorCode, groundSensorName: sensorName } = sensor
  const times = pointing && { startMs, endMs, now: new Date(pointing.nowMs) }
  const told = times && pointingMessage({ orbit, name: pointing.name, noradId: pointing.noradId, ...times })
  const sensorPointing = pointingOver({ sensor, orbit, startMs, endMs })
  const place = { sensorCode, sensorName, sensorPointing }
  return { name, startMs, endMs, peakElevationRad, ...place, pointing: told ?? undefined }
}
