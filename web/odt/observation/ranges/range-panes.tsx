import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { RangeReport } from '@apsis/contract/odt/observation/range-report.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { LinesPane } from '../lines-pane.tsx'
import styles from '../observation.module.css'
import { UpdatePane } from '../update-pane.tsx'
import { observationWords } from '../words.data.ts'

type Props = React.PropsWithChildren<{ readonly report: ObservationReport; readonly ranges: RangeReport }>

/** Shows the report on a track of ranges or Doppler alone: how it changes the orbit of the object that its message names. */
export function RangePanes({ report, ranges, children }: Props) {
  const t = useWords(observationWords)
  return (
    <>
      <div>
        <div className="flex-none pad-10 line-bottom">
          <p className="flex items-baseline gap-10 soft fs-20" role="status">
            <StatusSymbol level={ranges.isAssociated ? 'ok' : 'inactive'} size={14} />
            <b>{rangeSentence(ranges)}</b>
          </p>
          <p className={`pl-24 soft ${styles.detail}`}>{t('rangesAlone')}</p>
          {report.isSimulated ? <p className={`pl-24 soft ${styles.detail}`}>{t('simulated')}</p> : null}
        </div>
        <LinesPane report={report} rows={ranges.measurements} title={t('rangesTitle')} note={t('rangesNote')} />
      </div>
      <div>
        <UpdatePane report={report} />
        {children}
      </div>
    </>
  )
}

/** Returns a sentence that states if the track belongs to the object that it names, and by how much it corrects the orbit. */
export function rangeSentence({ catalogueId: id, objectName: name, ...ranges }: RangeReport): string {
  const { alongTrackTimeOffset: lateS, across: acrossM } = ranges
  if (lateS === null || acrossM === null) return observationWords('rangesNoOrbit', { name, id })
  const seconds = formatNumber(Math.abs(lateS), { significant: 3 })
  const when = observationWords(lateS > 0 ? 'late' : 'early')
  const values = { name, id, seconds, when, across: formatNumber(acrossM / 1_000, { significant: 3 }) }
  const count = ranges.measurements.filter(({ isEdited }) => !isEdited).length
  if (ranges.isAssociated) return observationWords('rangesOf', { ...values, count })
  const most = formatNumber(ranges.mostTimeOffset, { significant: 3 })
  const side = formatNumber(ranges.mostAcross / 1_000, { significant: 3 })
  return observationWords('rangesTooFar', { ...values, most, side })
}
