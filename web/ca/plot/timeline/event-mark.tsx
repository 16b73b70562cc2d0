import { memo } from 'react'
import plot from '../../../chart/plot.module.css'
import { partsOfProbability } from '../../../ui/format/probability.ts'
import { isLow, RISK_LABELS } from '../../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import type { EventRow } from '../../event/event-row.ts'
import styles from './fleet.module.css'
import { labelSide, type Place } from './label-side.ts'

const SIZE_PX = 12

type MarkProps = Place & Pick<EventRow, 'risk' | 'isMitigated'> & { readonly isPast: boolean }

/**
 * Draws an event as the shape of its level, centred on its place: an outline if the event is mitigated, and faint if it is past. There are
 * hundreds of marks, so each is drawn again only when it moves.
 */
export const EventMark = memo(function EventMark({ risk, isMitigated, x, y, isPast }: MarkProps) {
  return (
    <g transform={`translate(${x - SIZE_PX / 2} ${y - SIZE_PX / 2})`} className={isPast ? styles.past : undefined}>
      <StatusSymbol level={RISK_LABELS[risk].level} isOutline={isMitigated} isQuiet={isLow(risk)} />
    </g>
  )
})

/** Draws the selected event: a ring, and its probability beside it, if there is one. */
export function SelectedMark({ row, ...beside }: Parameters<typeof labelSide>[0] & { readonly row: EventRow }) {
  const { at } = beside
  const isLeft = labelSide(beside) === 'left'
  const parts = partsOfProbability(row.pc)
  return (
    <g>
      <circle cx={at.x} cy={at.y} r="10.5" className="fill-none stroke-accent stroke-w-1-5" />
      {parts.kind === 'missing' ? null : (
        <text x={at.x + (isLeft ? -17 : 17)} y={at.y + 4} className={`${plot.strong} bold ${isLeft ? plot.end : ''}`}>
          {parts.kind === 'below' ? '< ' : ''}
          {parts.mantissa} × 10
          <tspan dy="-0.42em" className={plot.raised}>
            {parts.exponent}
          </tspan>
        </text>
      )}
    </g>
  )
}
