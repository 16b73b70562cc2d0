import { missing } from '@apsis/astro/missing.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { scaleLinear } from 'd3-scale'
import { formatNumber, formatPowerOfTen } from '../../../ui/format/number.ts'
import type { ShutSpan } from './shut-times.tsx'

/** The values of the map at each time and size of a burn: rows by size from low to high, columns from early to late. */
export type TradeMap = {
  readonly leads: readonly number[]
  readonly deltaVs: readonly number[]
  readonly pc: readonly (readonly (number | null)[])[]
  readonly missM: readonly (readonly number[])[]
  /** The probability of the other objects; undefined if they are not counted. */
  readonly othersPc?: readonly (readonly number[])[] | undefined
  /** The propellant of each size, kg; undefined where the mass of the satellite is not known. */
  readonly propellantKg?: readonly number[] | undefined
  readonly tcaMs: number
  readonly periodS: number
  readonly shut: readonly ShutSpan[]
  readonly minDeltaVMps: number
}

/** The quantity that the colours and contours show. */
export type ShownQuantity = 'pc' | 'miss' | 'mass' | 'others'
/** The target of a burn. */
export type Goal = { readonly show: 'pc' | 'miss'; readonly value: number }

const [M_PER_KM, G_PER_KG, LEVELS] = [1_000, 1_000, 6]

/** True for probabilities, which are shown by their powers of ten. */
export const isByDecades = (show: ShownQuantity): boolean => show === 'pc' || show === 'others'

/** Returns the unit at the scale of the colours. */
export const unitOf = (show: ShownQuantity): string => ({ pc: 'Pc', others: 'Pc', miss: 'km', mass: 'g' })[show]

const logOf = (value: number) => Math.log10(Math.max(value, PROBABILITY_FLOOR))

/**
 * Returns the values that the colours and contours show: the power of ten of a probability, the miss in kilometres, or the
 * propellant in grams.
 */
export function valuesOf(map: TradeMap, show: ShownQuantity): (number | undefined)[][] {
  const { pc, missM, othersPc, propellantKg } = map
  if (show === 'miss') return missM.map((row) => row.map((value) => value / M_PER_KM))
  if (show === 'mass') return pc.map((row, size) => row.map(() => G_PER_KG * (propellantKg?.[size] ?? missing())))
  const shown = show === 'pc' ? pc : (othersPc ?? missing())
  return shown.map((row) => row.map((value) => (value === null ? undefined : logOf(value))))
}

/** Returns the goal as a value of the map: a power of ten of Pc, or a miss in kilometres; undefined if the map shows another quantity. */
export function levelOf(goal: Goal, show: ShownQuantity): number | undefined {
  if (goal.show !== show) return undefined
  return show === 'pc' ? Math.log10(goal.value) : goal.value / M_PER_KM
}

/** Returns round values within the range of the map. */
export const levelsWithin = (known: readonly number[]) =>
  scaleLinear([Math.min(...known), Math.max(...known)], [0, 1]).ticks(LEVELS)

/** Returns the label of a contour. */
export const levelName = (level: number, show: ShownQuantity): string =>
  isByDecades(show) ? formatPowerOfTen(level) : `${formatNumber(level)} ${unitOf(show)}`

/** Returns the row of the smallest burn that reaches the goal at one time; undefined if none does. */
export function smallestRow(map: TradeMap, goal: Goal, column: number): number | undefined {
  const reached = map.deltaVs.flatMap((deltaV, row) => {
    const pc = map.pc[row]?.[column]
    const isReached =
      goal.show === 'pc'
        ? typeof pc === 'number' && pc <= goal.value
        : (map.missM[row]?.[column] ?? missing()) >= goal.value
    return isReached && Math.abs(deltaV) >= map.minDeltaVMps ? [{ row, size: Math.abs(deltaV) }] : []
  })
  return reached.toSorted((a, b) => a.size - b.size)[0]?.row
}
