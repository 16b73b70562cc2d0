/** A span of time, in seconds after some epoch. */
export interface Interval {
  readonly startS: number
  readonly endS: number
}

/** A smooth function of time in seconds, of which the sign matters. */
export type Margin = (seconds: number) => number

interface Sample {
  readonly at: number
  readonly value: number
}

/** The golden section, 0.618. Of the two inner points that divide a bracket by it, one also divides the next bracket by it. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * Returns the intervals in which the margin is above 0, between the first and the last sample (in seconds, increasing). Finds every change of
 * sign between samples, and every extremum between two samples that just crosses 0. A pass shorter than the step is therefore not missed, even at
 * the ends, as long as the margin has at most one extremum in two steps. Ends are exact to `toleranceS`, on the side where the margin is not
 * below 0. Throws RangeError if the margin is NaN.
 */
export function findIntervals(margin: Margin, samples: readonly number[], toleranceS = 1e-6): Interval[] {
  const checked = (at: number): Sample => ({ at, value: requireNumber(margin(at), at) })
  const points = withExtrema(withMiddle(samples).map(checked), checked)
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return []
  const intervals: Interval[] = []
  let startS = first.value > 0 ? first.at : undefined
  points.slice(1).forEach((point, index) => {
    const before = points[index] ?? first
    if (before.value > 0 === point.value > 0) return
    const at = findSignChange(margin, before, point, toleranceS)
    if (startS === undefined) startS = at
    else {
      intervals.push({ startS, endS: at })
      startS = undefined
    }
  })
  if (startS !== undefined) intervals.push({ startS, endS: last.at })
  return intervals
}

/** Returns the intersection of two lists of intervals, each in order and without overlap. Exact. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  return a.flatMap((left) =>
    b.flatMap((right) => {
      const [startS, endS] = [Math.max(left.startS, right.startS), Math.min(left.endS, right.endS)]
      return startS < endS ? [{ startS, endS }] : []
    }),
  )
}

/** Returns the parts of `whole` outside the intervals, which must be in order and without overlap. Exact. */
export function complement(intervals: readonly Interval[], whole: Interval): Interval[] {
  const edges = [whole.startS, ...intervals.flatMap(({ startS, endS }) => [startS, endS]), whole.endS]
  return edges.flatMap((startS, index) => {
    const endS = edges[index + 1]
    return index % 2 === 0 && endS !== undefined && startS < endS ? [{ startS, endS }] : []
  })
}

/** Returns the seconds from `startS` to `endS` in equal steps of at most `stepS`, both ends included. */
export function stepsBetween(startS: number, endS: number, stepS: number): number[] {
  const count = Math.max(1, Math.ceil((endS - startS) / stepS))
  return Array.from({ length: count + 1 }, (_, index) => startS + ((endS - startS) * index) / count)
}

/**
 * Returns the place between a and b where the value changes its sign, by false position with bisection as a fallback. The secant through both
 * ends, t = a − f(a) (b − a)/(f(b) − f(a)), comes close in a few steps where the margin is nearly straight. For a curved margin the secant alone
 * may leave one end of the bracket in place; bisection then shrinks the bracket. No derivative is used, because a margin can be a table or a
 * mask.
 */
export function findSignChange(margin: Margin, a: Sample, b: Sample, toleranceS: number): number {
  let [left, right] = [a, b]
  for (let pass = 0; pass < 200 && right.at - left.at > toleranceS; pass += 1) {
    // False position: the slope is that of the whole bracket.
    const secant = left.at - (left.value * (right.at - left.at)) / (right.value - left.value)
    const middle = (left.at + right.at) / 2
    // Every third step bisects, so that a flat end cannot stop the search. The secant point is kept away from the ends.
    const edge = 0.3 * toleranceS
    const at =
      pass % 3 === 2 || !(secant >= left.at && secant <= right.at)
        ? middle
        : clamp(secant, left.at + edge, right.at - edge)
    const value = requireNumber(margin(at), at)
    if (value > 0 === left.value > 0) left = { at, value }
    else right = { at, value }
  }
  return left.value > 0 ? left.at : right.at
}

/** Returns the samples with a third one added if there are only two, which would not show the curvature of the margin between them. */
function withMiddle(samples: readonly number[]): readonly number[] {
  const [first, last] = samples
  return samples.length === 2 && first !== undefined && last !== undefined ? [first, (first + last) / 2, last] : samples
}

/** Returns the samples, with the extrema between them that lie on the other side of 0. */
function withExtrema(samples: readonly Sample[], checked: (at: number) => Sample): Sample[] {
  return samples.flatMap((sample, index) => {
    const [before, after] = [samples[index - 1] ?? sample, samples[index + 1] ?? sample]
    const sign = sample.value > 0 ? -1 : 1
    const height = sign * sample.value
    // A sample that is at least as near to 0 as its neighbours, or beyond: a peak below 0 or a dip above it.
    const isExtremum = height >= sign * before.value && height >= sign * after.value
    // Even the highest peak that the three samples allow would stay below 0.
    if (!isExtremum || height + sign * standOut(samples, index) < 0) return [sample]
    const peak = findPeak((at) => sign * checked(at).value, before.at, after.at)
    if (peak === undefined) return [sample]
    const found = checked(peak)
    return found.at < sample.at ? [found, sample] : [sample, found]
  })
}

/**
 * Returns an upper limit for the height of a peak near a sample above that sample, if the sample is higher than its neighbours; for a dip the
 * sign is reversed. It follows from the three samples around it, or from the first or last three at an end. A parabola with quadratic coefficient
 * k peaks within half a step of the sample, by k step² / 4 above it. A corner, as in masks, can be up to 2 k step² above it, with the k of the
 * parabola through the three samples; this larger value is returned.
 */
function standOut(samples: readonly Sample[], index: number): number {
  const middle = Math.max(1, Math.min(index, samples.length - 2))
  const [a, b, c] = [samples[middle - 1], samples[middle], samples[middle + 1]]
  if (a === undefined || b === undefined || c === undefined) return 0
  const [first, second] = [b.at - a.at, c.at - b.at]
  const bend = ((b.value - a.value) / first - (c.value - b.value) / second) / (first + second)
  return 2 * bend * Math.max(first, second) ** 2
}

/**
 * Returns a place between the ends where a function with one peak is above 0, or undefined if there is none, to a microsecond. Golden section:
 * one of the two inner points remains an inner point of the smaller bracket, so each step computes one value. Stops at the first value above 0,
 * because the exact place of the peak does not matter here.
 */
function findPeak(height: Margin, low: number, high: number): number | undefined {
  let [start, end] = [low, high]
  let [left, right] = [end - GOLDEN * (end - start), start + GOLDEN * (end - start)]
  let [atLeft, atRight] = [height(left), height(right)]
  for (let pass = 0; pass < 100 && end - start > 1e-6; pass += 1) {
    if (atLeft > 0) return left
    if (atRight > 0) return right
    if (atLeft > atRight) {
      ;[end, right, atRight] = [right, left, atLeft]
      left = end - GOLDEN * (end - start)
      atLeft = height(left)
    } else {
      ;[start, left, atLeft] = [left, right, atRight]
      right = start + GOLDEN * (end - start)
      atRight = height(right)
    }
  }
  return undefined
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

/** Returns the value. Throws RangeError for NaN, which is neither above nor below 0 and would hide an interval. */
function requireNumber(value: number, at: number): number {
  if (Number.isNaN(value)) throw new RangeError(`the margin after ${at} s is not a number`)
  return value
}
