import type { ObservationReport } from '@apsis/contract/odt/observation.ts'
import { formatTime } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { linesOf } from './facts.ts'
import { arcsec } from './residuals-plot.tsx'
import { isInside, type Looking, rmsOf } from './selection.ts'
import { observationWords } from './words.data.ts'

/** What the measurements of the window come to, and the others without them. Nothing is left out of the report. */
export function Selected({ report, looking }: { readonly report: ObservationReport; readonly looking: Looking }) {
  const t = useWords(observationWords)
  const { span, onSpan } = looking
  if (!span) return null
  const lines = linesOf(report)
  const inside = lines.filter(({ atMs }) => isInside(atMs, span))
  const [within, without] = [rmsOf(inside), rmsOf(lines.filter(({ atMs }) => !isInside(atMs, span)))]
  const said = [
    t('selected', {
      count: inside.length,
      all: lines.length,
      from: formatTime(span.fromMs),
      to: formatTime(span.toMs),
    }),
    ...(within ? [t('selectedRms', { ra: arcsec(within.ra), dec: arcsec(within.dec) })] : []),
    ...(without ? [t('selectedWithout', { ra: arcsec(without.ra), dec: arcsec(without.dec) })] : []),
  ]
  return (
    <Strip
      level="pending"
      action={
        <Button look="quiet" onClick={() => onSpan(undefined)}>
          {t('wholeTrack')}
        </Button>
      }
    >
      {said.join(' ')}
    </Strip>
  )
}
