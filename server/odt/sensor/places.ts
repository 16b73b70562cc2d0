import { MOST_FORMER_PLACES, type Sensor, type SensorPlace } from '@apsis/contract/odt/sensor/sensor.ts'

/** Where a sensor stands, since when (null: for as long as anybody knows), and where it stood before, oldest first. */
export type Places = {
  readonly place: SensorPlace
  readonly since: string | null
  readonly former: NonNullable<Sensor['formerPlaces']>
}

/** A place that is told more exactly: a pass is the same from there. 0.001° are 111 m. */
const [SAME_PLACE_DEG, SAME_PLACE_M] = [0.001, 100]

export const isSamePlace = (a: SensorPlace, b: SensorPlace): boolean =>
  Math.abs(a.latitude - b.latitude) <= SAME_PLACE_DEG &&
  Math.abs(a.longitude - b.longitude) <= SAME_PLACE_DEG &&
  Math.abs(a.altitude - b.altitude) <= SAME_PLACE_M

type ToldPlace = {
  readonly place: SensorPlace
  /** Since when, as somebody says; undefined: nobody says it. */
  readonly movedAt: string | undefined
  readonly now: Date
}

/**
 * The places of a sensor once it is told where it stands. Another place is one since now, the same one told more exactly has its time; what is
 * said to begin earlier takes the place of what was believed of that time.
 */
export function placesOnceTold(before: Places, { place, movedAt, now }: ToldPlace): Places {
  const from = movedAt ?? (isSamePlace(before.place, place) ? before.since : now.toISOString())
  if (from === null) return { place, since: null, former: [] }
  const fromMs = Date.parse(from)
  const all = [...before.former, { ...before.place, since: before.since, until: from }]
  const former = all
    .filter((one) => one.since === null || Date.parse(one.since) < fromMs)
    .map((one) => (Date.parse(one.until) > fromMs ? { ...one, until: from } : one))
    .slice(-MOST_FORMER_PLACES)
  // A place that nobody knew to be another one before is no former place.
  const isFirst = former.length === 1 && former[0]?.since === null && isSamePlace(former[0], place)
  return { place, since: from, former: isFirst ? [] : former }
}

/** A sensor where it stood at a time; undefined where nobody knows where that was. */
export function standing(sensor: Sensor, atMs: number): Sensor | undefined {
  const { standsSince = null, formerPlaces = [] } = sensor
  if (standsSince === null || atMs >= Date.parse(standsSince)) return sensor
  const former = formerPlaces.findLast(({ since }) => since === null || atMs >= Date.parse(since))
  if (former === undefined) return undefined
  const { latitude, longitude, altitude } = former
  return { ...sensor, latitude, longitude, altitude }
}
