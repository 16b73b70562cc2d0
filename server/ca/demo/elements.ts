import { DAY_MS } from '@apsis/astro/constants.ts'
import type { ElementSet, MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { meanPlaneAt } from '@apsis/astro/sgp4/elements-of-model.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { DEMO_FLEET } from './fleet.data.ts'
import { demoElements, epochOf, orbitAfterBurn } from './orbit.ts'
import { FLEET_HISTORY_DAYS, SILENT_BURN, SILENT_HISTORY } from './plans.data.ts'

/** SIMULATED: returns the fleet as the public catalogue would list it: the same orbits as in the rest of the demo, with elements for this time. */
export function demoElementsAt(ms: number): (ElementSet & { readonly objectType: string })[] {
  return DEMO_FLEET.map((satellite) => {
    const first = demoElements(satellite)
    return {
      ...first,
      ...elementsAt(initSgp4(first), epochOf(ms)),
      objectName: `SIMULATED ${first.objectName}`,
      objectType: 'PAYLOAD',
    }
  })
}

/** SIMULATED: returns the element sets of one satellite before the opening. They contain a burn that is in no plan. */
export function silentBurnSets(openedAt: number): ElementSet[] {
  const satellite = DEMO_FLEET.find(({ input }) => input.noradId === SILENT_BURN.noradId)
  if (satellite === undefined) throw new RangeError('the satellite of the silent burn is not in the fleet')
  const first = demoElements(satellite)
  const burnMs = openedAt - SILENT_BURN.daysBeforeOpening * DAY_MS
  // After the burn the orbit is the orbit of the demo; before it the satellite was slower by the Δv of the burn.
  const before = orbitAfterBurn(satellite, epochOf(burnMs), -SILENT_BURN.alongMps)
  const after = initSgp4(first)
  const { days, setsPerDay } = SILENT_HISTORY
  return Array.from({ length: days * setsPerDay }, (_, place) => {
    const ms = Math.floor(openedAt / 1000) * 1000 - (place + 1) * (DAY_MS / setsPerDay)
    return {
      ...first,
      ...elementsAt(ms < burnMs ? before : after, epochOf(ms)),
      objectName: `SIMULATED ${first.objectName}`,
    }
  })
}

/** SIMULATED: the element sets of the rest of the fleet from the days before the opening, because a track is compared with the set of its day. */
export function fleetHistorySets(openedAt: number): ElementSet[] {
  const { setsPerDay } = SILENT_HISTORY
  return DEMO_FLEET.filter(({ input }) => input.noradId !== SILENT_BURN.noradId).flatMap((satellite) => {
    const first = demoElements(satellite)
    const model = initSgp4(first)
    return Array.from({ length: FLEET_HISTORY_DAYS * setsPerDay }, (_, place) => {
      const ms = Math.floor(openedAt / 1000) * 1000 - (place + 1) * (DAY_MS / setsPerDay)
      return { ...first, ...elementsAt(model, epochOf(ms)), objectName: `SIMULATED ${first.objectName}` }
    })
  })
}

/** Returns the elements with which a catalogue would list an orbit at a time. */
function elementsAt(model: Sgp4Model, epoch: Epoch): MeanElements {
  const state = propagateSgp4(model, epoch)
  if (!state.ok) throw new RangeError(`there is no state: ${state.reason}`)
  const nearPlane = meanPlaneAt(model, secondsBetween(model.epoch, epoch) / 60)
  const fitted = fitElements({ epoch, r: state.r, v: state.v, nearPlane })
  if (!fitted.ok) throw new RangeError(`there are no elements: ${fitted.reason}`)
  return fitted.elements
}
