import { DAY_MS } from '@apsis/astro/constants.ts'
import { getCatalogueElements } from '@apsis/contract/tle/catalogue.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { freshnessOf } from '../api/freshness.ts'
import { useOutage } from '../api/outage.ts'
import { formatAge, formatInstant, formatTime } from '../clock/format.ts'
import { useShownMs, useShownTime } from '../clock/shown-time.ts'
import { PageKeys } from '../shell/key/page-keys.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import { filterCatalogue, type SpaceCatalogue } from '../space/space-catalogue.ts'
import { boundOf, stepMsOf } from '../space/state-clock.ts'
import { type TimeSearch, useTimeInAddress } from '../space/time/time-address.ts'
import { Button } from '../ui/button/button.tsx'
import { Segments } from '../ui/button/segments.tsx'
import { FileMarking, useFileMarks } from '../ui/file/file.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Pane } from '../ui/page/pane.tsx'
import { Banner } from '../ui/page/pane-states.tsx'
import { Freshness } from '../ui/status/freshness.tsx'
import { useWords } from '../ui/text/language.ts'
import { DrawnPane, PlaceList } from './space/drawn.tsx'
import { FlatView } from './space/flat-view.tsx'
import { Inspector } from './space/inspector.tsx'
import { ObjectsTable, objectsFile, type TableRows, useObjectRows } from './space/objects-table.tsx'
import styles from './space/space.module.css'
import { SpaceConductor } from './space/space-conductor.tsx'
import { SpaceLead } from './space/space-lead.tsx'
import { filterOf, type SpaceView, searchOfFilter, spaceViewOf, VIEWS } from './space/space-view.ts'
import { placeOfDesignator, type Space, useSpace } from './space/use-space.ts'
import { spaceWords } from './space/words.data.ts'

/** Shows where everything is at one instant, and when the next things happen: a map and a table of the whole catalogue. */
export function SpacePage() {
  const say = useWords(spaceWords)
  const space = useSpace()
  const marks = useFileMarks()
  const [search, change] = useSearchState(`/protected${paths.space}`)
  useTimeInAddress(search, (part: TimeSearch) => change(part))
  const view = spaceViewOf(search)
  const { query, catalogue } = space
  const isSimulated = query.data?.isSimulated ?? false
  const show = (name: SpaceView['view']) => change({ view: name === 'flat' ? undefined : name })
  return (
    <FileMarking value={{ ...marks, isSimulated: marks.isSimulated || isSimulated }}>
      <title>{`${say('title')} · Apsis`}</title>
      <PageKeys
        shortcuts={[
          { keys: 'm', label: say('flat'), run: () => show('flat') },
          { keys: 't', label: say('table'), run: () => show('table') },
        ]}
      />
      <PageHead
        main={
          <Segments
            label={say('views')}
            value={view.view}
            options={VIEWS.map((name) => ({ value: name, label: say(name) }))}
            onChange={show}
          />
        }
      >
        <span className="row gap-8 muted fs-13 self-center">
          {isSimulated ? <b className="control-frame round pad-x-6 fs-12">{say('simulated')}</b> : null}
          {query.data ? <Freshness state={freshnessOf(query)} asOf={`${formatTime(query.dataUpdatedAt)} Z`} /> : null}
        </span>
      </PageHead>
      <SpaceLead space={space} />
      {catalogue ? (
        <Shown space={space} catalogue={catalogue} view={view} />
      ) : (
        <QueryPane title={say('title')} query={query} skeletonRows={12} failed={say('failed')}>
          {() => null}
        </QueryPane>
      )}
      <div className={`flex-none ${styles.conductor}`}>
        <SpaceConductor space={space} range={view.range} onRange={(range) => change({ range })} />
      </div>
    </FileMarking>
  )
}

type ShownProps = { readonly space: Space; readonly catalogue: SpaceCatalogue; readonly view: SpaceView }

/** Shows the filters, the view, and the picked object. */
function Shown({ space, catalogue, view }: ShownProps) {
  const navigate = useNavigate()
  const [, change] = useSearchState(`/protected${paths.space}`)
  const [several, setSeveral] = useState<readonly number[]>([])
  const { own, ahead } = space
  const picked = view.pick === undefined ? undefined : catalogue.placeOf.get(view.pick)
  const kept = useMemo(() => {
    const others = ahead.flatMap(({ event }) => placeOfDesignator(catalogue, event.object2.designator) ?? [])
    return new Set([...own.map(({ k }) => k), ...others, ...(picked === undefined ? [] : [picked])])
  }, [own, ahead, catalogue, picked])
  const { kinds, shells, owner } = view
  const filterKey = `${kinds.join()} ${shells.join()} ${owner}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for kinds, shells and owner, which are new arrays each time.
  const filter = useMemo(
    () => filterCatalogue(catalogue, filterOf(view, catalogue.columns.owners), kept),
    [catalogue, filterKey, kept],
  )
  const onPick = (places: readonly number[]) => {
    setSeveral(places.length > 1 ? places : [])
    const [only] = places
    const number = places.length === 1 && only !== undefined ? catalogue.columns.noradId[only] : undefined
    change({ pick: number === undefined ? undefined : String(number) })
  }
  const onOpen = (k: number) => {
    const satellite = own.find((one) => one.k === k)
    const number = catalogue.columns.noradId[k]
    const event = ahead.find(({ event: { object2 } }) => Number(object2.designator) === number)
    if (satellite) void navigate({ to: paths.satellite, params: { satellite_id: satellite.satelliteId } })
    else if (event)
      void navigate({
        to: paths.conjunction,
        params: { satellite_id: event.satelliteKey, conjunction_id: event.id },
      })
    else void navigate({ to: paths.object, params: { number: String(number) } })
  }
  const onFilter = ({ owner: of, ...part }: Partial<Pick<SpaceView, 'kinds' | 'shells' | 'owner'>>) =>
    'kinds' in part || 'shells' in part ? change(searchOfFilter({ kinds, shells, ...part })) : change({ owner: of })
  const viewProps = { space, catalogue, filter, picked, onPick, onOpen }
  return (
    <div className={`grid grow panes min-h-0 ${picked === undefined ? styles.grid : styles.withPick}`}>
      <DrawnPane catalogue={catalogue} filter={filter} view={view} onFilter={onFilter} onPick={(k) => onPick([k])} />
      <div className="stack min-w-0 min-h-0 panel">
        <Strips
          space={space}
          catalogue={catalogue}
          lost={picked === undefined ? view.pick : undefined}
          drawn={filter.drawn - kept.size}
          onAll={() => change(NO_FILTERS)}
        />
        {view.view === 'table' ? <TablePane {...viewProps} /> : <FlatPane {...viewProps} />}
        {several.length > 1 ? (
          <Several catalogue={catalogue} places={several} onPick={(k) => onPick([k])} onClose={() => setSeveral([])} />
        ) : null}
      </div>
      {picked === undefined ? null : (
        <Inspector key={picked} space={space} catalogue={catalogue} k={picked} onClose={() => onPick([])} />
      )}
    </div>
  )
}

const NO_FILTERS = { kind: undefined, shell: undefined, owner: undefined }

type ViewProps = React.ComponentProps<typeof FlatView>

function useNote(
  { space, filter, catalogue }: Pick<ViewProps, 'space' | 'filter' | 'catalogue'>,
  found: TableRows | undefined,
): string {
  const say = useWords(spaceWords)
  const time = useShownTime()
  const count = say('objects', { count: formatNumber(filter.drawn) })
  if (space.thread.kind !== 'ready') return say('readingOrbits', { count: formatNumber(catalogue.size) })
  const bound = formatNumber(boundOf(time))
  const step = formatNumber(stepMsOf(time) / 1_000)
  const missing = found ? filter.drawn - found.rows.length : 0
  const lost = missing > 0 ? `. ${say('missing', { count: formatNumber(missing) })}` : ''
  return `${count}, ${time.kind === 'paused' ? say('exactStill') : say('exactRunning', { step, bound })}${lost}`
}

function FlatPane(props: ViewProps) {
  const say = useWords(spaceWords)
  const found = useObjectRows(props)
  const note = useNote(props, found)
  const { columns } = props.catalogue
  const time = useShownTime()
  const at = formatInstant(time.kind === 'live' ? props.space.nowMs : time.atMs)
  return (
    <Pane
      title={say('mapTitle')}
      note={note}
      className="grow min-h-0"
      provenance={say('provenance', { sources: columns.sources.join(', '), time: at })}
      exports={{ csv: { name: 'space', table: () => objectsFile(found, say) }, call: CALL }}
    >
      <FlatView {...props} />
    </Pane>
  )
}

const CALL = { method: getCatalogueElements.method, path: getCatalogueElements.path }

function TablePane(props: ViewProps) {
  const say = useWords(spaceWords)
  const [search, change] = useSearchState(`/protected${paths.space}`)
  const found = useObjectRows(props)
  const note = useNote(props, found)
  return (
    <Pane
      title={say('tableTitle')}
      note={found ? `${formatInstant(found.atMs)}, ${note}` : note}
      className={`grow min-h-0 ${styles.table}`}
      exports={{ csv: { name: 'space', table: () => objectsFile(found, say) }, call: CALL }}
    >
      <ObjectsTable
        found={found}
        picked={props.picked}
        onPick={props.onPick}
        onOpen={props.onOpen}
        layout={{ sort: search.sort, columns: search.columns }}
        onLayout={({ sort, columns }) => change({ sort, columns })}
      />
    </Pane>
  )
}

type SeveralProps = {
  readonly catalogue: SpaceCatalogue
  readonly places: readonly number[]
  readonly onPick: (k: number) => void
  readonly onClose: () => void
}

/** Lists the objects under the pointer, so that none is picked by a guess. */
function Several({ catalogue, places, onPick, onClose }: SeveralProps) {
  const say = useWords(spaceWords)
  return (
    <section aria-label={say('several', { count: places.length })} className="stack pad-8 line-top no-print">
      <p className="row justify-between soft fs-13">
        {say('several', { count: places.length })}
        <Button look="quiet" onClick={onClose}>
          {say('close')}
        </Button>
      </p>
      <PlaceList catalogue={catalogue} places={places} onPick={onPick} />
    </section>
  )
}

/** The newest set of a catalogue that is kept up is hours old; at this distance from the shown time it says little. */
const STALE_MS = 3 * DAY_MS

type StripsProps = Omit<ShownProps, 'view'> & {
  /** The number of drawn objects besides those that no filter takes away. */
  readonly drawn: number
  /** The number of a picked object that the catalogue does not have. */
  readonly lost: number | undefined
  readonly onAll: () => void
}

/** Says what limits the picture: old sets, no answer of the server, a thread that ended, filters that leave nothing. */
function Strips({ space, catalogue, drawn, lost, onAll }: StripsProps) {
  const say = useWords(spaceWords)
  const outage = useOutage()
  const { thread, query, startAgain } = space
  const shownMs = useShownMs(60_000)
  const awayMs = Math.abs(shownMs - catalogue.newestMs)
  return (
    <>
      {thread.kind === 'dead' ? (
        <Banner level="caution" action={<Button onClick={startAgain}>{say('startAgain')}</Button>}>
          {say('dead', { time: formatInstant(thread.atMs), reason: thread.reason })}
        </Banner>
      ) : null}
      {outage ? <Banner level="inactive">{say('offline', { time: formatInstant(query.dataUpdatedAt) })}</Banner> : null}
      {awayMs > STALE_MS ? <Banner level="caution">{say('far', { age: formatAge(awayMs) })}</Banner> : null}
      {lost === undefined ? null : <Banner level="inactive">{say('notInCatalogue', { number: lost })}</Banner>}
      {drawn <= 0 && catalogue.size > 0 ? (
        <Banner level="inactive" action={<Button onClick={onAll}>{say('removeFilters')}</Button>}>
          {say('noMatch', { all: formatNumber(catalogue.size) })}
        </Banner>
      ) : null}
    </>
  )
}
