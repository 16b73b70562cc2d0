import { chosenLanguage } from '../text/language.ts'
import { formatNumber } from './number.ts'

/** Currencies whose smallest unit is not a hundredth (ISO 4217). */
const DECIMALS: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  CLP: 0,
  ISK: 0,
  BHD: 3,
  KWD: 3,
  OMR: 3,
  TND: 3,
}
const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£' }

export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2

/** Converts an amount in the smallest unit to a number of the currency. */
export const toUnits = (amount: number, currency: string): number => amount / 10 ** decimalsOf(currency)

/** Converts a number of the currency to an amount in the smallest unit. */
export const toAmount = (units: number, currency: string): number => Math.round(units * 10 ** decimalsOf(currency))

/** Returns an amount without its currency, for columns whose head names the currency: `61.60`. */
export function formatAmount(amount: number, currency: string, { signed = false } = {}): string {
  return formatNumber(toUnits(amount, currency), { decimals: decimalsOf(currency), signed })
}

export const symbolOf = (currency: string): string => SYMBOLS[currency] ?? currency

const NO_BREAK_SPACE = '\u00a0'

/** Returns an amount with its currency, never divided between two lines: `€ 61.60`, in German `61,60 €`. */
export function formatMoney(amount: number, currency: string): string {
  const parts = [symbolOf(currency), formatAmount(amount, currency)]
  return (chosenLanguage() === 'de' ? parts.toReversed() : parts).join(NO_BREAK_SPACE)
}
