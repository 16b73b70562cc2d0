import type { Finding } from '../finding.ts'
import type { CatalogueManner } from './catalogue-in-words.ts'
import type { TOLD_WORDS } from './notice-words.data.ts'
import { wholeMetres } from './written-number.ts'

/** The measured values of a finding, by name. */
export type Values = Finding['values']
type Catalogue = (typeof TOLD_WORDS)['en']
/** A key of the word catalogue; `hits_one` and `hits_other` are the forms of one key, `hits`, with a count. */
export type ToldWord = {
  [K in keyof Catalogue]: K extends `${infer Word}_one` ? Word : K extends `${string}_other` ? never : K
}[keyof Catalogue]

/** The functions that write the values in a sentence, for one language and one reader. */
export type Manner = {
  readonly t: (word: ToldWord, values?: Values) => string
  /** Writes an instant to the minute, from milliseconds. */
  readonly minute: (ms: number) => string
  /** Writes a number with this number of decimals; by default with at most three. */
  readonly number: (value: number, decimals?: number) => string
  readonly probability: (value: number) => string
  /** Writes an amount that is given in the smallest unit of a currency. */
  readonly money: (amount: number, currency: string) => string
  /** Writes the name of a risk level. */
  readonly level: (level: string) => string
  /** Writes the reason of a failed try, given its code in `DELIVERY_REASONS`. */
  readonly deliveryReason: (code: string) => string
  /** Writes the content of a catalogue. */
  readonly catalogue: CatalogueManner
}

/** Writes a speed to a tenth of a millimetre per second, because no orbit is known more precisely. */
export const metresPerS = (m: Manner, value: Values[string] | undefined) => m.number(numberOf(value), 4)

export const moneyOf = (m: Manner, amount: Values[string] | undefined, currency: Values[string] | undefined) =>
  m.money(numberOf(amount), textOf(currency))
export const numberOf = (value: Values[string] | undefined) => (typeof value === 'number' ? value : Number.NaN)
export const textOf = (value: Values[string] | undefined) => (value === undefined ? '' : String(value))
export const levelText = (m: Manner, value: Values[string] | undefined) => m.level(textOf(value))
export const minuteOf = (m: Manner, value: Values[string] | undefined) => m.minute(Date.parse(textOf(value)))
export const whole = (m: Manner, value: Values[string] | undefined) => m.number(numberOf(value), 0)
/** Writes the distance of two objects, rounded down, so that the objects keep at least this distance. */
export const metres = (m: Manner, value: Values[string] | undefined) => m.number(wholeMetres(numberOf(value)), 0)
export const hoursOf = (m: Manner, seconds: Values[string] | undefined) => m.number(numberOf(seconds) / 3_600, 0)

/** Writes distances of two objects, rounded down, so that the objects keep at least these distances. */
export function distancesOf(m: Manner, { missWithM, missWithoutM, missTargetM, missLeastM, missSigmaM }: Values) {
  const down = (value: Values[string] | undefined) => (typeof value === 'number' ? metres(m, value) : '')
  return {
    missWith: down(missWithM),
    missWithout: down(missWithoutM),
    missTarget: down(missTargetM),
    missLeast: down(missLeastM),
    missSigma: typeof missSigmaM === 'number' ? m.number(Math.ceil(missSigmaM), 0) : '',
  }
}
