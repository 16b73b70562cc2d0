/** A span of time in seconds after some epoch. */
export interface Interval {
  readonly startS: number
  readonly endS: number
}

/** A smooth quantity over seconds, of which the sign matters. */
export type Margin = (seconds: number) => number

interface Sample {
  readonly at: number
  readonly value: number
}

/**
 * The golden section, 0.618: of a bracket divided by it on both sides one inner point serves the next bracket as
 * well.
 */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * When the margin is above 0, between the first and the last sample (rising seconds). Every change of sign between
 * samples is found, and so is every extremum that lies between two samples and just reaches over: a pass shorter than
 * the step is not missed, also at the ends, as long as the margin has no more than one extremum in two steps. Ends are
 * exact to `toleranceS`, on the side where the margin is not below 0. Throws RangeError for a margin that is no number.
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

/** What two lists of intervals, each in order and without overlap, have in common. Exact. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  return a.flatMap((left) =>
    b.flatMap((right) => {
      const [startS, endS] = [Math.max(left.startS, right.startS), Math.min(left.endS, right.endS)]
      return startS < endS ? [{ startS, endS }] : []
    }),
  )
}

/** The parts of `whole` that are in none of the intervals, which are in order and without overlap. Exact. */
export function complement(intervals: readonly Interval[], whole: Interval): Interval[] {
  const edges = [whole.startS, ...intervals.flatMap(({ startS, endS }) => [startS, endS]), whole.endS]
  return edges.flatMap((startS, index) => {
    const endS = edges[index + 1]
    return index % 2 === 0 && endS !== undefined && startS < endS ? [{ startS, endS }] : []
  })
}

/** The seconds from `startS` to `endS` in equal steps of at most `stepS`, both ends included. */
export function stepsBetween(startS: number, endS: number, stepS: number): number[] {
  const count = Math.max(1, Math.ceil((endS - startS) / stepS))
  return Array.from({ length: count + 1 }, (_, index) => startS + ((endS - startS) * index) / count)
}

/**
 * The place between a and b where the value changes its sign, by false position with bisection to fall back on. The
 * secant through both ends, t = a − f(a) (b − a)/(f(b) − f(a)), is close after a few steps where the margin is nearly
 * straight. Alone it may stand still at one end of a bent margin: the bracket then never shrinks from the other side,
 * which is what the halving is for. No derivative is asked for, as a margin can be a table or a mask.
 */
export function findSignChange(margin: Margin, a: Sample, b: Sample, toleranceS: number): number {
  let [left, right] = [a, b]
  for (let pass = 0; pass < 200 && right.at - left.at > toleranceS; pass += 1) {
    // Regula falsi; its slope is that of the whole bracket.
    const secant = left.at - (left.value * (right.at - left.at)) / (right.value - left.value)
    const middle = (left.at + right.at) / 2
    // Every third step halves, so that a flat end cannot hold the bracket; the secant is kept off the ends.
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

/** Two samples alone say nothing of how the margin bends between them: they get a third. */
function withMiddle(samples: readonly number[]): readonly number[] {
  const [first, last] = samples
  return samples.length === 2 && first !== undefined && last !== undefined ? [first, (first + last) / 2, last] : samples
}

/** The samples, and between them the extrema that are on the other side of 0. */
function withExtrema(samples: readonly Sample[], checked: (at: number) => Sample): Sample[] {
  return samples.flatMap((sample, index) => {
    const [before, after] = [samples[index - 1] ?? sample, samples[index + 1] ?? sample]
    const sign = sample.value > 0 ? -1 : 1
    const height = sign * sample.value
    // A sample that is no lower than its neighbours, on its own side of 0: a peak below 0 or a dip above it.
    const isExtremum = height >= sign * before.value && height >= sign * after.value
    // Even the highest peak that the three samples allow would not reach 0.
    if (!isExtremum || height + sign * standOut(samples, index) < 0) return [sample]
    const peak = findPeak((at) => sign * checked(at).value, before.at, after.at)
    if (peak === undefined) return [sample]
    const found = checked(peak)
    return found.at < sample.at ? [found, sample] : [sample, found]
  })
}

/**
 * By how much at most a peak beside a sample stands out over it when that is higher than its neighbours; of a dip, the
 * same with the other sign. It is taken from the three samples about it, at the ends from the first or last three. A
 * parabola bent by k peaks within half a step of the sample, k step² / 4 over it. A corner, as masks have, stands out by
 * up to 2 k step², with the k of the parabola through the three: so that is the answer.
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
 * Where between the ends a function with one peak gets above 0; undefined if it does not, to a microsecond. By golden
 * section: one of the two inner points stays an inner point of the smaller bracket, so that each step costs one value.
 * It stops at the first value above 0: where the peak itself is does not matter here.
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

/** The value, or RangeError: NaN would be neither above 0 nor below, and hide an interval. */
function requireNumber(value: number, at: number): number {
  if (Number.isNaN(value)) throw new RangeError(`the margin after ${at} s is not a number`)
  return value
}
