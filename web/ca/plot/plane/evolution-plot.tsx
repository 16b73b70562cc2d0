import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useId } from 'react'
import { axesOf } from '../../../chart/ellipse.ts'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { inOrder, type NumberedMessage } from '../../event/messages.ts'
import type { SharedSelection } from '../linked.ts'
import styles from '../plot.module.css'
import type { SeparationUnit } from '../separation/separation.ts'
import { Still } from '../still.tsx'
import { plotWords } from '../words.data.ts'
import { captionOfPlane, planeOf, scalesOf } from './conjunction-plane-plot.tsx'
import { PlaneAxes, PlaneDrawing, Ring } from './plane-drawing.tsx'
import { type PlaneScales, planeScales } from './plane-scene.ts'
import { extentOf, type PlaneView, planeViewOf } from './plane-view.ts'
import { whitenedBy } from './whitened.ts'

/** Numbers that would overlap are left out, except the number of the selected message and of the message compared with it. */
const NUMBER_PX = 14

type Props = SharedSelection & {
  readonly conjunction: Conjunction
  readonly cdms: readonly Cdm[]
  /** The message that the selected one is compared with. */
  readonly comparedId?: string | undefined
  /** True if all messages are drawn to one scale, so that only the points move. */
  readonly isLocked: boolean
  /** The unit of lengths: metres, or the uncertainty of the selected message, for ellipses as thin as a needle. */
  readonly unit: SeparationUnit
  readonly actions?: React.ReactNode
  readonly className?: string | undefined
}

/** Draws miss points and 1σ of all messages up to the selected one; the oldest are faint, the newest strong (ux.md P4). */
export function EvolutionPlot(props: Props) {
  const say = useWords(plotWords)
  const clipId = useId()
  const { cdms, selectedId, comparedId, hoveredId, isLocked, unit, actions, className } = props
  const views = inOrder(cdms).map(planeViewOf)
  const selected = views.find(({ id }) => id === selectedId) ?? views.at(-1)
  if (!selected) return null
  const white = unit === 'sigma' && selected.combined ? whitenedBy(selected.combined) : undefined
  const drawn = white ? views.map(white) : views
  const isShown = ({ number, id }: PlaneView) => number <= selected.number || id === comparedId
  const shown = drawn.filter(isShown)
  const metres = new Map(views.map(({ id, missM }) => [id, missM]))
  const plot = (size: Size): Plot => {
    const scales = planeScales((px) => extentOf(isLocked ? drawn : shown, '1', px), size)
    const scene = { shown, selected, comparedId, hoveredId, isWhite: white !== undefined }
    return {
      drawing: <EvolutionDrawing scene={scene} scales={scales} clipId={clipId} />,
      points: shown.flatMap(({ missM, id, number }) => {
        const read = metres.get(id)
        return missM && read ? [{ id, x: scales.x(missM[0]), y: scales.y(missM[1]), text: textOf(number, read) }] : []
      }),
    }
  }
  return (
    <PlotFrame
      title={say('evolution')}
      note={<span className="no-phone">{say(white ? 'evolutionWhite' : 'evolutionNote')}</span>}
      caption={evolutionCaption(views)}
      provenance={cdms.map(({ messageId }) => messageId).join(', ')}
      table={{
        columns: [
          'message',
          'xi_m',
          'zeta_m',
          'covariance_xi_xi_m2',
          'covariance_zeta_xi_m2',
          'covariance_zeta_zeta_m2',
        ],
        rows: views.map(({ number, missM, combined }) => [
          number,
          missM?.[0],
          missM?.[1],
          combined?.xx,
          combined?.yx,
          combined?.yy,
        ]),
      }}
      fileName="conjunction-plane-by-message"
      heightPx="fill"
      className={className}
      onRead={props.onHover ?? (() => undefined)}
      onPick={props.onSelect ?? (() => undefined)}
      actions={actions}
      plot={plot}
    />
  )
}

function textOf(number: number, missM: readonly [number, number]): string {
  const along = (value: number) => formatNumber(value, { decimals: 0, signed: true })
  const miss = formatMiss(Math.hypot(...missM))
  return plotWords('readMessage', { number, x: along(missM[0]), y: along(missM[1]), miss })
}

/** Returns the history of the miss and its uncertainty as a sentence. */
export function evolutionCaption(views: readonly PlaneView[]): string {
  const known = views.flatMap(({ missM, combined }) => {
    const axes = combined && axesOf(combined)
    return missM && axes ? [{ miss: Math.hypot(...missM), sigma: axes.majorM }] : []
  })
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || known.length < 2) return plotWords('evolutionOne')
  const metres = (value: number) => formatNumber(value, { decimals: 0 })
  return plotWords('evolutionCaption', {
    messages: known.length,
    from: metres(first.miss),
    to: metres(last.miss),
    fromSigma: metres(first.sigma),
    toSigma: metres(last.sigma),
  })
}

type MultiplesProps = SharedSelection & {
  readonly conjunction: Conjunction
  readonly messages: readonly NumberedMessage[]
  readonly isLocked: boolean
  readonly actions?: React.ReactNode
  readonly className?: string | undefined
}

const SMALL_PX = 150

/** Draws a picture of each message, side by side. */
export function PlaneMultiples({ conjunction, messages, isLocked, actions, className, ...linked }: MultiplesProps) {
  const say = useWords(plotWords)
  const clipId = useId()
  const views = messages.map(planeViewOf)
  return (
    <Pane title={say('evolution')} actions={actions} className={className}>
      <ul className={`grid gap-8 pad-end clip-y ${styles.multiples}`}>
        {messages.map((selected) => {
          const { scene } = planeOf({ conjunction, messages: [], selected })
          const scales = (size: Size) =>
            isLocked ? planeScales((px) => extentOf(views, '3', px), size) : scalesOf(scene, '3', size)
          const id = selected.cdm.cdmId
          return (
            <li key={id}>
              <button
                className="min-h-24 pad-x-6 round no-ground soft fs-12 pointer"
                type="button"
                aria-pressed={id === linked.selectedId}
                onClick={() => linked.onSelect?.(id)}
              >
                {say('small', { number: selected.number })}
              </button>
              <Still
                label={captionOfPlane(selected, messages)}
                heightPx={SMALL_PX}
                draw={(size) => (
                  <PlaneDrawing
                    scene={{ ...scene, figure: undefined, isPreview: true }}
                    scales={scales(size)}
                    clipId={`${clipId}${selected.number}`}
                  />
                )}
              />
            </li>
          )
        })}
      </ul>
    </Pane>
  )
}

type EvolutionScene = {
  readonly shown: readonly PlaneView[]
  readonly selected: PlaneView
  readonly comparedId: string | undefined
  readonly hoveredId: string | undefined
  /** True if lengths are measured in the uncertainty of the selected message. */
  readonly isWhite: boolean
}
type EvolutionDrawingProps = { readonly scene: EvolutionScene; readonly scales: PlaneScales; readonly clipId: string }

/** Draws the path of the miss through the plane, message by message. */
function EvolutionDrawing({ scene, scales, clipId }: EvolutionDrawingProps) {
  const { shown, selected, comparedId, hoveredId, isWhite } = scene
  const { area, x, y } = scales
  const strong = (view: PlaneView) => view.id === selected.id || view.id === comparedId
  const points = shown.flatMap((view) => (view.missM ? [{ view, px: x(view.missM[0]), py: y(view.missM[1]) }] : []))
  const age = (view: PlaneView) => 0.25 + (0.55 * view.number) / Math.max(1, selected.number)
  return (
    <>
      <clipPath id={clipId}>
        <rect x={0} y={0} width={area.right + 16} height={area.bottom} />
      </clipPath>
      <PlaneAxes scales={scales} keepFree={undefined} isPreview={false} isWhite={isWhite} />
      <g clipPath={`url(#${clipId})`}>
        {points.map(({ view }) =>
          view.combined && view.missM ? (
            <g key={view.id} opacity={strong(view) ? 1 : age(view)}>
              <Ring at={view.missM} of={view.combined} scales={scales} className={lineOf(scene, view)} />
            </g>
          ) : null,
        )}
        <polyline
          points={points.map(({ px, py }) => `${px},${py}`).join(' ')}
          className={`stroke-line-3 ${chart.line}`}
        />
        {points.map(({ view, px, py }) => (
          <circle
            key={view.id}
            cx={px}
            cy={py}
            r={strong(view) ? 4 : 2.6}
            opacity={strong(view) ? 1 : age(view)}
            className="fill-ink"
          />
        ))}
        {points
          .filter(({ view }) => view.id === selected.id || view.id === hoveredId)
          .map(({ view, px, py }) => (
            <circle key={view.id} cx={px} cy={py} r="8" className="fill-none stroke-accent stroke-w-1-5" />
          ))}
        <circle cx={x(0)} cy={y(0)} r="3" className="fill-series-1" />
        <circle cx={x(0)} cy={y(0)} r="7" className="fill-none stroke-soft" />
      </g>
      {numbered(points, strong).map(({ view, px, py }) => (
        <text key={view.id} x={px} y={py + 19} className={`${chart.middle} ${strong(view) ? chart.strong : ''}`}>
          {view.number}
        </text>
      ))}
    </>
  )
}

function lineOf({ selected, comparedId }: EvolutionScene, { id }: PlaneView): string {
  if (id === selected.id) return `stroke-ink ${styles.first}`
  return id === comparedId ? `stroke-accent ${styles.compared}` : 'stroke-soft'
}

type PointOnPlane = { readonly view: PlaneView; readonly px: number; readonly py: number }

function numbered(points: readonly PointOnPlane[], isStrong: (view: PlaneView) => boolean): readonly PointOnPlane[] {
  const first = points.filter(({ view }) => isStrong(view))
  const rest = points.filter(({ view }) => !isStrong(view)).toReversed()
  const kept: PointOnPlane[] = []
  for (const point of [...first, ...rest])
    if (kept.every(({ px, py }) => Math.hypot(px - point.px, py - point.py) >= NUMBER_PX)) kept.push(point)
  return kept
}
