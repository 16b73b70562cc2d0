import { GM_EARTH, SECONDS_PER_DAY } from '../../constants.ts'
import { missing } from '../../missing.ts'
import { compareEpochs, type Epoch, secondsBetween } from '../../time/epoch.ts'
import { AGREED_MULTIPLE, agreedSteps, beyondDrag } from './agreeing-sets.ts'
import { burnDates, type Place } from './date-burn.ts'
import { around, quantile } from './neighbourhood.ts'

/** Element sets whose median stands for the orbit before and after a step. */
const LEVEL_SETS = 3
/** A drift is not taken from sets nearer than this: it would be their noise. */
const LEAST_SPAN_S = 0.2 * SECONDS_PER_DAY

/** What of an element set tells a burn. */
export interface BurnEvidence extends Place {
  readonly incRad: number
}

/** A burn found in element sets. */
export interface FoundBurn {
  /** It was between these: epochs of the sets before and after it; of one along the track in a slow orbit, what the longitude says. */
  readonly from: Epoch
  readonly to: Epoch
  /** Of the first set that shows it. */
  readonly shown: Epoch
  /** Of the least burn that changes the orbit so, m/s. */
  readonly deltaVMps: number
  /** Along the velocity or against it, or across the orbit plane: that part which is larger. */
  readonly direction: 'along-track' | 'against-track' | 'cross-track'
  /** How far the step stands out of the noise of this satellite: 0.5 at the threshold, towards 1 above it. */
  readonly confidence: number
  /** The step over the noise, of which the confidence is made. */
  readonly score: number
}

/** A step counts as a burn from this multiple of the noise on. Each two of three satellites choose 12 to 13 for the third; 10 finds more. */
export const BURN_NOISE_MULTIPLE = 10
/** The levels beside a large step change with it: what jumps by little itself has no more than so many times its own jump. */
const MOST_LEVERAGE = 4
/** Below two revolutions a day an orbit is slow: flight rule F17 gives a burn there more days to show. */
export const SLOW_RAD_PER_S = (2 * 2 * Math.PI) / SECONDS_PER_DAY
/** A slope goes on while each step is this many sigmas, and less than so many times the one before it. */
const [SLOPE_SCORE, NEXT_BURN] = [2, 3]
/** What a fit that takes in a burn across the orbit moves along it is below this share of the burn. */
const SLOPE_SHARE = 0.1
/** The noise is the 90th percentile of the steps, over that of a normal distribution: burns are rarer than one set in ten. */
const [NOISE_SHARE, NOISE_NORMAL] = [0.9, 1.645]
/** In slow orbits the noise is no more than so many times that of sets away from lasting steps, if there are so many of those. */
const [MOST_OVER_QUIET, LEAST_QUIET] = [3, 20]
/** The median of a normal distribution without its sign, in sigmas. */
const MEDIAN_NORMAL = 0.6745
/** Of a lasting step the level keeps so much of the jump. */
const LASTING_SHARE = 0.5
/** Noise that is not believed to be below this: the last digits of an element set. m; rad. */
const [LEAST_NOISE_M, LEAST_NOISE_RAD] = [0.2, 2e-6]
/** Sets nearer than this are one fit, published twice. */
const SAME_FIT_S = 0.02 * SECONDS_PER_DAY

/**
 * The burns in a history of element sets of one satellite, in the order of time. A burn steps the mean motion (along the track) or
 * the inclination (across it) from one level to another. Two measures of a step are asked for at once, less the drift of drag and
 * of the Moon, which is the median rate nearby: the jump from one set to the next, which a bad set makes as well, and the change of
 * the level, the median of three sets, which a bad set does not; they must agree in sign, and their geometric mean over the noise
 * is the score. Both are scaled by the noise of this satellite, so that one threshold does for all. Sources: Patera,
 * Space Event Detection Method, J. Spacecraft and Rockets 45 (2008) 554 (moving windows); Kelecy, Hall, Hamada and Stocker, AMOS
 * 2007 (element sets). Δv along the track from Δa = 2 a Δv / v, across it from Δi = Δv cos u / v at the node.
 */
export function detectBurns(history: readonly BurnEvidence[], threshold = BURN_NOISE_MULTIPLE): FoundBurn[] {
  const sets = sorted(history)
  const semiMajorM = sets.map(({ meanMotionRadPerS }) => Math.cbrt(GM_EARTH / meanMotionRadPerS ** 2))
  const isSlow = sets.every(({ meanMotionRadPerS }) => meanMotionRadPerS < SLOW_RAD_PER_S)
  const steps = stepsOf(sets, semiMajorM, { least: LEAST_NOISE_M, isSlow })
  const along = isSlow ? asSlopes(steps) : steps
  const inclinations = sets.map(({ incRad }) => incRad)
  const across = atOnsets(stepsOf(sets, inclinations, { least: LEAST_NOISE_RAD, isSlow }))
  // Δv = v Δa/(2a), by vis-viva of a circle, and v = n a.
  const alongOf = (changeM: number, k: number) => (changeM * (sets[k] ?? missing()).meanMotionRadPerS) / 2
  const found = sets.flatMap((set, k): StepOfSet[] => {
    const [a, i] = [along[k], across[k]]
    const before = sets[k - 1]
    if (a === undefined || i === undefined || before === undefined) return []
    const speed = set.meanMotionRadPerS * (semiMajorM[k] ?? missing())
    const tangential = alongOf(a.change, k)
    // Δv = v Δi of a burn at the node: elsewhere a larger one would be needed.
    const normal = Math.abs(i.change) * speed
    // A fit that is still taking in a burn across the orbit moves along it as well, by less: that is no burn of its own.
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
 * Of low orbits: without what drag may have done along the track, and with the burns that stand out of no single set, but of many together
 * between the steps that are clear.
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
      // On the scale of single sets, so that both stand at the threshold together.
      const score = (BURN_NOISE_MULTIPLE / AGREED_MULTIPLE) * overNoise
      return {
        k,
        // The longitudes tell when it was, where sets show it late as well; sets beside it, where those say more.
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
 * Burns along the track that follow each other within some sets, each with its own size: the levels to either side of a step reach no
 * further than the step before and the step after. Without that each would have the Δv of its neighbours in its own.
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
 * The plain method that detectBurns is measured beside: the jump of the mean motion from one set to the next, over the median of all
 * jumps of the history (Lemmens and Krag, J. Guid. Control Dyn. 37 (2014) 860, without their filters).
 */
export function jumpsOfMeanMotion(history: readonly BurnEvidence[]): { readonly to: Epoch; readonly score: number }[] {
  const sets = sorted(history)
  const jumps = sets.map(({ meanMotionRadPerS }, k) =>
    k === 0 ? 0 : Math.abs(meanMotionRadPerS - (sets[k - 1] ?? missing()).meanMotionRadPerS),
  )
  const noise = 1.4826 * quantile(jumps, 0.5)
  return sets.map(({ epoch }, k) => ({ to: epoch, score: (jumps[k] ?? missing()) / noise }))
}

/** By epoch; of sets that are one fit, published twice, the first. */
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
  /** From the level before to the level after, drift taken off. */
  readonly change: number
  /** From the set before to this one, and that over its noise. */
  readonly jump: number
  readonly jumpScore: number
  /** Of the slope that this step goes on with: the change so far; 0 where it goes on with none. */
  readonly slopeChange: number
}

interface Kind {
  readonly least: number
  readonly isSlow: boolean
}

/**
 * The step of an element at each set, from the one before it. The mean motion of an element set is a fit over some
 * days: drag makes it drift, which the median rate of the neighbours takes off without being moved by the burn itself.
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
    // The noise of this time says whether there is a step, that of all of the history how far it stands out: a burn of one size is
    // not surer in a year of better sets.
    const now = scoreOver(jumpNoise.near[k] ?? missing(), changeNoise.near[k] ?? missing())
    const ever = scoreOver(jumpNoise.all, changeNoise.all)
    // A bad set jumps away and back: its two jumps differ in sign, and the level stays.
    const isAgreed = Math.sign(jump) === Math.sign(change)
    const score = isAgreed ? Math.max(ever, Math.min(now, BURN_NOISE_MULTIPLE)) : 0
    return { score, change, jump, jumpScore: Math.abs(jump) / (jumpNoise.near[k] ?? missing()), slopeChange: 0 }
  })
}

/**
 * A set is a fit over days: a burn goes into the sets one after the other, until the last track before it has left the fit. For each step
 * the first of the slope that it goes on with, its own place where it goes on with none: a slope is of one sign, and a step several times
 * the one before it begins another.
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

/** A slope of steps is one burn, at its first step, with the score of its strongest one and the sum of its changes. */
function atOnsets(steps: readonly Step[]): Step[] {
  const onsets = steps.map((step): Step => ({ ...step }))
  onsetsOf(steps).forEach((first, k) => {
    const step = steps[k] ?? missing()
    if (first === k) return
    const onset = onsets[first] ?? missing()
    const change = onset.change + step.jump
    // Steps of one sign stand out by their sum, of which the noise grows with the root of their number.
    const inSlope = steps.slice(first, k + 1)
    const together = inSlope.reduce((sum, { jumpScore }) => sum + jumpScore, 0) / Math.sqrt(inSlope.length)
    const score = Math.max(onset.score, step.score, together)
    onsets[first] = { ...onset, score, change }
    onsets[k] = { ...step, score: 0, slopeChange: change }
  })
  return onsets
}

/**
 * The same of burns along the track where sets are fits over many days and burns are weeks apart, in slow orbits: a slope is as large as
 * the largest change of its levels. In low orbits burns of one sign follow each other within a day, and each stands for itself.
 */
function asSlopes(steps: readonly Step[]): Step[] {
  const once = steps.map((step): Step => ({ ...step }))
  onsetsOf(steps).forEach((first, k) => {
    const step = steps[k] ?? missing()
    if (first === k) return
    const onset = once[first] ?? missing()
    // Beside a step of the other direction a level changes against its own jump: that is no size of this one.
    const isSize = Math.sign(step.change) === Math.sign(step.jump)
    const { change } = isSize && Math.abs(step.change) > Math.abs(onset.change) ? step : onset
    once[first] = { ...onset, change, score: Math.max(onset.score, step.score) }
    once[k] = { ...step, score: 0 }
  })
  return once
}

/** A burn, with the place of the set that its step is at. */
interface StepOfSet extends FoundBurn {
  readonly k: number
}

/**
 * Dates the burns along the track of a slow orbit, in which sets are fits over many days and may not come for days. A step of the same
 * direction as the one before it, and dated before the set of that one, is the same burn taken in further: of both stands the clearer one.
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
  /** Over all of the history. */
  readonly all: number
  /** At each place: that nearby, but no more than over all of the history, which months of daily burns do not raise. */
  readonly near: readonly number[]
}

/** Which places have no lasting step near enough to be in their levels: one that is a burn by the median of all jumps, and that the level keeps. */
function quietPlaces(jumps: readonly number[], changes: readonly number[], least: number): boolean[] {
  const clear = BURN_NOISE_MULTIPLE * (quantile(jumps.map(Math.abs), 0.5) / MEDIAN_NORMAL + least)
  const isLasting = jumps.map((jump, k) => {
    const kept = Math.sign(jump) * (changes[k] ?? missing())
    return Math.abs(jump) > clear && kept > LASTING_SHARE * Math.abs(jump)
  })
  return jumps.map((_, k) => !isLasting.slice(Math.max(0, k - LEVEL_SETS), k + LEVEL_SETS + 1).includes(true))
}

/**
 * A burn is in the steps of some sets to either side: of a satellite that burns every other week the 90th percentile is that of its burns,
 * beside which none would stand out. What its quiet sets scatter by holds it down, where no drag makes lasting steps as well.
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
  /** From the set before to each one, drift taken off. */
  readonly jumps: readonly number[]
  /** From the level before a place to that from it on, drift taken off; of no more sets to either side than are given. */
  readonly changeAt: (k: number, within?: { readonly behind: number; readonly ahead: number }) => number
}

/**
 * The levels of an element; its drift is the median of the rates nearby, which a burn does not move. With the drift ẏ,
 * a set at t_i stands for y_i + ẏ (t_k − t_i) at place k; the level before k is the median of three sets before it,
 * that from k on the median of three from it on, and the change at k is their difference. One outlier among three sets
 * does not move a median, while it moves a mean by a third of itself.
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
