import type { PositionVelocity } from '@apsis/astro/frames/rotation.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { OrbitDataType } from '@apsis/contract/odt/observation.ts'

/** The best orbit that is known of an object. */
export type KnownOrbit = {
  readonly type: OrbitDataType
  /** When it was determined; null where nobody says. */
  readonly epoch: Epoch | null
  /** What it moves by, where it is one of elements: that can be handed to another process. */
  readonly set?: MeanElements
  /** In TEME, m and m/s; null where it has no state. */
  readonly at: (epoch: Epoch) => PositionVelocity | null
}

/** The orbit of elements; undefined for those that the model refuses. */
export function orbitOfSet(set: MeanElements, type: OrbitDataType): KnownOrbit | undefined {
  let model: ReturnType<typeof initSgp4>
  try {
    model = initSgp4(set)
  } catch (error) {
    // Elements that the model refuses, as of an object that has decayed.
    if (error instanceof RangeError) return undefined
    throw error
  }
  return {
    type,
    epoch: set.epoch,
    set,
    at: (epoch) => {
      const state = propagateSgp4(model, epoch)
      return state.ok ? { r: state.r, v: state.v } : null
    },
  }
}
