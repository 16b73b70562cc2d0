import { DAY_MS } from '@apsis/astro/constants.ts'
import { getCatalogueElements } from '@apsis/contract/tle/catalogue.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { freshnessOf } from '../api/freshness.ts'
import { useOutage } from '../api/outage.ts'
import { now } from '../clock/clock.ts'
import { formatAge, formatFileInstant, formatInstant, formatTime } from '../clock/format.ts'
import { pausedAt, setShownTime, useShownMs, useShownTime } from '../clock/shown-time.ts'
import { PageKeys } from '../shell/key/page-keys.tsx'
import { codeOf } from '../shell/page/page-failed.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import { useFragments } from '../space/fragments/use-fragments.ts'
import { filterCatalogue, type SpaceCatalogue } from '../space/space-catalogue.ts'
import { boundOf, stepMsOf } from '../space/state-clock.ts'
import { type TimeSearch, useTimeInAddress } from '../space/time/time-address.ts'
import { Button } from '../ui/button/button.tsx'
import { Segments } from '../ui/button/segments.tsx'
import { FileMarking, fileName, saveFile, useFileMarks } from '../ui/file/file.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Pane } from '../ui/page/pane.tsx'
import { Banner, Skeleton } from '../ui/page/pane-states.tsx'
import { partOf } from '../ui/page/part.tsx'
import { usePrinting } from '../ui/page/printing.ts'
import { Freshness } from '../ui/status/freshness.tsx'
import { useWords } from '../ui/text/language.ts'
import { BesideMap, MapPlotSegments } from './space/beside-map.tsx'
import { DrawnPane, PlaceList } from './space/drawn.tsx'
import { FlatView } from './space/flat-view.tsx'
import { useNearFleet } from './space/near-fleet.tsx'
import { objectsFile, type TableRows, useObjectRows } from './space/object-rows.tsx'
import { footOfPicture } from './space/picture-foot.ts'
import { PrintedPlaces } from './space/printed-places.tsx'
import styles from './space/space.module.css'
import { SpaceConductor } from './space/space-conductor.tsx'
import { SpaceLead } from './space/space-lead.tsx'
import {
  breakupText,
  type FilterView,
  filterOf,
  type SpaceView,
  searchOfFilter,
  spaceViewOf,
  VIEWS,
} from './space/space-view.ts'
import {
  breakupQuestion,
  markedEvents,
  objectPlace,
  pictureMs,
  placeOfDesignator,
  type Space,
  useSpace,
} from './space/use-space.ts'
import { spaceWords } from './space/words.data.ts'

/** Shows the positions of the whole catalogue at one instant, and the next events: as a globe, a map or a table, and a time line. */
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
          { keys: '3', label: say('globe'), run: () => show('globe') },
          { keys: 'm', label: say('flat'), run: () => show('flat') },
          { keys: 't', label: say('table'), run: () => show('table') },
          { keys: 'p', label: say('print'), run: () => print() },
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
          <span className="no-phone">
            <Button look="quiet" onClick={() => print()}>
              {say('print')}
            </Button>
          </span>
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
  const [search, change] = useSearchState(`/protected${paths.space}`)
  const isPrinting = usePrinting()
  const [several, setSeveral] = useState<readonly number[]>([])
  const { own, ahead } = space
  const picked = view.pick === undefined ? undefined : catalogue.placeOf.get(view.pick)
  const kept = useMemo(() => {
    const others = ahead.flatMap(({ event }) => placeOfDesignator(catalogue, event.object2.designator) ?? [])
    return new Set([...own.map(({ k }) => k), ...others, ...(picked === undefined ? [] : [picked])])
  }, [own, ahead, catalogue, picked])
  const near = useNearFleet(view.near, catalogue)
  const { kinds, shells, owner, cloud } = view
  const filterKey = `${kinds.join()} ${shells.join()} ${owner} ${cloud}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the conditions of the view, which are new arrays each time.
  const filter = useMemo(
    () => filterCatalogue(catalogue, filterOf(view, catalogue.columns.owners, near.within), kept),
    [catalogue, filterKey, near.within, kept],
  )
  const { breakup } = view
  const breakupKey = breakup && breakupText(breakup)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the breakup, which is a new object each time.
  const question = useMemo(() => breakup && breakupQuestion(catalogue, breakup), [catalogue, breakupKey])
  const fragments = useFragments(question)
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
  const onFilter = (part: Partial<FilterView>) => change(searchOfFilter({ ...view, ...part }))
  const { hasTracks } = view
  const viewProps = { space, catalogue, filter, fragments, picked, hasTracks, onPick, onOpen }
  return (
    <>
      <div className={`grid grow panes min-h-0 ${picked === undefined ? styles.grid : styles.withPick}`}>
        <DrawnPane
          catalogue={catalogue}
          filter={filter}
          view={view}
          near={near}
          satellites={space.satellites}
          breakup={
            <breakupFields.Show
              catalogue={catalogue}
              picked={picked}
              breakup={breakup}
              fragments={fragments}
              isPossible={question !== undefined}
              onBreakup={(one) => onFilter({ breakup: one })}
            />
          }
          onFilter={onFilter}
          onPick={(k) => onPick([k])}
        />
        <div className="stack min-w-0 min-h-0 panel">
          <Strips
            space={space}
            catalogue={catalogue}
            lost={picked === undefined ? view.pick : undefined}
            drawn={filter.drawn - kept.size}
            onAll={() => change(NO_FILTERS)}
          />
          {view.view === 'table' ? (
            <TablePane {...viewProps} />
          ) : view.view === 'globe' && !isPrinting ? (
            <GlobePart {...viewProps} hasEllipsoid={view.hasEllipsoid} search={search} onSearch={change} />
          ) : (
            <BesideMap space={space} catalogue={catalogue} view={view}>
              <FlatPane {...viewProps} />
            </BesideMap>
          )}
          {several.length > 1 ? (
            <Several
              catalogue={catalogue}
              places={several}
              onPick={(k) => onPick([k])}
              onClose={() => setSeveral([])}
            />
          ) : null}
        </div>
        {picked === undefined ? null : (
          <inspector.Show
            key={picked}
            space={space}
            catalogue={catalogue}
            k={picked}
            view={view}
            onAlsoDrawn={(also) => change(also)}
            onClose={() => onPick([])}
          />
        )}
      </div>
      {isPrinting ? <PrintedPlaces space={space} catalogue={catalogue} picked={picked} /> : null}
    </>
  )
}

const NO_FILTERS = { kind: undefined, shell: undefined, owner: undefined, near: undefined, cloud: undefined }

type ViewProps = Omit<React.ComponentProps<typeof FlatView>, 'centre'>

/** Returns how many objects are drawn, for the head of a pane, and how exactly, for its foot: there the text has room to stay whole. */
function useNote(
  { space, filter, catalogue, fragments }: Pick<ViewProps, 'space' | 'filter' | 'catalogue' | 'fragments'>,
  found: TableRows | undefined,
): { readonly count: string; readonly how?: string } {
  const say = useWords(spaceWords)
  const time = useShownTime()
  const count = say('objects', { count: formatNumber(filter.drawn) })
  // The strip says when its thread ended.
  if (space.thread.kind === 'dead') return { count }
  if (space.thread.kind !== 'ready') return { count: say('readingOrbits', { count: formatNumber(catalogue.size) }) }
  const bound = formatNumber(boundOf(time))
  const step = formatNumber(stepMsOf(time) / 1_000)
  const missing = found ? filter.drawn - found.rows.length : 0
  const lost = missing > 0 ? ` ${say('missing', { count: formatNumber(missing) })}` : ''
  const modelled =
    fragments.kind === 'ready' ? `, ${say('fragmentsOf', { count: formatNumber(fragments.cloud.count) })}` : ''
  const flown = catalogue.paths.size
  const byPath = flown > 0 ? `, ${say('byEphemeris', { count: formatNumber(flown) })}` : ''
  return {
    count: `${count}${byPath}${modelled}`,
    how: `${time.kind === 'paused' ? say('exactStill') : say('exactRunning', { step, bound })}.${lost}`,
  }
}

/** The code of table, globe and inspector is fetched when they are first shown, and the code for a breakup after the map. */
const breakupFields = partOf(async () => (await import('./space/breakup.tsx')).BreakupFields)
const inspector = partOf(async () => (await import('./space/inspector.tsx')).Inspector)
const objectsTable = partOf(async () => (await import('./space/objects-table.tsx')).ObjectsTable)
const GlobePane = lazy(async () => ({ default: (await codeOf(() => import('./space/globe-view.tsx'))).GlobePane }))
type GlobePartProps = ViewProps & Pick<React.ComponentProps<typeof GlobePane>, 'search' | 'onSearch' | 'hasEllipsoid'>

function GlobePart(props: GlobePartProps) {
  const say = useWords(spaceWords)
  const found = useObjectRows(props)
  const note = useNote(props, found)
  return (
    <Suspense
      fallback={
        <Pane title={say('globe')} className="grow min-h-0">
          <Skeleton rows={12} />
        </Pane>
      }
    >
      <GlobePane {...props} note={note.count} how={note.how} table={() => objectsFile(found, say)} />
    </Suspense>
  )
}

function FlatPane(props: ViewProps) {
  const say = useWords(spaceWords)
  const found = useObjectRows(props)
  const note = useNote(props, found)
  const { columns } = props.catalogue
  const time = useShownTime()
  const { row, place } = eventToShow(props)
  const [framed, setFramed] = useState<string>()
  const isFramed = row !== undefined && framed === row.id
  const frame = () => {
    if (!row || !place) return
    if (isFramed) setShownTime(pausedAt(row.tcaMs))
    else setFramed(row.id)
  }
  const files = useFileMarks()
  const at = formatInstant(pictureMs(props.space, time))
  const drawnFrom = say('provenance', { sources: columns.sources.join(', '), time: at })
  const savePicture = async () => {
    const { pictureOfMap } = await codeOf(() => import('./space/map-picture.ts'))
    const foot = footOfPicture(files.isSimulated, [note.count, note.how, drawnFrom])
    const picture = await pictureOfMap({ title: say('mapTitle'), foot })
    if (picture) saveFile(fileName('space', 'png', { ...files, stamp: () => formatFileInstant(now()) }), picture)
  }
  return (
    <Pane
      title={say('mapTitle')}
      note={note.count}
      className="grow min-w-0 min-h-0"
      actions={
        <>
          <MapPlotSegments space={props.space} />
          {place ? (
            <>
              <PageKeys
                shortcuts={[
                  { keys: 'f', label: `${say('frameMap')}, ${say('frameTime')}`, run: frame },
                  { keys: '0', label: say('wholeEarth'), run: () => setFramed(undefined) },
                ]}
              />
              <Button look="quiet" onClick={frame}>
                {say(isFramed ? 'frameTime' : 'frameMap')}
              </Button>
              {isFramed ? (
                <Button look="quiet" onClick={() => setFramed(undefined)}>
                  {say('wholeEarth')}
                </Button>
              ) : null}
            </>
          ) : null}
        </>
      }
      provenance={[note.how, drawnFrom].filter(Boolean).join(' ')}
      exports={{
        csv: { name: 'space', table: () => objectsFile(found, say) },
        call: CALL,
        file: [{ label: 'PNG', note: say('picture'), onAction: () => void savePicture() }],
      }}
    >
      <FlatView {...props} centre={isFramed ? place : undefined} />
    </Pane>
  )
}

/** Returns the event on which the map can be centred, with its place: the picked object's event, else the most urgent, else the next. */
function eventToShow({ space, catalogue, picked }: Pick<ViewProps, 'space' | 'catalogue' | 'picked'>) {
  const marked = markedEvents(space).toSorted((a, b) => a.tcaMs - b.tcaMs)
  const isOfPicked = ({ event }: (typeof marked)[number]) =>
    [event.object1, event.object2].some(({ designator }) => placeOfDesignator(catalogue, designator) === picked)
  const row = (picked === undefined ? undefined : marked.find(isOfPicked)) ?? space.urgent ?? marked[0]
  const model = space.own.find(({ satelliteId }) => satelliteId === row?.event.satelliteId)?.model
  return { row, place: row && model && objectPlace(model, row.tcaMs) }
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
      note={found ? `${formatInstant(found.atMs)}, ${note.count}` : note.count}
      provenance={note.how}
      className={`grow min-h-0 ${styles.table}`}
      exports={{ csv: { name: 'space', table: () => objectsFile(found, say) }, call: CALL }}
    >
      <objectsTable.Show
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

/** Lists the objects under the pointer, so that the user picks one of them. */
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

/** The newest set of a maintained catalogue is only hours old; at this distance from the shown time a set is not accurate. */
const STALE_MS = 3 * DAY_MS

type StripsProps = Omit<ShownProps, 'view'> & {
  /** The number of drawn objects, without the objects that no filter removes. */
  readonly drawn: number
  /** The number of the picked object if the catalogue does not have it. */
  readonly lost: number | undefined
  readonly onAll: () => void
}

/** Shows the limits of the picture: old sets, an outage, a worker thread that has ended, or filters that match no object. */
/** The most own satellites that a strip names. */
const MOST_NAMED = 5

function Strips({ space, catalogue, drawn, lost, onAll }: StripsProps) {
  const say = useWords(spaceWords)
  const outage = useOutage()
  const { thread, query, startAgain } = space
  const shownMs = useShownMs(60_000)
  const awayMs = Math.abs(shownMs - catalogue.newestMs)
  const undrawn = space.satellites.filter(({ noradId }) => !catalogue.placeOf.has(noradId)).map(({ name }) => name)
  const named = undrawn.slice(0, MOST_NAMED).join(', ')
  // The globe draws an event by its message; the map has only element sets.
  const others = markedEvents(space).filter(
    ({ event }) => placeOfDesignator(catalogue, event.object2.designator) === undefined,
  )
  const pathless = [...new Set(others.map((row) => row.secondary))].slice(0, MOST_NAMED)
  return (
    <>
      {thread.kind === 'dead' ? (
        <Banner level="caution" action={<Button onClick={startAgain}>{say('startAgain')}</Button>}>
          {say('dead', { time: formatInstant(thread.atMs), reason: thread.reason })}
        </Banner>
      ) : null}
      {outage ? <Banner level="inactive">{say('offline', { time: formatInstant(query.dataUpdatedAt) })}</Banner> : null}
      {space.drawn.failure ? (
        <Banner level="caution" action={<Button onClick={space.drawn.readAgain}>{say('readAgain')}</Button>}>
          {say('pathsFailed')}
        </Banner>
      ) : null}
      {space.drawn.isCut ? <Banner level="inactive">{say('pathsCut')}</Banner> : null}
      {awayMs > STALE_MS ? <Banner level="caution">{say('far', { age: formatAge(awayMs) })}</Banner> : null}
      {lost === undefined ? null : <Banner level="inactive">{say('notInCatalogue', { names: lost })}</Banner>}
      {pathless.length > 0 ? <Banner level="inactive">{say('pathless', { names: pathless.join(', ') })}</Banner> : null}
      {undrawn.length > 0 ? (
        <Banner level="caution">
          {say('notInCatalogue', {
            names: undrawn.length > MOST_NAMED ? `${named}, +${undrawn.length - MOST_NAMED}` : named,
          })}
        </Banner>
      ) : null}
      {drawn <= 0 && catalogue.size > 0 ? (
        <Banner level="inactive" action={<Button onClick={onAll}>{say('removeFilters')}</Button>}>
          {say('noMatch', { all: formatNumber(catalogue.size) })}
        </Banner>
      ) : null}
    </>
  )
}
