import type { Cdm } from '@apsis/contract/ca/cdm.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { useId } from 'react'
import { axesOf } from '../../../chart/ellipse.ts'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { inOrder, type Numbered } from '../../event/messages.ts'
import type { Linked } from '../linked.ts'
import styles from '../plot.module.css'
import type { SeparationUnit } from '../separation/separation.ts'
import { Still } from '../still.tsx'
import { plotWords } from '../words.data.ts'
import { captionOf, planeOf, scalesOf } from './conjunction-plane-plot.tsx'
import { EvolutionDrawing } from './evolution-drawing.tsx'
import { PlaneDrawing } from './plane-drawing.tsx'
import { planeScales } from './plane-scene.ts'
import { extentOf, type PlaneView, planeViewOf } from './plane-view.ts'
import { whitenedBy } from './whitened.ts'

type Props = Linked & {
  readonly conjunction: Conjunction
  readonly cdms: readonly Cdm[]
  /** The message that the selected one is compared with. */
  readonly comparedId?: string | undefined
  /** All messages have one scale, so that nothing moves but the points. */
  readonly isLocked: boolean
  /** Lengths in metres, or in the uncertainty of the selected message, where an ellipse is a needle. */
  readonly unit: SeparationUnit
  readonly actions?: React.ReactNode
  readonly className?: string | undefined
}

/** Miss points and 1σ of all messages up to the selected one, oldest faint, newest strong (ux.md P4). */
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
      note={<span className={styles.wideOnly}>{say(white ? 'evolutionWhite' : 'evolutionNote')}</span>}
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

/** How the miss and its uncertainty went, in a sentence. */
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

type MultiplesProps = Linked & {
  readonly conjunction: Conjunction
  readonly messages: readonly Numbered[]
  readonly isLocked: boolean
  readonly actions?: React.ReactNode
  readonly className?: string | undefined
}

const SMALL_PX = 150

/** A picture of each message side by side. */
export function PlaneMultiples({ conjunction, messages, isLocked, actions, className, ...linked }: MultiplesProps) {
  const say = useWords(plotWords)
  const clipId = useId()
  const views = messages.map(planeViewOf)
  return (
    <Pane title={say('evolution')} actions={actions} className={className}>
      <ul className={styles.multiples}>
        {messages.map((selected) => {
          const { scene } = planeOf({ conjunction, messages: [], selected })
          const scales = (size: Size) =>
            isLocked ? planeScales((px) => extentOf(views, '3', px), size) : scalesOf(scene, '3', size)
          const id = selected.cdm.cdmId
          return (
            <li key={id}>
              <button type="button" aria-pressed={id === linked.selectedId} onClick={() => linked.onSelect?.(id)}>
                {say('small', { number: selected.number })}
              </button>
              <Still
                label={captionOf(selected, messages)}
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
