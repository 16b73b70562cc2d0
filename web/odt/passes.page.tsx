import { type PassPrediction, predictPasses } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant, formatInstant } from '../clock/format.ts'
import { Unbroken } from '../notifications/unbroken.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/button/button.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Pane } from '../ui/page/pane.tsx'
import type { ApiCall } from '../ui/page/pane-menu.tsx'
import { Banner, Empty } from '../ui/page/pane-states.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { TableLayout } from '../ui/table/layout.ts'
import { useWords } from '../ui/text/language.ts'
import { AddSatelliteLink } from './pass/add-satellite-link.tsx'
import { bookingsOf } from './pass/booking.ts'
import { useEclipses } from './pass/eclipses.ts'
import { LightStrip } from './pass/light-strip.tsx'
import { chosenNames, chosenText, whyNot } from './pass/list/choosing.ts'
import { ChosenBar, whyText } from './pass/list/chosen-bar.tsx'
import { passColumns } from './pass/list/columns.tsx'
import styles from './pass/list/passes.module.css'
import { askedOf, type PassesSearch } from './pass/list/question.ts'
import { QuestionBar } from './pass/list/question-bar.tsx'
import { Track } from './pass/list/track.tsx'
import { passesWords } from './pass/list/words.data.ts'
import { PassGantt, passTable } from './pass/pass-gantt.tsx'
import { type PassOf, type PassQuestion, passesOf, passesQuery } from './pass/pass-query.ts'
import { followed, matching, type ViewSearch, windowOf } from './pass/pass-view.ts'
import { useHasNoSatellite } from './pass/satellites-query.ts'
import type { SkySearch } from './pass/sky-plot.tsx'
import { UnsearchedBanner, unsearchedOf } from './pass/unsearched.tsx'
import { passWords } from './pass/words.data.ts'
import { isSimulatedIn } from './request/prediction.ts'
import { requestsQuery } from './request/state/queries.ts'
import lead from './sensor/lead.module.css'
import { sensorsQuery } from './sensor/sensor-query.ts'

const NONE: readonly PassPrediction[] = []
const NO_SENSORS: readonly Sensor[] = []
/** A longer message is not stored in the address. */
const MOST_IN_ADDRESS = 300
/** The parameters that a new query removes from the address. */
const EMPTY = {
  satellite: undefined,
  sensors: undefined,
  from: undefined,
  days: undefined,
  elevation: undefined,
  least: undefined,
  pass: undefined,
  chosen: undefined,
  at: undefined,
}
const idOf = ({ name }: PassOf) => name

/**
 * Lists the times at which each sensor can observe an object, and the reasons for the other times; the address of the page is the query.
 */
export function PassesPage() {
  const t = useWords(passesWords)
  const [{ pass, chosen, zoom, at, light, sky, sort, columns, ...search }, change] = useSearchState(
    `/protected${paths.passes}`,
  )
  const [message, setMessage] = useState<string>()
  // The search starts at the time of the request: with a running clock, it would be repeated each minute.
  const [askedMs, setAskedMs] = useState(now)
  const isAsked = search.satellite !== undefined || search.object !== undefined || message !== undefined
  const asked = askedOf(search, { message, nowMs: askedMs })
  const [question, leastMs] = isAsked && asked.ok ? [asked.question, asked.leastMs] : [undefined, 0]
  const ask = ({ object, ...next }: PassesSearch) => {
    const isLong = object !== undefined && object.length > MOST_IN_ADDRESS
    setMessage(isLong ? object : undefined)
    setAskedMs(now())
    change({ ...EMPTY, ...next, object: isLong ? undefined : object }, 'push')
  }
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead />
      <div className={`stack grow min-h-0 scroll ${styles.page}`}>
        <QuestionBar
          key={JSON.stringify(search)}
          search={message === undefined ? search : { ...search, object: message }}
          faults={isAsked && !asked.ok ? asked.faults : []}
          onAsk={ask}
        />
        {question ? (
          <Answer
            {...{ question, leastMs, search, message, chosen, sky }}
            view={{ zoom, at, light }}
            layout={{ sort, columns }}
            shown={pass}
            onChange={change}
          />
        ) : (
          <NotAsked />
        )}
      </div>
    </>
  )
}

/** Tells the reader to name an object first. */
function NotAsked() {
  const t = useWords(passesWords)
  const hasNone = useHasNoSatellite()
  return (
    <Empty title={t('notAsked')} actions={hasNone ? <AddSatelliteLink /> : null}>
      {t(hasNone ? 'noSatelliteHow' : 'notAskedHow')}
    </Empty>
  )
}

type AnswerProps = {
  readonly question: PassQuestion
  /** The minimum length: shorter passes are left out. */
  readonly leastMs: number
  readonly view: ViewSearch
  readonly sky: string | undefined
  /** The layout of the list. */
  readonly layout: TableLayout
  readonly shown: string | undefined
  /** The query of the address, and a message that is too long for the address. */
  readonly search: PassesSearch
  readonly message: string | undefined
  /** The passes that are chosen, as text in the address. */
  readonly chosen: string | undefined
  readonly onChange: (part: Change) => void
}
type Change = ViewSearch &
  SkySearch &
  TableLayout & {
    readonly pass?: string
    readonly chosen?: string | undefined
    readonly least?: undefined
  }

/** Shows the passes that were read, with the other data that the plots and the list need. */
function Answer(props: AnswerProps) {
  const t = useWords(passesWords)
  const query = useQuery(passesQuery(props.question))
  const sensors = useQuery(sensorsQuery(false))
  const found = usePasses(props, query.data ?? NONE, sensors.data ?? NO_SENSORS)
  if (query.data && !query.error)
    return <Found {...props} predictions={query.data} found={found} sensors={sensors.data} isFailed={sensors.isError} />
  return (
    <QueryPane title={t('title')} query={query} skeletonRows={10} failed={t('failed')}>
      {() => null}
    </QueryPane>
  )
}

/** Returns the passes that are shown, with the facts for the plots and the list. */
function usePasses(
  { question, leastMs, view, shown, chosen }: AnswerProps,
  predictions: readonly PassPrediction[],
  sensors: readonly Sensor[],
) {
  const requests = useQuery(requestsQuery())
  const isLitOnly = view.light === 'lit'
  const matched = useMemo(() => matching(predictions, { isLitOnly, leastMs }), [predictions, isLitOnly, leastMs])
  const passes = useMemo(() => passesOf(matched), [matched])
  const bookings = useMemo(
    () => bookingsOf(requests.data ?? [], whoseOf(question, predictions), sensors),
    [requests.data, question, predictions, sensors],
  )
  const eclipses = useEclipses(question, predictions[0]?.sensorCode)
  const picked = useMemo(() => new Set(chosenNames(chosen)), [chosen])
  const read =
    passes.find(({ name }) => name === shown) ?? passes.find(({ seenMs }) => seenMs !== undefined) ?? passes[0]
  return { matched, passes, bookings, eclipses, picked, read }
}

type FoundProps = AnswerProps & {
  /** The passes that were found, before some of them were left out. */
  readonly predictions: readonly PassPrediction[]
  readonly found: ReturnType<typeof usePasses>
  /** The sensors; undefined if they are not read yet, or could not be read. */
  readonly sensors: readonly Sensor[] | undefined
  readonly isFailed: boolean
}

function Found(props: FoundProps) {
  const { question, view, predictions, found, sensors, onChange } = props
  const t = useWords(passesWords)
  const { matched, passes, read } = found
  const count = predictions.reduce((sum, one) => sum + one.passes.length, 0)
  const drawn = windowOf(question, view)
  // The plot moves to a pass that is chosen in the list.
  const show = (pass: PassOf) => onChange({ pass: pass.name, ...followed(drawn, view, pass.startMs) })
  return (
    <FileMarking value={{ isSimulated: isSimulatedIn(undefined, predictions), stamp: () => formatFileInstant(now()) }}>
      <Lead predictions={predictions} passes={passes} />
      {passes.length < count ? <LeftOut shown={passes.length} count={count} onChange={onChange} /> : null}
      <PassGantt
        predictions={matched}
        sensors={sensors ?? []}
        span={question}
        view={view}
        onView={onChange}
        eclipses={found.eclipses}
        bookings={found.bookings}
        chosen={found.picked}
        shown={read?.name}
        onPick={show}
        call={CALL}
        className="flex-none"
      />
      {predictions[0] ? <LightStrip question={question} drawn={drawn} code={predictions[0].sensorCode} /> : null}
      {count === 0 ? <Empty title={t('noPass')}>{t('noPassHow')}</Empty> : null}
      {passes.length === 0 ? null : (
        <div className={`grid line-top stack-tablet ${styles.lower}`}>
          <PassList {...props} onShow={show} />
          {read ? (
            <Track
              question={question}
              pass={read}
              sky={props.sky}
              onSearch={onChange}
              sensors={sensors?.filter(({ sensorCode }) => isSearched(matched, sensorCode)) ?? []}
            />
          ) : null}
        </div>
      )}
    </FileMarking>
  )
}

const CALL: ApiCall = { method: predictPasses.method, path: predictPasses.path }

type LeftOutProps = Pick<AnswerProps, 'onChange'> & { readonly shown: number; readonly count: number }

/** Shows how many passes a filter leaves out, with a button that shows them. */
function LeftOut({ shown, count, onChange }: LeftOutProps) {
  const t = useWords(passesWords)
  return (
    <Banner
      level="inactive"
      action={
        <Button look="quiet" onClick={() => onChange({ light: undefined, least: undefined })}>
          {t('showAll')}
        </Button>
      }
    >
      {t('filtered', { shown, count })}
    </Banner>
  )
}

type ListProps = FoundProps & { readonly onShow: (pass: PassOf) => void }

/** Lists the passes by time; the chosen passes can be requested together. */
function PassList({ found, sensors, isFailed, layout, onChange, onShow, ...asked }: ListProps) {
  const { predictions, search, message } = asked
  const { passes, bookings, eclipses, picked } = found
  const t = useWords(passesWords)
  const say = useWords(passWords)
  const columns = useMemo(() => passColumns(t, say), [t, say])
  const [told, setTold] = useState('')
  const everyPass = useMemo(() => passesOf(predictions), [predictions])
  const chosen = everyPass.filter(({ name }) => picked.has(name))
  const choose = (names: ReadonlySet<string>) => {
    const added = passes.find(({ name }) => names.has(name) && !picked.has(name))
    const fault = added && whyNot(added, { sensors, nowMs: now() })
    setTold(added && fault ? whyText(added, fault) : '')
    if (added && fault) return onShow(added)
    onChange({ chosen: chosenText([...names]), ...(added ? { pass: added.name } : {}) })
  }
  return (
    <Pane
      title={t('list')}
      note={t('listNote')}
      className={styles.list}
      actions={<ColumnChooser columns={columns} layout={layout} onLayout={onChange} />}
      exports={{
        csv: {
          name: 'passes',
          table: () => passTable(passes, bookings, { eclipses, notSearched: unsearchedOf(predictions) }),
        },
        call: CALL,
      }}
    >
      <ChosenBar
        search={search}
        message={message}
        chosen={chosen}
        bookings={bookings}
        sensors={sensors}
        gone={picked.size - chosen.length}
        onClear={() => onChange({ chosen: undefined })}
      />
      {isFailed && sensors === undefined ? <Banner level="caution">{t('sensorsFailed')}</Banner> : null}
      {told === '' ? null : <Banner level="inactive">{told}</Banner>}
      <div className={`stack grow ${styles.table}`}>
        <DataTable
          label={t('table')}
          rows={passes}
          columns={columns}
          idOf={idOf}
          layout={layout}
          onLayout={onChange}
          selected={picked}
          isPicking
          onSelect={choose}
          onOpen={onShow}
        />
      </div>
    </Pane>
  )
}

const isSearched = (predictions: readonly PassPrediction[], code: string) =>
  predictions.some(({ sensorCode }) => sensorCode === code)

/** Returns the object whose requests are marked: the same satellite, else the same catalogue number. */
const whoseOf = ({ orbit }: PassQuestion, [first]: readonly PassPrediction[]) => ({
  satelliteId: orbit.kind === 'satellite' ? orbit.satelliteId : undefined,
  catalogueId: first?.catalogueId,
})

type LeadProps = { readonly predictions: readonly PassPrediction[]; readonly passes: readonly PassOf[] }

/** Shows the number of observable passes and the next one; if no pass is observable, the pass that is closest to it. */
function Lead({ predictions, passes }: LeadProps) {
  const t = useWords(passesWords)
  const say = useWords(passWords)
  const able = passes.filter(({ seenMs }) => seenMs !== undefined)
  const [next] = able
  const nearest = passes.toSorted((a, b) => a.pass.reasons.length - b.pass.reasons.length || a.startMs - b.startMs)[0]
  const first = next
    ? t('next', {
        code: next.code,
        time: formatInstant(next.seenMs ?? next.startMs),
        elevation: formatNumber(next.pass.maximumElevation, { decimals: 0 }),
      })
    : nearest
      ? t('nearest', {
          code: nearest.code,
          time: formatInstant(nearest.startMs),
          reasons: nearest.pass.reasons.map((reason) => say(reason)).join(', '),
        })
      : ''
  return (
    <>
      <div className="flex wrap items-center flex-none line-bottom gap-4-16 pad-10">
        <p className={`flex items-baseline min-w-0 gap-10 soft ${lead.sentence}`} role="status">
          <StatusSymbol level={next ? 'ok' : 'inactive'} size={14} />
          <span>
            <b>{t('lead', { able: able.length, count: passes.length })}</b> <Unbroken text={first} />
          </span>
        </p>
      </div>
      <UnsearchedBanner predictions={predictions} />
    </>
  )
}
