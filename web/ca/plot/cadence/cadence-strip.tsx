import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { scaleUtc } from 'd3-scale'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { useNow } from '../../../clock/clock.ts'
import { formatInstant } from '../../../clock/format.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { spanOf } from '../../event/messages.ts'
import type { SharedSelection } from '../linked.ts'
import styles from '../plot.module.css'
import { plotWords } from '../words.data.ts'
import { type CadenceFacts, cadenceCaption, observationsOf } from './cadence.ts'
import { CadenceDrawing, type CadenceScene, lanesOf } from './cadence-drawing.tsx'

type Props = SharedSelection & {
  readonly conjunction: Conjunction
  readonly facts: Omit<CadenceFacts, 'nowMs' | 'tcaMs'>
  /** Opens the previous or the next message; undefined if there is none. */
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly className?: string | undefined
}

/** The axis continues after TCA by this share of its length, so that the line of TCA stays visible. */
const SHARE_AFTER_TCA = 0.05

/** Draws every message before TCA, other known facts of that time, and the slider of the screen (ux.md P24). */
export function CadenceStrip(props: Props) {
  const say = useWords(plotWords)
  const { conjunction, selectedId, hoveredId, onSelect, onHover, onPrevious, onNext, className } = props
  const nowMs = useNow('minute')
  const { fromMs, endMs, decideMs } = spanOf(conjunction, props.facts.messages)
  const facts = { ...props.facts, nowMs, tcaMs: endMs }
  const sceneOf = (size: Size): CadenceScene => {
    const isNarrow = size.width < 500
    const area = { left: isNarrow ? 88 : 132, right: size.width - 24, top: 6, bottom: size.height - 28 }
    const x = scaleUtc([fromMs, endMs + (endMs - fromMs) * SHARE_AFTER_TCA], [area.left, area.right])
    return { facts, area, x, decideMs, selectedId, hoveredId, onSelect, isNarrow }
  }
  const plot = (size: Size): Plot => {
    const scene = sceneOf(size)
    return { drawing: <CadenceDrawing scene={scene} />, points: pointsOf(scene) }
  }
  return (
    <PlotFrame
      title={say('cadence')}
      note={<span className="no-phone">{say('cadenceNote')}</span>}
      caption={cadenceCaption(facts)}
      provenance={facts.messages.map(({ cdm }) => cdm.messageId).join(', ')}
      table={{
        columns: ['message', 'created_utc', 'originator', 'secondary_observed_utc'],
        rows: facts.messages.map(({ cdm }) => [
          cdm.messageId,
          cdm.creationDate,
          cdm.originator,
          cdm.object2.lastObservationAt ?? undefined,
        ]),
      }}
      fileName="messages"
      heightPx="fill"
      className={className}
      onRead={onHover ?? (() => undefined)}
      onPick={onSelect ?? (() => undefined)}
      plot={plot}
      actions={
        <span className={`inline-flex gap-4 ${styles.steps}`}>
          <Button look="quiet" aria-label={say('previous')} disabled={!onPrevious} onClick={onPrevious}>
            <span className="regular fs-12 lh-16 font-mono">[</span>
          </Button>
          <Button look="quiet" aria-label={say('next')} disabled={!onNext} onClick={onNext}>
            <span className="regular fs-12 lh-16 font-mono">]</span>
          </Button>
        </span>
      }
    />
  )
}

function pointsOf(scene: CadenceScene): Plot['points'] {
  const { facts, x } = scene
  const { messages: y, observed } = lanesOf(scene)
  return [
    ...facts.messages.map(({ cdm, number, atMs }) => ({
      x: x(atMs),
      y,
      id: cdm.cdmId,
      text: plotWords('cadencePoint', { number, originator: cdm.originator, time: formatInstant(atMs) }),
    })),
    ...observationsOf(facts.messages).map(({ number, atMs }) => ({
      x: x(atMs),
      y: observed,
      text: plotWords('seenUntil', { number, time: formatInstant(atMs) }),
    })),
  ]
}
