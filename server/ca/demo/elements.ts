import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { meanPlaneAt } from '@apsis/astro/sgp4/elements-of-model.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { DEMO_FLEET } from './fleet.data.ts'
import { demoElements, epochOf } from './orbit.ts'

/** SIMULATED: the fleet as the public catalogue lists it: the same orbits as elsewhere, with elements of this time. */
export function demoElementsAt(ms: number): (ElementSet & { readonly objectType: string })[] {
  const epoch = epochOf(ms)
  return DEMO_FLEET.map((satellite) => {
    const first = demoElements(satellite)
    const model = initSgp4(first)
    const state = propagateSgp4(model, epoch)
    if (!state.ok) throw new RangeError(`${first.objectName} has no state: ${state.reason}`)
    const nearPlane = meanPlaneAt(model, secondsBetween(first.epoch, epoch) / 60)
    const fitted = fitElements({ epoch, r: state.r, v: state.v, nearPlane })
    if (!fitted.ok) throw new RangeError(`${first.objectName} has no elements: ${fitted.reason}`)
    return { ...first, ...fitted.elements, objectName: `SIMULATED ${first.objectName}`, objectType: 'PAYLOAD' }
  })
}
