import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { densityAtLimit, overDensity } from '@apsis/astro/manoeuvre/density-average.ts'
import { type DragAir, makeDragAir } from '@apsis/astro/manoeuvre/drag-air.ts'
import { fly } from '@apsis/astro/manoeuvre/drag-flight.ts'
import { type DragOffset, makeDragOffset } from '@apsis/astro/manoeuvre/drag-offset.ts'
import { confirm } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { DragChange, DragWeather } from '@apsis/contract/ca/plan/drag-change.ts'
import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { PlannedEvent } from './planned-event.ts'

/** A planned change of area, which does not change any more. */
export type FrozenDrag = Pick<Burn, 'ignitionEpoch' | 'dynamics'> & { readonly drag: DragChange }

type AirOf = {
  readonly dynamics: Burn['dynamics']
  readonly usualM2PerKg: number
  readonly weather: DragWeather | null
}

/** Returns the air around a satellite by its message and by the stored weather. */
export function airOf({ cdm, tca, model }: PlannedEvent, { dynamics, usualM2PerKg, weather }: AirOf): DragAir {
  const wattsPerKg = cdm.objects[0].additional?.sedrWPerKg
  const knownAt = cdm.header.creationDate
  const days = weather?.days.map(({ date, ...activity }) => ({ ...activity, at: parseTime(`${date}T12:00:00`) }))
  return makeDragAir(model.encounter.primary, tca, {
    dynamics,
    dissipation: wattsPerKg === undefined ? null : { wattsPerKg, usualM2PerKg, knownAt },
    ...(days === undefined ? {} : { weather: days }),
  })
}

/** The number of nodes of the density: for the plane, and for curved orbits, where each node takes milliseconds. */
const [PLANAR_NODES, CURVED_NODES] = [721, 61]

/**
 * Returns the effect of a planned change of area on the path of its satellite. The air is taken from the newest
 * message, with the weather of the plan, multiplied by a density factor. Seconds count from the TCA of `event`, until
 * `endS`.
 */
export function openDragPath(
  event: PlannedEvent,
  { ignitionEpoch, dynamics, drag }: FrozenDrag,
  endS: number,
  dense = 1,
): DragPath {
  const { tca, model, cdm } = event
  const startS = secondsBetween(tca, parseTime(ignitionEpoch.replace('Z', '')))
  const usualM2PerKg = cdm.objects[0].additional?.cdAreaOverMassM2PerKg ?? drag.usualM2PerKg
  const { forces } = airOf(event, { dynamics, usualM2PerKg, weather: drag.weather })
  const start = fly(model.encounter.primary, { origin: tca, fromS: 0, toS: startS, forces: forces(usualM2PerKg) }).end
  const heldM2PerKg = (usualM2PerKg * drag.heldAreaM2) / drag.usualAreaM2
  // Denser air and a larger area have the same effect.
  const change = { holdS: drag.holdS, usualM2PerKg: dense * usualM2PerKg, heldM2PerKg: dense * heldM2PerKg }
  return {
    offset: makeDragOffset(start, { origin: tca, startS, endS, forces }, change),
    startS,
    sigma: drag.densitySigma,
  }
}
export type DragPath = { readonly offset: DragOffset; readonly startS: number; readonly sigma: number }

/** Returns the factor of a density: as forecast, or at its 95th percentile (hot) or its 5th (cold). */
export function densityOf(sigma: number, which: 'nominal' | 'hot' | 'cold'): number {
  return which === 'nominal' ? 1 : densityAtLimit(sigma, which === 'hot' ? 1 : -1)
}

/** Returns an event after the change: its mean over the density, and the largest probability in denser and in thinner air (rule F11). */
export function eventByDrag({ offset, sigma }: DragPath, { model, method }: PlannedEvent, atS: number) {
  const after = (factor: number) => model.after({ state: offset.moved(model.encounter.primary, atS, factor) })
  let isKnown = true
  const value = (factor: number) => {
    const probability = confirm(after(factor), model, method)
    isKnown &&= probability !== null
    return probability ?? 1
  }
  const over = overDensity(value, sigma, method === 'hall-3d' ? CURVED_NODES : PLANAR_NODES)
  const known = (probability: number) => (isKnown ? probability : null)
  return {
    after: after(1),
    mean: known(over.mean),
    denser: known(over.denser),
    thinner: known(over.thinner),
  }
}

/** Returns the end of the path of a change of area: a week after its start, and at least a day after TCA. */
export const pathEndS = (startS: number) => Math.max(SECONDS_PER_DAY, startS + 7 * SECONDS_PER_DAY)
