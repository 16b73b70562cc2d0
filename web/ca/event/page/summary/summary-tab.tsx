import { EncounterButton } from '../../../encounter/encounter-button.tsx'
import { CadenceStrip } from '../../../plot/cadence/cadence-strip.tsx'
import { ConjunctionPlanePlot } from '../../../plot/plane/conjunction-plane-plot.tsx'
import { ProbabilityPlot } from '../../../plot/probability/probability-plot.tsx'
import { SeparationPlot } from '../../../plot/separation/separation-plot.tsx'
import type { DecisionAsk } from '../decision/decided.tsx'
import { SourcesPane } from '../sources/sources-pane.tsx'
import { eventCalls } from '../view/calls.ts'
import { type Event, stepsOf } from '../view/use-event.ts'
import { BeforeYouDecide } from './before-you-decide.tsx'
import styles from './summary-tab.module.css'
import { EventVerdict } from './verdict.tsx'

type Props = { readonly event: Event; readonly onAsk: DecisionAsk; readonly isStale: boolean }

/** Shows the summary of an event: go or no-go, and how certain this is, on one screen without scrolling (ux.md S16). */
export function SummaryTab({ event, onAsk, isStale }: Props) {
  const { conjunction, cdms, messages, selected, decision, coverage, view, change, linked } = event
  const { previous, next } = stepsOf(event)
  const plot = { conjunction, cdms, isStale, ...linked }
  const calls = eventCalls(conjunction.conjunctionId)
  return (
    <div className={`grid grow panes stack-phone ${styles.grid}`}>
      <EventVerdict event={event} />
      <ConjunctionPlanePlot
        {...plot}
        size="full"
        zoom={view.zoom}
        onZoom={(zoom) => change({ zoom })}
        call={calls.cdms}
        also={<EncounterButton conjunction={conjunction} selected={selected} planId={view.plan} />}
        className={styles.plane}
      />
      <div className={`grid min-w-0 min-h-0 pane-gap stack-phone ${styles.trends}`}>
        <ProbabilityPlot {...plot} size="full" call={calls.cdms} className={styles.probability} />
        <SeparationPlot {...plot} unit={view.unit} onUnit={(unit) => change({ unit })} className={styles.separation} />
      </div>
      <div className={`grid min-h-0 pane-gap stack-phone ${styles.strip}`}>
        <CadenceStrip
          {...linked}
          conjunction={conjunction}
          facts={{ messages, record: decision?.history ?? [], coverage }}
          onPrevious={previous}
          onNext={next}
          className={styles.cadence}
        />
        <BeforeYouDecide event={event} onAsk={onAsk} />
      </div>
      <SourcesPane conjunction={conjunction} cdms={cdms} className={styles.sources} />
    </div>
  )
}
