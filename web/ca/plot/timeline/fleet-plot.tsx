import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import type { PlotPoint } from '../../../chart/points.ts'
import { formatInstant } from '../../../clock/format.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { levelMeaning } from '../../../ui/status/status-meaning.ts'
import { fileTable } from '../../../ui/table/column.ts'
import { useWords } from '../../../ui/text/language.ts'
import { type EventRow, pairOf } from '../../event/event-row.ts'
import type { Lane } from '../../event/lanes.ts'
import { fleetPlotWords } from './words.data.ts'

/** The place of an event in the drawing; the keys read the points in this order. */
export type EventPoint = PlotPoint & { readonly id: string }
export type FleetDrawing = Plot & { readonly points: readonly EventPoint[] }
export type Span = { readonly fromMs: number; readonly toMs: number }

/** The frame of a plot of events, and the actions on the events in it. */
type FleetFrame = {
  readonly heightPx: number
  readonly actions?: React.ReactNode
  readonly call?: ApiCall | undefined
  readonly strip?: React.ReactNode
  readonly isStale?: boolean | undefined
  readonly busy?: boolean
  readonly onSelect: (id: string) => void
  readonly onOpen: (id: string) => void
}

/** The properties of every plot of events. */
export type FleetProps = FleetFrame & {
  readonly lanes: readonly Lane[]
  /** The events that match the filter, also on the other side of now. */
  readonly rows: readonly EventRow[]
  readonly domain: Span
  readonly nowMs: number
  readonly selected?: EventRow | undefined
}

type Props = FleetFrame & {
  readonly id: string
  readonly title: string
  readonly note: React.ReactNode
  readonly caption: string
  readonly rows: readonly EventRow[]
  readonly draw: (size: Size) => FleetDrawing
  readonly onBrush?: ((from: number, to: number) => void) | undefined
}

/** The ring is larger than in other plots, because the marks of events are larger. */
const RING = { radiusPx: 10, className: 'fill-none stroke-ink stroke-w-1-5' }

/** The frame of the plots of all events. Its file is the table of events; the head of the pane has the text of the current point. */
export function FleetPlot({ id, rows, draw, onSelect, ...frame }: Props) {
  const say = useWords(fleetPlotWords)
  return (
    <PlotFrame
      {...frame}
      id={id}
      fileName={id}
      provenance={say('provenance')}
      table={() => tableOfEvents(rows)}
      plot={draw}
      readingIn="note"
      pointsAre={say('pointsOf', { title: frame.title })}
      noPoint={say('noPoint')}
      ring={RING}
      onPick={onSelect}
    />
  )
}

const tableOfEvents = (rows: readonly EventRow[]) =>
  fileTable(rows, {
    satellite: 'satellite',
    secondary: 'secondary',
    level: 'risk',
    mitigated: ({ isMitigated }) => (isMitigated ? 'yes' : 'no'),
    'tca, UTC': ({ tcaMs }) => formatInstant(tcaMs),
    probability: ({ pc }) => formatProbabilityPlain(pc) || undefined,
    'miss, m': 'missM',
  })

/** Returns the text of a point. It is built only when it is read. */
export function textOf(row: EventRow, say: typeof fleetPlotWords): string {
  return say('point', {
    pair: pairOf(row),
    level: levelMeaning(row).word,
    tca: formatInstant(row.tcaMs),
    pc: row.pc === undefined ? '–' : formatProbabilityLine(row.pc),
    miss: Math.round(row.missM),
  })
}
