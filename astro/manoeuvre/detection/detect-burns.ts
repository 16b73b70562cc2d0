import { GM_EARTH, SECONDS_PER_DAY } from '../../constants.ts'
import { missing } from '../../missing.ts'
import { compareEpochs, type Epoch, secondsBetween } from '../../time/epoch.ts'
import { AGREED_MULTIPLE, agreedSteps, beyondDrag } from './agreeing-sets.ts'
import { burnDates, type Place } from './date-burn.ts'
import { around, quantile } from './neighbourhood.ts'

/** Number of element sets whose median is the level of the orbit before or after a step. */
const LEVEL_SETS = 3
/** A drift is not computed from sets that are nearer than this: the noise would dominate. */
const LEAST_SPAN_S = 0.2 * SECONDS_PER_DAY

/** The elements that show a burn. */
export interface BurnEvidence extends Place {
  readonly incRad: number
}

/** A burn found in element sets. */
export interface FoundBurn {
  /**
   * The burn was between these times: the epochs of the sets before and after it, or for a burn along the track in a slow orbit the bounds from
   * the longitude.
   */
  readonly from: Epoch
  readonly to: Epoch
  /** Epoch of the first set that shows it. */
  readonly shown: Epoch
  /** The smallest Δv that changes the orbit in this way, m/s. */
  readonly deltaVMps: number
  /** Along the velocity, against it, or across the orbit plane: the larger part. */
  readonly direction: 'along-track' | 'against-track' | 'cross-track'
  /** How clearly the step exceeds the noise of this satellite: 0.5 at the threshold, towards 1 above it. */
  readonly confidence: number
  /** The step relative to the noise, from which the confidence is computed. */
  readonly score: number
}

/**
 * A step counts as a burn if it is at least this multiple of the noise. Each pair of three satellites selects 12 to 13 for the third; 10 finds
 * more burns.
 */
export const BURN_NOISE_MULTIPLE = 10
/** The levels beside a large step change with it, so the score is at most this multiple of the score of the set's own jump. */
const MOST_LEVERAGE = 4
/** Below two revolutions a day an orbit is slow: flight rule F17 allows more days for a burn to show. */
export const SLOW_RAD_PER_S = (2 * 2 * Math.PI) / SECONDS_PER_DAY
/** A slope continues while each step has at least the first number of sigmas, and is smaller than the second number times the previous step. */
const [SLOPE_SCORE, NEXT_BURN] = [2, 3]
/** A fit that absorbs a burn across the orbit also shows a motion along it, below this fraction of the burn. */
const SLOPE_SHARE = 0.1
/** The noise is the 90th percentile of the steps, divided by the same percentile of a normal distribution: fewer than one set in ten has a burn. */
const [NOISE_SHARE, NOISE_NORMAL] = [0.9, 1.645]
/** In slow orbits the noise is at most this multiple of the noise of sets far from lasting steps, if there are at least this many of those sets. */
const [MOST_OVER_QUIET, LEAST_QUIET] = [3, 20]
/** The median of the absolute value of a normal distribution, in sigmas. */
const MEDIAN_NORMAL = 0.6745
/** A step is lasting if the level keeps this fraction of the jump. */
const LASTING_SHARE = 0.5
/** The least assumed noise: the last digits of an element set, in m and in rad. */
const [LEAST_NOISE_M, LEAST_NOISE_RAD] = [0.2, 2e-6]
/** Sets that are nearer than this are one fit, published twice. */
const SAME_FIT_S = 0.02 * SECONDS_PER_DAY

/**
 * Returns the burns in a history of one satellite's element sets, in the order of time. A burn moves the mean motion (along the track) or the
 * inclination (across it) from one level to another. Two measures of a step are combined, without the drift by drag and by the Moon, which is the
 * median rate nearby: the jump from one set to the next, which a bad set also shows, and the change of the level, the median of three sets, which
 * a bad set does not show. Both must agree in sign; the score is their geometric mean over the noise. Both are scaled by the noise of this
 * satellite, so one threshold is enough for all satellites. Sources: Patera, Space Event Detection Method, J. Spacecraft and Rockets 45 (2008)
 * 554 (moving windows); Kelecy, Hall, Hamada and Stocker, AMOS 2007 (element sets). Δv along the track is from Δa = 2 a Δv / v, across it from Δi
 * = Δv cos u / v at the node.
 */
export function detectBurns(history: readonly BurnEvidence[], threshold = BURN_NOISE_MULTIPLE): FoundBurn[] {
  const sets = sorted(history)
  const semiMajorM = sets.map(({ meanMotionRadPerS }) => Math.cbrt(GM_EARTH / meanMotionRadPerS ** 2))
  const isSlow = sets.every(({ meanMotionRadPerS }) => meanMotionRadPerS < SLOW_RAD_PER_S)
  const steps = stepsOf(sets, semiMajorM, { least: LEAST_NOISE_M, isSlow })
  const along = isSlow ? asSlopes(steps) : steps
  const inclinations = sets.map(({ incRad }) => incRad)
  const across = atOnsets(stepsOf(sets, inclinations, { least: LEAST_NOISE_RAD, isSlow }))
  // Δv = v Δa/(2a), from vis-viva on a circle, and v = n a.
  const alongOf = (changeM: number, k: number) => (changeM * (sets[k] ?? missing()).meanMotionRadPerS) / 2
  const found = sets.flatMap((set, k): StepOfSet[] => {
    const [a, i] = [along[k], across[k]]
    const before = sets[k - 1]
    if (a === undefined || i === undefined || before === undefined) return []
    const speed = set.meanMotionRadPerS * (semiMajorM[k] ?? missing())
    const tangential = alongOf(a.change, k)
    // Δv = v Δi is for a burn at the node: elsewhere a larger burn is needed.
    const normal = Math.abs(i.change) * speed
    // A fit that still absorbs a burn across the orbit also shows a smaller motion along it: that is no separate burn.
    const isOfSlope = Math.abs(tangential) < SLOPE_SHARE * Math.abs(i.slopeChange) * speed
    const score = isOfSlope ? i.score : Math.max(a.score, i.score)
    if (!(score >= threshold)) return []
    const isAcross = i.score >= threshold && normal > Math.abs(tangential)
    return [
      {
        k,
        from: before.epoch,
        to: set.epoch,
        shown: set.epoch,
        deltaVMps: isAcross ? Math.hypot(normal, tangential) : Math.abs(tangential),
        direction: isAcross ? 'cross-track' : tangential > 0 ? 'along-track' : 'against-track',
        confidence: score / (score + threshold),
        score,
      },
    ]
  })
  const { changeAt } = levelsOf(sets, semiMajorM)
  const sized = isSlow
    ? dated(sets, found)
    : withFainter(
        sets,
        apart(found, (k, within) => alongOf(changeAt(k, within), k)),
      )
  return sized.map(({ k: _, ...burn }) => burn)
}

/**
 * For low orbits: removes along-track steps that drag may have caused, and adds burns that no single set shows but that many sets show together
 * between the clear steps.
 */
function withFainter(sets: readonly BurnEvidence[], steps: readonly StepOfSet[]): StepOfSet[] {
  const isBurn = beyondDrag(sets)
  const clear = steps.filter(
    ({ k, direction, deltaVMps }) =>
      direction === 'cross-track' || isBurn(k, direction === 'along-track' ? deltaVMps : -deltaVMps),
  )
  const known = clear.flatMap(({ k, score }) => (score >= BURN_NOISE_MULTIPLE ? [k] : []))
  const fainter = agreedSteps(sets, known).map(
    ({ first, k, last, met, deltaVMps, isAcross, score: overNoise }): StepOfSet => {
      const { epoch: shown } = sets[last] ?? missing()
      const { epoch: before } = sets[first] ?? missing()
      // On the scale of single sets, so that both scores have the same threshold.
      const score = (BURN_NOISE_MULTIPLE / AGREED_MULTIPLE) * overNoise
      return {
        k,
        // The longitudes give the time if sets show the burn late; otherwise the neighbouring sets give closer bounds.
        from: met === null ? before : earlier(before, met.from),
        to: met === null ? shown : earlier(shown, met.to),
        shown,
        deltaVMps: Math.abs(deltaVMps),
        direction: isAcross ? 'cross-track' : deltaVMps > 0 ? 'along-track' : 'against-track',
        confidence: score / (score + BURN_NOISE_MULTIPLE),
        score,
      }
    },
  )
  const isNew = ({ k }: StepOfSet) => !fainter.some((one) => one.k === k)
  return [...clear.filter(isNew), ...fainter].sort((a, b) => a.k - b.k)
}

const earlier = (a: Epoch, b: Epoch) => (compareEpochs(a, b) < 0 ? a : b)

/**
 * Gives burns along the track that follow each other within some sets their own sizes: the levels on each side of a step only extend to the
 * previous and to the next step. Otherwise each burn would include the Δv of its neighbours.
 */
function apart(
  steps: readonly StepOfSet[],
  alongOf: (k: number, within: { readonly behind: number; readonly ahead: number }) => number,
): StepOfSet[] {
  return steps.map((step, place) => {
    const { k, direction } = step
    const [behind, ahead] = [
      k - (steps[place - 1]?.k ?? Number.NEGATIVE_INFINITY),
      (steps[place + 1]?.k ?? Number.POSITIVE_INFINITY) - k,
    ]
    if (direction === 'cross-track' || Math.min(behind, ahead) >= LEVEL_SETS) return step
    return { ...step, deltaVMps: Math.abs(alongOf(k, { behind, ahead })) }
  })
}

/**
 * The simple method with which detectBurns is compared: the jump of the mean motion from one set to the next, over the median of all jumps of the
 * history (Lemmens and Krag, J. Guid. Control Dyn. 37 (2014) 860, without their filters).
 */
export function jumpsOfMeanMotion(history: readonly BurnEvidence[]): { readonly to: Epoch; readonly score: number }[] {
  const sets = sorted(history)
  const jumps = sets.map(({ meanMotionRadPerS }, k) =>
    k === 0 ? 0 : Math.abs(meanMotionRadPerS - (sets[k - 1] ?? missing()).meanMotionRadPerS),
  )
  const noise = 1.4826 * quantile(jumps, 0.5)
  return sets.map(({ epoch }, k) => ({ to: epoch, score: (jumps[k] ?? missing()) / noise }))
}

/** Returns the sets by epoch; of sets that are one fit, published twice, only the first. */
function sorted(history: readonly BurnEvidence[]): BurnEvidence[] {
  const inOrder = [...history].sort((a, b) => secondsBetween(b.epoch, a.epoch))
  const kept: BurnEvidence[] = []
  for (const set of inOrder) {
    const last = kept.at(-1)
    if (last === undefined || secondsBetween(last.epoch, set.epoch) > SAME_FIT_S) kept.push(set)
  }
  return kept
}

interface Step {
  readonly score: number
  /** From the level before to the level after, without the drift. */
  readonly change: number
  /** From the previous set to this one, and the same over its noise. */
  readonly jump: number
  readonly jumpScore: number
  /** The change so far of the slope that this step continues; 0 if it continues none. */
  readonly slopeChange: number
}

interface Kind {
  readonly least: number
  readonly isSlow: boolean
}

/**
 * Returns the step of an element at each set, from the previous set. The mean motion of an element set is a fit over some days, and drag makes it
 * drift. The median rate of the neighbouring sets removes this drift; the burn itself does not affect the median.
 */
function stepsOf(sets: readonly BurnEvidence[], values: readonly number[], { least, isSlow }: Kind): Step[] {
  if (sets.length === 0) return []
  const { jumps, changeAt } = levelsOf(sets, values)
  const changes = values.map((_, k) => (k < 2 || k > values.length - 3 ? 0 : changeAt(k)))
  const isQuiet = isSlow ? quietPlaces(jumps, changes, least) : undefined
  const [jumpNoise, changeNoise] = [noiseOf(jumps, least, isQuiet), noiseOf(changes, least, isQuiet)]
  return values.map((_, k): Step => {
    const [jump, change] = [jumps[k] ?? missing(), changes[k] ?? missing()]
    const scoreOver = (jumpSigma: number, changeSigma: number) => {
      const jumpScore = Math.abs(jump) / jumpSigma
      return Math.min(Math.sqrt((jumpScore * Math.abs(change)) / changeSigma), MOST_LEVERAGE * jumpScore)
    }
    // The noise at this time decides whether there is a step; the noise of the whole history decides how clear it is: a burn of one size is not
    // more certain in a year of better sets.
    const now = scoreOver(jumpNoise.near[k] ?? missing(), changeNoise.near[k] ?? missing())
    const ever = scoreOver(jumpNoise.all, changeNoise.all)
    // A bad set jumps away and back: its two jumps differ in sign, and the level does not change.
    const isAgreed = Math.sign(jump) === Math.sign(change)
    const score = isAgreed ? Math.max(ever, Math.min(now, BURN_NOISE_MULTIPLE)) : 0
    return { score, change, jump, jumpScore: Math.abs(jump) / (jumpNoise.near[k] ?? missing()), slopeChange: 0 }
  })
}

/**
 * Returns for each step the index of the first step of its slope, or its own index if it continues no slope. A set is a fit over days, so a burn
 * enters the sets gradually, until the last track before it has left the fit. A slope has one sign, and a step several times larger than the
 * previous one begins another slope.
 */
function onsetsOf(steps: readonly Step[]): readonly number[] {
  let first = -1
  return steps.map((step, k) => {
    const before = steps[k - 1]
    const isOn =
      first >= 0 &&
      before !== undefined &&
      step.jumpScore >= SLOPE_SCORE &&
      Math.sign(step.jump) === Math.sign(before.jump) &&
      Math.abs(step.jump) < NEXT_BURN * Math.abs(before.jump)
    if (!isOn) first = step.jumpScore >= SLOPE_SCORE ? k : -1
    return isOn ? first : k
  })
}

/** Combines a slope of steps into one burn, at its first step, with the score of its strongest step and the sum of its changes. */
function atOnsets(steps: readonly Step[]): Step[] {
  const onsets = steps.map((step): Step => ({ ...step }))
  onsetsOf(steps).forEach((first, k) => {
    const step = steps[k] ?? missing()
    if (first === k) return
    const onset = onsets[first] ?? missing()
    const change = onset.change + step.jump
    // Steps of one sign are detected by their sum, whose noise grows with the root of their number.
    const inSlope = steps.slice(first, k + 1)
    const together = inSlope.reduce((sum, { jumpScore }) => sum + jumpScore, 0) / Math.sqrt(inSlope.length)
    const score = Math.max(onset.score, step.score, together)
    onsets[first] = { ...onset, score, change }
    onsets[k] = { ...step, score: 0, slopeChange: change }
  })
  return onsets
}

/**
 * Combines each slope of steps into one burn, for burns along the track in slow orbits, where sets are fits over many days and burns are weeks
 * apart: the size of the burn is the largest change of the levels. This is not done in low orbits, where burns of one sign follow each other within
 * a day.
 */
function asSlopes(steps: readonly Step[]): Step[] {
  const once = steps.map((step): Step => ({ ...step }))
  onsetsOf(steps).forEach((first, k) => {
    const step = steps[k] ?? missing()
    if (first === k) return
    const onset = once[first] ?? missing()
    // Next to a step in the other direction, a level may change against its own jump: this change is not the size of the step.
    const isSize = Math.sign(step.change) === Math.sign(step.jump)
    const { change } = isSize && Math.abs(step.change) > Math.abs(onset.change) ? step : onset
    once[first] = { ...onset, change, score: Math.max(onset.score, step.score) }
    once[k] = { ...step, score: 0 }
  })
  return once
}

/** A burn with the index of the set at which its step is. */
interface StepOfSet extends FoundBurn {
  readonly k: number
}

/**
 * Dates the burns along the track of a slow orbit, in which sets are fits over many days and may be missing for days. A step with the direction
 * of the previous step, dated before that step's set, is the same burn absorbed further: the clearer of the two is kept.
 */
function dated(sets: readonly BurnEvidence[], steps: readonly StepOfSet[]): StepOfSet[] {
  const dateAt = burnDates(sets)
  const across = steps.filter(({ direction }) => direction === 'cross-track')
  const along: StepOfSet[] = []
  let before: StepOfSet | undefined
  for (const step of steps) {
    if (step.direction === 'cross-track') continue
    const { from, to, middle } = dateAt(step.k)
    const burn = { ...step, from, to }
    const isFurther = before?.direction === step.direction && compareEpochs(middle, before.shown) < 0
    const known = isFurther ? along.pop() : undefined
    along.push(known === undefined ? burn : { ...(known.score < burn.score ? burn : known), shown: known.shown })
    before = step
  }
  return [...along, ...across].sort((a, b) => compareEpochs(a.to, b.to))
}

interface Noise {
  /** For the whole history. */
  readonly all: number
  /** For each index: the noise nearby, but at most the noise of the whole history, so that months of daily burns do not raise it. */
  readonly near: readonly number[]
}

/**
 * Returns the indices that have no lasting step near enough to affect their levels: a step is lasting if it is a burn compared with the median of
 * all jumps, and if the level keeps it.
 */
function quietPlaces(jumps: readonly number[], changes: readonly number[], least: number): boolean[] {
  const clear = BURN_NOISE_MULTIPLE * (quantile(jumps.map(Math.abs), 0.5) / MEDIAN_NORMAL + least)
  const isLasting = jumps.map((jump, k) => {
    const kept = Math.sign(jump) * (changes[k] ?? missing())
    return Math.abs(jump) > clear && kept > LASTING_SHARE * Math.abs(jump)
  })
  return jumps.map((_, k) => !isLasting.slice(Math.max(0, k - LEVEL_SETS), k + LEVEL_SETS + 1).includes(true))
}

/**
 * Returns the noise of steps. A burn affects the steps of some sets on each side: for a satellite that burns every other week the 90th percentile
 * is dominated by its burns, so that no burn would exceed it. The scatter of its quiet sets limits the noise, in orbits without drag, which also
 * causes lasting steps.
 */
function noiseOf(steps: readonly number[], least: number, isQuiet: readonly boolean[] = []): Noise {
  const sizes = steps.map(Math.abs)
  const sigma = (share: number) => share / NOISE_NORMAL + least
  const quiet = sizes.filter((_, k) => isQuiet[k])
  const most = quiet.length < LEAST_QUIET ? Number.POSITIVE_INFINITY : MOST_OVER_QUIET * quantile(quiet, NOISE_SHARE)
  const all = Math.min(quantile(sizes, NOISE_SHARE), most)
  return { all: sigma(all), near: sizes.map((_, k) => sigma(Math.min(all, quantile(around(sizes, k), NOISE_SHARE)))) }
}

/** An element over a history of sets. */
interface Levels {
  /** From the previous set to each set, without the drift. */
  readonly jumps: readonly number[]
  /**
   * The change of the level at an index: the level from there on minus the level before, without the drift. `within` limits the number of sets on
   * each side.
   */
  readonly changeAt: (k: number, within?: { readonly behind: number; readonly ahead: number }) => number
}

/**
 * Returns the levels of an element. Its drift is the median of the rates nearby, which a burn does not affect. With the drift ẏ, a set at t_i has
 * the value y_i + ẏ (t_k − t_i) at index k. The level before k is the median of the three sets before it, the level from k on is the median of
 * the three sets from it on, and the change at k is their difference. One outlier in three sets does not move a median, but it moves a mean by a
 * third of itself.
 */
function levelsOf(sets: readonly { readonly epoch: Epoch }[], values: readonly number[]): Levels {
  const [first] = sets
  const times = sets.map(({ epoch }) => secondsBetween((first ?? missing()).epoch, epoch))
  const t = (k: number) => times[k] ?? missing()
  const y = (k: number) => values[k] ?? missing()
  const rates = values.map((_, k) => (k === 0 ? 0 : (y(k) - y(k - 1)) / Math.max(LEAST_SPAN_S, t(k) - t(k - 1))))
  const drift = rates.map((_, k) => quantile(around(rates, k), 0.5))
  const jumps = values.map((_, k) => (k === 0 ? 0 : y(k) - y(k - 1) - (drift[k] ?? missing()) * (t(k) - t(k - 1))))
  const changeAt: Levels['changeAt'] = (k, { behind, ahead } = { behind: LEVEL_SETS, ahead: LEVEL_SETS }) => {
    const level = (from: number, count: number) =>
      quantile(
        Array.from({ length: count }, (_v, n) => y(from + n) + (drift[k] ?? missing()) * (t(k) - t(from + n))),
        0.5,
      )
    const before = Math.min(LEVEL_SETS, behind, k)
    return level(k, Math.min(LEVEL_SETS, ahead, values.length - k)) - level(k - before, before)
  }
  return { jumps, changeAt }
}
