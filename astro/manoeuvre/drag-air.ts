import { GM_EARTH } from '../constants.ts'
import { type DensityModel, dragForce } from '../dynamics/drag.ts'
import { makeEnvironment } from '../dynamics/environment.ts'
import { EGM2008_FIELD, gravityForce, pointMassForce } from '../dynamics/gravity.ts'
import { makeHarrisPriester } from '../dynamics/harris-priester.ts'
import { makeNrlmsise00 } from '../dynamics/nrlmsise-00.ts'
import type { SpaceWeather } from '../dynamics/nrlmsise-00-variation.ts'
import { GM_MOON, GM_SUN, thirdBodyForce } from '../dynamics/third-body.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { dot } from '../vec3.ts'
import type { DragForces } from './drag-flight.ts'
import type { DynamicsName } from './dynamics.ts'
import { keplerPeriodS } from './encounter-model.ts'

/** The 1σ of a density forecast for some days, relative to the forecast, if the message does not state it (domain.md C14). */
export const USUAL_DENSITY_SIGMA = 0.25
/** The degree of the gravity field for 'full': higher terms change the difference of two propagations by less than a thousandth. */
const FULL_DEGREE = 8
/** Number of positions of a revolution at which drag is evaluated. */
const ORBIT_PLACES = 72

/** The atmosphere for a craft, and the source of its density. */
export interface DragAir {
  readonly forces: DragForces
  /** The factor on the density of the model. */
  readonly densityFactor: number
  readonly from: 'message' | 'model'
  /** True if the density follows the given weather. */
  readonly hasWeather: boolean
}

/** Solar and geomagnetic activity at some times, in ascending order; between them the density changes linearly. */
type DragWeather = readonly (SpaceWeather & { readonly at: Epoch })[]

/** The data from which a plan's atmosphere is made. */
interface DragAirGiven {
  readonly dynamics: DynamicsName
  readonly dissipation: KnownDissipation | null
  readonly weather?: DragWeather
}

/** The data that determine the density: the energy that drag takes from the craft with its usual area (SEDR of a CDM). */
export interface KnownDissipation {
  readonly wattsPerKg: number
  readonly usualM2PerKg: number
  /** The time at which the energy was known, because the weather may have changed since; default: the origin. */
  readonly knownAt?: Epoch
}

/**
 * Returns the gravity of the named dynamics, and drag with the Harris-Priester density, which is for mean solar activity. If the message states
 * the energy that drag dissipated (SEDR, CCSDS 508.0-B-1, table 3-4), the density is scaled so that drag dissipates the same energy in one
 * revolution: this contains the solar activity in the days of the orbit determination. If weather is given, the density follows it. For each time
 * of the weather, the factor is the drag of one revolution with NRLMSISE-00 over the drag with Harris-Priester; with SEDR, the factor is relative
 * to the time of the dissipation. The variation of density along a revolution is always from Harris-Priester, which takes a tenth of the time.
 * SEDR is preferred because a density model is wrong by tens of per cent in a given week, while the dissipation is a measurement of the same air
 * along the same orbit. The scale is SEDR/⟨−a_drag · v⟩, both in W/kg, with the drag in air that rotates with the Earth and the mean over 72 equal
 * times of the revolution before. The dissipation was measured in the weather of its own time, so the ratio of the two models at that time is
 * divided out (`known`). A craft of 1 kg with Cd A = 1 m² gives the power for 1 m²/kg, −a·v with the inertial v.
 */
export function makeDragAir(
  state: CartesianState,
  origin: Epoch,
  { dynamics, dissipation, weather = [] }: DragAirGiven,
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
  const ratios = weather.flatMap(({ at, ...activity }) => {
    const power = powerOf(makeNrlmsise00(activity), at) / powerOf(model, at)
    return Number.isFinite(power) ? [{ atS: secondsBetween(origin, at), value: power }] : []
  })
  const known = factor === null ? 1 : (ratioAt(ratios, dissipationAtS(dissipation)) ?? 1)
  const densityFactor = factor ?? 1
  const density: DensityModel = (place) => {
    const ratio = ratioAt(ratios, secondsBetween(origin, place.epoch))
    return (densityFactor * (ratio ?? 1) * model(place)) / known
  }
  return {
    forces: (area) => [...gravity, dragOf(area, density)],
    densityFactor,
    from: factor === null ? 'model' : 'message',
    hasWeather: ratios.length > 0,
  }

  function dissipationAtS(told: KnownDissipation | null): number {
    return told?.knownAt === undefined ? 0 : secondsBetween(origin, told.knownAt)
  }

  /** Returns the power that drag takes from 1 m²/kg of the craft in the revolution before a time, W/kg; Sun and weather are taken at that time. */
  function powerOf(air: DensityModel, weatherAt: Epoch): number {
    const drag = dragOf(1, air)
    const periodS = keplerPeriodS(state)
    let sum = 0
    for (let k = 0; k < ORBIT_PLACES; k += 1) {
      const there = flyTwoBody(state, -(periodS * k) / ORBIT_PLACES, GM_EARTH)
      sum -= dot(drag({ ...there, epoch: addSeconds(weatherAt, -(periodS * k) / ORBIT_PLACES), massKg: 1 }), there.v)
    }
    return sum / ORBIT_PLACES
  }

  /** Returns null if the message states no energy, or if the model has no density there. */
  function factorOf({ wattsPerKg, usualM2PerKg }: KnownDissipation): number | null {
    const power = usualM2PerKg * powerOf(model, origin)
    return wattsPerKg > 0 && power > 0 ? wattsPerKg / power : null
  }
}

/** Returns the value at a time: linear between the known values, constant before and after them; null if none is known. */
function ratioAt(known: readonly { readonly atS: number; readonly value: number }[], atS: number): number | null {
  // Before the first time and after the last time the value is constant: a forecast is not extrapolated.
  const after = known.findIndex((one) => one.atS > atS)
  const [low, high] = [known[after === -1 ? known.length - 1 : after - 1], known[after]]
  if (low === undefined || high === undefined) return (low ?? high)?.value ?? null
  return low.value + ((high.value - low.value) * (atS - low.atS)) / (high.atS - low.atS)
}
