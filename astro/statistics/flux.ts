import { missing } from '../missing.ts'
import { type CountInterval, fayFeuer } from '../poisson-interval.ts'

/**
 * One crossing of the conjunction plane: the miss there, split into the radial and the horizontal direction, and the half-sizes of the
 * originator's screening box in both (infinite if everything is reported).
 */
export interface Crossing {
  readonly radialM: number
  readonly horizontalM: number
  readonly boxRadialM: number
  readonly boxHorizontalM: number
}

/** The number of objects that cross a square metre in a year, from the crossings in one part of the plane. */
export interface FluxEstimate {
  readonly count: number
  readonly perM2Year: number
  /** Its 95 % interval. */
  readonly interval: CountInterval
}

/** Radii of the discs around the satellite in which crossings are counted, m (F26). */
export const DISCS_M = [1_000, 2_000, 5_000, 10_000] as const

/** The least number of crossings: with fewer, the relative error is above a third, and the disc is not usable. */
export const USABLE_COUNT = 10

/**
 * Returns the flux from the crossings within `discM`: F = Σ 1/(Aᵢ T). Aᵢ is the part of the disc inside the screening box of that crossing, so
 * that the region that the originator never reports does not count as empty. Each crossing is weighted by the inverse of the area in which it
 * would have been reported (Horvitz and Thompson, J. Am. Stat. Assoc. 47, 1952, 663–685, eq. 3); without a box it is N/(π D² T). Interval: Fay
 * and Feuer (1997). The miss of an event is a uniform draw from the plane if the disc is small compared with the shell of orbits; the flux is
 * then the collision probability per area and year, without any covariance.
 */
export function fluxInDisc(crossings: readonly Crossing[], years: number, discM: number): FluxEstimate {
  const seen = crossings.filter((each) => Math.hypot(each.radialM, each.horizontalM) <= discM && isInBox(each))
  return estimate(
    seen.map(({ boxRadialM, boxHorizontalM }) => discInBoxM2(discM, boxRadialM, boxHorizontalM)),
    years,
    Math.PI * discM ** 2,
  )
}

/**
 * Returns the flux by slices of the radial miss, whose edges are given in m: an originator with a radially thin box reports the middle slices
 * completely, and the slices show a flux that changes with height. `reachM` limits the horizontal miss.
 */
export function fluxByRadialSlice(
  crossings: readonly Crossing[],
  years: number,
  { edgesM, reachM }: { readonly edgesM: readonly number[]; readonly reachM: number },
): FluxEstimate[] {
  return edgesM.slice(1).map((to, index) => {
    const from = edgesM[index] ?? missing()
    const isInside = (each: Crossing) =>
      Math.abs(each.radialM) >= from &&
      Math.abs(each.radialM) < to &&
      Math.abs(each.horizontalM) <= reachM &&
      isInBox(each)
    // The area includes both sides of the satellite, above and below, left and right.
    const areas = crossings.filter(isInside).map(({ boxRadialM, boxHorizontalM }) => {
      return 4 * (Math.min(to, boxRadialM) - from) * Math.min(reachM, boxHorizontalM)
    })
    return estimate(areas, years, 4 * (to - from) * reachM)
  })
}

/** The selected estimate, and whether the others contradict it. */
export interface ChosenFlux {
  readonly index: number
  readonly doDisagree: boolean
}

/**
 * Selects one of the estimates in growing discs: if the intervals of all usable ones overlap, the last, which has the smallest error; if two of
 * them do not, the first usable one, because the satellite itself is at the centre. Null if none has `USABLE_COUNT` crossings.
 */
export function chooseFlux(estimates: readonly FluxEstimate[]): ChosenFlux | null {
  const usable = estimates.flatMap((each, index) => (each.count >= USABLE_COUNT ? [{ ...each, index }] : []))
  const [first] = usable
  const last = usable.at(-1)
  if (first === undefined || last === undefined) return null
  const highestLower = Math.max(...usable.map(({ interval }) => interval.lower))
  const lowestUpper = Math.min(...usable.map(({ interval }) => interval.upper))
  const doDisagree = highestLower > lowestUpper
  return { index: doDisagree ? first.index : last.index, doDisagree }
}

function isInBox({ radialM, horizontalM, boxRadialM, boxHorizontalM }: Crossing): boolean {
  return Math.abs(radialM) <= boxRadialM && Math.abs(horizontalM) <= boxHorizontalM
}

function estimate(areasM2: readonly number[], years: number, wholeM2: number): FluxEstimate {
  if (!(years > 0)) throw new RangeError(`a flux needs a time of more than 0, not ${years} years`)
  const weights = areasM2.map((area) => 1 / (area * years))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const sumOfSquares = weights.reduce((total, weight) => total + weight ** 2, 0)
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 1 / (wholeM2 * years))
  return { count: areasM2.length, perM2Year: sum, interval: fayFeuer({ sum, sumOfSquares, largest }) }
}

/** Returns the common area of a disc and a rectangle around the same point, m²; the rectangle is given by its half-sizes. */
export function discInBoxM2(radiusM: number, halfWidthM: number, halfHeightM: number): number {
  // One quadrant: the integral of min(height, √(R² − x²)) up to the width; beyond `corner` the circle is below the height.
  const width = Math.min(halfWidthM, radiusM)
  const height = Math.min(halfHeightM, radiusM)
  const corner = Math.sqrt(radiusM ** 2 - height ** 2)
  if (corner >= width) return 4 * width * height
  const under = (x: number) => (x * Math.sqrt(radiusM ** 2 - x ** 2) + radiusM ** 2 * Math.asin(x / radiusM)) / 2
  return 4 * (corner * height + under(width) - under(corner))
}
