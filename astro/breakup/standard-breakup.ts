import { type Random, standardNormal } from '../random.ts'
import { collisionPieces } from '../statistics/fragments.ts'
import { scale, type Vec3 } from '../vec3.ts'

/** A breakup as somebody states it. */
export interface StatedBreakup {
  readonly cause: 'explosion' | 'collision'
  /** The mass that breaks up, kg: of a collision with complete breakup both bodies together. An explosion has one law for every mass. */
  readonly massKg: number
  readonly body: 'spacecraft' | 'rocketBody'
}

/** A piece of a breakup: its characteristic length, its area by its mass, and the velocity that the breakup adds, in an unturned frame. */
export interface Fragment {
  readonly sizeM: number
  readonly areaM2: number
  readonly massKg: number
  readonly addedMps: Vec3
}

/** The laws of sizes come from fragments between these sizes, m. */
export const FRAGMENT_SIZES_M = { least: 0.001, most: 1 } as const

const EXPLOSION = { factor: 6, exponent: -1.6 } as const
const COLLISION_EXPONENT = -1.71

/**
 * Returns the expected number of fragments of at least a size, m, by the NASA standard breakup model of EVOLVE 4.0. Source: Johnson, Krisko, Liou
 * and Anz-Meador, NASA's new breakup model of EVOLVE 4.0, Adv. Space Res. 28 (2001) 1377–1384: an explosion has 6 S L^−1.6 (eq. 2) with S = 1, the
 * value for upper stages of 600 to 1000 kg; a collision 0.1 M^0.75 L^−1.71 (eq. 4).
 */
export function countFragments({ cause, massKg }: StatedBreakup, sizeM: number): number {
  if (!(sizeM > 0 && massKg > 0)) throw new RangeError('mass and size have to be positive')
  return cause === 'explosion' ? EXPLOSION.factor * sizeM ** EXPLOSION.exponent : collisionPieces(massKg, sizeM)
}

/** Returns the size, m, of which and above which a breakup has so many fragments; at least that at which the laws begin. */
export function leastSizeOf(breakup: StatedBreakup, count: number): number {
  const sizeM = (count / countFragments(breakup, 1)) ** (1 / exponentOf(breakup))
  return Math.max(FRAGMENT_SIZES_M.least, sizeM)
}

const exponentOf = ({ cause }: StatedBreakup) => (cause === 'explosion' ? EXPLOSION.exponent : COLLISION_EXPONENT)

/**
 * Returns a source of random fragments of at least a size. Sizes follow the law of the number, those beyond the end of the law are at its end;
 * area by mass is the distribution of eqs. 5 to 7 for the size, the area that of eqs. 8 and 9, and the added speed that of eqs. 11 and 12, in every
 * direction alike. The sum of the masses is not that of the body: the laws are of numbers.
 */
export function fragmentSource(breakup: StatedBreakup, leastSizeM: number, random: Random): () => Fragment {
  const normal = standardNormal(random)
  const exponent = exponentOf(breakup)
  const [most, [shift, slope]] = [FRAGMENT_SIZES_M.most, SPEED[breakup.cause]]
  return () => {
    // 1 − random() is never 0.
    const sizeM = Math.min(most, leastSizeM * (1 - random()) ** (1 / exponent))
    const chi = logAreaToMass(breakup, Math.log10(sizeM), { random, normal })
    const areaM2 = areaOf(sizeM)
    const speedMps = 10 ** (shift + slope * chi + SPEED_SIGMA * normal())
    return { sizeM, areaM2, massKg: areaM2 / 10 ** chi, addedMps: scale(direction(random), speedMps) }
  }
}

/** The mean of log₁₀ of the added speed, m/s: a constant, and a factor of log₁₀ of area by mass, m²/kg (eqs. 11 and 12). */
const SPEED = { explosion: [1.85, 0.2], collision: [2.9, 0.9] } as const
const SPEED_SIGMA = 0.4

/** Returns the area of a fragment, m² (eqs. 8 and 9). */
function areaOf(sizeM: number): number {
  return sizeM < 0.00167 ? 0.540424 * sizeM ** 2 : 0.556945 * sizeM ** 2.0047077
}

/** Returns a unit vector; every direction is alike (Archimedes: the height of a point on a sphere is uniform). */
function direction(random: Random): Vec3 {
  const [z, turn] = [2 * random() - 1, 2 * Math.PI * random()]
  const across = Math.sqrt(1 - z * z)
  return [across * Math.cos(turn), across * Math.sin(turn), z]
}

type Source = { readonly random: Random; readonly normal: () => number }

/** The sizes, log₁₀ of m, between which the two distributions of small and of large fragments are mixed. */
const [SMALL, LARGE] = [Math.log10(0.08), Math.log10(0.11)]

/**
 * Returns a random log₁₀ of area by mass, m²/kg, for a log₁₀ of the size, m. The paper has one normal distribution to 8 cm (eq. 7), the sum of two
 * from 11 cm on (eqs. 5 and 6), and leaves the bridge between open: here the share of the second grows evenly with the logarithm of the size.
 */
function logAreaToMass({ body }: StatedBreakup, lambda: number, { random, normal }: Source): number {
  const isLarge = random() < (lambda - SMALL) / (LARGE - SMALL)
  const { share, first, second } = LARGE_BODIES[body]
  const of = !isLarge ? SMALL_BODIES : random() < ramp(share, lambda) ? first : second
  return ramp(of.mean, lambda) + ramp(of.sigma, lambda) * normal()
}

/** A value that is constant to a first log₁₀ of the size, changes evenly to a second, and is constant from there on. */
type Ramp = readonly [from: number, value: number, to: number, last: number]

function ramp([from, value, to, last]: Ramp, lambda: number): number {
  const part = Math.min(1, Math.max(0, (lambda - from) / (to - from)))
  return value + part * (last - value)
}

const always = (value: number): Ramp => [0, value, 1, value]

/** Eq. 7; its sigma grows beyond the sizes for which it is used. */
const SMALL_BODIES = { mean: [-1.75, -0.3, -1.25, -1], sigma: [-3.5, 0.2, -0.5, 0.6] } as const
/** Eq. 5 of upper stages and eq. 6 of spacecraft: the share of the first normal distribution, and both. */
const LARGE_BODIES = {
  rocketBody: {
    share: [-1.4, 1, 0, 0.5],
    first: { mean: [-0.5, -0.45, 0, -0.9], sigma: always(0.55) },
    second: { mean: always(-0.9), sigma: [-1, 0.28, 0.1, 0.1] },
  },
  spacecraft: {
    share: [-1.95, 0, 0.55, 1],
    first: { mean: [-1.1, -0.6, 0, -0.95], sigma: [-1.3, 0.1, -0.3, 0.3] },
    second: { mean: [-0.7, -1.2, -0.1, -2], sigma: [-0.5, 0.5, -0.3, 0.3] },
  },
} as const
