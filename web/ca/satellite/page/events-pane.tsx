import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useNow } from '../../../clock/clock.ts'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { useSearchState } from '../../../shell/search-state.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { paths } from '../../../site/paths.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { Empty } from '../../../ui/page/pane-states.tsx'
import { tableOf } from '../../../ui/table/column.ts'
import { ColumnChooser } from '../../../ui/table/column-chooser.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { noticeMarks, noticesQuery } from '../../announced/notices.ts'
import { type EventRow, longestSecondary, rowOf } from '../../event/event-row.ts'
import { EventTable, eventColumns } from '../../event/event-table.tsx'
import { lanesOf } from '../../event/lanes.ts'
import { conjunctionsQuery } from '../../event/queries.ts'
import { conjunctionsWords } from '../../event/words.data.ts'
import { burnMarks, burnsQuery } from '../../plan/burns/burns.ts'
import { TimelinePlot } from '../../plot/timeline/timeline-plot.tsx'
import styles from '../satellite.module.css'
import { satelliteWords } from '../words.data.ts'

const LANE_PX = 132

type Props = { readonly satellite: Satellite; readonly children?: React.ReactNode }

/** Shows the events of this satellite: its lane over time, the table, and content below. */
export function EventsPane({ satellite, children }: Props) {
  const [{ show }] = useSearchState(`/protected${paths.satellite}`)
  const navigate = useNavigate()
  const nowMs = useNow('minute')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const events = useRows(satellite, show === 'past', nowMs)
  const onOpen = (id: string) =>
    void navigate({ to: paths.conjunction, params: { satellite_id: satellite.satelliteId, conjunction_id: id } })
  const part = { satellite, events, nowMs, selected, onSelect: setSelected, onOpen }
  return (
    <div className={`stack min-w-0 min-h-0 whole-print ${styles.events}`}>
      {events.rows.length > 0 ? <Lane {...part} /> : null}
      <List {...part} />
      {children}
    </div>
  )
}

type PartProps = {
  readonly satellite: Satellite
  readonly events: ReturnType<typeof useRows>
  readonly nowMs: number
  readonly selected: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onOpen: (id: string) => void
}

const callOf = ({ satelliteId }: Satellite) => ({
  method: 'GET',
  path: '/api/v1/ca/conjunctions',
  query: { 'satellite-id': satelliteId },
})

/** Draws the events and burns from yesterday to a week ahead, by time. */
function Lane({ satellite, events: { rows }, nowMs, selected, onSelect, onOpen }: PartProps) {
  const t = useWords(satelliteWords)
  const lanes = useMemo(() => lanesOf([satellite], rows), [satellite, rows])
  const plans = useQuery(burnsQuery(satellite.satelliteId)).data
  const announced = useQuery(noticesQuery(satellite.noradId)).data
  const burns = useMemo(() => [...burnMarks(plans ?? []), ...noticeMarks(announced ?? [])], [plans, announced])
  return (
    <TimelinePlot
      title={t('events', { name: satellite.name })}
      lanes={lanes}
      rows={rows}
      burns={burns}
      scale="pc"
      domain={{ fromMs: nowMs - DAY_MS, toMs: nowMs + 7 * DAY_MS }}
      nowMs={nowMs}
      selected={rows.find(({ id }) => selected.has(id))}
      heightPx={LANE_PX}
      onSelect={(id) => onSelect(new Set([id]))}
      onOpen={onOpen}
      call={callOf(satellite)}
    />
  )
}

/** Lists the future events, or the past ones, as a table. */
function List({ satellite, events, nowMs, selected, onSelect, onOpen }: PartProps) {
  const t = useWords(satelliteWords)
  const say = useWords(conjunctionsWords)
  const [search, change] = useSearchState(`/protected${paths.satellite}`)
  const { query, rows, shown, counts, isPast } = events
  const longestOther = longestSecondary(rows)
  const { nameOf } = useNaming()
  const columns = useMemo(
    () => eventColumns(say, { nowMs, longest: 0, longestOther, nameOf }).filter(({ id }) => id !== 'satellite'),
    [say, nowMs, longestOther, nameOf],
  )
  const layout = { columns: search.columns, sort: search.sort }
  const csv = { name: `conjunctions-${satellite.name}`, table: () => tableOf(columns, shown) }
  return (
    <QueryPane
      title={t(isPast ? 'past' : 'ahead')}
      note={query.data ? t('eventsNote', counts) : undefined}
      query={query}
      skeletonRows={8}
      failed={t('eventsFailed')}
      className={`min-h-0 ${styles.grow}`}
      exports={{ csv, call: callOf(satellite) }}
      actions={
        <>
          {shown.length > 0 ? <ColumnChooser columns={columns} layout={layout} onLayout={change} /> : null}
          <Segments
            label={t('which')}
            value={isPast ? 'past' : 'ahead'}
            onChange={(show) => change({ show: show === 'past' ? show : undefined })}
            options={[
              { value: 'ahead', label: t('ahead') },
              { value: 'past', label: t('past') },
            ]}
          />
        </>
      }
    >
      {() =>
        shown.length === 0 ? (
          <None name={satellite.name} isPast={isPast} />
        ) : (
          <div className={`stack grow whole-print ${styles.table}`}>
            <EventTable
              rows={shown}
              columns={columns}
              layout={layout}
              onLayout={change}
              isPast={isPast}
              hold={`${satellite.satelliteId} ${isPast}`}
              selected={selected}
              onSelect={onSelect}
              onActive={({ id }) => onSelect(new Set([id]))}
              onOpen={({ id }) => onOpen(id)}
            />
          </div>
        )
      }
    </QueryPane>
  )
}

function None({ name, isPast }: { readonly name: string; readonly isPast: boolean }) {
  const t = useWords(satelliteWords)
  if (isPast) return <Empty level="inactive" title={t('noPast')} />
  return (
    <Empty level="inactive" title={t('noAhead')}>
      {t('noAheadText', { name })}
    </Empty>
  )
}

/** Returns the events of a satellite as rows of the table, and the chosen part of them. */
function useRows({ satelliteId }: Satellite, isPast: boolean, nowMs: number) {
  const query = useQuery(conjunctionsQuery(satelliteId))
  const rows = useMemo(() => query.data?.map(rowOf) ?? [], [query.data])
  const isAhead = ({ tcaMs }: EventRow) => tcaMs > nowMs
  const ahead = rows.filter(isAhead).length
  const shown = rows.filter((row) => isAhead(row) !== isPast)
  return { query, rows, shown, isPast, counts: { ahead, past: rows.length - ahead } }
}
