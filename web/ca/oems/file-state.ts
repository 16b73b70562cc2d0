import type { EphemerisFile } from '@apsis/contract/ca/ephemeris.ts'
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

/** How a file stands, as a status and its word; what is out of use says so. */
export function stateOf({ state, active }: Pick<EphemerisFile, 'state' | 'active'>): StatusMeaning {
  const isOut = !active && LEVELS[state] !== 'inactive' && state !== 'INVALID'
  const word = oemWords(state)
  return isOut ? { level: 'inactive', word: `${word}, ${oemWords('inactive')}` } : { level: LEVELS[state], word }
}

/** `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  const [size, unit, decimals] = bytes < 1_048_576 ? [bytes / 1_024, 'kB', 0] : [bytes / 1_048_576, 'MB', 1]
  return `${formatNumber(size, { decimals })} ${unit}`
}
