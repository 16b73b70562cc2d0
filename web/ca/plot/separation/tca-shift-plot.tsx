import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { LeftAxis, lengthLabel } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { tickStep } from '../../../chart/tick-step.ts'
import { useNow } from '../../../clock/clock.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { inOrder, type NumberedMessage } from '../../event/messages.ts'
import type { SharedSelection } from '../linked.ts'
import { TimeAxis, type TimeFrame, TimeGround, TimeMarks, timeFrameOf } from '../time-ground.tsx'
import { plotWords } from '../words.data.ts'

type Props = SharedSelection & {
  readonly conjunction: Conjunction
  readonly cdms: readonly Cdm[]
  readonly className?: string | undefined
}
export type Shift = { readonly id: string; readonly number: number; readonly atMs: number; readonly seconds: number }

/** Returns the TCA of each message, in seconds after the TCA of the newest message. */
export function shiftsOf(messages: readonly NumberedMessage[]): readonly Shift[] {
  const newest = messages.at(-1)
  if (!newest) return []
  const zero = Date.parse(newest.cdm.conjunctionData.tca)
  return messages.map(({ cdm, number, atMs }) => ({
    id: cdm.cdmId,
    number,
    atMs,
    seconds: (Date.parse(cdm.conjunctionData.tca) - zero) / 1_000,
  }))
}

/** Draws the shift of TCA from message to message (ux.md P7). */
export function TcaShiftPlot({ conjunction, cdms, className, ...linked }: Props) {
  const say = useWords(plotWords)
  const nowMs = useNow('minute')
  const messages = inOrder(cdms)
  const shifts = shiftsOf(messages)
  const plot = (size: Size): Plot => {
    const frame = timeFrameOf({ conjunction, messages, nowMs, size })
    const y = scaleOf(shifts, frame)
    return {
      drawing: <Drawing shifts={shifts} frame={frame} linked={linked} />,
      points: shifts.map(({ id, number, atMs, seconds }) => ({
        id,
        x: frame.x(atMs),
        y: y(seconds),
        text: plotWords('tcaShiftPoint', { number, shift: signed(seconds) }),
      })),
    }
  }
  return (
    <PlotFrame
      title={say('tcaShift')}
      note={say('tcaShiftNote')}
      caption={captionOf(shifts)}
      provenance={messages.map(({ cdm }) => cdm.messageId).join(', ')}
      table={{
        columns: ['message', 'created_utc', 'tca_shift_s'],
        rows: messages.map(({ cdm }, place) => [cdm.messageId, cdm.creationDate, shifts[place]?.seconds]),
      }}
      fileName="tca-by-message"
      heightPx="fill"
      className={className}
      onRead={linked.onHover ?? (() => undefined)}
      onPick={linked.onSelect ?? (() => undefined)}
      plot={plot}
    />
  )
}

function signed(seconds: number): string {
  return formatNumber(seconds, { decimals: 3, signed: true })
}

function captionOf(shifts: readonly Shift[]): string {
  if (shifts.length < 2) return plotWords('tcaShiftOne')
  const most = Math.max(...shifts.map(({ seconds }) => Math.abs(seconds)))
  return plotWords('tcaShiftCaption', {
    first: signed(shifts[0]?.seconds ?? 0),
    most: formatNumber(most, { decimals: 3 }),
  })
}

/** A smaller shift counts as no shift. */
const LEAST_S = 0.01

function scaleOf(shifts: readonly Shift[], { area }: TimeFrame) {
  const values = [0, ...shifts.map(({ seconds }) => seconds)]
  const room = Math.max(LEAST_S, (Math.max(...values) - Math.min(...values)) * 0.15)
  return scaleLinear([Math.min(...values) - room, Math.max(...values) + room], [area.bottom, area.top])
}

type DrawingProps = { readonly shifts: readonly Shift[]; readonly frame: TimeFrame; readonly linked: SharedSelection }

function Drawing({ shifts, frame, linked: { selectedId, hoveredId } }: DrawingProps) {
  const { area, x } = frame
  const y = scaleOf(shifts, frame)
  const ticks = y.ticks(Math.max(2, Math.floor((area.bottom - area.top) / 28)))
  const step = tickStep(ticks)
  const path = line<Shift>(
    ({ atMs }) => x(atMs),
    ({ seconds }) => y(seconds),
  )(shifts)
  return (
    <>
      <TimeGround frame={frame} top={area.top} bottom={area.bottom} />
      <LeftAxis area={area} ticks={ticks.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))} />
      <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="crisp stroke-line-2" />
      <path d={path ?? ''} className={`stroke-ink ${chart.line}`} />
      {shifts.map(({ id, atMs, seconds }) => (
        <g key={id}>
          {id === selectedId || id === hoveredId ? (
            <circle cx={x(atMs)} cy={y(seconds)} r="7" className="fill-none stroke-accent stroke-w-1-5" />
          ) : null}
          <circle cx={x(atMs)} cy={y(seconds)} r="3" className="fill-ink" />
        </g>
      ))}
      <TimeMarks frame={frame} top={area.top} bottom={area.bottom} />
      <TimeAxis frame={frame} />
    </>
  )
}
