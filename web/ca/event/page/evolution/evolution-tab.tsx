import { useState } from 'react'
import { now, useNow } from '../../../../clock/clock.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Segments } from '../../../../ui/button/segments.tsx'
import { Pane } from '../../../../ui/page/pane.tsx'
import { NotComputed } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { CadenceStrip } from '../../../plot/cadence/cadence-strip.tsx'
import { EvolutionPlot, PlaneMultiples } from '../../../plot/plane/evolution-plot.tsx'
import { GridPlot } from '../../../plot/sensitivity/grid-plot.tsx'
import { caseOf } from '../../../plot/sensitivity/sensitivity.ts'
import { RadiusPlot, ScalePlot } from '../../../plot/sensitivity/sensitivity-plots.tsx'
import { SEPARATION_UNITS } from '../../../plot/separation/separation.ts'
import { TcaShiftPlot } from '../../../plot/separation/tca-shift-plot.tsx'
import { plotWords } from '../../../plot/words.data.ts'
import { thresholdOf } from '../estimates/estimates-tab.tsx'
import { reasonWords } from '../summary/verdict-facts.ts'
import { type Event, stepsOf } from '../view/use-event.ts'
import styles from './evolution-tab.module.css'
import { WhatIfPane } from './what-if-pane.tsx'

/** The time for which each message is shown while the evolution plays. */
const FRAME_MS = 1_000

/**
 * Shows the evolution of an event: it helps to distinguish a real risk from noise, and names data that would reduce the uncertainty (ux.md
 * S17).
 */
export function EvolutionTab({ event }: { readonly event: Event }) {
  const [startedMs, setStarted] = useState<number>()
  if (startedMs === undefined) return <Evolution event={event} isPlaying={false} onPlay={() => setStarted(now())} />
  return <Playing event={event} startedMs={startedMs} onStop={() => setStarted(undefined)} />
}

type PlayingProps = { readonly event: Event; readonly startedMs: number; readonly onStop: () => void }

/** Shows one message after the other, for a second each. */
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
  return (
    <div className={`grid grow panes ${styles.grid}`}>
      <Planes event={event} isPlaying={isPlaying} onPlay={onPlay} />
      <div className={`grid min-w-0 min-h-0 pane-gap ${styles.side}`}>
        <WhatIfPane event={event} />
        <Scales event={event} />
      </div>
      <div className={`grid min-h-0 pane-gap ${styles.below}`}>
        <Cadence event={event} />
        <Shift event={event} />
        <Radius event={event} />
      </div>
    </div>
  )
}

/** Draws the conjunction plane of every message: all in one plot, or each in a separate small one. */
function Planes({ event, isPlaying, onPlay }: Props) {
  const { conjunction, cdms, messages, view, linked } = event
  const controls = <Controls event={event} isPlaying={isPlaying} onPlay={onPlay} />
  if (view.isMultiple)
    return (
      <PlaneMultiples
        conjunction={conjunction}
        messages={messages}
        isLocked={view.isLocked}
        actions={controls}
        className="min-h-0"
        {...linked}
      />
    )
  return (
    <EvolutionPlot
      conjunction={conjunction}
      cdms={cdms}
      comparedId={view.compare}
      isLocked={view.isLocked}
      unit={view.unit}
      actions={controls}
      className="min-h-0"
      {...linked}
    />
  )
}

type PartProps = { readonly event: Event }

/** Draws the probability over the scale of the covariances: of both together, or of each separately. */
function Scales({ event }: PartProps) {
  const say = useWords(plotWords)
  const { selected, view } = event
  const { scale1, scale2 } = view.whatIf
  const plane = caseOf(selected)
  const threshold = thresholdOf(event.satellite)
  const expert = (
    <Button look="quiet" aria-pressed={view.isGrid} onClick={() => event.change({ isGrid: !view.isGrid })}>
      {say('bothScales')}
    </Button>
  )
  if (!plane) return <NoCase reason={selected.cdm.assessment.reason} />
  if (view.isGrid)
    return <GridPlot message={selected} plane={plane} threshold={threshold} actions={expert} className="min-h-0" />
  return (
    <ScalePlot
      message={selected}
      plane={plane}
      threshold={threshold}
      tried={scale1 === scale2 ? scale1 : undefined}
      actions={expert}
      className="min-h-0"
    />
  )
}

/** Draws the times at which messages arrived, and at which the next ones are expected. */
function Cadence({ event }: PartProps) {
  const { conjunction, messages, decision, coverage, linked } = event
  const { previous, next } = stepsOf(event)
  return (
    <CadenceStrip
      {...linked}
      conjunction={conjunction}
      facts={{ messages, record: decision?.history ?? [], coverage }}
      onPrevious={previous}
      onNext={next}
      className="min-h-0"
    />
  )
}

function Shift({ event: { conjunction, cdms, linked } }: PartProps) {
  return <TcaShiftPlot conjunction={conjunction} cdms={cdms} {...linked} className="min-h-0" />
}

/** Draws the probability over the combined hard-body radius. */
function Radius({ event }: PartProps) {
  const { selected, view } = event
  const plane = caseOf(selected)
  if (!plane) return <NoCase reason={selected.cdm.assessment.reason} />
  return (
    <RadiusPlot
      message={selected}
      plane={plane}
      threshold={thresholdOf(event.satellite)}
      tried={view.whatIf.radiusM}
      className="min-h-0"
    />
  )
}

/** Shows the reason why there is no plane, so that nothing can be varied. */
function NoCase({ reason }: { readonly reason: string }) {
  const say = useWords(plotWords)
  return (
    <Pane title={say('scale')} exports={false}>
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
