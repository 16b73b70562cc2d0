import { GM_EARTH, SECONDS_PER_DAY } from '../constants.ts'
import type { MeanElements } from '../sgp4/element-set.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { addSeconds } from '../time/epoch.ts'
import { norm, subtract } from '../vec3.ts'
import type { OrbitNoise } from './residual-growth.ts'

/** Along the track at the epoch, m: circular low orbits of high inclination in Flohrer, Krag and Klinkrad, AMOS 2008, table 2. */
const AT_EPOCH_M = 517
/** How fast an element set goes wrong along its track, m a day: Levit and Marshall, Adv. Space Res. 47 (2011) 1107–1115. */
const GROWTH_M_PER_DAY = 1500
/** What SGP4 lacks from one place of the orbit to the next, m. Chosen by the histories of residual-growth.test.ts. */
const MODEL_M = 300
/**
 * Of the drag in the elements so much may be wrong all the time, and so much more or less act from day to day: the errors of models
 * of the air (domain.md C10).
 */
const [DRAG_SHARE, DAILY_SHARE] = [0.5, 0.5]
/** Accelerations that no element set has, as of sunlight and of the Moon, m a day². Chosen by the histories of residual-growth.test.ts. */
const LEAST_ACCELERATION = 50

/**
 * How well an element set foretells when its object passes, for orbits of two revolutions a day and more. Where the model refuses the
 * elements, as of what has decayed, it throws RangeError.
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

/** What the drag term of the elements does along the track, m a day². */
export function alongByDrag(set: MeanElements): number {
  const at = addSeconds(set.epoch, SECONDS_PER_DAY)
  const [drawn, free] = [set, { ...set, bstar: 0 }].map((one) => propagateSgp4(initSgp4(one), at))
  return drawn?.ok && free?.ok ? 2 * norm(subtract(drawn.r, free.r)) : 0
}
