import { DAY_MS } from '@apsis/astro/constants.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { Skeleton } from '../../../ui/page/pane-states.tsx'
import { partOf } from '../../../ui/page/part.tsx'
import { useMedia } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import type { FleetProps } from '../../plot/timeline/fleet-plot.tsx'
import { fleetPlotWords } from '../../plot/timeline/words.data.ts'
import type { EventRow } from '../event-row.ts'
import styles from '../events.module.css'
import { type Groups, type Question, spanOfTca, USUAL_DAYS } from '../question.ts'
import { conjunctionsWords } from '../words.data.ts'
import { paneCallOf } from './export-menu.tsx'
import type { Asking } from './filter/use-question.ts'

const bones = (
  <div className={styles.plotBones}>
    <Skeleton rows={7} />
  </div>
)
const riskMatrixPlot = partOf(
  async () => (await import('../../plot/timeline/risk-matrix-plot.tsx')).RiskMatrixPlot,
  bones,
)
const timelinePlot = partOf(async () => (await import('../../plot/timeline/timeline-plot.tsx')).TimelinePlot, bones)

type Props = Omit<FleetProps, 'domain' | 'heightPx' | 'actions' | 'call' | 'busy'> & {
  readonly asking: Asking
  readonly groups: Groups
  readonly isBusy: boolean
}

const PLOT_HEIGHT_PX = 230
const PHONE_PLOT_HEIGHT_PX = 216

/** Returns the span of the plot: the window of the query, and half a day on the other side of now, which shows recent events. */
export function domainOf(question: Question, rows: readonly EventRow[], nowMs: number) {
  const { isPast, days, from, to } = question
  const times = rows.map(({ tcaMs }) => tcaMs)
  const reach = days === 0 ? farthest(times, nowMs) : days * DAY_MS
  const { fromMs, toMs } = spanOfTca(question, nowMs)
  const half = DAY_MS / 2
  if (isPast) return { fromMs: Math.min(nowMs - reach, from === undefined ? nowMs : fromMs), toMs: nowMs + half }
  return { fromMs: nowMs - half, toMs: Math.max(nowMs + reach, to === undefined ? nowMs : toMs) }
}

function farthest(times: readonly number[], nowMs: number): number {
  return times.reduce((far, ms) => Math.max(far, Math.abs(ms - nowMs)), USUAL_DAYS * DAY_MS)
}

/** Draws every event over time: in lanes by satellite, or as risk by time to TCA. */
export function FleetPane({ asking, lanes, groups, rows, nowMs, selected, isStale, isBusy, ...rest }: Props) {
  const say = useWords(fleetPlotWords)
  const isPhone = useMedia('(width <= 760px)')
  const { search, question, look, ask } = asking
  const { isPast, days, from, to } = question
  const isMatrix = search.plot === 'matrix'
  const scale = search.scale === 'miss' ? 'miss' : 'pc'
  const domain = domainOf(question, rows, nowMs)
  const title = days === 0 ? say(isPast ? 'behindAll' : 'aheadAll') : say(isPast ? 'behind' : 'ahead', { days })
  const shared = {
    ...rest,
    lanes,
    rows,
    domain,
    nowMs,
    selected,
    isStale,
    actions: <PlotChoices look={look} scale={scale} isMatrix={isMatrix} isPhone={isPhone} />,
    busy: isBusy,
    heightPx: isPhone ? PHONE_PLOT_HEIGHT_PX : PLOT_HEIGHT_PX,
    call: paneCallOf(question, { nowMs, groups }),
  }
  if (isMatrix) return <riskMatrixPlot.Show {...shared} />
  const window = from === undefined && to === undefined ? undefined : spanOfTca(question, nowMs)
  return (
    <timelinePlot.Show
      {...shared}
      title={title}
      scale={scale}
      window={window}
      onBrush={(a, b) => ask({ from: roundDown(Math.min(a, b)), to: roundDown(Math.max(a, b)) + STEP_MS })}
    />
  )
}

type ChoicesProps = Pick<Asking, 'look'> & {
  readonly scale: 'pc' | 'miss'
  readonly isMatrix: boolean
  readonly isPhone: boolean
}

/** Shows the choice between lanes and the matrix, and the meaning of the height of a mark in the lanes. */
function PlotChoices({ look, scale, isMatrix, isPhone }: ChoicesProps) {
  const t = useWords(conjunctionsWords)
  return (
    <>
      {isMatrix ? null : (
        <Segments
          label={t('heightBy')}
          value={scale}
          options={[
            { value: 'pc', label: t('pcScale') },
            { value: 'miss', label: t('missScale') },
          ]}
          onChange={(value) => look({ scale: value === 'miss' ? value : undefined })}
        />
      )}
      {isPhone && !isMatrix ? null : (
        <Segments
          label={t('plotAs')}
          value={isMatrix ? 'matrix' : 'lanes'}
          options={[
            { value: 'lanes', label: t('timeline') },
            { value: 'matrix', label: t('matrix') },
          ]}
          onChange={(value) => look({ plot: value === 'matrix' ? value : undefined })}
        />
      )}
    </>
  )
}

/** A window that is drawn with the pointer begins and ends at full ten minutes. */
const STEP_MS = 600_000
const roundDown = (ms: number) => Math.floor(ms / STEP_MS) * STEP_MS
