import { covarianceFromRtn, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import type { Ephemeris, PreparedSegment } from '@apsis/astro/ephemeris/ephemeris.ts'
import type { ExecutionError } from '@apsis/astro/manoeuvre/execution-error.ts'
import { judgeBurn, type MeasuredBurn, MOST_LATE_S, measureBurn } from '@apsis/astro/manoeuvre/measure-burn.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { buildMatrix, entry, type Matrix } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { ExecutionCheck } from '@apsis/contract/ca/plan/execution-check.ts'
import { unpackOrbit } from '../../ephemeris/record/packed-orbit.ts'
import type { FrozenBurn } from '../design/planned-event.ts'
import { type MessageToPlan, openEvent } from '../design/planned-event.ts'
import { type Flight, flightLike, flightOfMessage, halfPeriodOf } from './flight.ts'
import {
  carriedBy,
  carriedCovariance,
  endOf,
  grownBy,
  type KnownOrbit,
  knownAt,
  ofMessage,
  withCovariance,
} from './known-orbit.ts'
import type { TrackedOrbit } from './own-tracks.service.ts'

/** The data with which a burn is measured: an orbit that contains the burn, and the known orbits without it. */
export type MeasureTask = {
  readonly burn: Pick<FrozenBurn, 'ignitionEpoch' | 'deltaVRtn' | 'manoeuvreDuration' | 'dynamics'>
  /** The execution error that the plan allowed for; null if it allowed for none. */
  readonly executionError: ExecutionError | null
  readonly isSimulated: boolean
  readonly seen:
    | { readonly kind: 'ephemeris'; readonly packed: Uint8Array }
    | { readonly kind: 'message'; readonly message: MessageToPlan }
    | ({ readonly kind: 'orbit' } & TrackedOrbit)
  /** The own ephemeris from before the burn; null if there was none. */
  readonly before: Uint8Array | null
  /** The message that the plan is based on. */
  readonly plan: MessageToPlan
}

export type ExecutionMeasurement = Pick<
  ExecutionCheck,
  'reference' | 'deltaVRtn' | 'sigmaRtn' | 'deltaVMps' | 'sigmaMps' | 'lateS' | 'lateSigmaS' | 'misfit' | 'verdict'
>

type BurnAsPlanned = {
  readonly ignition: Epoch
  readonly end: Epoch
  readonly durationS: number
  readonly deltaVRtn: Vec3
  readonly executionError: ExecutionError | null
}

/** A burn distorts a polynomial that passes over it, so states are taken at least this far from the burn, s. */
const CLEAR_S = 300
/** A part of a file of this length shows the motion model that made it, s. */
const SAMPLE_S = 1_800
/** The smallest errors of an orbit, m and m/s. The rounding of files and the loss by interpolation are smaller. */
const [FLOOR_M, FLOOR_MPS] = [0.5, 1e-4]
/** The least uncertainty of a burn measured within one file, as a share of the burn; a convention. */
const SAME_FIT_SHARE = 0.05

/** Returns the burn from the comparison with the least uncertainty; null if nothing can be compared. Runs in the worker pool. */
export async function measureExecution(task: MeasureTask): Promise<ExecutionMeasurement | null> {
  const { ignitionEpoch, manoeuvreDuration: durationS, deltaVRtn } = task.burn
  const ignition = parseTime(ignitionEpoch.replace('Z', ''))
  const end = addSeconds(ignition, durationS)
  const planned = {
    ignition,
    durationS,
    end,
    deltaVRtn: deltaVRtn as Vec3,
    executionError: task.executionError,
  }
  const file = task.seen.kind === 'ephemeris' ? await unpackOrbit(task.seen.packed) : null
  const before = task.before === null ? null : await unpackOrbit(task.before)
  const after = file === null ? seenInOrbit(task, planned) : seenInFile(file, planned)
  if (after === null) return null
  const all = [
    file === null ? null : bySameFile(after.flight, planned, file),
    before === null ? null : byOwnOrbit(after, planned, before),
    byPlan(task, planned, after),
  ]
  const [best] = all
    .filter((one) => one !== null)
    .filter(isMeasured)
    .toSorted((a, b) => a.sigmaMps - b.sigmaMps)
  return best ?? null
}

/** True if all numbers are finite. Rounding can make them infinite, and such a result is no measurement and cannot be stored. */
const isMeasured = ({
  deltaVRtn,
  sigmaRtn,
  deltaVMps,
  sigmaMps,
  lateS,
  lateSigmaS,
  misfit,
}: ExecutionMeasurement): boolean =>
  [...deltaVRtn, ...sigmaRtn, deltaVMps, sigmaMps, lateS ?? 0, lateSigmaS ?? 0, misfit].every(Number.isFinite)

/** The orbit after the burn, and its motion model. */
type After = { readonly known: KnownOrbit; readonly flight: Flight }

/** Returns the orbit half a revolution after the burn, or at the end of the file if that is earlier: even a late burn has ended by then. */
function seenInFile(file: Ephemeris, { ignition, end }: BurnAsPlanned): After | null {
  const clear = addSeconds(end, CLEAR_S)
  const part = file.segments.findLast(({ stop }) => compareEpochs(clear, stop) < 0)
  const first = part && (knownAt(file, clear, 'after') ?? endOf(part, 'first'))
  if (part === undefined || first == null) return null
  const early = knownAt(file, addSeconds(ignition, -CLEAR_S), 'before')
  const samples = [
    { from: first, to: inReach(file, first.epoch, SAMPLE_S) },
    { from: early && inReach(file, early.epoch, -SAMPLE_S), to: early },
  ]
  const last = samples[0]?.to ?? first
  // A burn that was late or early lies in one of the samples: the motion model follows from the other one.
  const [flight] = samples
    .flatMap(({ from, to }) =>
      from && to && secondsBetween(from.epoch, to.epoch) > 0
        ? [flightLike({ from: from.epoch, state: from.state, to: to.epoch, end: to.state })]
        : [],
    )
    .toSorted((a, b) => a.accelerationSigma - b.accelerationSigma)
  if (flight === undefined) return null
  const late = addSeconds(end, halfPeriodOf(first.state))
  const known = compareEpochs(first.epoch, late) < 0 ? (knownAt(file, late, 'after') ?? last) : first
  return { known: withCovariance(known), flight }
}

/** Returns the orbit of a message at its TCA, or the orbit from tracks. */
function seenInOrbit({ seen, burn, isSimulated }: MeasureTask, { end }: BurnAsPlanned): After | null {
  const known = seen.kind === 'orbit' ? seen : seen.kind === 'message' ? seenInMessage(seen.message, burn) : null
  if (known === null) return null
  const flight = flightOfMessage(known.epoch, known.state, { isSimulated, dynamics: burn.dynamics })
  const there = carriedBy(flight, known, addSeconds(end, halfPeriodOf(known.state)))
  return there && { known: there, flight }
}

function seenInMessage(message: MessageToPlan, { dynamics }: MeasureTask['burn']): KnownOrbit | null {
  const { tca, model } = openEvent(message, dynamics)
  return ofMessage(tca, model.encounter.primary)
}

/**
 * Measures a burn in a file that has states from before and after it, so that no other data are needed. If the file has a discontinuity near the
 * burn, the burn is measured there. If the discontinuity shows no step, it may have another cause: then the states around the planned time are
 * compared.
 */
function bySameFile(flight: Flight, planned: BurnAsPlanned, file: Ephemeris): ExecutionMeasurement | null {
  const broken = breakAbout(file, planned)
  const step = broken === undefined ? null : byBreak(flight, planned, file, broken)
  if (step !== null && step.verdict !== 'MISSED') return step
  const from = knownAt(file, addSeconds(planned.ignition, -CLEAR_S), 'before')
  const to = from && knownAt(file, addSeconds(planned.end, halfPeriodOf(from.state)), 'after')
  const pair = from && to && withinFile(flight, file, { from, to })
  if (from === null || to === null || pair === null) return step
  const covariance = atLeast(diagonal(FLOOR_M, FLOOR_MPS), pair.covariance)
  return found('SAME_FILE', planned, { without: pair.without, to, covariance, since: from.epoch }) ?? step
}

function byBreak(
  flight: Flight,
  planned: BurnAsPlanned,
  file: Ephemeris,
  { from, to }: Break,
): ExecutionMeasurement | null {
  const pair = withinFile(flight, file, { from, to })
  if (pair === null) return null
  const { without } = pair
  const least = Math.max(FLOOR_MPS, SAME_FIT_SHARE * norm(subtract(to.state.v, without.state.v)))
  const covariance = atLeast(diagonal(FLOOR_M, least), pair.covariance)
  const then = { ...planned, ignition: from.epoch }
  const step = found('SAME_FILE', then, { without, to, covariance, since: from.epoch })
  // The time of a discontinuity in the file is the time of the burn.
  const lateS = secondsBetween(planned.ignition, from.epoch)
  const isLate = step?.verdict === 'AS_PLANNED' && Math.abs(lateS) > MOST_LATE_S
  return step && { ...step, lateS, lateSigmaS: null, ...(isLate ? { verdict: 'DIFFERENT' } : {}) }
}

/**
 * Propagates the orbit from before the burn to the time of the orbit after it. The uncertainty is the part of the errors that the two
 * orbits do not share. It consists of the growth of the covariance, an unknown acceleration in between, and the difference between the
 * propagation and the file where there is no burn.
 */
function withinFile(
  flight: Flight,
  file: Ephemeris,
  { from, to }: Break,
): { readonly without: KnownOrbit; readonly covariance: Matrix } | null {
  const without = carriedBy(flight, { ...from, covariance: NOTHING }, to.epoch)
  if (without === null) return null
  const unknown = without.covariance ?? NOTHING
  const shared = from.covariance && carriedCovariance(from, without)
  const grown = shared && to.covariance ? grownBy(shared, to.covariance) : NOTHING
  return { without, covariance: sum(sum(grown, unknown), offFile(flight, file, { from, to })) }
}

/**
 * Returns the difference between the propagation and the file over the same length before `from` or after `to`, as a variance on each axis of R, T
 * and N at `to`. Parts that are long enough are preferred; of two such parts the one with the smaller difference is used, as another burn may lie in
 * the other one. The difference over a shorter part is multiplied by the square of the ratio of the two lengths, because the displacement by a
 * constant acceleration grows with the square of the time.
 */
function offFile({ fly }: Flight, file: Ephemeris, { from, to }: Break): Matrix {
  const lengthS = secondsBetween(from.epoch, to.epoch)
  if (!(lengthS > 0)) return NOTHING
  const clear = addSeconds(to.epoch, CLEAR_S)
  const parts = [
    { first: inReach(file, from.epoch, -lengthS), last: from },
    { first: knownAt(file, clear, 'after'), last: inReach(file, clear, lengthS) },
  ]
  const errors = parts.flatMap(({ first, last }) => {
    const seconds = first && last ? secondsBetween(first.epoch, last.epoch) : 0
    const end = first && last && seconds > 0 ? fly(first.epoch, first.state, last.epoch) : null
    if (last === null || end === null) return []
    const axes = rtnAxes(last.state)
    const off = [
      ...transform(axes, subtract(last.state.r, end.r)),
      ...transform(axes, subtract(last.state.v, end.v)),
    ].map((part) => part * Math.max(1, lengthS / seconds) ** 2)
    return [{ off, sizeM: Math.hypot(...off.slice(0, 3)), isLong: seconds >= Math.min(lengthS, SAMPLE_S) }]
  })
  const [least] = errors.toSorted((a, b) => Number(b.isLong) - Number(a.isLong) || a.sizeM - b.sizeM)
  if (least === undefined) return NOTHING
  const rtn = buildMatrix(6, 6, (i, j) => (i === j ? (least.off[i] ?? missing()) ** 2 : 0))
  return covarianceFromRtn(to.state, rtn)
}

/**
 * Returns the state of a file at a number of seconds after a time, or before it if the number is negative. If that is outside the part of the file
 * that contains the time, the state at the end of that part is returned.
 */
function inReach(file: Ephemeris, epoch: Epoch, seconds: number): KnownOrbit | null {
  const isIn = ({ start, stop }: PreparedSegment) => compareEpochs(start, epoch) <= 0 && compareEpochs(epoch, stop) <= 0
  const part = seconds < 0 ? file.segments.find(isIn) : file.segments.findLast(isIn)
  if (part === undefined) return null
  const there = addSeconds(epoch, seconds)
  if (compareEpochs(there, part.start) < 0) return endOf(part, 'first')
  if (compareEpochs(part.stop, there) < 0) return endOf(part, 'last')
  return knownAt(file, there, seconds < 0 ? 'after' : 'before')
}

type Break = { readonly from: KnownOrbit; readonly to: KnownOrbit }

/** Returns the last state before and the first state after the discontinuity that is nearest to the burn; undefined if the file has none near it. */
function breakAbout(file: Ephemeris, { ignition, end, durationS }: BurnAsPlanned): Break | undefined {
  const [reference] = file.segments
  const first = reference && endOf(reference, 'first')
  if (first == null) return undefined
  const halfS = halfPeriodOf(first.state)
  const inReach = file.segments.flatMap((after, k) => {
    const before = file.segments[k - 1]
    if (before === undefined) return []
    const [early, late] = [secondsBetween(ignition, before.stop), secondsBetween(end, after.start)]
    return early > -halfS && late < halfS ? [{ before, after, offS: Math.abs(early) }] : []
  })
  const [nearest] = inReach.toSorted((a, b) => a.offS - b.offS)
  if (nearest === undefined) return undefined
  // A thrust arc has its own part of the file, which ends when the thrust ends.
  const last = inReach.find(
    ({ before, after }) =>
      durationS > 0 &&
      before === nearest.after &&
      Math.abs(secondsBetween(nearest.before.stop, after.start) - durationS) < CLEAR_S,
  )
  const [from, to] = [endOf(nearest.before, 'last'), endOf((last ?? nearest).after, 'first')]
  return from === null || to === null ? undefined : { from, to }
}

/** Compares the new data with the own ephemeris from before the burn, propagated past the burn. */
function byOwnOrbit({ known, flight }: After, planned: BurnAsPlanned, before: Ephemeris): ExecutionMeasurement | null {
  const from = knownAt(before, addSeconds(planned.ignition, -CLEAR_S), 'before')
  const without = from && carriedBy(flight, withCovariance(from), known.epoch)
  return from && without && compared('OWN_EPHEMERIS', planned, { without, to: known, since: from.epoch })
}

/** Compares the new data with the orbit of the plan without its burn. */
function byPlan(
  { plan, burn }: MeasureTask,
  planned: BurnAsPlanned,
  { known, flight }: After,
): ExecutionMeasurement | null {
  const { tca, model } = openEvent(plan, burn.dynamics)
  const from = ofMessage(tca, model.encounter.primary)
  const without = from && carriedBy(flight, from, known.epoch)
  return without && compared('PLAN_MESSAGE', planned, { without, to: known, since: null })
}

type Pair = { readonly without: KnownOrbit; readonly to: KnownOrbit; readonly since: Epoch | null }

/** Compares two orbits that were determined independently: their errors add. */
function compared(
  reference: ExecutionMeasurement['reference'],
  planned: BurnAsPlanned,
  pair: Pair,
): ExecutionMeasurement | null {
  const [one, other] = [pair.without.covariance, pair.to.covariance]
  if (one === null || other === null) return null
  const covariance = sum(sum(one, other), diagonal(FLOOR_M, FLOOR_MPS))
  return found(reference, planned, { ...pair, covariance })
}

/** Measures a burn that may have begun from `since` on, at most half a revolution around the planned time. */
function found(
  reference: ExecutionMeasurement['reference'],
  planned: BurnAsPlanned,
  { without, to, covariance, since }: Pair & { readonly covariance: Matrix },
): ExecutionMeasurement | null {
  const { ignition, durationS } = planned
  const startS = secondsBetween(to.epoch, ignition)
  const halfS = halfPeriodOf(without.state)
  const earliestS = Math.max(
    startS - halfS,
    since === null ? Number.NEGATIVE_INFINITY : secondsBetween(to.epoch, since),
  )
  const latestS = Math.min(startS + halfS, -durationS)
  const times = { startS, durationS, earliestS, latestS }
  const burn = measureBurn({ without: without.state, seen: to.state, covariance, ...times })
  return burn && told(reference, planned, burn)
}

function told(
  reference: ExecutionMeasurement['reference'],
  { deltaVRtn: plannedRtn, executionError }: BurnAsPlanned,
  burn: MeasuredBurn,
): ExecutionMeasurement {
  const { deltaVRtn: foundRtn, covarianceRtn, lateS, lateSigmaS, misfit } = burn
  const { verdict, sigmaMps } = judgeBurn({ plannedRtn, foundRtn, covarianceRtn, executionError, lateS, lateSigmaS })
  const sigma = (k: number) => Math.sqrt(entry(covarianceRtn, k, k))
  return {
    reference,
    deltaVRtn: [...foundRtn],
    sigmaRtn: [sigma(0), sigma(1), sigma(2)],
    deltaVMps: norm(foundRtn),
    sigmaMps,
    lateS,
    lateSigmaS,
    misfit,
    verdict,
  }
}

/** Raises a covariance to the floors in every direction in which it is smaller. */
const atLeast = (floors: Matrix, covariance: Matrix): Matrix => sum(covariance, grownBy(covariance, floors))

const NOTHING = buildMatrix(6, 6, () => 0)

const sum = (a: Matrix, b: Matrix) => buildMatrix(6, 6, (i, j) => entry(a, i, j) + entry(b, i, j))

const diagonal = (metres: number, metresPerS: number) =>
  buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? metres : metresPerS) ** 2 : 0))
