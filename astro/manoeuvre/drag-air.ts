import { GM_EARTH } from '../constants.ts'
import { type DensityModel, dragForce } from '../dynamics/drag.ts'
import { makeEnvironment } from '../dynamics/environment.ts'
import { EGM2008_FIELD, gravityForce, pointMassForce } from '../dynamics/gravity.ts'
import { makeHarrisPriester } from '../dynamics/harris-priester.ts'
import { GM_MOON, GM_SUN, thirdBodyForce } from '../dynamics/third-body.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { dot } from '../vec3.ts'
import type { DragForces } from './drag-flight.ts'
import type { DynamicsName } from './dynamics.ts'
import { keplerPeriodS } from './encounter-model.ts'

/** 1σ of a density forecast of some days over the forecast, where the message does not say it (domain.md C14). */
export const USUAL_DENSITY_SIGMA = 0.25
/** Of the field for 'full': what higher terms do to the difference of two flights is below a thousandth of it. */
const FULL_DEGREE = 8
/** Places of a revolution at which the drag is looked at. */
const PLACES = 72

/** The air about a craft, and where its density comes from. */
export interface DragAir {
  readonly forces: DragForces
  /** What the density of the model is multiplied by. */
  readonly densityFactor: number
  readonly from: 'message' | 'model'
}

/** What tells the density: the energy that drag takes from the craft with its usual area (SEDR of a CDM). */
export interface KnownDissipation {
  readonly wattsPerKg: number
  readonly usualM2PerKg: number
}

/**
 * Gravity of the dynamics named, and drag in air of the Harris-Priester model, which has mean solar activity. Where the message says
 * how much energy drag took (SEDR, CCSDS 508.0-B-1, table 3-4), the density is scaled so that it takes as much in one revolution:
 * that is the activity of the days in which the orbit was determined.
 */
export function makeDragAir(
  state: CartesianState,
  origin: Epoch,
  { dynamics, dissipation }: { readonly dynamics: DynamicsName; readonly dissipation: KnownDissipation | null },
): DragAir {
  const sky = makeEnvironment(origin, { outside: 'hold' })
  const model = makeHarrisPriester({ sun: sky.sun, toEarthFixed: sky.toEarthFixed })
  const gravity =
    dynamics === 'two-body'
      ? [pointMassForce(GM_EARTH)]
      : dynamics === 'j2'
        ? [gravityForce(EGM2008_FIELD, { degree: 2, order: 0 }, sky.toEarthFixed)]
        : [
            gravityForce(EGM2008_FIELD, { degree: FULL_DEGREE }, sky.toEarthFixed),
            thirdBodyForce(GM_SUN, sky.sun),
            thirdBodyForce(GM_MOON, sky.moon),
          ]
  const dragOf = (area: number, density: DensityModel) =>
    dragForce({ cd: 1, area, density, toEarthFixed: sky.toEarthFixed })
  const factor = dissipation === null ? null : factorOf(dissipation)
  const densityFactor = factor ?? 1
  const density: DensityModel = (place) => densityFactor * model(place)
  return {
    forces: (area) => [...gravity, dragOf(area, density)],
    densityFactor,
    from: factor === null ? 'model' : 'message',
  }

  /** Null where the message says no energy, or the model has no air there. */
  function factorOf({ wattsPerKg, usualM2PerKg }: KnownDissipation): number | null {
    const drag = dragOf(usualM2PerKg, model)
    const periodS = keplerPeriodS(state)
    let sum = 0
    for (let k = 0; k < PLACES; k += 1) {
      const seconds = -(periodS * k) / PLACES
      const there = flyTwoBody(state, seconds, GM_EARTH)
      sum -= dot(drag({ ...there, epoch: addSeconds(origin, seconds), massKg: 1 }), there.v)
    }
    return wattsPerKg > 0 && sum > 0 ? wattsPerKg / (sum / PLACES) : null
  }
}
