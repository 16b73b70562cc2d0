import { covarianceToRtn, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { type ChainBurn, flyChain, flyKicked, partsOf } from '@apsis/astro/manoeuvre/burn-chain.ts'
import { J2 } from '@apsis/astro/manoeuvre/dynamics.ts'
import {
  type ExecutionError,
  executionCovariance,
  sizeShare,
  sumMatrices,
} from '@apsis/astro/manoeuvre/execution-error.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { PathCase } from '@apsis/contract/ca/plan/path-screening.ts'
import { heldBy, periodOfState, type ReferenceOrbit } from './reference-orbit.ts'

/** A burn as a plan keeps it. */
export type FrozenOwnBurn = {
  /** ISO 8601, UTC. */
  readonly ignition: string
  readonly durationS: number
  readonly deltaVRtn: readonly [number, number, number]
}

export const epochOf = (instant: string): Epoch => parseTime(instant.replace('Z', ''))

/** The burns in seconds after the first ignition, which is their origin. */
export function chainOf(burns: readonly FrozenOwnBurn[]): { readonly origin: Epoch; readonly chain: ChainBurn[] } {
  const [first] = burns
  if (first === undefined) throw new TypeError('a plan has a burn')
  const origin = epochOf(first.ignition)
  const chain = burns.map(({ ignition, durationS, deltaVRtn }) => ({
    atS: secondsBetween(origin, epochOf(ignition)),
    durationS,
    deltaVRtnMps: deltaVRtn as Vec3,
  }))
  return { origin, chain }
}

export const endOfChain = (chain: readonly ChainBurn[]): number =>
  Math.max(...chain.map(({ atS, durationS }) => atS + durationS))

const OFF_SIGMAS = 3
const STEP_S = 60
const [DAY_S, WEEK_S] = [SECONDS_PER_DAY, 7 * SECONDS_PER_DAY]
/** Covariances a segment, beside those at its ends. */
const COVARIANCES = 12

/** The largest share of the size of one of the burns that is not known, 1σ. */
export const shareOf = (burns: readonly FrozenOwnBurn[], error: ExecutionError | null): number =>
  error === null ? 0 : Math.max(...burns.map(({ deltaVRtn }) => sizeShare(deltaVRtn as Vec3, error)))

/** By how much every burn is stronger or weaker in a case: all of them 3σ off to one side. */
export const factorOf = (which: Exclude<PathCase, 'missed'>, share: number): number =>
  Math.max(0, 1 + { nominal: 0, hot: OFF_SIGMAS, cold: -OFF_SIGMAS }[which] * share)

/** A state of a path with its covariance, in GCRF. */
export type PathState = { readonly epoch: Epoch; readonly state: CartesianState }
export type PathCovariance = { readonly epoch: Epoch; readonly rtn: Matrix }
/** A part of a path without a step of its velocity: before the burns, in an arc, and between and after them. */
export type PathPart = {
  readonly start: Epoch
  readonly stop: Epoch
  readonly states: readonly PathState[]
  readonly covariances: readonly PathCovariance[]
}

export type OwnPath = {
  readonly parts: readonly PathPart[]
  readonly periodS: number
  /** The satellite just before the first burn, and just behind the last. */
  readonly before: PathState
  readonly after: PathState
}

/** Instants with the digits of a file: what stands in it is where the orbit is then. */
const instantAt = (origin: Epoch, seconds: number): Epoch =>
  parseTime(formatTime(addSeconds(origin, seconds), { digits: 6 }))

type Span = { readonly fromS: number; readonly toS: number; readonly isArc: boolean }

/** From a revolution before the first burn to a week after the last, as far as the orbit goes. */
function spansOf(reference: ReferenceOrbit, origin: Epoch, chain: readonly ChainBurn[], periodS: number): Span[] {
  const { span } = reference
  const inSpan = (seconds: number) => {
    const epoch = addSeconds(origin, seconds)
    if (span === null) return seconds
    if (compareEpochs(epoch, span.start) < 0) return secondsBetween(origin, span.start)
    return compareEpochs(epoch, span.stop) > 0 ? secondsBetween(origin, span.stop) : seconds
  }
  const beginS = inSpan(-Math.min(periodS, DAY_S))
  const endS = inSpan(endOfChain(chain) + WEEK_S)
  const spans: Span[] = []
  let atS = beginS
  for (const burn of chain) {
    if (burn.atS > atS) spans.push({ fromS: atS, toS: burn.atS, isArc: false })
    if (burn.durationS > 0) spans.push({ fromS: burn.atS, toS: burn.atS + burn.durationS, isArc: true })
    atS = burn.atS + burn.durationS
  }
  if (endS <= atS) throw new RangeError('the orbit ends before the burns do')
  spans.push({ fromS: atS, toS: endS, isArc: false })
  return spans
}

export type PathAsked = {
  readonly burns: readonly FrozenOwnBurn[]
  readonly error: ExecutionError | null
  readonly case: PathCase
}

/**
 * The path of a satellite through its burns. Without them it is that of the reference orbit, to the last digit. What the burns change is the
 * difference of two flights under J2 from the reference state at the first ignition, one with the burns and one without; what the reference
 * has beside the flight without burns (all other forces) is kept in R, T, N: of a burn that moves the satellite by a hundredth of the orbit,
 * it is turned with it. The covariance is that of the reference in R, T, N, and what the errors of the burns have grown to by then.
 */
export function flyOwnPath(reference: ReferenceOrbit, { burns, error, case: which }: PathAsked): OwnPath {
  const { origin, chain } = chainOf(burns)
  for (const { ignition, durationS } of burns)
    if (heldBy(reference, { at: epochOf(ignition), durationS }) !== undefined)
      throw new RangeError(`the ephemeris of the satellite holds the burn of ${ignition} already`)
  const start = reference.stateAt(origin)
  const periodS = periodOfState(start)
  const spans = spansOf(reference, origin, chain, periodS)
  const isMissed = which === 'missed'
  const factor = isMissed ? 0 : factorOf(which, shareOf(burns, error))
  const flown = flyChain(J2, { ...start, atS: 0 }, chain, { factor })
  const grown = isMissed || error === null ? [] : growthsOf(flown.burns, error)
  const grownAt = (atS: number) => grown.filter((one) => one.atS <= atS).map((one) => one.at(atS))
  // Both from the first ignition on: without the burns, and with them.
  let [plain, moved, nowS] = [start, start, 0]
  const parts: PathPart[] = []
  let before: PathState = { epoch: origin, state: start }
  for (const { fromS, toS, isArc } of spans) {
    // A part begins behind the impulse at its begin.
    const kicks = flown.burns.filter((burn) => burn.atS === fromS && burn.durationS > 0 === isArc)
    if (!isArc) for (const { deltaV } of kicks) moved = { r: moved.r, v: add(moved.v, deltaV) }
    const thrust = isArc ? kicks.flatMap((burn) => burn.kicks) : []
    const placeAt = (epoch: Epoch, atS: number): CartesianState => {
      const there = reference.stateAt(epoch)
      if (isMissed || fromS < 0) return there
      if (atS > nowS) {
        plain = J2.fly(plain, { fromS: nowS, toS: atS }, 'primary')
        moved = flyKicked(J2, moved, { fromS: nowS, toS: atS }, thrust)
        nowS = atS
      }
      return onReference(there, plain, moved)
    }
    const steps = isArc ? partsOf(toS - fromS) : Math.max(1, Math.ceil((toS - fromS) / STEP_S))
    const every = Math.max(1, Math.floor(steps / COVARIANCES))
    const [states, covariances]: [PathState[], PathCovariance[]] = [[], []]
    for (let k = 0; k <= steps; k += 1) {
      const atS = k === steps ? toS : fromS + ((toS - fromS) * k) / steps
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
    if (toS === 0) before = last
  }
  const after = parts.at(-1)?.states[0] ?? missing()
  return { parts, periodS, before, after }
}

/** What the error of each burn grows to, in the inertial frame: carried along the orbit behind it by the two-body transition matrix. */
function growthsOf(burns: ReturnType<typeof flyChain>['burns'], error: ExecutionError) {
  return burns.map(({ atS, durationS, before, deltaV }) => {
    const covariance = executionCovariance(deltaV, error, rtnAxes(before))
    const whole = buildMatrix(6, 6, (i, j) => (i < 3 || j < 3 ? 0 : entry(covariance, i - 3, j - 3)))
    const state = { r: before.r, v: add(before.v, deltaV) }
    return {
      atS,
      // Within an arc as much of it has been given as time has passed.
      at(seconds: number): Matrix {
        const share = durationS === 0 ? 1 : Math.min(1, (seconds - atS) / durationS)
        const part = buildMatrix(6, 6, (i, j) => share * share * entry(whole, i, j))
        return seconds === atS ? part : mapCovariance(propagateTwoBody(state, seconds - atS, GM_EARTH).stm, part)
      },
    }
  })
}

/** A state that was flown, with what the reference is beside the flight without burns, in R, T, N of each. */
function onReference(reference: CartesianState, plain: CartesianState, moved: CartesianState): CartesianState {
  const [from, to] = [rtnAxes(plain), transpose(rtnAxes(moved))]
  const turned = (beside: Vec3) => transform(to, transform(from, beside))
  return {
    r: add(moved.r, turned(subtract(reference.r, plain.r))),
    v: add(moved.v, turned(subtract(reference.v, plain.v))),
  }
}
