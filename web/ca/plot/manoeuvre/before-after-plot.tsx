import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { useWords } from '../../../ui/text/language.ts'
import { countChanges, drawChanges, ROW_PX } from './changes.tsx'
import { burnPlotWords } from './words.data.ts'

type Props = { readonly screening: PlanScreening; readonly provenance: string }

const FRAME_PX = 48

/** Draws the change of each open event by a burn, the worst afterwards first. */
export function BeforeAfterPlot({ screening, provenance }: Props) {
  const t = useWords(burnPlotWords)
  const events = screening.events.toSorted((a, b) => (b.nominal ?? 0) - (a.nominal ?? 0))
  const counted = countChanges(events)
  return (
    <PlotFrame
      title={t('beforeAfter')}
      note={t('note')}
      caption={[
        t('caption', counted),
        ...(counted.unknown > 0 ? [t('captionUnknown', { count: counted.unknown })] : []),
      ].join(' ')}
      provenance={provenance}
      fileName="before-and-after"
      table={{
        columns: ['object', 'tca_utc', 'pc_before', 'pc_after', 'pc_3_sigma_strong', 'pc_3_sigma_weak'],
        rows: events.map(({ object, tca, before, nominal, hot, cold }) => [
          object,
          tca,
          ...[before, nominal, hot, cold].map((pc) => formatProbabilityPlain(pc ?? undefined) || undefined),
        ]),
      }}
      heightPx={events.length * ROW_PX + FRAME_PX}
      plot={(size) => drawChanges(events, screening.accepted, size)}
    />
  )
}
