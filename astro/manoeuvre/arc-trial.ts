import { rtnAxes } from '../conjunction/rtn.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import {
  type Attempt,
  attemptOf,
  type BurnTrial,
  bentKicks,
  type Kicks,
  keptKicks,
  once,
  withoutBurn,
} from './burn-trial.ts'
import { type Dynamics, J2, TWO_BODY, UNIT_KICKS } from './dynamics.ts'
import type { EncounterModel } from './encounter-model.ts'
import { type ExecutionError, executionCovariance } from './execution-error.ts'

/** An arc of constant acceleration, its direction fixed in inertial space. */
export interface Arc {
  /** Start of the arc, in seconds after the TCA of the message. */
  readonly startS: number
  readonly durationS: number
}

/**
 * Half of the nodes and weights of the Gauss-Legendre rule with eight points on [−1, 1] (Abramowitz and Stegun, table 25.4). The rule is
 * symmetric about the middle: four pairs. Each row has a node x and its weight w; −x has the same weight, and all eight weights add up to 2.
 */
const HALF_RULE = [
  [0.183_434_642_495_649_8, 0.362_683_783_378_362],
  [0.525_532_409_916_329, 0.313_706_645_877_887_3],
  [0.796_666_477_413_626_7, 0.222_381_034_453_374_5],
  [0.960_289_856_497_536_2, 0.101_228_536_290_376_3],
] as const

/**
 * Positions in the arc as fractions of it, and the fraction of the Δv that is applied there. From [−1, 1] to [0, 1] the node x maps to (1 + x)/2
 * and its weight to w/2.
 */
const NODES: readonly { readonly share: number; readonly weight: number }[] = [
  ...[...HALF_RULE].reverse().map(([x, w]) => ({ share: (1 - x) / 2, weight: w / 2 })),
  ...HALF_RULE.map(([x, w]) => ({ share: (1 + x) / 2, weight: w / 2 })),
]

/** Times count from the TCA of the message. */
const TCA_S = 0
const NO_KICKS: Matrix = buildMatrix(6, 3, () => 0)

/** The state of the primary after an arc, at the TCA of the message, and the derivatives of this state with respect to the Δv. */
export interface ArcFlight extends Kicks {
  readonly end: CartesianState
}

/**
 * Propagates arcs that start from a state of the primary, as `makeArcTrial` describes; the Δv is inertial and is the total of the arc. Constant
 * thrust a = Δv/T moves the state at TCA by ∫ Φ(TCA, t) [0, a] dt over the arc. The rule turns this into a sum of impulses, Σ w_k Φ(TCA, t_k) [0,
 * Δv] with Σ w_k = 1. The impulses are propagated one after the other, and not only their sum is mapped, so that later impulses act at the
 * positions that the earlier ones cause.
 */
export function arcFrom(
  { dynamics }: Pick<EncounterModel, 'dynamics'>,
  state: CartesianState,
  { startS, durationS }: Arc,
): (deltaV: Vec3) => ArcFlight {
  if (!(durationS > 0 && startS + durationS <= 0)) throw new RangeError('an arc has to end before TCA')
  const flown = (deltaV: Vec3) => {
    const passed: { readonly state: CartesianState; readonly atS: number; readonly weight: number }[] = []
    let [now, atS] = [state, startS]
    for (const { share, weight } of NODES) {
      // Coasts to the node, then applies its fraction of the Δv at once.
      const nodeS = startS + share * durationS
      // The impulse acts on the state after all earlier impulses.
      const there = dynamics.fly(now, { fromS: atS, toS: nodeS }, 'primary')
      now = { r: there.r, v: add(there.v, scale(deltaV, weight)) }
      atS = nodeS
      passed.push({ state: now, atS, weight })
    }
    return { passed, end: dynamics.fly(now, { fromS: atS, toS: 0 }, 'primary') }
  }
  const kicksOf = ({ passed }: ReturnType<typeof flown>, motion: Pick<Dynamics, 'carry'>): Matrix => {
    // Each node adds its fraction of the Δv to the effect of the earlier nodes, and the sum is carried on: one path and three columns.
    let left = NO_KICKS
    passed.forEach(({ state: at, atS, weight }, place) => {
      const given = buildMatrix(6, 3, (i, j) => entry(left, i, j) + weight * entry(UNIT_KICKS, i, j))
      const next = passed[place + 1]
      left = motion.carry(at, { fromS: atS, toS: next === undefined ? TCA_S : next.atS }, given)
    })
    return left
  }
  return (deltaV) => {
    const way = flown(deltaV)
    return {
      end: way.end,
      kicks: () => kicksOf(way, dynamics),
      keplerKicks: () => kicksOf(way, TWO_BODY),
      j2Kicks: () => kicksOf(way, J2),
    }
  }
}

/**
 * Returns a trial of an arc, with the interface of a burn trial; its Δv is the total of the arc. Constant thrust is propagated as eight impulses
 * at the Gauss-Legendre nodes: the effect of each on the later orbit is a smooth function of its time, which the rule integrates exactly for
 * polynomials up to degree 15; the effect of the impulses on each other is smaller by Δv / v. Accuracy: for a fifth of a revolution it agrees
 * with integrated thrust to 1e-4 m (arc-trial.test.ts). Throws RangeError for an arc that ends after TCA.
 */
export function makeArcTrial(model: EncounterModel, arc: Arc, error: ExecutionError | null): BurnTrial {
  const { encounter } = model
  const { state } = withoutBurn(model, arc.startS)
  const fly = arcFrom(model, state, arc)
  // Eight propagations forth and back cause rounding errors, which are subtracted as for a single burn (flight rule F5).
  const unmoved = fly([0, 0, 0])
  const [dr, dv] = [subtract(encounter.primary.r, unmoved.end.r), subtract(encounter.primary.v, unmoved.end.v)]
  const still = keptKicks(() => unmoved)
  const rtn = rtnAxes(state)
  return {
    state,
    rtn,
    attempt(deltaV): Attempt {
      const isNone = norm(deltaV) === 0
      const way = isNone ? unmoved : fly(deltaV)
      const kicks = once(() => bentKicks(model, [way], { still, burnS: arc.startS })[0] ?? missing())
      const arrived = isNone ? encounter.primary : { r: add(way.end.r, dr), v: add(way.end.v, dv) }
      // K C Kᵀ: the execution error of the whole arc, mapped to the TCA of the message.
      const added = error === null ? {} : { added: mapCovariance(kicks(), executionCovariance(deltaV, error, rtn)) }
      return attemptOf(deltaV, kicks, model.after({ state: arrived, ...added }))
    },
  }
}
