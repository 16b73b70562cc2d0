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

/** A step of the orbit that many sets show together, even if no single set shows it. */
export interface AgreedStep {
  /** Indices of sets: the step is after `first` and not after `last`; `k` is the most likely first set after it. */
  readonly first: number
  readonly k: number
  readonly last: number
  /** For a step along the track, the earliest and the latest time at which the longitudes of both sides meet, with a margin of some revolutions. */
  readonly met: { readonly from: Epoch; readonly to: Epoch } | null
  /** Δv along the velocity, or without its sign across the orbit, m/s. */
  readonly deltaVMps: number
  readonly isAcross: boolean
  /** The step relative to its noise; AGREED_MULTIPLE at the threshold. */
  readonly score: number
}

/** A fitted step counts as a burn if it is at least this multiple of its noise. */
export const AGREED_MULTIPLE = 5
/** The numbers of sets that are fitted on each side of a step, shortest first: short fits separate near burns, long fits find weak burns. */
const SIDES = [5, 10, 15]
/** The least number of sets on a side, and the longest time of a fit in days. */
const [LEAST_SETS, MOST_DAYS] = [4, 25]
/**
 * With half as many sets the step must keep this fraction, or be lower by at most this number of its sigmas: a step that grows with the length of
 * the fit is changing drag, not a burn.
 */
const [HALF_SHARE, HALF_SIGMAS] = [0.8, 0.5]
/** If any one of the neighbouring sets is left out, a step must keep this fraction of the threshold. */
const WITHOUT_ONE_SHARE = 0.5
/** The median of the peaks of normal noise in a series of overlapping fits, in sigmas. */
const PEAK_NORMAL = 1.3
/** The distance of peaks in sets; and the least number of peaks nearby from which the noise is estimated. */
const [PEAK_SETS, LEAST_PEAKS] = [3, 4]
/**
 * A set is bad if it deviates to the same side from the sets before it and from the sets after it: by the first number of sigmas, with the second
 * number of sets on each side.
 */
const [BAD_SET, BAD_SET_BESIDE] = [6, 4]
/** Smaller steps are never reported, m/s: they are remainders of drag and tides in the best histories; across the orbit, lunar tides. */
const [LEAST_ALONG_MPS, LEAST_ACROSS_MPS] = [0.002, 0.8]
/**
 * In a day or two, a storm adds at most the drag of STORM_DAYS usual days, and a quiet time removes at most the drag of LULL_DAYS usual days: a
 * smaller step of the same sign may be caused by the atmosphere.
 */
const [STORM_DAYS, LULL_DAYS] = [6, 1]
/** The least assumed noise: 10 m along the track, and the corresponding mean motion after two days, in m per day; angles in rad. */
const [LEAST_PLACE_M, LEAST_RATE_M_PER_DAY, LEAST_ANGLE_RAD] = [10, 5, 2e-6]
/** Another position of a step is equally likely if the squares of sigmas that it explains are lower by at most this. */
const AS_LIKELY = 9
/** The burn was within this number of sigmas of the time at which the longitudes of both sides meet. */
const DATE_SIGMAS = 4
/** Fits of two lengths agree if they differ by at most this number of sigmas of the shorter one. */
const SIZE_SIGMAS = 3
/** The standard deviation of a normal distribution, divided by the median of its absolute deviations. */
const SIGMA_OF_MEDIAN = 1.4826

/** A change of speed along the track changes the mean drift rate by −3 times the change (Clohessy and Wiltshire). */
const DRIFT_PER_SPEED = -3 * SECONDS_PER_DAY

/** A step fitted to sets on both sides, and the drift of the element per day. */
interface Fit {
  readonly change: number
  readonly sigma: number
  readonly drift: number
  /**
   * For a trace along the track: the jump of the longitude halfway between the neighbouring sets, m, and its noise. The longitudes of both sides
   * meet −offset/change days later, at the burn. Not used for other traces.
   */
  readonly offset: number
  readonly offsetSigma: number
}

/** A series in which steps are searched: fits of a step at an index to the sets from one index to another, optionally without one of them. */
interface Trace {
  readonly days: readonly number[]
  readonly fitAt: (k: number, from: number, to: number, without?: number) => Fit | null
  readonly isLarge: (change: number, usualDrift: number) => boolean
}

/** An element over a history, and the scatter of single sets. */
interface Series {
  readonly values: readonly number[]
  readonly noise: readonly number[]
}

/**
 * Returns steps of an orbit on which many sets agree, even if the noise hides them in single sets; fits do not cross steps that are already
 * known. At each index a step is fitted to 5, 10 and 15 sets to either side by least squares, together with a drag that is equal on both sides.
 * Along the track the fit uses the mean longitude and the mean motion of all sets, each weighted by the scatter of single sets at this time;
 * across the track it uses inclination and node. The longitude shows a small burn best: 10 mm/s cause a drift of 2.6 km a day.
 *
 * First, all steps are selected that the scatter of single sets does not explain, strongest first. Each selected step limits the neighbouring
 * fits, so that burns do not hide each other. A selected step is kept if it exceeds the peaks nearby (their median shows the common errors of
 * sets), if it remains without any one of the neighbouring sets, if fits of half the length also show it, and if it is larger than the effect of
 * drag. Sources: Lemmens and Krag, J. Guid. Control Dyn. 37 (2014) 860 (robust local noise of element sets); Fryzlewicz, Annals of Statistics 42
 * (2014) 2243 (segments by steps, strongest first).
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

/** Returns a test whether a step along the track, m/s, at an index exceeds the effect of drag there in a storm or in a quiet time. */
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

/** Returns the median of the defined values nearby; 0 if there are none. */
function usual(values: readonly (number | undefined)[], k: number): number {
  const near = values.slice(Math.max(0, k - NEAR_SETS), k + NEAR_SETS + 1).filter((value) => value !== undefined)
  return near.length === 0 ? 0 : median(near)
}

/** The scatter of single sets at this time: the deviation of each set from a line through its two neighbours. */
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

/**
 * Returns how far the object is ahead of a circular motion at the median rate, m, and how fast it gains on that motion according to its mean
 * motion, m a day.
 */
function alongTrack(days: readonly number[], sets: readonly Elements[]): { place: number[]; rate: number[] } {
  const usualRadPerS = median(sets.map(({ meanMotionRadPerS }) => meanMotionRadPerS))
  const radius = Math.cbrt(GM_EARTH / usualRadPerS ** 2)
  const gainOf = ({ meanMotionRadPerS }: Elements) => (meanMotionRadPerS - usualRadPerS) * SECONDS_PER_DAY * radius
  const rate = sets.map(gainOf)
  // From one set to the next: the inertial motion along the track minus the motion from the mean of both mean motions.
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

/** Returns the sets whose mean motion disagrees with the sets before and after them: they are no step, and they hide others. */
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

/** The normal equations of a least-squares fit; its last unknown is the step. */
interface Equations {
  readonly add: (row: readonly number[], value: number, noise: number) => void
  readonly step: (drift: number, offset: number) => Fit | null
}

function equationsOf(unknowns: number): Equations {
  // The matrix is stored in a flat array, because a hundred thousand fits are made.
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
 * A burn along the track changes the rate of the mean longitude, and the mean motion by the same amount; drag bends the longitude and tilts the
 * mean motion. After the burn the longitude may start with an offset, because fits may still contain tracks from before the burn.
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

/** A burn across the orbit changes the inclination if it is at the node, the node if it is a quarter of a revolution from it, otherwise both. */
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

/**
 * Returns the node without jumps at full revolutions, as a rotation of the orbit plane about the line at right angles to the node: sin i times
 * the node.
 */
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
  /** Days from the middle of the step's gap to the time at which both sides meet, and the uncertainty of this time. */
  readonly meets: { readonly days: number; readonly within: number }
}

/** Returns the first and the last index of a fit: at most this number of sets on each side, and none beyond another step. */
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

/**
 * Returns the size of a step from the longest fit that agrees with the shorter fits: a long fit is the most certain, but also the first that drag
 * disturbs.
 */
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

/** Returns the steps of a series from fits to this number of sets on each side. */
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
    // Each refused step is added again only once: if it is then too weak, it is removed for ever.
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
 * Returns the factor by which steps without a burn exceed the scatter of single sets: the errors of consecutive sets are similar, and drag
 * changes. The factor is from the median of the peaks nearby, of which few are burns.
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
