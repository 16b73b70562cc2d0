import { formatNumber } from '../../ui/format/number.ts'
import { mapWords } from './words.data.ts'

const DEGREE_DECIMALS = 3

/** Returns `38.200° N`: degrees without a sign, and the letter of the side; East is O in German. */
const side = (degrees: number, decimals: number, [positive, negative]: readonly ['N', 'S'] | readonly ['E', 'W']) =>
  `${formatNumber(Math.abs(degrees), { decimals })}° ${mapWords(degrees < 0 ? negative : positive)}`

/** Returns a longitude from −180 to 180 degrees. */
export const eastOf = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180

export const latitudeText = (latitude: number, decimals = DEGREE_DECIMALS): string =>
  side(latitude, decimals, ['N', 'S'])
export const longitudeText = (longitude: number, decimals = DEGREE_DECIMALS): string =>
  side(eastOf(longitude), decimals, ['E', 'W'])
