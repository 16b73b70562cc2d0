import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useId } from 'react'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { useNow } from '../../../clock/clock.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatMiss, formatSeparation } from '../../../ui/format/quantity.ts'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { inOrder } from '../../event/messages.ts'
import type { SharedSelection } from '../linked.ts'
import { timeFrameOf } from '../time-ground.tsx'
import { plotWords } from '../words.data.ts'
import {
  drawnIn,
  PARTS,
  SEPARATION_UNITS,
  type SeparationPoint,
  type SeparationUnit,
  separationCaption,
  separationPoints,
  separationTable,
} from './separation.ts'
import { panelsOf, SeparationDrawing, type SeparationScene } from './separation-drawing.tsx'

type Props = SharedSelection & {
  readonly conjunction: Conjunction
  readonly cdms: readonly Cdm[]
  readonly unit: SeparationUnit
  readonly onUnit?: ((unit: SeparationUnit) => void) | undefined
  readonly isStale?: boolean
  readonly className?: string | undefined
}

/** Draws miss distance and its parts along R, T and N by message, each with its ±1σ (ux.md P6). */
export function SeparationPlot(props: Props) {
  const say = useWords(plotWords)
  const clipId = useId()
  const { conjunction, cdms, unit, onUnit, selectedId, hoveredId, isStale, className } = props
  const nowMs = useNow('minute')
  const messages = inOrder(cdms)
  const scene: SeparationScene = {
    points: separationPoints(messages),
    unit,
    radiusM: messages.at(-1)?.cdm.assessment.hardBodyRadius ?? undefined,
    selectedId,
    hoveredId,
  }
  const plot = (size: Size): Plot => {
    const frame = timeFrameOf({ conjunction, messages, nowMs, size })
    return {
      drawing: <SeparationDrawing scene={scene} frame={frame} clipId={clipId} />,
      points: panelsOf(scene, frame).flatMap(({ part, y }) =>
        scene.points.flatMap((point) => {
          const drawn = drawnIn(unit, point[part])
          return drawn ? [{ x: frame.x(point.atMs), y: y(drawn.value), text: textOf(point), id: point.id }] : []
        }),
      ),
    }
  }
  return (
    <PlotFrame
      title={say('separation')}
      note={say(unit === 'm' ? 'separationNote' : 'separationSigma')}
      caption={separationCaption(messages)}
      provenance={messages.map(({ cdm }) => cdm.messageId).join(', ')}
      table={separationTable(messages)}
      fileName="separation-by-message"
      heightPx="fill"
      isStale={isStale ?? false}
      className={className}
      onRead={props.onHover ?? (() => undefined)}
      onPick={props.onSelect ?? (() => undefined)}
      plot={plot}
      actions={
        onUnit ? (
          <Segments
            label={say('unitOf')}
            value={unit}
            options={SEPARATION_UNITS.map((value) => ({
              value,
              label: say(value === 'm' ? 'metres' : 'sigmaUnit'),
            }))}
            onChange={onUnit}
          />
        ) : undefined
      }
    />
  )
}

function textOf(point: SeparationPoint): string {
  const [miss = '', r = '', t = '', n = ''] = PARTS.map((part) => {
    const { value, sigma } = point[part]
    const number = part === 'total' ? formatMiss(value) : formatSeparation(value)
    return sigma === undefined ? `${number} m` : `${number} ±${formatNumber(sigma, { decimals: 0 })} m`
  })
  return plotWords('separationPoint', { number: point.number, miss, r, t, n })
}
