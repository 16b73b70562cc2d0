import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useShownMs } from '../../clock/shown-time.ts'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { type FlatPlot, flatChoiceOf } from '../../space/flat/flat-choice.ts'
import type { OwnMark } from '../../space/flat/frame.tsx'
import { PlotSegments, subjectOf } from '../../space/flat/plot-segments.tsx'
import type { SpaceCatalogue } from '../../space/space-catalogue.ts'
import { RANGES, rangeAround } from '../../space/time/marks.ts'
import { partOf } from '../../ui/page/part.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { pairOf } from '../event/event-row.ts'
import { burnMarks, burnsQuery } from '../plan/burns/burns.ts'
import styles from './space.module.css'
import type { SpaceView } from './space-view.ts'
import type { Space } from './use-space.ts'

/** The plots are fetched when the map is there: the first picture does not wait for them. */
const flatPlots = partOf(async () => (await import('../../space/flat/flat-plots.tsx')).FlatPlots)

type Props = { readonly space: Space; readonly catalogue: SpaceCatalogue; readonly view: SpaceView }

/** Returns the plot that the address chooses; without a choice it is the one along the track, if there is an own satellite. */
function usePlotChoice({ own }: Pick<Space, 'own'>) {
  const [search, change] = useSearchState(`/protected${paths.space}`)
  const choice = flatChoiceOf(search)
  const plot: FlatPlot = choice.plot ?? (own.length > 0 ? 'along' : 'none')
  return { choice, plot, change }
}

/** Chooses the plot beside the map. */
export function MapPlotSegments({ space }: Pick<Props, 'space'>) {
  const { plot, change } = usePlotChoice(space)
  return <PlotSegments plot={plot} onChange={(next) => change({ plot: next })} />
}

/** The range of the plots is that of the time line; it follows a shown time outside it at this pace, ms of real time. */
const RANGE_MS = 1_000

/** Shows the map, given as the children, with the chosen plot below it or beside it. */
export function BesideMap({ space, catalogue, view, children }: React.PropsWithChildren<Props>) {
  const { choice: read, plot, change: write } = usePlotChoice(space)
  const choiceKey = JSON.stringify(read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the choice, which is a new object each time.
  const choice = useMemo(() => read, [choiceKey])
  const { own, urgent, ahead, nowMs } = space
  const { pick } = view
  const range = rangeAround(RANGES[view.range], nowMs, useShownMs(RANGE_MS))
  const span = useMemo(() => ({ fromMs: range.fromMs, toMs: range.toMs }), [range.fromMs, range.toMs])
  const fleet = useMemo(() => own.toSorted((a, b) => Number(isOf(b, urgent)) - Number(isOf(a, urgent))), [own, urgent])
  const subject = useMemo(
    () => subjectOf(plot, catalogue, { fleet, asked: choice.own, picked: pick }),
    [plot, catalogue, fleet, choice, pick],
  )
  const satelliteId = own.find(({ k }) => k === subject.own?.k)?.satelliteId
  const { data: plans } = useQuery({ ...burnsQuery(satelliteId ?? ''), enabled: satelliteId !== undefined })
  const marks = useMemo(
    (): readonly OwnMark[] => [
      ...ahead
        .filter((row) => row.event.satelliteId === satelliteId)
        .map((row): OwnMark => {
          const { level } = meaningOf('risk', row.risk)
          return { id: row.id, atMs: row.tcaMs, name: pairOf(row), kind: 'tca', level }
        }),
      ...burnsOf(plans ?? []),
    ],
    [ahead, plans, satelliteId],
  )
  // The functions of the router are new each time the address changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they all change the same address.
  const change = useCallback<typeof write>((part) => write(part), [])
  const onPick = useCallback((number: number) => change({ pick: String(number) }), [change])
  return (
    <div className={`stack grow min-w-0 min-h-0 ${styles.besides} ${plot === 'ring' ? styles.beside : styles.below}`}>
      {children}
      {plot === 'none' ? null : (
        <flatPlots.Show
          plot={plot}
          catalogue={catalogue}
          hasFleet={own.length > 0}
          subject={subject}
          choice={choice}
          change={change}
          picked={pick}
          eventOther={urgent === undefined ? undefined : Number(urgent.event.object2.designator)}
          span={span}
          nowMs={nowMs}
          marks={marks}
          onPick={onPick}
          className={styles.flatPlot}
        />
      )}
    </div>
  )
}

const isOf = ({ satelliteId }: { readonly satelliteId: string }, urgent: Space['urgent']) =>
  urgent?.event.satelliteId === satelliteId

/** Returns the burns of a satellite as marks of its plots. */
function burnsOf(plans: readonly Plan[]): readonly OwnMark[] {
  const byId = new Map(plans.map((plan) => [plan.manoeuvreId, plan]))
  return burnMarks(plans).map(({ id, atMs, name, isFirm }): OwnMark => {
    const [radial = 0, along = 0, cross = 0] = byId.get(id)?.deltaVRtn ?? []
    return { id, atMs, name, kind: 'burn', isFirm, isAlong: Math.abs(along) > Math.hypot(radial, cross) }
  })
}
