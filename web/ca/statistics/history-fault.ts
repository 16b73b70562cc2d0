import { LOADED_HISTORY_LIMITS } from '@apsis/contract/ca/statistics/loaded-history.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { loadedWords } from './loaded-words.data.ts'

type Words = typeof loadedWords

/** The keys of the texts for each kind of error; an unknown error of a newer server keeps its own sentence. */
const FAULTS = {
  'history.bad-encoding': 'faultEncoding',
  'history.line-too-long': 'faultLine',
  'history.too-many-lines': 'faultRows',
  'history.unfinished': 'faultNoRow',
  'history.missing-keyword': 'faultMissing',
  'history.unknown-keyword': 'faultUnknown',
  'history.empty-value': 'faultNameless',
  'history.text-too-long': 'faultLong',
  'history.bad-time': 'faultTime',
  'history.bad-value': 'faultKind',
  'history.not-consistent': 'faultLarger',
} as const satisfies Readonly<Record<string, Parameters<Words>[0]>>

/** Returns a text for an error of a table of past events, with its line and column. */
export function sayHistoryFault(t: Words, fault: ProblemDetail): string {
  const { line = 1, keyword } = fault
  return t('fault', { line, column: keyword ?? t('row'), message: sayWhat(t, fault) })
}

function sayWhat(t: Words, { code, keyword, message, values = {} }: ProblemDetail): string {
  const [found, expected] = [String(values.found ?? ''), String(values.expected ?? '')]
  if (code === 'history.bad-number') return t(numberOf(keyword), { found })
  if (code === 'history.bad-csv') return expected === '' ? t('faultQuote') : t('faultCells', { expected })
  const word = Object.hasOwn(FAULTS, code) ? FAULTS[code as keyof typeof FAULTS] : undefined
  const rows = formatNumber(LOADED_HISTORY_LIMITS.rows, { decimals: 0 })
  return word === undefined ? message : t(word, { found, expected, rows })
}

function numberOf(column: string | undefined) {
  if (column === 'probability') return 'faultProbability'
  return column === 'radialM' || column === 'horizontalM' ? 'faultNumber' : 'faultLength'
}
