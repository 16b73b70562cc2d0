import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import type { PlotTable } from '../../../ui/file/csv.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { dragWords } from './words.data.ts'

export type Ladder = NonNullable<EventContext['drag']>
export type Rung = Ladder['rungs'][number]

/** Returns the lines of a ladder: an object has none if the message does not give the effect of drag on it. */
export function linesOfLadder({ object1, object2 }: Ladder): readonly ('both' | 'first' | 'second')[] {
  return ['both', ...(object1 === null ? [] : ['first' as const]), ...(object2 === null ? [] : ['second' as const])]
}

/** Returns the densities at which the probability of both objects reaches the accepted one, as spans of adjacent rungs. */
export function spansAtOrAbove(rungs: readonly Rung[], accepted: number): readonly (readonly [number, number])[] {
  const spans: [number, number][] = []
  let isOpen = false
  for (const { factor, both } of rungs) {
    const last = spans.at(-1)
    if (both < accepted) isOpen = false
    else if (isOpen && last !== undefined) last[1] = factor
    else {
      spans.push([factor, factor])
      isOpen = true
    }
  }
  return spans
}

/** Returns the ladder in sentences: the probability in other air, and whether it reaches the accepted one. */
export function ladderCaption(ladder: Ladder, accepted: number | undefined): string {
  const t = dragWords
  const { rungs, stated } = ladder
  const at = (factor: number) => formatProbabilityLine(rungs.find((rung) => rung.factor === factor)?.both)
  const highest = rungs.reduce<Rung | undefined>((best, one) => (best && best.both >= one.both ? best : one), undefined)
  const most = {
    most: formatProbabilityLine(highest?.both),
    at: highest === undefined ? '–' : formatNumber(highest.factor),
  }
  const caption = t('caption', {
    now: formatProbabilityLine(stated),
    half: at(0.5),
    twice: at(2),
    thrice: at(3),
    ...most,
  })
  if (accepted === undefined) return caption
  const spans = spansAtOrAbove(rungs, accepted).map(([low, high]) =>
    low === high ? formatNumber(low) : t('span', { low: formatNumber(low), high: formatNumber(high) }),
  )
  const level = formatProbabilityLine(accepted)
  if (spans.length === 0) return `${caption} ${t('reachesNot', { accepted: level })}`
  return `${caption} ${t('reaches', { accepted: level, spans: spans.join(', ') })}`
}

export function ladderTable({ rungs }: Ladder): PlotTable {
  const t = dragWords
  return {
    columns: ['density_factor', 'pc_both', 'pc_object_1_alone', 'pc_object_2_alone'],
    heads: [`${t('factor')} ${t('times')}`, t('both'), t('first'), t('second')],
    rows: rungs.map(({ factor, both, first, second }) => [
      factor,
      ...[both, first, second].map((value) => formatProbabilityPlain(value)),
    ]),
  }
}
