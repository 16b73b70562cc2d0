import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { StatusMeaning } from '../../ui/status/status-meaning.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { oemWords } from './words.data.ts'

const LEVELS: Readonly<Record<EphemerisFile['state'], Level>> = {
  UPLOADED: 'pending',
  VALIDATING: 'pending',
  SCREENING: 'pending',
  VALID: 'ok',
  SCREENED: 'ok',
  INVALID: 'serious',
  SUPERSEDED: 'inactive',
  EXPIRED: 'inactive',
}

/** Returns the state of a file as a status and its word; a file that is out of use is marked as such. */
export function stateOf({ state, active }: Pick<EphemerisFile, 'state' | 'active'>): StatusMeaning {
  const isOut = !active && LEVELS[state] !== 'inactive' && state !== 'INVALID'
  const word = oemWords(state)
  return isOut ? { level: 'inactive', word: `${word}, ${oemWords('inactive')}` } : { level: LEVELS[state], word }
}

const [BYTES_PER_KB, BYTES_PER_MB] = [1_000, 1_000_000]

/** Returns the size of a file as text: `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < BYTES_PER_KB) return `${bytes} B`
  const [size, unit, decimals] =
    bytes < BYTES_PER_MB ? [bytes / BYTES_PER_KB, 'kB', 0] : [bytes / BYTES_PER_MB, 'MB', 1]
  return `${formatNumber(size, { decimals })} ${unit}`
}
