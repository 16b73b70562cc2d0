import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { memo, useMemo } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Menu, type MenuPart } from '../../ui/button/menu.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { SpaceCatalogue } from '../space-catalogue.ts'
import type { TimeSpan } from '../time/marks.ts'
import { AlongPlot, BOX_KM, REACHES_KM } from './along-plot.tsx'
import { CHOICES, type FlatChoice, type FlatPlot, type FlatSearch } from './flat-choice.ts'
import { gridOver, type OwnMark } from './frame.tsx'
import {
  type FlatObject,
  flatObject,
  flatObjects,
  ringLongitude,
  ringNeighbours,
  shellNeighbours,
} from './neighbours.ts'
import { type OwnPlace, PLOT_NAMES, type PlotSubject } from './plot-segments.tsx'
import { RelativePlot } from './relative-plot.tsx'
import { RING_AFTER_DAYS, RING_BEFORE_DAYS, RingPlot } from './ring-plot.tsx'
import { type SeriesState, useSeries } from './use-series.ts'
import { flatWords } from './words.data.ts'

type Props = {
  readonly plot: Exclude<FlatPlot, 'none'>
  readonly catalogue: SpaceCatalogue
  /** True if an own satellite is in the catalogue. */
  readonly hasFleet: boolean
  readonly subject: PlotSubject
  readonly choice: FlatChoice
  readonly change: (part: FlatSearch) => void
  /** The catalogue number of the picked object, and of the other object of the next event. */
  readonly picked: number | undefined
  readonly eventOther: number | undefined
  readonly span: TimeSpan
  readonly nowMs: number
  readonly marks: readonly OwnMark[]
  readonly onPick: (number: number) => void
  readonly className?: string | undefined
}

/** No more lines than this are drawn: more could not be told apart. */
const MOST_LINES = 12

/** Shows one of the flat plots of an own satellite, or a sentence on what it lacks. */
export const FlatPlots = memo(function FlatPlots(props: Props) {
  const { plot, hasFleet, subject } = props
  const say = useWords(flatWords)
  const { own, candidates, stranger } = subject
  const title = say(PLOT_NAMES[plot])
  if (!own)
    return (
      <Saying title={title} className={props.className} actions={null}>
        {say(plot === 'ring' && hasFleet ? 'noRing' : 'noOwn')}
      </Saying>
    )
  if (stranger !== undefined)
    return (
      <Saying
        title={title}
        className={props.className}
        actions={<Button onClick={() => props.change({ sat: undefined })}>{say('showOwn', { own: own.name })}</Button>}
      >
        {say('notOwn', { number: stranger })}
      </Saying>
    )
  const shown = { ...props, own, candidates, title }
  if (plot === 'along') return <AlongPane {...shown} />
  return plot === 'ring' ? <RingPane {...shown} /> : <RelativePane {...shown} />
})

type ShownProps = Props & {
  readonly own: OwnPlace
  readonly candidates: readonly OwnPlace[]
  readonly title: string
}

type SayingProps = {
  readonly title: string
  readonly className: string | undefined
  readonly actions: React.ReactNode
  readonly busy?: boolean
  readonly again?: (() => void) | undefined
  readonly children: string
}

/** Shows a sentence in the place of a plot. */
function Saying({ title, className, actions, busy = false, again, children }: SayingProps) {
  const say = useWords(flatWords)
  return (
    <Pane title={title} className={className} actions={actions} exports={false} busy={busy}>
      <p className="soft fs-13 pad-12" role="status">
        {children} {again ? <Button onClick={again}>{say('tryAgain')}</Button> : null}
      </p>
    </Pane>
  )
}

/** Returns what stands in the place of a plot while it is computed, or when that failed. */
function waitingOf(state: SeriesState<unknown, never>, { title, className }: ShownProps, actions: React.ReactNode) {
  return state.kind === 'failure' ? (
    <Saying title={title} className={className} actions={actions} again={state.again}>
      {flatWords('failed', { reason: state.reason })}
    </Saying>
  ) : (
    <Saying title={title} className={className} actions={actions} busy>
      {flatWords('reading')}
    </Saying>
  )
}

const named = (catalogue: SpaceCatalogue, { k, name }: OwnPlace): FlatObject => ({ ...flatObject(catalogue, k), name })
const sourcesOf = ({ columns }: SpaceCatalogue) => columns.sources.join(', ')

function AlongPane(props: ShownProps) {
  const { catalogue, own, choice, span, nowMs, change } = props
  const { radialKm, planeDeg } = choice
  const say = useWords(flatWords)
  const grid = gridOver(span)
  const gridKey = `${grid.fromMs} ${grid.toMs}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the grid.
  const asked = useMemo(() => {
    const found = shellNeighbours(catalogue, own.k, grid, { radialKm, planeDeg })
    const subject = named(catalogue, own)
    const others = flatObjects(catalogue, found.slice(0, MOST_LINES))
    const sinceMs = Math.max(nowMs, grid.fromMs)
    return {
      key: ['along', catalogue.newestMs, own.k, gridKey, sinceMs, ...others.map(({ k }) => k)].join(' '),
      subject,
      others,
      leftOut: found.length - others.length,
      limits: { radialKm, planeDeg },
      question: {
        kind: 'along' as const,
        own: subject.model,
        others: others.map(({ model }) => model),
        boxM: 1_000 * BOX_KM,
        sinceMs,
        ...grid,
      },
    }
  }, [catalogue, own, gridKey, radialKm, planeDeg, nowMs])
  const state = useSeries<'along', typeof asked>(asked.others.length === 0 ? undefined : asked)
  const parts = [
    choicePart(say('radially'), CHOICES.radialKm.offered, radialKm, 'km', (value) => change({ radial: value })),
    choicePart(say('planeWithin'), CHOICES.planeDeg.offered, planeDeg, '°', (value) => change({ plane: value })),
    reachPart(choice.reachKm, change),
  ]
  const actions = (
    <>
      <Segments
        label={say('unit')}
        value={choice.unit}
        options={(['km', 's'] as const).map((value) => ({ value, label: say(value) }))}
        onChange={(unit) => change({ unit: unit === 'km' ? undefined : unit })}
      />
      <Settings {...props} parts={parts} />
    </>
  )
  if (asked.others.length === 0)
    return (
      <Saying title={say('alongTitle', { own: own.name })} className={props.className} actions={actions}>
        {say('noNeighbour', { own: own.name, radial: formatNumber(radialKm), plane: formatNumber(planeDeg) })}
      </Saying>
    )
  if (state.kind !== 'ready') return waitingOf(state, props, actions)
  const { subject, others, leftOut, limits } = state.asked
  return (
    <AlongPlot
      own={subject}
      others={others}
      leftOut={leftOut}
      limits={limits}
      series={state.series}
      isBusy={state.isBusy}
      span={span}
      nowMs={nowMs}
      reachKm={choice.reachKm}
      unit={choice.unit}
      marks={props.marks}
      sources={sourcesOf(catalogue)}
      picked={props.picked}
      onPick={props.onPick}
      actions={actions}
      className={props.className}
    />
  )
}

function RingPane(props: ShownProps) {
  const { catalogue, own, choice, nowMs, change } = props
  const { withinDeg } = choice
  const say = useWords(flatWords)
  // The range is whole hours, so that it is computed once an hour.
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const asked = useMemo(() => {
    const span = { fromMs: hourMs - RING_BEFORE_DAYS * DAY_MS, toMs: hourMs + RING_AFTER_DAYS * DAY_MS }
    const found = ringNeighbours(catalogue, own.k, span, withinDeg)
    const subject = named(catalogue, own)
    const others = flatObjects(catalogue, found.slice(0, MOST_LINES))
    return {
      key: ['ring', catalogue.newestMs, own.k, hourMs, ...others.map(({ k }) => k)].join(' '),
      subject,
      others,
      span,
      withinDeg,
      leftOut: found.length - others.length,
      question: {
        kind: 'ring' as const,
        models: [subject, ...others].map(({ model }) => model),
        aroundDeg: ringLongitude(catalogue, own.k, span.fromMs),
        ...span,
        count: 1 + (span.toMs - span.fromMs) / HOUR_MS,
      },
    }
  }, [catalogue, own, hourMs, withinDeg])
  const state = useSeries<'ring', typeof asked>(asked)
  const actions = (
    <Settings
      {...props}
      parts={[
        choicePart(say('neighbours'), CHOICES.withinDeg.offered, withinDeg, '°', (degrees) => change({ degrees })),
      ]}
    />
  )
  if (state.kind !== 'ready') return waitingOf(state, props, actions)
  return (
    <RingPlot
      own={state.asked.subject}
      others={state.asked.others}
      leftOut={state.asked.leftOut}
      withinDeg={state.asked.withinDeg}
      span={state.asked.span}
      series={state.series}
      isBusy={state.isBusy}
      nowMs={nowMs}
      marks={props.marks}
      sources={sourcesOf(catalogue)}
      picked={props.picked}
      onPick={props.onPick}
      actions={actions}
      className={props.className}
    />
  )
}

function RelativePane(props: ShownProps) {
  const { catalogue, own, choice, picked, eventOther, span, nowMs } = props
  const say = useWords(flatWords)
  const ownNumber = catalogue.columns.noradId[own.k]
  const number = choice.other ?? [picked, eventOther].find((one) => one !== undefined && one !== ownNumber)
  const k = number === undefined ? undefined : catalogue.placeOf.get(number)
  const grid = gridOver(span)
  const gridKey = `${grid.fromMs} ${grid.toMs}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the grid.
  const asked = useMemo(() => {
    if (k === undefined || k === own.k) return undefined
    const [subject, other] = [named(catalogue, own), flatObject(catalogue, k)]
    return {
      key: ['relative', catalogue.newestMs, own.k, k, gridKey].join(' '),
      subject,
      other,
      question: { kind: 'relative' as const, own: subject.model, other: other.model, ...grid },
    }
  }, [catalogue, own, k, gridKey])
  const state = useSeries<'relative', NonNullable<typeof asked>>(asked)
  const actions = <Settings {...props} parts={[]} />
  if (asked === undefined)
    return (
      <Saying title={props.title} className={props.className} actions={actions}>
        {number !== undefined && k === undefined
          ? say('lostOther', { number, own: own.name })
          : say('noOther', { own: own.name })}
      </Saying>
    )
  if (state.kind !== 'ready') return waitingOf(state, props, actions)
  return (
    <RelativePlot
      own={state.asked.subject}
      other={state.asked.other}
      series={state.series}
      isBusy={state.isBusy}
      span={span}
      nowMs={nowMs}
      marks={props.marks}
      sources={sourcesOf(catalogue)}
      actions={actions}
      className={props.className}
    />
  )
}

/** Returns the part of a menu with the values of a limit; a value from the address that is not offered is listed too. */
function choicePart(
  title: string,
  offered: readonly number[],
  chosen: number,
  unit: string,
  onChoose: (value: string | undefined) => void,
): MenuPart {
  const values = [...new Set([...offered, chosen])].toSorted((a, b) => a - b)
  return {
    title,
    entries: values.map((value) => ({
      id: `${title} ${value}`,
      label: unit === '°' ? `${formatNumber(value)}°` : `${formatNumber(value)} ${unit}`,
      ...(value === chosen ? { note: flatWords('chosen') } : {}),
      onAction: () => onChoose(value === offered[0] ? undefined : String(value)),
    })),
  }
}

function reachPart(reachKm: number | undefined, change: Props['change']): MenuPart {
  return {
    title: flatWords('reach'),
    entries: [undefined, ...REACHES_KM].map((km) => ({
      id: `reach ${km}`,
      label: km === undefined ? flatWords('automatic') : `±${formatNumber(km)} km`,
      ...(km === reachKm ? { note: flatWords('chosen') } : {}),
      onAction: () => change({ reach: km === undefined ? undefined : String(km) }),
    })),
  }
}

/** Shows the menu of what a plot can be set to; the own satellite comes first. */
function Settings({ catalogue, own, candidates, change, parts }: ShownProps & { readonly parts: readonly MenuPart[] }) {
  const say = useWords(flatWords)
  return (
    <Menu
      label={say('settings', { own: own.name })}
      trigger={own.name}
      look="quiet"
      parts={[
        {
          title: say('satellite'),
          entries: candidates.map((one) => ({
            id: `own ${one.k}`,
            label: one.name,
            ...(one.k === own.k ? { note: say('chosen') } : {}),
            onAction: () => change({ sat: String(catalogue.columns.noradId[one.k]) }),
          })),
        },
        ...parts,
      ]}
    />
  )
}
