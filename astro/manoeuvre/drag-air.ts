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

/** 1σ of a density forecast of some days over the forecast, where the message does not say it (domain.md C14). */
export const USUAL_DENSITY_SIGMA = 0.25
/** Of the field for 'full': what higher terms do to the difference of two flights is below a thousandth of it. */
const FULL_DEGREE = 8
/** Places of a revolution at which the drag is looked at. */
const ORBIT_PLACES = 72

/** The air about a craft, and where its density comes from. */
export interface DragAir {
  readonly forces: DragForces
  /** What the density of the model is multiplied by. */
  readonly densityFactor: number
  readonly from: 'message' | 'model'
  /** Whether the density follows the weather that was given. */
  readonly hasWeather: boolean
}

/** Solar and geomagnetic activity at some times, from early to late; between them the air changes evenly. */
type DragWeather = readonly (SpaceWeather & { readonly at: Epoch })[]

/** What the air of a plan is made by. */
interface DragAirGiven {
  readonly dynamics: DynamicsName
  readonly dissipation: KnownDissipation | null
  readonly weather?: DragWeather
}

/** What tells the density: the energy that drag takes from the craft with its usual area (SEDR of a CDM). */
export interface KnownDissipation {
  readonly wattsPerKg: number
  readonly usualM2PerKg: number
  /** When it was known, as the weather has changed since; the origin where not said. */
  readonly knownAt?: Epoch
}

/**
 * Gravity of the dynamics named, and drag in air of the Harris-Priester model, which has mean solar activity. Where
 * the message says how much energy drag took (SEDR, CCSDS 508.0-B-1, table 3-4), the density is scaled so that it
 * takes as much in one revolution: that is the activity of the days in which the orbit was determined. Where weather
 * is given, the density follows it: for each of its times by the drag of one revolution in NRLMSISE-00 over that in
 * Harris-Priester, and with SEDR relative to the time from which the energy is known. The shape of the air along a
 * revolution stays that of Harris-Priester, which is a tenth of the work. A density model is wrong by tens of per
 * cent in a given week; the dissipation that the orbit determination found is a measurement of the same air along the
 * same orbit. The scale is (SEDR)/(⟨−a_drag · v⟩), both in W/kg, with the drag in air that turns with the Earth and
 * the mean over 72 equal times of the revolution before. The dissipation was measured in the weather of its own time,
 * so that the ratio of the two models at that time is divided out (`known`); a craft of 1 kg with Cd A = 1 m² gives
 * the power of 1 m²/kg, −a·v with the inertial v.
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

  /** What drag takes from 1 m²/kg of the craft in the revolution before a time, W/kg; Sun and weather are those of that time. */
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

  /** Null where the message says no energy, or the model has no air there. */
  function factorOf({ wattsPerKg, usualM2PerKg }: KnownDissipation): number | null {
    const power = usualM2PerKg * powerOf(model, origin)
    return wattsPerKg > 0 && power > 0 ? wattsPerKg / power : null
  }
}

/** The value of a time, evenly between those that are known and the same before and after them; null where none is known. */
function ratioAt(known: readonly { readonly atS: number; readonly value: number }[], atS: number): number | null {
  // Before the first time its value holds, and behind the last one the last: a forecast is not extrapolated.
  const after = known.findIndex((one) => one.atS > atS)
  const [low, high] = [known[after === -1 ? known.length - 1 : after - 1], known[after]]
  if (low === undefined || high === undefined) return (low ?? high)?.value ?? null
  return low.value + ((high.value - low.value) * (atS - low.atS)) / (high.atS - low.atS)
}
