import { GM_EARTH, SECONDS_PER_DAY } from '../constants.ts'
import type { MeanElements } from '../sgp4/element-set.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { addSeconds } from '../time/epoch.ts'
import { norm, subtract } from '../vec3.ts'
import type { OrbitNoise } from './residual-growth.ts'

/** The along-track error at the epoch, m: circular low orbits of high inclination in Flohrer, Krag and Klinkrad, AMOS 2008, table 2. */
const AT_EPOCH_M = 517
/** The growth of an element set's along-track error, m a day: Levit and Marshall, Adv. Space Res. 47 (2011) 1107–1115. */
const GROWTH_M_PER_DAY = 1500
/** The error of SGP4 that varies along the orbit, m. Chosen from the histories of residual-growth.test.ts. */
const MODEL_M = 300
/** The constant error of the drag in the elements, and its error from day to day, as fractions: the errors of density models (domain.md C10). */
const [DRAG_SHARE, DAILY_SHARE] = [0.5, 0.5]
/** Accelerations that no element set contains, such as sunlight and the Moon, m a day². Chosen from the histories of residual-growth.test.ts. */
const LEAST_ACCELERATION = 50

/**
 * Returns how well an element set predicts when its object passes, for orbits of two revolutions a day and more. Throws RangeError if the model
 * refuses the elements, as for a decayed object.
 */
export function noiseOfElements(set: MeanElements): OrbitNoise {
  const speed = Math.cbrt(GM_EARTH * set.meanMotionRadPerS)
  const accelerationPerS = Math.max(LEAST_ACCELERATION, alongByDrag(set)) / speed / SECONDS_PER_DAY ** 2
  return {
    offsetS: AT_EPOCH_M / speed,
    rate: GROWTH_M_PER_DAY / SECONDS_PER_DAY / speed,
    accelerationPerS: DRAG_SHARE * accelerationPerS,
    wander: DAILY_SHARE * accelerationPerS * Math.sqrt(SECONDS_PER_DAY),
    modelS: MODEL_M / speed,
  }
}

/** Returns the effect of the elements' drag term along the track, m a day². */
export function alongByDrag(set: MeanElements): number {
  const at = addSeconds(set.epoch, SECONDS_PER_DAY)
  const [drawn, free] = [set, { ...set, bstar: 0 }].map((one) => propagateSgp4(initSgp4(one), at))
  return drawn?.ok && free?.ok ? 2 * norm(subtract(drawn.r, free.r)) : 0
}
