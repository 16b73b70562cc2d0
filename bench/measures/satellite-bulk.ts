import { toJulianDate } from '@apsis/astro/time/julian-date.ts'
import { BulkPropagator, createSingleThreadRuntime, EciBaseCalculator, type SatRec } from 'satellite.js'
import { START } from '../screening/catalogue.ts'

const UNIX_EPOCH_JD = 2_440_587.5
const DAY_MS = 86_400_000

/** satellite.js's WebAssembly with its objects and times set, on one thread. */
export interface SatelliteBulk {
  readonly run: () => void
  /** Of all objects one after the other, x, y, z of each time, km. */
  readonly positions: () => Float64Array
  readonly dispose: () => void
}

/** `minutes` are after the start of the benches. */
export async function startBulk(records: SatRec[], minutes: Float64Array): Promise<SatelliteBulk> {
  const runtime = await createSingleThreadRuntime()
  const propagator = new BulkPropagator({
    runtime,
    calculators: [new EciBaseCalculator()],
    satRecsCount: records.length,
    datesCount: minutes.length,
  })
  const [day, fraction] = toJulianDate(START, 'UTC')
  const first = Math.round((day - UNIX_EPOCH_JD + fraction) * DAY_MS)
  propagator.setSatRecs(records)
  propagator.setDates(Array.from(minutes, (time) => new Date(first + time * 60_000)))
  return {
    // With one thread it has run when it returns.
    run: () => void propagator.run(),
    positions: () => {
      void propagator.run()
      return propagator.getRawOutput().eci.position
    },
    dispose: () => propagator.dispose(),
  }
}
