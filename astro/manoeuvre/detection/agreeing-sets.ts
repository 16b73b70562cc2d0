import { GM_EARTH, SECONDS_PER_DAY } from '../../constants.ts'
import { buildMatrix, solve } from '../../matrix.ts'
import { missing } from '../../missing.ts'
import { addSeconds, type Epoch, secondsBetween } from '../../time/epoch.ts'
import { wrapPi } from '../../units.ts'
import { type Place, SPARE_REVOLUTIONS } from './date-burn.ts'
import { around, NEAR_SETS, quantile } from './neighbourhood.ts'

interface Elements extends Place {
  readonly incRad: number
}

/** A step of the orbit that many sets show together, though no single one need show it. */
export interface AgreedStep {
  /** Places of the sets between which it is: it is after `first` and not after `last`; `k` is the likeliest first set behind it. */
  readonly first: number
  readonly k: number
  readonly last: number
  /** Of one along the track, the earliest and latest time at which the longitudes of both sides meet, with revolutions to spare. */
  readonly met: { readonly from: Epoch; readonly to: Epoch } | null
  /** Along the velocity, or without its sign across the orbit, m/s. */
  readonly deltaVMps: number
  readonly isAcross: boolean
  /** The step over its noise; AGREED_MULTIPLE at the threshold. */
  readonly score: number
}

/** A step of a fit counts as a burn from this multiple of its noise on. */
export const AGREED_MULTIPLE = 5
/** Sets to each side of a step that are fitted, shortest first: near burns are told apart, then fainter ones are found. */
const SIDES = [5, 10, 15]
/** A side of fewer sets is not fitted; and none goes on for more than so many days. */
const [LEAST_SETS, MOST_DAYS] = [4, 25]
/**
 * Of half as many sets the step is still this share, or less by so many of its sigmas: what grows with the length of the fit is drag that
 * changes, and no burn.
 */
const [HALF_SHARE, HALF_SIGMAS] = [0.8, 0.5]
/** Without any one of the sets beside it a step keeps this share of the threshold. */
const WITHOUT_ONE_SHARE = 0.5
/** The median peak of normal noise in a row of fits that overlap, in sigmas. */
const PEAK_NORMAL = 1.3
/** Peaks are so many sets apart; of fewer peaks nearby the noise is not known. */
const [PEAK_SETS, LEAST_PEAKS] = [3, 4]
/** A set is a bad one where it is so many sigmas off what so many sets before it say, and off what as many behind it say, to one side. */
const [BAD_SET, BAD_SET_BESIDE] = [6, 4]
/** Smaller ones are never told, m/s: what is left of drag and tides in the best histories. Across the orbit, tides of the Moon. */
const [LEAST_ALONG_MPS, LEAST_ACROSS_MPS] = [0.002, 0.8]
/**
 * What a storm takes in a day or two is up to so many days of the usual drag, and a lull gives back up to so many: a smaller
 * step of that sign may be the air's.
 */
const [STORM_DAYS, LULL_DAYS] = [6, 1]
/** Noise that is not believed to be below this: 10 m along the track, and what that is in the mean motion after two days. rad. */
const [LEAST_PLACE_M, LEAST_RATE_M_PER_DAY, LEAST_ANGLE_RAD] = [10, 5, 2e-6]
/** Other places of a step are as likely where they explain no less than this, in squares of sigmas. */
const AS_LIKELY = 9
/** The burn was within so many sigmas of where the longitudes of both sides meet. */
const DATE_SIGMAS = 4
/** Fits of two lengths go together within so many sigmas of the shorter one. */
const SIZE_SIGMAS = 3
/** From the median of normal deviations without their sign to the standard deviation. */
const SIGMA_OF_MEDIAN = 1.4826

/** Along the track a change of speed changes the mean drift by three times itself, against its sign (Clohessy and Wiltshire). */
const DRIFT_PER_SPEED = -3 * SECONDS_PER_DAY

/** A step that is fitted to sets on both sides, with what the element drifts by in a day. */
interface Fit {
  readonly change: number
  readonly sigma: number
  readonly drift: number
  /** Where it begins, at the middle between the sets beside it, and that with its noise: of a step of the rate, so long after the burn. */
  readonly offset: number
  readonly offsetSigma: number
}

/** What a step is looked for in: fits of it at a place, to sets from one place up to another, without one of them if that is wanted. */
interface Trace {
  readonly days: readonly number[]
  readonly fitAt: (k: number, from: number, to: number, without?: number) => Fit | null
  readonly isLarge: (change: number, usualDrift: number) => boolean
}

/** An element over a history with the scatter of single sets. */
interface Series {
  readonly values: readonly number[]
  readonly noise: readonly number[]
}

/**
 * Steps of an orbit that sets agree on, in noise in which no single one stands out; where the steps that are known already are, no fit
 * goes on. At each place a step is fitted to 5, 10 and 15 sets to either side by least squares, together with a drag that is the same on
 * both: along the track to the mean longitude and the mean motion of all sets at once, each weighed by the scatter of single sets at
 * this time, across it to inclination and node. The longitude tells a small burn best: 10 mm/s drift by 2.6 km a day.
 *
 * All steps that the scatter of single sets does not explain are taken first, strongest first, and each ends the fits beside it, so that
 * burns hide none of each other. Of these those stay that stand out of the peaks nearby (their median is what errors that sets have in
 * common make), that every one of the sets beside them could be left out for, that fits of half the length have as well, and that are
 * more than drag does. Sources: Lemmens and Krag, J. Guid. Control Dyn. 37 (2014) 860 (robust local noise of element sets); Fryzlewicz,
 * Annals of Statistics 42 (2014) 2243 (segments by steps, strongest first).
 */
export function agreedSteps(sets: readonly Elements[], known: readonly number[]): AgreedStep[] {
  if (sets.length < 2 * LEAST_SETS) return []
  const isBad = badSets(sets)
  const places = sets.flatMap((_, k) => (isBad[k] === true && !known.includes(k) ? [] : [k]))
  const kept = places.map((k) => sets[k] ?? missing())
  const cuts = known.map((k) => places.indexOf(k))
  const days = daysOf(kept)
  const speed = median(kept.map(speedOf))
  const along = alongTrace(days, kept)
  const spareDays =
    (SPARE_REVOLUTIONS * 2 * Math.PI) / median(kept.map((set) => set.meanMotionRadPerS)) / SECONDS_PER_DAY
  const epochOf = (day: number) => addSeconds((kept[0] ?? missing()).epoch, day * SECONDS_PER_DAY)
  const found: AgreedStep[] = []
  const placeOf = (k: number) => places[k] ?? missing()
  const look = (trace: Trace, isAcross: boolean, toMps: (change: number) => number) => {
    const others = [...cuts, ...found.map(({ k }) => k)]
    const steps: StepOfTrace[] = []
    for (const side of SIDES) steps.push(...stepsIn(trace, [...others, ...steps.map(({ k }) => k)], side))
    const all = new Set([...others, ...steps.map(({ k }) => k)])
    for (const step of steps) {
      const { first, k, last, score, meets } = step
      const atDays = ((days[k] ?? missing()) + (days[k - 1] ?? missing())) / 2 + meets.days
      const within = meets.within + spareDays
      const met = isAcross ? null : { from: epochOf(atDays - within), to: epochOf(atDays + within) }
      found.push({ first, k, last, score, isAcross, met, deltaVMps: toMps(sizeOf(trace, all, step)) })
    }
  }
  look(along, false, (change) => change / DRIFT_PER_SPEED)
  for (const trace of acrossTraces(days, kept, speed)) look(trace, true, (change) => Math.abs(change) * speed)
  return found
    .sort((a, b) => a.k - b.k)
    .map((step) => ({ ...step, k: placeOf(step.k), first: placeOf(step.first), last: placeOf(step.last) }))
}

/** Whether a step along the track, m/s, at a place is more than drag does there in a storm or in a lull. */
export function beyondDrag(sets: readonly Elements[]): (k: number, deltaVMps: number) => boolean {
  if (sets.length < 2 * LEAST_SETS) return () => true
  const { fitAt, isLarge, days } = alongTrace(daysOf(sets), sets)
  const [, side] = SIDES
  const drifts = days.map(
    (_, k) => fitAt(k, Math.max(0, k - (side ?? missing())), Math.min(days.length, k + (side ?? missing())))?.drift,
  )
  return (k, deltaVMps) =>
    Math.abs(deltaVMps) < LEAST_ALONG_MPS || isLarge(deltaVMps * DRIFT_PER_SPEED, usual(drifts, k))
}

const daysOf = (sets: readonly Elements[]) =>
  sets.map(({ epoch }) => secondsBetween((sets[0] ?? missing()).epoch, epoch) / SECONDS_PER_DAY)

const speedOf = ({ meanMotionRadPerS }: Elements) => Math.cbrt(GM_EARTH * meanMotionRadPerS)

const median = (values: readonly number[]) => quantile(values, 0.5)

/** The median of the values nearby that are there; 0 where none is. */
function usual(values: readonly (number | undefined)[], k: number): number {
  const near = values.slice(Math.max(0, k - NEAR_SETS), k + NEAR_SETS + 1).filter((value) => value !== undefined)
  return near.length === 0 ? 0 : median(near)
}

/** The scatter of single sets at this time: what each is off a line through both beside it. */
function seriesOf(days: readonly number[], values: readonly number[], least: number): Series {
  const t = (k: number) => days[k] ?? missing()
  const y = (k: number) => values[k] ?? missing()
  const off = values.map((_, k) => {
    if (k === 0 || k === values.length - 1) return 0
    const share = (t(k + 1) - t(k)) / (t(k + 1) - t(k - 1))
    const between = share * y(k - 1) + (1 - share) * y(k + 1)
    return Math.abs(y(k) - between) / Math.hypot(1, share, 1 - share)
  })
  return { values, noise: off.map((_, k) => Math.hypot(SIGMA_OF_MEDIAN * median(around(off, k)), least)) }
}

/** How far the object is ahead of a circular motion at the median rate, m, and by how much it gains on it by its mean motion, m a day. */
function alongTrack(days: readonly number[], sets: readonly Elements[]): { place: number[]; rate: number[] } {
  const usualRadPerS = median(sets.map(({ meanMotionRadPerS }) => meanMotionRadPerS))
  const radius = Math.cbrt(GM_EARTH / usualRadPerS ** 2)
  const gainOf = ({ meanMotionRadPerS }: Elements) => (meanMotionRadPerS - usualRadPerS) * SECONDS_PER_DAY * radius
  const rate = sets.map(gainOf)
  // From one set to the next: the way along the track in inertial space, less that of the mean motion of both.
  const turned = sets.map((set, k) => {
    if (k === 0) return 0
    const before = sets[k - 1] ?? missing()
    const node = Math.cos(set.incRad) * wrapPi(set.raanRad - before.raanRad)
    const anomaly = set.argPeriapsisRad + set.meanAnomalyRad - before.argPeriapsisRad - before.meanAnomalyRad
    const gone = ((set.meanMotionRadPerS + before.meanMotionRadPerS) / 2) * secondsBetween(before.epoch, set.epoch)
    return wrapPi(anomaly + node - gone)
  })
  const stepDays = days.map((day, k) => day - (days[k - 1] ?? day))
  const turning = median(turned.slice(1).map((angle, k) => angle / (stepDays[k + 1] ?? missing())))
  const place = [0]
  for (let k = 1; k < sets.length; k += 1) {
    const span = stepDays[k] ?? missing()
    const gained = (((rate[k] ?? missing()) + (rate[k - 1] ?? missing())) / 2) * span
    place.push((place[k - 1] ?? missing()) + gained + radius * wrapPi((turned[k] ?? missing()) - turning * span))
  }
  return { place, rate }
}

/** Sets whose mean motion neither those before them nor those behind them say: they are no step, and hide others. */
function badSets(sets: readonly Elements[]): boolean[] {
  const days = daysOf(sets)
  const { values, noise } = seriesOf(days, alongTrack(days, sets).rate, LEAST_RATE_M_PER_DAY)
  const offLineOf = (k: number, from: number, to: number) => {
    let [count, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0]
    for (let j = from; j < to; j += 1) {
      const [x, y] = [(days[j] ?? missing()) - (days[k] ?? missing()), values[j] ?? missing()]
      count += 1
      sx += x
      sy += y
      sxx += x * x
      sxy += x * y
    }
    const det = count * sxx - sx * sx
    return ((values[k] ?? missing()) - (sxx * sy - sx * sxy) / det) / Math.sqrt(1 + sxx / det) / (noise[k] ?? missing())
  }
  return sets.map((_, k) => {
    if (k < BAD_SET_BESIDE || k >= sets.length - BAD_SET_BESIDE) return false
    const [before, behind] = [offLineOf(k, k - BAD_SET_BESIDE, k), offLineOf(k, k + 1, k + 1 + BAD_SET_BESIDE)]
    return before * behind > 0 && Math.min(Math.abs(before), Math.abs(behind)) > BAD_SET
  })
}

/** The equations of a fit by least squares, of which the last unknown is the step. */
interface Equations {
  readonly add: (row: readonly number[], value: number, noise: number) => void
  readonly step: (drift: number, offset: number) => Fit | null
}

function equationsOf(unknowns: number): Equations {
  // In one row after the other: these are made by the hundred thousand.
  const normal = new Float64Array(unknowns * unknowns)
  const right = new Float64Array(unknowns)
  return {
    add: (row, value, noise) => {
      const weight = 1 / noise ** 2
      for (let i = 0; i < unknowns; i += 1) {
        const weighed = weight * (row[i] ?? missing())
        if (weighed === 0) continue
        right[i] = (right[i] ?? missing()) + weighed * value
        for (let j = 0; j < unknowns; j += 1) {
          const at = unknowns * i + j
          normal[at] = (normal[at] ?? missing()) + weighed * (row[j] ?? missing())
        }
      }
    },
    step: (drift, offset) => {
      const last = unknowns - 1
      const solved = solve(
        buildMatrix(unknowns, unknowns, (i, j) => normal[unknowns * i + j] ?? missing()),
        buildMatrix(unknowns, 3, (i, j) =>
          j === 0 ? (right[i] ?? missing()) : i === (j === 1 ? last : offset) ? 1 : 0,
        ),
      )
      const [change, variance] = solved?.[last] ?? []
      if (change === undefined || variance === undefined || !(variance > 0)) return null
      const [begins, , spread] = solved?.[offset] ?? []
      return {
        change,
        sigma: Math.sqrt(variance),
        drift: solved?.[drift]?.[0] ?? missing(),
        offset: begins ?? missing(),
        offsetSigma: Math.sqrt(Math.max(0, spread ?? missing())),
      }
    },
  }
}

/**
 * A burn along the track changes the rate of the mean longitude, and the mean motion by as much, and drag bends the one and tilts the
 * other. The longitude of sets behind it may begin elsewhere, as fits that still hold tracks from before the burn do.
 */
function alongTrace(days: readonly number[], sets: readonly Elements[]): Trace {
  const track = alongTrack(days, sets)
  const place = seriesOf(days, track.place, LEAST_PLACE_M)
  const rate = seriesOf(days, track.rate, LEAST_RATE_M_PER_DAY)
  return {
    days,
    fitAt: (k, from, to, without) => {
      if (k - from < LEAST_SETS || to - k < LEAST_SETS) return null
      const equations = equationsOf(6)
      const t = (j: number) => days[j] ?? missing()
      const middle = (t(k) + t(k - 1)) / 2
      const [placeK, rateK] = [place.values[k] ?? missing(), rate.values[k] ?? missing()]
      for (let j = from; j < to; j += 1) {
        if (j === without) continue
        const x = t(j) - middle
        const after = j >= k ? 1 : 0
        const ahead = (place.values[j] ?? missing()) - placeK - rateK * (t(j) - t(k))
        equations.add([1, x, (x * x) / 2, 0, after, after * x], ahead, place.noise[k] ?? missing())
        equations.add([0, 1, x, 1, 0, after], (rate.values[j] ?? missing()) - rateK, rate.noise[k] ?? missing())
      }
      return equations.step(2, 4)
    },
    isLarge: (change, usualDrift) => {
      const days = change > 0 ? STORM_DAYS : LULL_DAYS
      return Math.abs(change) >= Math.max(LEAST_ALONG_MPS * Math.abs(DRIFT_PER_SPEED), days * Math.max(0, usualDrift))
    },
  }
}

/** A burn across the orbit steps the inclination if it is at the node, the node if it is a quarter of a revolution from it, else both. */
function acrossTraces(days: readonly number[], sets: readonly Elements[], speed: number): Trace[] {
  return [sets.map(({ incRad }) => incRad), nodesOf(sets)].map((angles): Trace => {
    const { values, noise } = seriesOf(days, angles, LEAST_ANGLE_RAD)
    return {
      days,
      fitAt: (k, from, to, without) => {
        if (k - from < LEAST_SETS || to - k < LEAST_SETS) return null
        const equations = equationsOf(3)
        const middle = ((days[k] ?? missing()) + (days[k - 1] ?? missing())) / 2
        for (let j = from; j < to; j += 1) {
          if (j === without) continue
          const row = [1, (days[j] ?? missing()) - middle, j >= k ? 1 : 0]
          equations.add(row, (values[j] ?? missing()) - (values[k] ?? missing()), noise[k] ?? missing())
        }
        return equations.step(1, 0)
      },
      isLarge: (change) => Math.abs(change) * speed >= LEAST_ACROSS_MPS,
    }
  })
}

/** The node without the jumps at full turns, as an angle of the orbit plane about the line at right angles to the node: sin i times it. */
export function nodesOf(sets: readonly Elements[]): number[] {
  const nodes = [0]
  for (let k = 1; k < sets.length; k += 1) {
    const [before, set] = [sets[k - 1] ?? missing(), sets[k] ?? missing()]
    nodes.push((nodes[k - 1] ?? missing()) + Math.sin(set.incRad) * wrapPi(set.raanRad - before.raanRad))
  }
  return nodes
}

interface StepOfTrace {
  readonly first: number
  readonly k: number
  readonly last: number
  readonly change: number
  readonly sigma: number
  readonly score: number
  /** Days from the middle of its gap to where both sides meet, and how far off that may be. */
  readonly meets: { readonly days: number; readonly within: number }
}

/** The places from which up to which a fit goes: so many sets to each side at most, and none beyond another step. */
function boundsBeside(
  days: readonly number[],
  cuts: ReadonlySet<number>,
  k: number,
  side: number,
): readonly [number, number] {
  const t = (j: number) => days[j] ?? missing()
  let [from, to] = [k - 1, k + 1]
  while (from > 0 && k - from < side && !cuts.has(from) && t(k) - t(from - 1) < MOST_DAYS) from -= 1
  while (to < days.length && to - k < side && !cuts.has(to) && t(to) - t(k) < MOST_DAYS) to += 1
  return [from, to]
}

/** The size of a step by the longest fit that goes with the shorter ones: it is the surest, and the first that drag bends. */
function sizeOf({ days, fitAt }: Trace, cuts: ReadonlySet<number>, { k, change, sigma }: StepOfTrace): number {
  let known = { change, sigma }
  for (const side of SIDES) {
    const fit = fitAt(k, ...boundsBeside(days, cuts, k, side))
    if (fit === null || fit.sigma > known.sigma) continue
    if (Math.abs(fit.change - known.change) > SIZE_SIGMAS * known.sigma) return known.change
    known = { change: fit.change, sigma: fit.sigma }
  }
  return known.change
}

/** The steps of a trace by fits of so many sets to each side. */
function stepsIn({ days, fitAt, isLarge }: Trace, known: readonly number[], side: number): StepOfTrace[] {
  const count = days.length
  const cuts = new Set(known)
  const found = new Set<number>()
  const boundsOf = (k: number) => boundsBeside(days, cuts, k, side)
  const fits = new Array<Fit | null>(count).fill(null)
  const over = new Array<number>(count).fill(0)
  const fitBeside = (k: number, reach: number) => {
    for (let j = Math.max(1, k - reach); j < Math.min(count, k + reach); j += 1) {
      const fit = fitAt(j, ...boundsOf(j))
      fits[j] = fit
      over[j] = fit === null ? 0 : Math.abs(fit.change) / fit.sigma
    }
  }
  const overAt = (k: number) => over[k] ?? missing()
  const isPeak = (k: number, apart: number) => {
    if (overAt(k) === 0) return false
    for (let j = Math.max(0, k - apart); j <= Math.min(count - 1, k + apart); j += 1)
      if (overAt(j) > overAt(k)) return false
    return true
  }
  fitBeside(0, count)
  const drifts = fits.map((fit) => fit?.drift)
  const take = (places: readonly number[]) => {
    for (const k of places) found.add(k)
    for (const k of places) cuts.add(k)
    for (const k of places) fitBeside(k, side + 1)
  }
  const all = Array.from({ length: count }, (_, k) => k).slice(1)
  for (;;) {
    const more = all.filter((k) => !cuts.has(k) && overAt(k) >= AGREED_MULTIPLE && isPeak(k, LEAST_SETS))
    if (more.length === 0) break
    take(more)
  }
  const scales = peakScales(all.map((k) => ({ k, over: overAt(k), isPeak: isPeak(k, PEAK_SETS) })))
  const scoreAt = (k: number) => overAt(k) / (scales.get(k) ?? Number.POSITIVE_INFINITY)
  const isAgreed = (k: number) => {
    const fit = fits[k]
    if (fit === null || fit === undefined || !isLarge(fit.change, usual(drifts, k))) return false
    const [from, to] = boundsOf(k)
    const half = Math.max(LEAST_SETS, Math.round(side / 2))
    const shorter = fitAt(k, Math.max(from, k - half), Math.min(to, k + half))
    if (shorter !== null) {
      const most = shorter.change * Math.sign(fit.change) + HALF_SIGMAS * shorter.sigma
      if (most < HALF_SHARE * Math.abs(fit.change)) return false
    }
    return [k - 2, k - 1, k, k + 1].every((without) => {
      const rest = fitAt(k, from, to, without)
      const share = rest === null ? 1 : ((rest.change / rest.sigma) * Math.sign(fit.change)) / overAt(k)
      return share * scoreAt(k) > WITHOUT_ONE_SHARE * AGREED_MULTIPLE
    })
  }
  const refused = new Set<number>()
  const leave = (k: number) => {
    found.delete(k)
    cuts.delete(k)
    fitBeside(k, side + 1)
  }
  for (;;) {
    const [weakest] = [...found].filter((k) => scoreAt(k) < AGREED_MULTIPLE).sort((a, b) => scoreAt(a) - scoreAt(b))
    if (weakest !== undefined) {
      leave(weakest)
      continue
    }
    const before = found.size
    for (const k of [...found]) {
      if (isAgreed(k)) continue
      refused.add(k)
      leave(k)
    }
    if (found.size < before) continue
    const more = all.filter(
      (k) => !cuts.has(k) && !refused.has(k) && scoreAt(k) >= AGREED_MULTIPLE && isPeak(k, side) && isAgreed(k),
    )
    if (more.length === 0) break
    // Each comes back once: what is too weak beside it goes for good.
    for (const k of more) refused.add(k)
    take(more)
  }
  return [...found].map((k) => {
    const { change, sigma, offset, offsetSigma } = fits[k] ?? missing()
    const scaleK = scales.get(k) ?? missing()
    const meets = { days: -offset / change, within: (DATE_SIGMAS * scaleK * offsetSigma) / Math.abs(change) }
    cuts.delete(k)
    const isAsLikely = (j: number) => {
      const fit = cuts.has(j) ? null : fitAt(j, ...boundsOf(j))
      const scale = scales.get(k) ?? missing()
      return fit !== null && (overAt(k) / scale) ** 2 - (fit.change / fit.sigma / scale) ** 2 < AS_LIKELY
    }
    let [first, last] = [k, k]
    while (k - first < PEAK_SETS && isAsLikely(first - 1)) first -= 1
    while (last - k < PEAK_SETS && isAsLikely(last + 1)) last += 1
    cuts.add(k)
    return { first: first - 1, k, last, change, sigma, score: scoreAt(k), meets }
  })
}

/**
 * By how much steps exceed what the scatter of single sets makes, where there is no burn: the errors of sets that follow each other are
 * alike, and drag changes. It is the median of the peaks nearby, of which burns are few.
 */
function peakScales(places: readonly { readonly k: number; readonly over: number; readonly isPeak: boolean }[]) {
  const peaks = places.filter(({ isPeak }) => isPeak)
  return new Map(
    places.map(({ k }) => {
      const near = peaks.filter((peak) => peak.k !== k && Math.abs(peak.k - k) <= NEAR_SETS).map(({ over }) => over)
      return [k, near.length < LEAST_PEAKS ? Number.POSITIVE_INFINITY : Math.max(1, median(near) / PEAK_NORMAL)]
    }),
  )
}
