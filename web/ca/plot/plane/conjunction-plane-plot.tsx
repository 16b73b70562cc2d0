import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useId } from 'react'
import { PowerOfTen } from '../../../chart/axes.tsx'
import { axesOf } from '../../../chart/ellipse.ts'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import type { PlotTable } from '../../../ui/file/csv.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine, partsOfProbability } from '../../../ui/format/probability.ts'
import { formatMiss, formatQuantity } from '../../../ui/format/quantity.ts'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { inOrder, type NumberedMessage, selectedOf } from '../../event/messages.ts'
import type { PlotSize, SharedSelection } from '../linked.ts'
import { methodName } from '../method.ts'
import { Still } from '../still.tsx'
import { plotWords } from '../words.data.ts'
import { PlaneDrawing } from './plane-drawing.tsx'
import { type PlaneScales, type PlaneScene, planeScales } from './plane-scene.ts'
import { extentWithTrail, type PlaneView, planeViewOf, ZOOMS, type Zoom } from './plane-view.ts'

type Props = SharedSelection & {
  readonly conjunction: Conjunction
  readonly cdms: readonly Cdm[]
  readonly size: PlotSize
  readonly zoom?: Zoom
  readonly onZoom?: ((zoom: Zoom) => void) | undefined
  readonly note?: React.ReactNode
  readonly call?: ApiCall | undefined
  /** Content at the end of the head of the pane, after the zoom. */
  readonly also?: React.ReactNode
  readonly isStale?: boolean
  readonly strip?: React.ReactNode
  readonly className?: string | undefined
}

const THUMBNAIL_PX = 200

/** Draws the conjunction plane of one message to scale (ux.md P3); a small one, for a preview, has no text. */
export function ConjunctionPlanePlot(props: Props) {
  const say = useWords(plotWords)
  const clipId = useId()
  const { conjunction, cdms, size, selectedId, zoom = '3', onZoom, call, isStale, strip, className } = props
  const messages = inOrder(cdms)
  const selected = selectedOf(messages, selectedId, conjunction.activeCdmId)
  if (!selected) return null
  const plane = planeOf({ conjunction, messages, selected, hoveredId: props.hoveredId })
  if (size === 'thumbnail')
    return (
      <Still
        label={plane.caption}
        heightPx={THUMBNAIL_PX}
        draw={(px) => (
          <PlaneDrawing
            scene={{ ...plane.scene, isPreview: true, figure: undefined }}
            scales={scalesOf(plane.scene, zoom, px)}
            clipId={clipId}
          />
        )}
      />
    )
  return (
    <PlotFrame
      title={say('plane')}
      note={props.note ?? say('planeNote')}
      caption={plane.caption}
      provenance={plane.provenance}
      table={tableOf(plane.scene.view)}
      fileName={`conjunction-plane-${selected.cdm.messageId}`}
      call={call}
      heightPx="fill"
      isStale={isStale ?? false}
      strip={strip}
      className={className}
      onRead={props.onHover ?? (() => undefined)}
      onPick={props.onSelect ?? (() => undefined)}
      more={{ link: copyEntries(plane.scene.view) }}
      actions={
        <>
          {onZoom ? (
            <Segments
              label={say('zoom')}
              value={zoom}
              options={ZOOMS.map((value) => ({ value, label: value === 'body' ? say('zoomBody') : `${value}σ` }))}
              onChange={onZoom}
            />
          ) : null}
          {props.also}
        </>
      }
      plot={(px) => drawn(plane.scene, scalesOf(plane.scene, zoom, px), clipId)}
    />
  )
}

type PlaneInput = {
  readonly conjunction: Conjunction
  readonly messages: readonly NumberedMessage[]
  readonly selected: NumberedMessage
  readonly hoveredId?: string | undefined
}

/** Returns the drawing of a message, and its description. */
export function planeOf({ conjunction, messages, selected, hoveredId }: PlaneInput) {
  const view = planeViewOf(selected)
  const { cdm } = selected
  const scene: PlaneScene = {
    view,
    trail: messages.filter(({ number }) => number < selected.number).map(planeViewOf),
    names: [conjunction.object1.name, conjunction.object2.name],
    body: [cdm.object1, cdm.object2].flatMap(({ hardBodyRadius, hardBodyRadiusFrom }) =>
      hardBodyRadius === null ? [] : [{ radiusM: hardBodyRadius, from: sourceOfRadius(hardBodyRadiusFrom) }],
    ),
    hoveredId,
    figure: undefined,
  }
  const provenance = `${cdm.originator}, ${cdm.messageId}, ${cdm.creationDate}, Apsis ${cdm.assessment.version}`
  return {
    scene: { ...scene, figure: <PlaneFigure cdm={cdm} /> },
    caption: captionOfPlane(selected, messages),
    provenance,
  }
}

/** Returns the source of the size of an object as one word. */
export function sourceOfRadius(from: string): string {
  if (from === 'satellite') return plotWords('own')
  if (from === 'table') return plotWords('fromTable')
  return plotWords(from === 'message' ? 'fromMessage' : 'assumed')
}

export function scalesOf({ view, trail }: PlaneScene, zoom: Zoom, size: Size): PlaneScales {
  const points = trail.flatMap(({ missM }) => (missM ? [missM] : []))
  return planeScales((px) => extentWithTrail(view, points, { zoom, ...px }), size)
}

function drawn(scene: PlaneScene, scales: PlaneScales, clipId: string): Plot {
  const { view, trail } = scene
  const points = [...trail, view].flatMap(({ missM, id, number }) => {
    if (!missM) return []
    const along = (value: number) => formatNumber(value, { decimals: 0, signed: true })
    const miss = formatMiss(Math.hypot(...missM))
    const text = plotWords('readMessage', { number, x: along(missM[0]), y: along(missM[1]), miss })
    return [{ x: scales.x(missM[0]), y: scales.y(missM[1]), text, id }]
  })
  const placed = { ...scene, figure: <g transform={`translate(${scales.area.right} 0)`}>{scene.figure}</g> }
  return { drawing: <PlaneDrawing scene={placed} scales={scales} clipId={clipId} />, points }
}

/** Returns the content of the plane as a sentence. */
export function captionOfPlane({ cdm, number }: NumberedMessage, messages: readonly NumberedMessage[]): string {
  const { combinedPlaneX, combinedPlaneCovarianceXX, totalMissDistance } = cdm.conjunctionData
  const all = messages.length
  if (combinedPlaneX === undefined) return plotWords('planeWithout', { number, all, why: plotWords('noPlane') })
  const { hardBodyRadius, mahalanobis, probability, method } = cdm.assessment
  if (combinedPlaneCovarianceXX === undefined || mahalanobis === null)
    return plotWords('planeWithout', { number, all, why: plotWords('noCovariance') })
  const quantity = (name: 'missDistance' | 'hardBodyRadius' | 'sigma', value: number) => {
    const { number: text, unit } = formatQuantity(name, value)
    return `${text} ${unit}`
  }
  return plotWords('planeCaption', {
    number,
    all,
    miss: quantity('missDistance', totalMissDistance),
    sigmas: quantity('sigma', mahalanobis),
    body: hardBodyRadius === null ? '–' : quantity('hardBodyRadius', hardBodyRadius),
    pc: formatProbabilityLine(probability ?? undefined),
    method: methodName(method),
  })
}

function tableOf({ first, second, combined, missM }: PlaneView): PlotTable {
  const which = ['ξξ', 'ζξ', 'ζζ']
  const at = missM ?? [undefined, undefined]
  const row = (name: string, covariance: PlaneView['first'], centre: readonly (number | undefined)[]) =>
    covariance ? [[name, ...centre, covariance.xx, covariance.yx, covariance.yy]] : []
  return {
    columns: ['ellipse', 'xi_m', 'zeta_m', 'covariance_xi_xi_m2', 'covariance_zeta_xi_m2', 'covariance_zeta_zeta_m2'],
    heads: [
      plotWords('ellipse'),
      plotWords('xiShort'),
      plotWords('zetaShort'),
      ...which.map((one) => plotWords('covariance', { which: one })),
    ],
    rows: [
      ...row(plotWords('ellipse1'), first, [0, 0]),
      ...row(plotWords('ellipse2'), second, at),
      ...row(plotWords('ellipseAll'), combined, at),
    ],
  }
}

/** Returns the combined covariance for the clipboard, for numpy and similar programs. */
function copyEntries({ combined }: PlaneView) {
  if (!combined || !axesOf(combined)) return []
  const { xx, yx, yy } = combined
  const text = `[[${xx}, ${yx}], [${yx}, ${yy}]]`
  return [
    {
      label: plotWords('copyCovariance'),
      note: plotWords('covarianceNote'),
      onAction: () => void navigator.clipboard.writeText(text),
    },
  ]
}

/** Shows the one large figure of the pane: the probability, its method, and the miss in sigma. */
function PlaneFigure({ cdm: { assessment } }: { readonly cdm: Cdm }) {
  const { probability, method, mahalanobis } = assessment
  const parts = partsOfProbability(probability ?? undefined)
  const m = mahalanobis === null ? undefined : formatQuantity('mahalanobisDistance', mahalanobis).number
  return (
    <g>
      <text x={0} y={26} className={`${chart.end} ${chart.large}`}>
        {parts.kind === 'missing' ? '–' : `${parts.kind === 'below' ? '< ' : ''}${parts.mantissa} × `}
        {parts.kind === 'missing' ? null : <PowerOfTen exponent={parts.power} />}
      </text>
      <text x={0} y={44} className={chart.end}>
        {method === null ? methodName(method) : plotWords('recomputed', { method: methodName(method) })}
      </text>
      {m ? (
        <text x={0} y={60} className={chart.end}>
          {plotWords('mahalanobis', { value: m })}
        </text>
      ) : null}
    </g>
  )
}
