import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { predictPasses } from '@apsis/server/odt/pass/predict-task.ts'
import { SIMULATED_NETWORK } from '@apsis/server/odt/sensor/simulated-network.data.ts'
import { median } from '../stage/machine.ts'

/** A telescope of the simulated network, whose demands on light are used at other sites. */
const TELESCOPE = SIMULATED_NETWORK.find(({ sensorType }) => sensorType === 'OPTICAL_PASSIVE') as Sensor

/** A site of the network, radians. */
type Place = { readonly latRad: number; readonly lonRad: number }
/** The request for each object: its passes over all of these sensors in a period. */
export type PassQuestion = { readonly sensors: readonly Sensor[]; readonly from: string; readonly to: string }

const toDeg = (rad: number) => (rad * 180) / Math.PI

/** Returns a telescope at each site. */
export const telescopesAt = (places: readonly Place[]): Sensor[] =>
  places.map(({ latRad, lonRad }, at) => ({
    ...TELESCOPE,
    sensorCode: `T${at}`,
    latitude: toDeg(latRad),
    longitude: ((toDeg(lonRad) + 540) % 360) - 180,
    altitude: 0,
  }))

/**
 * Returns the processor time, ms, of one object in the work that the API hands to its thread pool: passes, darkness, sunlight, Moon and brightness.
 */
export function lightMs(tles: readonly string[], { sensors, from, to }: PassQuestion) {
  let [passes, seen] = [0, 0]
  const times = tles.map((text) => {
    const began = process.cpuUsage()
    const answer = predictPasses({
      orbit: { kind: 'TLE', text },
      sensors,
      from,
      to,
      minimumElevation: undefined,
      minimumDurationS: undefined,
      showLow: false,
      standardMagnitude: 5,
      track: false,
      light: false,
    })
    const { user, system } = process.cpuUsage(began)
    if (answer.fault !== undefined) throw new Error(answer.fault)
    const all = answer.passes.flat()
    passes += all.length
    seen += all.filter(({ visibilityIntervals }) => visibilityIntervals.length > 0).length
    return (user + system) / 1000
  })
  return { perObjectMs: times.reduce((sum, one) => sum + one, 0) / times.length, medianMs: median(times), passes, seen }
}
