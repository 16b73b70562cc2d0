import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { toJulianDate } from '@apsis/astro/time/julian-date.ts'
import { BulkPropagator, createSingleThreadRuntime, EciBaseCalculator } from 'satellite.js'
import { recordOf, START } from '../screening/catalogue.ts'

const UNIX_EPOCH_JD = 2_440_587.5
const DAY_MS = 86_400_000

/** Writes the states of all objects, km and km/s, at some seconds after the start: x, y, z, vx, vy, vz; NaN if an object has none. */
export type WriteStates = (seconds: number, states: Float64Array) => void

/** Computes all objects in satellite.js's WebAssembly, its fastest way to many states; calls `lose` for an object without a state. */
export async function openBulkStates(sets: readonly ElementSet[], lose: (place: number) => void): Promise<WriteStates> {
  const runtime = await createSingleThreadRuntime()
  const propagator = new BulkPropagator({
    runtime,
    calculators: [new EciBaseCalculator()],
    satRecsCount: sets.length,
    datesCount: 1,
  })
  const [day, fraction] = toJulianDate(START, 'UTC')
  const startMs = Math.round((day - UNIX_EPOCH_JD + fraction) * DAY_MS)
  propagator.setSatRecs(sets.map(recordOf))
  return (seconds, states) => {
    propagator.setDates([new Date(startMs + seconds * 1000)])
    // With one thread, the run has ended when the call returns.
    void propagator.run()
    const { position, velocity, error } = propagator.getRawOutput().eci
    for (let place = 0, from = 0, at = 0; place < sets.length; place += 1, from += 3, at += 6) {
      if (error[place] === 0) {
        for (let axis = 0; axis < 3; axis += 1) {
          states[at + axis] = position[from + axis] as number
          states[at + 3 + axis] = velocity[from + axis] as number
        }
      } else {
        states.fill(Number.NaN, at, at + 6)
        lose(place)
      }
    }
  }
}
