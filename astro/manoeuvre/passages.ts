import { approachBetween, distanceRate, type StateAt } from '../conjunction/closest-approach.ts'
import { GM_EARTH } from '../constants.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, cross, dot, norm, scale, subtract } from '../vec3.ts'
import type { EncounterObjectName, Leg } from './dynamics.ts'
import type { EncounterAfter, EncounterModel } from './encounter-model.ts'

/** The nearest distance of two objects in a window. */
export interface Nearest {
  /** In seconds after the TCA of the message. */
  readonly atS: number
  readonly distanceM: number
}

/** Between two samples the orbit with the faster perigee moves by this angle at its perigee, rad. */
const STEP_RAD = 0.3
/**
 * The error of the cubic between two samples is h⁴/384 of the relative motion (Hermite), which at 0.3 rad is 7e-5 of the relative distance from
 * sample to sample; this fraction is allowed for when passages are compared.
 */
const CUBIC_SHARE = 5e-4
/** The number of points at which the cubic is evaluated. */
const PLACES = 16

/**
 * Returns the nearest of all passages in a window, for objects that move together and meet repeatedly (flight rule F2): the minima of their
 * distance, and the end of the window, where they may still approach. The start of the window is no passage: no burn has changed the distance
 * there. Both are propagated from their states in the message with the dynamics of the encounter, or with its faster guide if it has one: over
 * days the neglected forces move both objects nearly equally. Source: the sign of Δr·Δv, as in listClosestApproaches(). Accuracy: relative
 * ellipses of Clohessy and Wiltshire to 1 % (passages.test.ts), the minima themselves to a millimetre.
 */
export function nearestPassage(
  model: EncounterModel,
  { atMessageEpoch: { primary }, messageEpochS }: Pick<EncounterAfter, 'atMessageEpoch' | 'messageEpochS'>,
  window: Leg,
): Nearest {
  const own = pathOf(model, { state: primary, epochS: messageEpochS, who: 'primary' }, window)
  const other = otherPath(model, window)
  const looks = own.looks.map((state, k) => lookAt(state, other.looks[k] ?? missing()))
  const last = looks.at(-1) ?? missing()
  const end = { atS: window.toS, distanceM: norm(last.dr) }
  const found = looks.flatMap((look, k) => {
    const next = looks[k + 1]
    return next !== undefined && look.rate < 0 && next.rate >= 0 ? [{ k, ...cubicLow(look, next, own.stepS) }] : []
  })
  // Branch and bound: a passage whose least possible distance is above the greatest possible distance of another passage cannot be the nearest,
  // and is not propagated.
  const nearestM = Math.min(...found.map(({ distanceM, slackM }) => distanceM + slackM))
  const near = found.filter(({ distanceM, slackM }) => distanceM - slackM <= nearestM)
  const passages = near.map(({ k }) => {
    const [before, after] = [k, k + 1].map((place) => ({
      seconds: window.fromS + place * own.stepS,
      rate: (looks[place] ?? missing()).rate,
    }))
    const { seconds, missDistanceM } = approachBetween([own.at, other.at], before ?? missing(), after ?? missing())
    return { atS: seconds, distanceM: missDistanceM }
  })
  return passages.reduce((least, next) => (next.distanceM < least.distanceM ? next : least), end)
}

interface Path {
  readonly stepS: number
  /** The states at the samples, including the ends of the window. */
  readonly looks: readonly CartesianState[]
  readonly at: StateAt
}

interface Start {
  readonly state: CartesianState
  readonly epochS: number
  readonly who: EncounterObjectName
}

/**
 * Returns the path of an object through the window: propagated once from sample to sample, and for any other time from the previous sample. Both
 * objects use the sample times of the primary's perigee, so that samples with the same index belong together.
 */
function pathOf({ dynamics, encounter }: EncounterModel, { state, epochS, who }: Start, { fromS, toS }: Leg): Path {
  const { fly } = dynamics.guide ?? dynamics
  const count = Math.max(1, Math.ceil((toS - fromS) / (STEP_RAD / perigeeRate(encounter.primary))))
  const stepS = (toS - fromS) / count
  const looks = [fly(state, { fromS: epochS, toS: fromS }, who)]
  for (let k = 0; k < count; k += 1)
    looks.push(fly(looks[k] ?? missing(), { fromS: fromS + k * stepS, toS: fromS + (k + 1) * stepS }, who))
  return {
    stepS,
    looks,
    at(seconds) {
      const k = Math.min(count, Math.max(0, Math.floor((seconds - fromS) / stepS)))
      return fly(looks[k] ?? missing(), { fromS: fromS + k * stepS, toS: seconds }, who)
    },
  }
}

/** The last path of each encounter's secondary: no burn moves it. */
const flownBefore = new WeakMap<EncounterModel, { readonly window: Leg; readonly path: Path }>()

function otherPath(model: EncounterModel, window: Leg): Path {
  const known = flownBefore.get(model)
  if (known?.window.fromS === window.fromS && known.window.toS === window.toS) return known.path
  const path = pathOf(model, { state: model.encounter.secondary, epochS: 0, who: 'secondary' }, window)
  flownBefore.set(model, { window, path })
  return path
}

/**
 * Returns the angular rate of an orbit at its perigee, rad/s: h / r². With h = |r × v|, vis-viva 1/a = 2/r − v²/µ, e² = 1 − h²/(µa) and the
 * perigee radius a (1 − e).
 */
function perigeeRate({ r, v }: CartesianState): number {
  const h = norm(cross(r, v))
  const a = 1 / (2 / norm(r) - dot(v, v) / GM_EARTH)
  const e = Math.sqrt(Math.max(0, 1 - (h * h) / (GM_EARTH * a)))
  return h / (a * (1 - e)) ** 2
}

type Look = ReturnType<typeof lookAt>

function lookAt(own: CartesianState, other: CartesianState) {
  return { dr: subtract(other.r, own.r), dv: subtract(other.v, own.v), rate: distanceRate(own, other) }
}

/**
 * Returns the least distance on the cubic between two samples, and its possible error. The cubic is Hermite's through both relative positions and
 * velocities, with s the fraction of the time h between the samples:
 *
 *   Δr(s) = (1 + 2s)(1 − s)² Δr₀ + s (1 − s)² h Δv₀ + s² (3 − 2s) Δr₁ + s² (s − 1) h Δv₁.
 *
 * It needs no propagation. A propagation to a time between two samples costs as much as a sample, and there are hundreds of passages.
 */
function cubicLow(one: Look, other: Look, stepS: number) {
  const distanceAt = (s: number) => {
    const [a, b] = [(1 + 2 * s) * (1 - s) ** 2, s * (1 - s) ** 2 * stepS]
    const [c, d] = [s * s * (3 - 2 * s), s * s * (s - 1) * stepS]
    return norm(add(add(scale(one.dr, a), scale(one.dv, b)), add(scale(other.dr, c), scale(other.dv, d))))
  }
  const distances = Array.from({ length: PLACES + 1 }, (_, k) => distanceAt(k / PLACES))
  // Between two points the distance is less by at most half of the motion from one to the next.
  const pastM = Math.max(norm(one.dv), norm(other.dv)) * stepS
  return { distanceM: Math.min(...distances), slackM: pastM * (CUBIC_SHARE + 1 / (2 * PLACES)) }
}
