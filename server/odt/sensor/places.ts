import { MOST_FORMER_PLACES, type Sensor, type SensorPlace } from '@apsis/contract/odt/sensor/sensor.ts'

/** The place of a sensor, the date of its move there (null: it is unknown), and its former places, oldest first. */
export type Places = {
  readonly place: SensorPlace
  readonly since: string | null
  readonly former: NonNullable<Sensor['formerPlaces']>
}

/** Within these limits a place is the same place, stated more exactly: passes seen from it are the same. 0.001° are 111 m. */
const [SAME_PLACE_DEG, SAME_PLACE_M] = [0.001, 100]

export const isSamePlace = (a: SensorPlace, b: SensorPlace): boolean =>
  Math.abs(a.latitude - b.latitude) <= SAME_PLACE_DEG &&
  Math.abs(a.longitude - b.longitude) <= SAME_PLACE_DEG &&
  Math.abs(a.altitude - b.altitude) <= SAME_PLACE_M

type NewPlace = {
  readonly place: SensorPlace
  /** The stated date of the move; undefined: none is stated. */
  readonly movedAt: string | undefined
  readonly now: Date
}

/**
 * Returns the places of a sensor after a new statement. A different place applies from now on; the same place, given more exactly, keeps
 * its date; a place with an earlier start replaces the history of that time.
 */
export function placesWith(before: Places, { place, movedAt, now }: NewPlace): Places {
  const from = movedAt ?? (isSamePlace(before.place, place) ? before.since : now.toISOString())
  if (from === null) return { place, since: null, former: [] }
  const fromMs = Date.parse(from)
  const all = [...before.former, { ...before.place, since: before.since, until: from }]
  const former = all
    .filter((one) => one.since === null || Date.parse(one.since) < fromMs)
    .map((one) => (Date.parse(one.until) > fromMs ? { ...one, until: from } : one))
    .slice(-MOST_FORMER_PLACES)
  // The first place is no former place if its start is unknown and the new place is the same.
  const isFirst = former.length === 1 && former[0]?.since === null && isSamePlace(former[0], place)
  return { place, since: from, former: isFirst ? [] : former }
}

/** Returns a sensor at its place at a time; undefined if that is unknown. */
export function sensorAt(sensor: Sensor, atMs: number): Sensor | undefined {
  const { standsSince = null, formerPlaces = [] } = sensor
  if (standsSince === null || atMs >= Date.parse(standsSince)) return sensor
  const former = formerPlaces.findLast(({ since }) => since === null || atMs >= Date.parse(since))
  if (former === undefined) return undefined
  const { latitude, longitude, altitude } = former
  return { ...sensor, latitude, longitude, altitude }
}
