import { useState } from 'react'
import { now, useNow } from '../../../clock/clock.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import { Pane } from '../../../ui/page/pane.tsx'
import { NotComputed } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { CadenceStrip } from '../../plot/cadence/cadence-strip.tsx'
import { EvolutionPlot, PlaneMultiples } from '../../plot/plane/evolution-plot.tsx'
import { GridPlot } from '../../plot/sensitivity/grid-plot.tsx'
import { caseOf } from '../../plot/sensitivity/sensitivity.ts'
import { RadiusPlot, ScalePlot } from '../../plot/sensitivity/sensitivity-plots.tsx'
import { SEPARATION_UNITS } from '../../plot/separation/separation.ts'
import { TcaShiftPlot } from '../../plot/separation/tca-shift-plot.tsx'
import { plotWords } from '../../plot/words.data.ts'
import { reasonWords } from '../summary/verdict-facts.ts'
import { type Event, stepsOf } from '../view/use-event.ts'
import styles from './evolution-tab.module.css'
import { WhatIfPane } from './what-if-pane.tsx'

const FRAME_MS = 1_000

/** Is it real or noise, and what would settle it (ux.md S17). */
export function EvolutionTab({ event }: { readonly event: Event }) {
  const [startedMs, setStarted] = useState<number>()
  if (startedMs === undefined) return <Evolution event={event} isPlaying={false} onPlay={() => setStarted(now())} />
  return <Playing event={event} startedMs={startedMs} onStop={() => setStarted(undefined)} />
}

type PlayingProps = { readonly event: Event; readonly startedMs: number; readonly onStop: () => void }

/** One message after the other, a second each. */
function Playing({ event, startedMs, onStop }: PlayingProps) {
  const { messages, linked, change } = event
  const place = Math.floor(Math.max(0, useNow('second') - startedMs) / FRAME_MS)
  const selected = messages[Math.min(place, messages.length - 1)] ?? event.selected
  const shown = { ...event, selected, linked: { ...linked, selectedId: selected.cdm.cdmId } }
  const stop = () => {
    onStop()
    change({ message: selected.cdm.cdmId })
  }
  return <Evolution event={shown} isPlaying onPlay={stop} />
}

type Props = { readonly event: Event; readonly isPlaying: boolean; readonly onPlay: () => void }

function Evolution({ event, isPlaying, onPlay }: Props) {
  const say = useWords(plotWords)
  const { conjunction, cdms, messages, selected, satellite, decision, coverage, view, linked } = event
  const { previous, next } = stepsOf(event)
  const plot = { conjunction, cdms, ...linked }
  const plane = caseOf(selected)
  const threshold = satellite?.configuration.thresholds.acceptedCollisionProbability
  const { scale1, scale2, radiusM } = view.whatIf
  const expert = (
    <Button look="quiet" aria-pressed={view.isGrid} onClick={() => event.change({ isGrid: !view.isGrid })}>
      {say('bothScales')}
    </Button>
  )
  const controls = <Controls event={event} isPlaying={isPlaying} onPlay={onPlay} />
  return (
    <div className={styles.grid}>
      {view.isMultiple ? (
        <PlaneMultiples
          conjunction={conjunction}
          messages={messages}
          isLocked={view.isLocked}
          actions={controls}
          className={styles.cell}
          {...linked}
        />
      ) : (
        <EvolutionPlot
          {...plot}
          comparedId={view.compare}
          isLocked={view.isLocked}
          unit={view.unit}
          actions={controls}
          className={styles.cell}
        />
      )}
      <div className={styles.side}>
        <WhatIfPane event={event} />
        {plane && view.isGrid ? (
          <GridPlot message={selected} plane={plane} threshold={threshold} actions={expert} className={styles.cell} />
        ) : plane ? (
          <ScalePlot
            message={selected}
            plane={plane}
            threshold={threshold}
            tried={scale1 === scale2 ? scale1 : undefined}
            actions={expert}
            className={styles.cell}
          />
        ) : (
          <NoCase reason={selected.cdm.assessment.reason} />
        )}
      </div>
      <div className={styles.below}>
        <CadenceStrip
          {...linked}
          conjunction={conjunction}
          facts={{ messages, record: decision?.history ?? [], coverage }}
          onPrevious={previous}
          onNext={next}
          className={styles.cell}
        />
        <TcaShiftPlot {...plot} className={styles.cell} />
        {plane ? (
          <RadiusPlot message={selected} plane={plane} threshold={threshold} tried={radiusM} className={styles.cell} />
        ) : (
          <NoCase reason={selected.cdm.assessment.reason} />
        )}
      </div>
    </div>
  )
}

/** Without a plane there is nothing to vary. */
function NoCase({ reason }: { readonly reason: string }) {
  const say = useWords(plotWords)
  return (
    <Pane title={say('scale')} exits={false}>
      <NotComputed>{reasonWords(reason)}</NotComputed>
    </Pane>
  )
}

function Controls({ event: { messages, view, change }, isPlaying, onPlay }: Props) {
  const say = useWords(plotWords)
  return (
    <>
      {messages.length > 1 ? (
        <Button look="quiet" aria-pressed={isPlaying} onClick={onPlay}>
          {say(isPlaying ? 'stop' : 'play')}
        </Button>
      ) : null}
      {view.isMultiple ? null : (
        <Segments
          label={say('lengthsIn')}
          value={view.unit}
          options={SEPARATION_UNITS.map((value) => ({ value, label: say(value === 'm' ? 'metres' : 'sigmaUnit') }))}
          onChange={(unit) => change({ unit })}
        />
      )}
      <Button look="quiet" aria-pressed={view.isLocked} onClick={() => change({ isLocked: !view.isLocked })}>
        {say('lock')}
      </Button>
      <Button look="quiet" aria-pressed={view.isMultiple} onClick={() => change({ isMultiple: !view.isMultiple })}>
        {say('multiples')}
      </Button>
    </>
  )
}
