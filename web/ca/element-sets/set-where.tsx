import { DAY_MS } from '@apsis/astro/constants.ts'
import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import { formatMinute } from '../../clock/format.ts'
import { orbitOfSet, trackOf } from '../../space/where/tracks.ts'
import { WherePane } from '../../space/where/where-pane.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { elementSetWords } from './words.data.ts'

export const SPANS = ['revolution', 'day'] as const
export type Span = (typeof SPANS)[number]

type Props = {
  readonly noradId: number
  readonly name: string
  readonly set: HistoricSet
  readonly span: Span
  readonly onSpan: (span: Span) => void
}

/** Shows where an object is after the epoch of the chosen set. */
export function SetWhere({ noradId, name, set, span, onSpan }: Props) {
  const t = useWords(elementSetWords)
  const atMs = Date.parse(set.epoch)
  const orbit = orbitOfSet(noradId, set)
  const places = orbit ? trackOf(orbit, atMs, atMs + (span === 'day' ? DAY_MS : orbit.periodS * 1_000)) : []
  const [first] = places
  const highest = Math.max(0, ...places.map(({ latitude }) => Math.abs(latitude)))
  const epoch = formatMinute(atMs)
  return (
    <WherePane
      content={{
        atMs,
        tracks: places.length < 2 ? [] : [{ id: 'trace', name, series: 1, look: 'next', places }],
        stations: [],
        maskHeightKm: undefined,
        objects: first ? [{ ...first, id: 'epoch', name, series: 1 }] : [],
        events: [],
        burns: [],
      }}
      focus={first && { ...first, kind: 'satellite' }}
      caption={
        places.length === 0
          ? t('noTrace')
          : t('traceCaption', { epoch, highest: formatNumber(highest, { decimals: 1 }), span: t(`of_${span}`) })
      }
      drawnFrom={t('traceFrom', { epoch, source: set.source })}
      isSimulated={set.isSimulated}
      fileName={`ground-trace-${noradId}`}
      actions={
        <Segments
          label={t('span')}
          value={span}
          onChange={onSpan}
          options={SPANS.map((value) => ({ value, label: t(value) }))}
        />
      }
    />
  )
}
