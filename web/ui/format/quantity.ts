import { wholeMetres } from '@apsis/contract/notice-text/written-number.ts'
import { formatNumber, type NumberStyle } from './number.ts'

export type QuantityStyle = NumberStyle & {
  readonly unit: string
  /** True if the number is rounded down: a distance is never shown larger than it is. */
  readonly isDown?: boolean
}

/** Every kind of quantity on the screen, with its unit and precision, in one place (ux.md R2). Values are given in this unit. */
export const QUANTITIES = {
  missDistance: { unit: 'm', decimals: 0, isDown: true },
  separation: { unit: 'm', decimals: 0, signed: true },
  /** The separation in the columns of a list, which have no room for a plus. */
  listedSeparation: { unit: 'm', decimals: 0 },
  hardBodyRadius: { unit: 'm', decimals: 1 },
  uncertainty: { unit: 'm', decimals: 0 },
  relativeSpeed: { unit: 'km/s', decimals: 2 },
  deltaV: { unit: 'm/s', decimals: 3, signed: true },
  altitude: { unit: 'km', decimals: 1 },
  angle: { unit: '°', decimals: 1 },
  residual: { unit: '″', significant: 4, signed: true },
  associationThreshold: { unit: '″', significant: 4 },
  magnitude: { unit: 'mag', decimals: 2 },
  mass: { unit: 'kg', decimals: 2 },
  area: { unit: 'm²', decimals: 2 },
  thrust: { unit: 'N', decimals: 3 },
  duration: { unit: 's', decimals: 1 },
  specificImpulse: { unit: 's', decimals: 0 },
  sigma: { unit: 'σ', decimals: 1 },
  share: { unit: '%', decimals: 1 },
  count: { unit: '', decimals: 0 },
  mahalanobisDistance: { unit: '', decimals: 2 },
} as const satisfies Readonly<Record<string, QuantityStyle>>

export type QuantityName = keyof typeof QUANTITIES

/** Returns the number and its unit separately: the unit is shown smaller, or in the head of the column. */
export function formatQuantity(name: QuantityName, value: number): { readonly number: string; readonly unit: string } {
  const style: QuantityStyle = QUANTITIES[name]
  return { number: formatNumber(style.isDown ? wholeMetres(value) : value, style), unit: style.unit }
}

/** Returns a miss distance in whole metres, without its unit. */
export const formatMiss = (metres: number): string => formatQuantity('missDistance', metres).number

/** Returns a component of a separation in whole metres, with its sign and without its unit. */
export const formatSeparation = (metres: number): string => formatQuantity('separation', metres).number
