/** A brightness at one time, s. */
type Sample = { readonly atS: number; readonly magnitude: number }

export type Period = {
  readonly seconds: number
  /** The probability that noise alone causes a peak as high, 0 to 1. */
  readonly falseAlarm: number
}

/** The distance of the tried frequencies is this many times smaller than the resolution of the track. */
const OVERSAMPLING = 8
/** A period must occur this many times, because the phase alone changes the brightness slowly over a pass. */
const LEAST_TURNS = 3
const FEWEST_SAMPLES = 12
/** The degree of the polynomial that is subtracted first, because phase and distance change the brightness slowly. */
const SLOW_DEGREE = 2

/**
 * Returns the period of a light curve: the highest peak of the Lomb-Scargle periodogram (Scargle 1982, eq. 10), which works with gaps,
 * after a parabola was subtracted. Its false alarm probability is from eq. 14 there. Undefined if there are too few magnitudes, or all are
 * equal.
 */
export function periodOf(samples: readonly Sample[]): Period | undefined {
  if (samples.length < FEWEST_SAMPLES) return undefined
  const beginS = samples[0]?.atS ?? 0
  const times = samples.map(({ atS }) => atS - beginS)
  const spanS = times.at(-1) ?? 0
  const values = withoutSlope(
    times,
    samples.map(({ magnitude }) => magnitude),
  )
  const variance = values.reduce((sum, value) => sum + value ** 2, 0) / (values.length - 1)
  if (!(spanS > 0) || !(variance > 1e-12)) return undefined
  const [lowest, highest] = [LEAST_TURNS / spanS, samples.length / (2 * spanS)]
  const step = 1 / (OVERSAMPLING * spanS)
  let best = { frequency: lowest, power: 0 }
  for (let frequency = lowest; frequency <= highest; frequency += step) {
    const power = powerAt(times, values, 2 * Math.PI * frequency) / variance
    if (power > best.power) best = { frequency, power }
  }
  const tried = Math.max(1, (highest - lowest) * spanS)
  return { seconds: 1 / best.frequency, falseAlarm: 1 - (1 - Math.exp(-best.power)) ** tried }
}

/** Returns the power at one frequency: Scargle 1982, eq. 10, before the division by the variance. */
function powerAt(times: readonly number[], values: readonly number[], rate: number): number {
  const sum = (of: (time: number, place: number) => number) =>
    times.reduce((total, time, place) => total + of(time, place), 0)
  const delay =
    Math.atan2(
      sum((time) => Math.sin(2 * rate * time)),
      sum((time) => Math.cos(2 * rate * time)),
    ) /
    (2 * rate)
  const part = (wave: (angle: number) => number) => {
    const along = sum((time, place) => (values[place] ?? Number.NaN) * wave(rate * (time - delay)))
    return along ** 2 / sum((time) => wave(rate * (time - delay)) ** 2)
  }
  return (part(Math.cos) + part(Math.sin)) / 2
}

/** Returns the values without their parabola over time, by least squares on polynomials that are orthogonal over the times. */
function withoutSlope(times: readonly number[], values: readonly number[]): readonly number[] {
  const basis: (readonly number[])[] = []
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, one, place) => sum + one * (b[place] ?? Number.NaN), 0)
  const less = (from: readonly number[], part: readonly number[]) => {
    const share = dot(from, part) / dot(part, part)
    return from.map((one, place) => one - share * (part[place] ?? Number.NaN))
  }
  for (let degree = 0; degree <= SLOW_DEGREE; degree += 1) {
    const power = times.map((time) => time ** degree)
    basis.push(basis.reduce<readonly number[]>(less, power))
  }
  return basis.reduce<readonly number[]>(less, values)
}
