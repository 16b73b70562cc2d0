import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { oemWords } from './words.data.ts'

/** What a file is for, and which path it holds where its name or its comments tell: `Hypothetical, hot`. */
export const kindWords = ({ kind, case: path }: Pick<EphemerisFile, 'kind' | 'case'>): string =>
  path === null ? oemWords(kind) : `${oemWords(kind)}, ${oemWords(path)}`
