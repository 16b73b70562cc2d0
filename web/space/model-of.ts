import { gmst1982 } from '@apsis/astro/frames/sidereal-1982.ts'
import { missing } from '@apsis/astro/missing.ts'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { toUt1 } from '@apsis/astro/time/ut1.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'

/** Returns the SGP4 model of the k-th object of a catalogue as it was answered; `origin` is that of its epochs. */
export function modelOf(columns: CatalogueElements, k: number, origin: Epoch): Sgp4Model {
  return initSgp4(
    fromPublished({
      ...UNSAID,
      noradId: columns.noradId[k] ?? missing(),
      epoch: addSeconds(origin, columns.epochS[k] ?? Number.NaN),
      meanMotionRevPerDay: columns.meanMotionRevPerDay[k] ?? Number.NaN,
      eccentricity: columns.eccentricity[k] ?? Number.NaN,
      inclinationDeg: columns.inclinationDeg[k] ?? Number.NaN,
      raanDeg: columns.raanDeg[k] ?? Number.NaN,
      argPeriapsisDeg: columns.argPeriapsisDeg[k] ?? Number.NaN,
      meanAnomalyDeg: columns.meanAnomalyDeg[k] ?? Number.NaN,
      bstar: columns.bstar[k] ?? Number.NaN,
    }),
  )
}

const epochAt = (atMs: number): Epoch => parseTime(new Date(atMs).toISOString())

/** UT1 − TAI with UT1 taken as UTC: wrong by 0.9 s at most, in which the Earth turns by 0.004°. */
const UTC_MINUS_TAI_S = -37

/** Returns the angle from TEME to the Greenwich meridian at a time, rad; 0.004° at most from that with measured Earth rotation. */
export const greenwichAt = (atMs: number): number => gmst1982(toUt1(epochAt(atMs), UTC_MINUS_TAI_S))

/** The state of an object in the frame of the Earth, m and m/s; the velocity is that in TEME, which does not turn. */
export type ObjectState = { readonly r: Vec3; readonly speedMps: number }

/** Returns the state of an object by SGP4 itself, Earth-fixed; undefined where the model has none. */
export function earthFixedState(model: Sgp4Model, atMs: number): ObjectState | undefined {
  const state = propagateSgp4(model, epochAt(atMs))
  if (!state.ok) return undefined
  const [x, y, z] = state.r
  const angle = greenwichAt(atMs)
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  return { r: [cosine * x + sine * y, cosine * y - sine * x, z], speedMps: Math.hypot(...state.v) }
}
