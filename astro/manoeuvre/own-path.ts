import { covarianceToRtn, rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH, SECONDS_PER_DAY } from '../constants.ts'
import { transform, transpose } from '../mat3.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type ChainBurn, flyChain, flyKicked, type Kick, partsOfArc } from './burn-chain.ts'
import { deltaVFromAxes } from './delta-v-frame.ts'
import { J2 } from './dynamics.ts'
import { type ExecutionError, executionCovariance, sizeShare, sumMatrices } from './execution-error.ts'
import { DELTA_V_STEP_MPS } from './plan-impulse.ts'
import { heldBy, periodOfState, type ReferenceOrbit } from './reference-orbit.ts'

/** A burn as it is stored in a plan. */
export type FrozenOwnBurn = {
  /** ISO 8601, UTC. */
  readonly ignition: string
  readonly durationS: number
  readonly deltaVRtn: readonly [number, number, number]
}

export const epochOf = (instant: string): Epoch => parseTime(instant.replace('Z', ''))

/** A burn of a path: a burn of the plan, or (isAlong) a burn of another plan or of a notice. */
export type ChainedBurn = FrozenOwnBurn & { readonly isAlong?: boolean }

/** Returns the burns in seconds after the first ignition, which is the origin; each burn is `factor` times as strong as planned. */
export function chainOf<Burn extends FrozenOwnBurn>(
  burns: readonly Burn[],
  factor: (burn: Burn) => number = () => 1,
): { readonly origin: Epoch; readonly chain: (ChainBurn & { readonly isAlong: boolean })[] } {
  const [first] = burns
  if (first === undefined) throw new TypeError('a plan has a burn')
  const origin = epochOf(first.ignition)
  const chain = burns.map((burn: Burn & ChainedBurn) => ({
    atS: secondsBetween(origin, epochOf(burn.ignition)),
    durationS: burn.durationS,
    deltaVRtnMps: scale(burn.deltaVRtn as Vec3, factor(burn)),
    isAlong: burn.isAlong === true,
  }))
  return { origin, chain }
}

/** Returns when the last of the burns ends. */
export function endOfBurns(burns: readonly Pick<FrozenOwnBurn, 'ignition' | 'durationS'>[]): Epoch {
  const ends = burns.map(({ ignition, durationS }) => addSeconds(epochOf(ignition), durationS))
  return ends.toSorted(compareEpochs).at(-1) ?? missing()
}

/** Returns the burns of the plan itself. */
const ownOf = <Burn extends ChainedBurn>(burns: readonly Burn[]) => burns.filter(({ isAlong }) => isAlong !== true)

/** Returns the end of a plan's path: a week after its last burn, or the end of the orbit. */
export function pathEndOf(
  { span }: Pick<ReferenceOrbit, 'span'>,
  burns: readonly Pick<FrozenOwnBurn, 'ignition' | 'durationS'>[],
  until?: Epoch,
): Epoch {
  const usual = addSeconds(endOfBurns(burns), WEEK_S)
  const end = until !== undefined && compareEpochs(until, usual) > 0 ? until : usual
  return span !== null && compareEpochs(end, span.stop) > 0 ? span.stop : end
}

const OFF_SIGMAS = 3
const STEP_S = 60
const [DAY_S, WEEK_S] = [SECONDS_PER_DAY, 7 * SECONDS_PER_DAY]
/** Number of covariances in a segment, in addition to those at its ends. */
const COVARIANCES = 12

/** Returns the largest relative size error of the burns, 1σ. */
export const shareOf = (burns: readonly FrozenOwnBurn[], error: ExecutionError | null): number =>
  error === null ? 0 : Math.max(...burns.map(({ deltaVRtn }) => sizeShare(deltaVRtn as Vec3, error)))

/** The cases of a path: as planned, 3σ stronger, 3σ weaker, and without the burns. */
export type PathCase = 'nominal' | 'hot' | 'cold' | 'missed'

/** Returns the factor on every burn in a case: all burns deviate by 3σ to one side. */
export const factorOf = (which: Exclude<PathCase, 'missed'>, share: number): number =>
  Math.max(0, 1 + { nominal: 0, hot: OFF_SIGMAS, cold: -OFF_SIGMAS }[which] * share)

/** A state of a path with its covariance, in GCRF. */
export type PathState = { readonly epoch: Epoch; readonly state: CartesianState }
export type PathCovariance = { readonly epoch: Epoch; readonly rtn: Matrix }
/** A part of a path without a step of the velocity: before the burns, in an arc, and between and after them. */
export type PathPart = {
  readonly start: Epoch
  readonly stop: Epoch
  readonly states: readonly PathState[]
  readonly covariances: readonly PathCovariance[]
}

export type OwnPath = {
  readonly parts: readonly PathPart[]
  readonly periodS: number
  /** The satellite just before the first burn, and just after the last. */
  readonly before: PathState
  readonly after: PathState
}

/** Instants are rounded to the digits of a file, so that the state is exact at the written time. */
const instantAt = (origin: Epoch, seconds: number): Epoch =>
  parseTime(formatTime(addSeconds(origin, seconds), { digits: 6 }))

type Span = { readonly fromS: number; readonly toS: number; readonly isArc: boolean }
type Reach = { readonly beginS: number; readonly endS: number }

/**
 * Returns the span of the path: from a revolution before the plan's first burn to a week after its last, within the orbit; or until the start of
 * another burn that lasts longer.
 */
function reachOf(
  reference: ReferenceOrbit,
  burns: readonly ChainedBurn[],
  {
    periodS,
    from,
    until,
  }: { readonly periodS: number; readonly from: Epoch | undefined; readonly until: Epoch | undefined },
): Reach {
  const { origin, chain } = chainOf(burns)
  const own = chain.filter(({ isAlong }) => !isAlong)
  const { span } = reference
  const usualS = Math.min(...own.map(({ atS }) => atS)) - Math.min(periodS, DAY_S)
  const wantedS = from === undefined ? usualS : Math.min(usualS, secondsBetween(origin, from))
  const beginS = span === null ? wantedS : Math.max(wantedS, secondsBetween(origin, span.start))
  const endS = secondsBetween(origin, pathEndOf(reference, ownOf(burns), until))
  if (endS <= Math.max(...own.map(({ atS, durationS }) => atS + durationS)))
    throw new RangeError('the orbit ends before the burns do')
  const cut = chain.filter(({ atS, durationS, isAlong }) => isAlong && atS < endS && atS + durationS > endS)
  return { beginS, endS: Math.min(endS, ...cut.map(({ atS }) => atS)) }
}

/** Returns the parts of a path before its first burn and from it on, without a step of the velocity inside a part. */
function spansOf(chain: readonly ChainBurn[], { beginS, endS }: Reach): Span[] {
  const spans: Span[] = []
  let atS = Math.min(0, beginS)
  for (const burn of chain) {
    if (burn.atS > atS) spans.push({ fromS: atS, toS: burn.atS, isArc: false })
    if (burn.durationS > 0) spans.push({ fromS: burn.atS, toS: burn.atS + burn.durationS, isArc: true })
    atS = burn.atS + burn.durationS
  }
  if (endS > atS) spans.push({ fromS: atS, toS: endS, isArc: false })
  return spans
}

export type PathAsked = {
  readonly burns: readonly ChainedBurn[]
  readonly error: ExecutionError | null
  readonly case: PathCase
  /** The least span that is shown, if the orbit covers it; default: from one revolution before the burns to a week after them. */
  readonly from?: Epoch
  readonly until?: Epoch
}

/**
 * Propagates a satellite through its burns. Without burns the path equals the reference orbit to the last digit. The effect of the burns is the
 * difference of two propagations under J2 from the reference state at the first ignition, one with the burns and one without. The deviation of
 * the reference from the propagation without burns (all other forces) is kept in R, T, N: if a burn moves the satellite by a hundredth of the
 * orbit, the deviation is rotated with it. The covariance is the sum of the reference's covariance in R, T, N and of the errors of the burns,
 * mapped to the time. Burns of other plans and of notices are included with the same deviation as the plan's burns, and as planned in the case in
 * which the plan's burns are missed.
 */
export function flyOwnPath(reference: ReferenceOrbit, { burns, error, case: which, from, until }: PathAsked): OwnPath {
  const own = ownOf(burns)
  for (const { ignition, durationS } of own)
    if (heldBy(reference, { at: epochOf(ignition), durationS }) !== undefined)
      throw new RangeError(`the ephemeris of the satellite holds the burn of ${ignition} already`)
  const factor = factorsOf(which, shareOf(burns, error))
  const { origin, chain } = chainOf(burns, factor)
  const start = reference.stateAt(origin)
  const periodS = periodOfState(start)
  const reach = reachOf(reference, burns, { periodS, from, until })
  const within = chain.filter(({ atS, isAlong }) => !isAlong || atS < reach.endS)
  const spans = spansOf(within, reach)
  const flown = flyChain(J2, { ...start, atS: 0 }, within)
  const given = flown.burns.filter(({ deltaV }) => norm(deltaV) > 0)
  const grown = error === null ? [] : growthsOf(given, error)
  const grownAt = (atS: number) => grown.filter((one) => one.atS <= atS).map((one) => one.at(atS))
  const movedFromS = Math.min(...given.map(({ atS }) => atS))
  const [ownFirst, ownEnd] = [epochOf(own[0]?.ignition ?? missing()), endOfBurns(own)]
  const [ownFirstS, ownEndS] = [secondsBetween(origin, ownFirst), secondsBetween(origin, ownEnd)]
  // Both propagations from the first ignition on: without the burns, and with them.
  let [plain, moved, nowS] = [start, start, 0]
  const advance = (toS: number, thrust: readonly Kick[]) => {
    if (toS <= nowS) return
    plain = J2.fly(plain, { fromS: nowS, toS }, 'primary')
    moved = flyKicked(J2, moved, { fromS: nowS, toS }, thrust)
    nowS = toS
  }
  const parts: PathPart[] = []
  let [before, after]: [PathState | undefined, PathState | undefined] = [undefined, undefined]
  for (const { fromS, toS, isArc } of spans) {
    // A part starts after the impulse at its start.
    const kicks = flown.burns.filter((burn) => burn.atS === fromS && burn.durationS > 0 === isArc)
    if (fromS > 0) advance(fromS, [])
    if (!isArc) for (const { deltaV } of kicks) moved = { r: moved.r, v: add(moved.v, deltaV) }
    const thrust = isArc ? kicks.flatMap((burn) => burn.kicks) : []
    // The path before its first shown instant is propagated but not returned.
    if (toS <= reach.beginS) {
      advance(toS, thrust)
      continue
    }
    const placeAt = (epoch: Epoch, atS: number): CartesianState => {
      const there = reference.stateAt(epoch)
      if (fromS < movedFromS) return there
      advance(atS, thrust)
      return onReference(there, plain, moved)
    }
    const shownS = Math.max(fromS, reach.beginS)
    const steps = isArc ? partsOfArc(toS - shownS) : Math.max(1, Math.ceil((toS - shownS) / STEP_S))
    const every = Math.max(1, Math.floor(steps / COVARIANCES))
    const [states, covariances]: [PathState[], PathCovariance[]] = [[], []]
    for (let k = 0; k <= steps; k += 1) {
      const atS = k === steps ? toS : shownS + ((toS - shownS) * k) / steps
      const epoch = instantAt(origin, atS)
      const state = placeAt(epoch, atS)
      states.push({ epoch, state })
      if (k < steps && k % every > 0) continue
      const rtn = reference.covarianceRtnAt(epoch)
      const added = rtn === null ? [] : grownAt(atS).map((one) => covarianceToRtn(state, one))
      if (rtn !== null) covariances.push({ epoch, rtn: added.reduce<Matrix>(sumMatrices, rtn) })
    }
    const [first, last] = [states[0] ?? missing(), states.at(-1) ?? missing()]
    parts.push({ start: first.epoch, stop: last.epoch, states, covariances })
    if (toS === ownFirstS) before = last
    if (fromS >= ownEndS) after ??= first
  }
  return {
    parts,
    periodS,
    before: before ?? { epoch: ownFirst, state: reference.stateAt(ownFirst) },
    after: after ?? parts.at(-1)?.states.at(-1) ?? missing(),
  }
}

/** Returns the factors on the burns in a case: the plan's burns and the other burns are made by one engine. */
export const factorsOf =
  (which: PathCase, share: number) =>
  ({ isAlong }: ChainedBurn): number =>
    which !== 'missed' ? factorOf(which, share) : isAlong === true ? 1 : 0

export type GivenBurn = BurnTimes & { readonly frame: string; readonly vector: readonly [number, number, number] }
type BurnTimes = Pick<FrozenOwnBurn, 'ignition' | 'durationS'>

/** A burn whose Δv is to be given in R, T, N. */
export type ToTurn = {
  readonly burn: FrozenOwnBurn | GivenBurn
  readonly isAlong: boolean
  /** True if the burn is not in the orbit data and must be added; false if the orbit already contains it. */
  readonly isOnPath: boolean
}

type TurnedBurn<One extends ToTurn> = {
  readonly of: One
  readonly burn: ChainedBurn
  /** The satellite just before the burn, and the burn's Δv in the inertial frame. */
  readonly before: CartesianState
  readonly deltaV: Vec3
}

/**
 * Returns burns in the R, T, N of the satellite after the earlier burns, in the order of their ignition. `unknown` are burns whose axes do not
 * exist there, and burns of others at a time without a state of the orbit. Throws RangeError if the orbit has no state for a burn of the plan.
 */
export function inRtn<One extends ToTurn>(
  reference: ReferenceOrbit,
  wanted: readonly One[],
): { readonly burns: TurnedBurn<One>[]; readonly unknown: ReadonlyMap<One, string> } {
  const sorted = wanted.toSorted((a, b) => compareEpochs(epochOf(a.burn.ignition), epochOf(b.burn.ignition)))
  const origin = epochOf(sorted.find(({ isOnPath }) => isOnPath)?.burn.ignition ?? missing())
  const start = reference.stateAt(origin)
  let [plain, moved, nowS] = [start, start, 0]
  const unknown = new Map<One, string>()
  const burns = sorted.flatMap((one): TurnedBurn<One>[] => {
    const { burn, isAlong, isOnPath } = one
    const { ignition, durationS } = burn
    const epoch = epochOf(ignition)
    const atS = secondsBetween(origin, epoch)
    const known = isAlong ? undefined : reference.stateAt(epoch)
    try {
      const there = known ?? reference.stateAt(epoch)
      if (atS > nowS) {
        const leg = { fromS: nowS, toS: atS }
        ;[plain, moved, nowS] = [J2.fly(plain, leg, 'primary'), J2.fly(moved, leg, 'primary'), atS]
      }
      const before = atS < nowS ? there : onReference(there, plain, moved)
      const axes = rtnAxes(before)
      const given =
        'deltaVRtn' in burn
          ? (burn.deltaVRtn as Vec3)
          : transform(axes, deltaVFromAxes(burn.frame, { frame: 'GCRF', epoch, ...before }, burn.vector))
      const deltaVRtn = given.map(rounded) as [number, number, number]
      if (isOnPath) {
        const endS = atS + durationS
        const { kicks } = flyChain(J2, { ...moved, atS }, [{ atS, durationS, deltaVRtnMps: deltaVRtn }])
        moved = flyKicked(J2, moved, { fromS: atS, toS: endS }, kicks)
        ;[plain, nowS] = [J2.fly(plain, { fromS: atS, toS: endS }, 'primary'), endS]
      }
      const deltaV = transform(transpose(axes), deltaVRtn)
      return [{ of: one, burn: { ignition, durationS, deltaVRtn, isAlong }, before, deltaV }]
    } catch (error) {
      if (!(error instanceof RangeError) || !(isAlong || 'frame' in burn)) throw error
      unknown.set(one, error.message)
      return []
    }
  })
  return { burns, unknown }
}

const rounded = (part: number) => Number((Math.round(part / DELTA_V_STEP_MPS) * DELTA_V_STEP_MPS).toFixed(DIGITS))
/** Decimals of a multiple of the step, m/s. */
const DIGITS = 7

/** Returns how the error of each burn grows, in the inertial frame: mapped along the later orbit by the two-body transition matrix. */
function growthsOf(burns: ReturnType<typeof flyChain>['burns'], error: ExecutionError) {
  return burns.map(({ atS, durationS, before, deltaV }) => {
    const covariance = executionCovariance(deltaV, error, rtnAxes(before))
    const whole = buildMatrix(6, 6, (i, j) => (i < 3 || j < 3 ? 0 : entry(covariance, i - 3, j - 3)))
    const state = { r: before.r, v: add(before.v, deltaV) }
    return {
      atS,
      // Within an arc the performed fraction is proportional to the time.
      at(seconds: number): Matrix {
        const share = durationS === 0 ? 1 : Math.min(1, (seconds - atS) / durationS)
        const part = buildMatrix(6, 6, (i, j) => share * share * entry(whole, i, j))
        return seconds === atS ? part : mapCovariance(propagateTwoBody(state, seconds - atS, GM_EARTH).stm, part)
      },
    }
  })
}

/** Returns a propagated state plus the deviation of the reference from the propagation without burns, in R, T, N of each. */
export function onReference(reference: CartesianState, plain: CartesianState, moved: CartesianState): CartesianState {
  const [from, to] = [rtnAxes(plain), transpose(rtnAxes(moved))]
  const turned = (beside: Vec3) => transform(to, transform(from, beside))
  return {
    r: add(moved.r, turned(subtract(reference.r, plain.r))),
    v: add(moved.v, turned(subtract(reference.v, plain.v))),
  }
}
