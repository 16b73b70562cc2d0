import type { PassPrediction, UnsearchedSpan } from '@apsis/contract/odt/pass/passprediction.ts'
import { formatInstant } from '../../clock/format.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './pass.module.css'
import { passWords } from './words.data.ts'

/** Returns the times of a search without an orbit, which are the same over all sensors. */
export const unsearchedOf = ([first]: readonly PassPrediction[]): readonly UnsearchedSpan[] =>
  first?.orbit.notSearched ?? []

/** Returns a sentence on the times that were not searched, with the reason; empty if all were. */
export function unsearchedText(times: readonly UnsearchedSpan[]): string {
  const t = passWords
  if (times.length === 0) return ''
  const parts = times.map(({ start, end, reason }) => {
    const [from, to] = [formatInstant(Date.parse(start)), formatInstant(Date.parse(end))]
    return t('unsearchedTime', { from, to, reason: t(reason) })
  })
  return t('unsearched', { times: parts.join('; ') })
}

/** Shows the sentence above the results: a pass in these times may exist although it is not listed. */
export function UnsearchedBanner({ predictions }: { readonly predictions: readonly PassPrediction[] }) {
  useWords(passWords)
  const text = unsearchedText(unsearchedOf(predictions))
  return text === '' ? null : <Banner level="caution">{text}</Banner>
}

type BandsProps = {
  readonly times: readonly UnsearchedSpan[]
  readonly x: (ms: number) => number
  readonly top: number
  readonly bottom: number
}

/** Draws the times that were not searched, across all rows of the drawing. */
export function UnsearchedBands({ times, x, top, bottom }: BandsProps) {
  return times.map(({ start, end }) => {
    const [left, right] = [x(Date.parse(start)), x(Date.parse(end))]
    const box = { x: left, width: Math.max(0, right - left), y: top, height: bottom - top }
    return <rect key={start} {...box} className={`fill-muted stroke-soft ${styles.unsearched}`} />
  })
}

/**
 * Returns the rows of a file for times that were not searched, in the columns of passes: sensor, start, culmination, end, and the reason.
 */
export function unsearchedRows(times: readonly UnsearchedSpan[], columns: readonly string[]) {
  return times.map(({ start, end, reason }) => {
    const values = new Map([
      ['start', start],
      ['end', end],
      ['reasons', `not-searched ${reason}`],
    ])
    return columns.map((column) => values.get(column))
  })
}
