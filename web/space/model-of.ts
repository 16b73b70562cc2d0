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
import type { DrawnPath } from './operator-path.ts'

/** An object as it is drawn: where its operator expects it, if that is known, and else where SGP4 has it. */
export type DrawnModel = Sgp4Model & { readonly path?: DrawnPath }

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

/** Returns the epoch of a time, ms of UTC since 1970. */
export const epochAt = (atMs: number): Epoch => parseTime(new Date(atMs).toISOString())

/** UT1 − TAI with UT1 taken as UTC: wrong by 0.9 s at most, in which the Earth turns by 0.004°. */
const UTC_MINUS_TAI_S = -37

/** Returns the angle from TEME to the Greenwich meridian at a time, rad; 0.004° at most from that with measured Earth rotation. */
export const greenwichAt = (atMs: number): number => gmst1982(toUt1(epochAt(atMs), UTC_MINUS_TAI_S))

/** The state of an object in the frame of the Earth, m and m/s; the velocity is that in TEME, which does not turn. */
export type ObjectState = { readonly r: Vec3; readonly speedMps: number }

/** Returns the state of an object in TEME, m and m/s: by the path of its operator, else by SGP4 itself; undefined where there is none. */
export function drawnState(model: DrawnModel, atMs: number): { readonly r: Vec3; readonly v: Vec3 } | undefined {
  const onPath = model.path?.stateAt(atMs)
  if (onPath) return onPath
  const state = propagateSgp4(model, epochAt(atMs))
  return state.ok ? state : undefined
}

/** Returns the state of an object as it is drawn, Earth-fixed; undefined where it has none. */
export function earthFixedState(model: DrawnModel, atMs: number): ObjectState | undefined {
  const state = drawnState(model, atMs)
  if (!state) return undefined
  const [x, y, z] = state.r
  const angle = greenwichAt(atMs)
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  return { r: [cosine * x + sine * y, cosine * y - sine * x, z], speedMps: Math.hypot(...state.v) }
}
