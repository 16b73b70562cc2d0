import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { oemWords } from './words.data.ts'

/** Returns the purpose of a file, and the case of its path if its name or its comments state it: `Hypothetical, hot`. */
export const kindWords = ({ kind, case: path }: Pick<EphemerisFile, 'kind' | 'case'>): string =>
  path === null ? oemWords(kind) : `${oemWords(kind)}, ${oemWords(path)}`
