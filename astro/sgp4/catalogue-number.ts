/** Alpha-5 uses letters for the ten-thousands from 10 to 33. I and O are omitted because they look like 1 and 0. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LARGEST_NUMBER = 339_999

/**
 * Returns the catalogue number of the five characters of a TLE, or `undefined` if they are not one. The characters are digits, with or without
 * leading zeros or blanks, or Alpha-5 (Space-Track: A0000 is 100 000, Z9999 is 339 999). Exact.
 */
export function parseCatalogueNumber(text: string): number | undefined {
  const match = /^([A-HJ-NP-Z]|\d| )([\d ]{4})$/.exec(text)
  if (match === null) return undefined
  const [, first = '', rest = ''] = match
  const letter = LETTERS.indexOf(first)
  if (letter >= 0) return /^\d{4}$/.test(rest) ? (letter + 10) * 10_000 + Number(rest) : undefined
  return /^ *\d+ *$/.test(text) ? Number(text) : undefined
}

/**
 * Returns the five characters of the catalogue number in a TLE, in Alpha-5 above 99 999. Exact. Throws RangeError above 339 999, where only an
 * OMM can contain the number.
 */
export function formatCatalogueNumber(noradId: number): string {
  if (!(Number.isInteger(noradId) && noradId >= 0 && noradId <= LARGEST_NUMBER)) {
    throw new RangeError(`catalogue number ${noradId} does not fit a TLE (0 to ${LARGEST_NUMBER}): write an OMM`)
  }
  const head = Math.floor(noradId / 10_000)
  const tail = String(noradId % 10_000).padStart(4, '0')
  return `${head < 10 ? head : LETTERS[head - 10]}${tail}`
}
