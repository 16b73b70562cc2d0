import type { ObservationReport } from '@apsis/contract/odt/observation.ts'
import { formatTime } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { linesOf } from './facts.ts'
import { arcsec } from './residuals-plot.tsx'
import { isInside, type Looking, rmsOf } from './selection.ts'
import { observationWords } from './words.data.ts'

/** What the measurements of the window come to, and the others without them. They can be left out of the fit, which stays on this page. */
export function Selected({ report, looking }: { readonly report: ObservationReport; readonly looking: Looking }) {
  const t = useWords(observationWords)
  const { span, onSpan } = looking
  if (!span) return null
  const lines = linesOf(report)
  const inside = lines.filter(({ atMs }) => isInside(atMs, span))
  const isOut = inside.length > 0 && inside.every(({ isExcluded }) => isExcluded)
  const isAll = lines.every(({ atMs, isExcluded }) => isExcluded || isInside(atMs, span))
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
        <>
          {looking.leavingOut && inside.length > 0 ? (
            <Button
              look="quiet"
              disabledReason={isAll && !isOut ? t('leavesNone') : undefined}
              onClick={() => {
                looking.leavingOut?.onChange(
                  inside.map(({ atMs }) => atMs),
                  !isOut,
                )
                onSpan(undefined)
              }}
            >
              {t(isOut ? 'takeThemIn' : 'leaveThemOut')}
            </Button>
          ) : null}
          <Button look="quiet" onClick={() => onSpan(undefined)}>
            {t('wholeTrack')}
          </Button>
        </>
      }
    >
      {said.join(' ')}
    </Strip>
  )
}
