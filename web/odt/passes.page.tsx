import { type PassPrediction, predictPasses } from '@apsis/contract/odt/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant, formatInstant } from '../clock/format.ts'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { Button } from '../ui/button/button.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Pane } from '../ui/page/pane.tsx'
import type { ApiCall } from '../ui/page/pane-menu.tsx'
import { Empty, Strip } from '../ui/page/pane-states.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { TableLayout } from '../ui/table/layout.ts'
import { useWords } from '../ui/text/language.ts'
import { PassMap } from './ground/pass-map.tsx'
import { requestsQuery } from './life/queries.ts'
import { AddSatelliteLink } from './pass/add-satellite-link.tsx'
import { type Booking, bookingsOf } from './pass/booking.ts'
import { CoursePlot } from './pass/course-plot.tsx'
import { useEclipses } from './pass/eclipses.ts'
import { LightStrip } from './pass/light-strip.tsx'
import { PassGantt, passTable } from './pass/pass-gantt.tsx'
import { type PassOf, type PassQuestion, passesOf, passesQuery, trackQuery } from './pass/pass-query.ts'
import { followed, matching, type ViewSearch, windowOf } from './pass/pass-view.ts'
import { useHasNoSatellite } from './pass/satellites-query.ts'
import { SkyPlot, type SkySearch } from './pass/sky-plot.tsx'
import { passWords } from './pass/words.data.ts'
import { chosenNames, chosenText, whyNot } from './passes/choosing.ts'
import { ChosenBar, whyText } from './passes/chosen-bar.tsx'
import { passColumns } from './passes/columns.tsx'
import styles from './passes/passes.module.css'
import { askedOf, type PassesSearch } from './passes/question.ts'
import { QuestionBar } from './passes/question-bar.tsx'
import { passesWords } from './passes/words.data.ts'
import { isSimulatedIn } from './request/prediction.ts'
import lead from './sensor/lead.module.css'
import { sensorsQuery } from './sensor/sensor-query.ts'

const NONE: readonly PassPrediction[] = []
/** A message that is longer stays out of the address. */
const MOST_IN_ADDRESS = 300
/** What another question takes out of the address. */
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

/** When which sensor can observe an object, and why not at other times; the question is the address of the page. */
export function PassesPage() {
  const t = useWords(passesWords)
  const [{ pass, chosen, zoom, at, light, sky, sort, columns, ...search }, change] = useSearchState(
    `/protected${paths.passes}`,
  )
  const [message, setMessage] = useState<string>()
  // The search begins when it is asked for: a clock that goes on would ask again each minute.
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
      <h1 className="visually-hidden">{t('title')}</h1>
      <PageHead />
      <div className={styles.page}>
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

/** What to do first. */
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
  /** Shorter passes are left out. */
  readonly leastMs: number
  readonly view: ViewSearch
  readonly sky: string | undefined
  /** How the list is laid out. */
  readonly layout: TableLayout
  readonly shown: string | undefined
  /** The question as the address has it, and a message that is too long for that. */
  readonly search: PassesSearch
  readonly message: string | undefined
  /** The passes that are chosen, as the address has them. */
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

function Answer({ question, leastMs, view, sky, layout, shown, onChange, ...asked }: AnswerProps) {
  const t = useWords(passesWords)
  const say = useWords(passWords)
  const query = useQuery(passesQuery(question))
  const sensors = useQuery(sensorsQuery(false))
  const requests = useQuery(requestsQuery())
  const all = query.data ?? NONE
  const isLitOnly = view.light === 'lit'
  const matched = useMemo(() => matching(all, { isLitOnly, leastMs }), [all, isLitOnly, leastMs])
  const passes = useMemo(() => passesOf(matched), [matched])
  const bookings = useMemo(
    () => bookingsOf(requests.data ?? [], whoseOf(question, all)),
    [requests.data, question, all],
  )
  const eclipses = useEclipses(question, all[0]?.sensorCode)
  const columns = useMemo(() => passColumns(t, say), [t, say])
  const picked = useMemo(() => new Set(chosenNames(asked.chosen)), [asked.chosen])
  const read =
    passes.find(({ name }) => name === shown) ?? passes.find(({ seenMs }) => seenMs !== undefined) ?? passes[0]
  const predictions = query.data
  if (!predictions || query.error)
    return (
      <QueryPane title={t('title')} query={query} skeletonRows={10} failed={t('failed')}>
        {() => null}
      </QueryPane>
    )
  const call = { method: predictPasses.method, path: predictPasses.path }
  const count = predictions.reduce((sum, one) => sum + one.passes.length, 0)
  const drawn = windowOf(question, view)
  // The plot follows a pass that is chosen in the list.
  const show = (pass: PassOf) => onChange({ pass: pass.name, ...followed(drawn, view, pass.startMs) })
  return (
    <FileMarking value={{ isSimulated: isSimulatedIn(undefined, predictions), stamp: () => formatFileInstant(now()) }}>
      <Lead predictions={predictions} passes={passes} />
      {passes.length < count ? (
        <Strip
          level="inactive"
          action={
            <Button look="quiet" onClick={() => onChange({ light: undefined, least: undefined })}>
              {t('showAll')}
            </Button>
          }
        >
          {t('filtered', { shown: passes.length, count })}
        </Strip>
      ) : null}
      <PassGantt
        predictions={matched}
        sensors={sensors.data ?? []}
        span={question}
        view={view}
        onView={onChange}
        eclipses={eclipses}
        bookings={bookings}
        chosen={picked}
        shown={read?.name}
        onPick={show}
        call={call}
        className={styles.gantt}
      />
      {predictions[0] ? <LightStrip question={question} drawn={drawn} code={predictions[0].sensorCode} /> : null}
      {passes.length === 0 ? (
        count === 0 ? (
          <Empty title={t('noPass')}>{t('noPassHow')}</Empty>
        ) : null
      ) : (
        <div className={styles.lower}>
          <PassList
            {...asked}
            {...{ passes, all, bookings, eclipses, call, columns, layout, picked, onChange }}
            sensors={sensors.data}
            isSensorsFailed={sensors.data === undefined && sensors.isError}
            onShow={show}
          />
          {read ? (
            <Track
              question={question}
              pass={read}
              sky={sky}
              onSearch={onChange}
              sensors={sensors.data?.filter(({ sensorCode }) => isSearched(matched, sensorCode)) ?? []}
            />
          ) : null}
        </div>
      )}
    </FileMarking>
  )
}

type ListProps = Pick<AnswerProps, 'search' | 'message' | 'layout' | 'onChange'> & {
  readonly passes: readonly PassOf[]
  /** What was found, before any of it was left out. */
  readonly all: readonly PassPrediction[]
  readonly bookings: readonly Booking[]
  readonly eclipses: ReturnType<typeof useEclipses>
  /** undefined: they are not read yet, or could not be read. */
  readonly sensors: readonly Sensor[] | undefined
  readonly isSensorsFailed: boolean
  readonly call: ApiCall
  readonly columns: ReturnType<typeof passColumns>
  readonly picked: ReadonlySet<string>
  readonly onShow: (pass: PassOf) => void
}

/** The passes by time; those that are chosen can be requested together. */
function PassList(props: ListProps) {
  const { passes, all, bookings, eclipses, sensors, isSensorsFailed, call, columns, layout, picked, ...rest } = props
  const { onChange, onShow, ...about } = rest
  const t = useWords(passesWords)
  const [told, setTold] = useState('')
  const found = useMemo(() => passesOf(all), [all])
  const chosen = found.filter(({ name }) => picked.has(name))
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
      exits={{ csv: { name: 'passes', table: () => passTable(passes, bookings, eclipses) }, call }}
    >
      <ChosenBar
        {...about}
        {...{ chosen, bookings, sensors }}
        gone={picked.size - chosen.length}
        onClear={() => onChange({ chosen: undefined })}
      />
      {isSensorsFailed ? <Strip level="caution">{t('sensorsFailed')}</Strip> : null}
      {told === '' ? null : <Strip level="inactive">{told}</Strip>}
      <div className={styles.table}>
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

type TrackProps = {
  readonly question: PassQuestion
  readonly pass: PassOf
  /** Those that were searched. */
  readonly sensors: readonly Sensor[]
  readonly sky: string | undefined
  readonly onSearch: (part: SkySearch) => void
}

const isSearched = (predictions: readonly PassPrediction[], code: string) =>
  predictions.some(({ sensorCode }) => sensorCode === code)

/** Whose requests are marked: those of the same satellite, else of the same catalogue number. */
const whoseOf = ({ orbit }: PassQuestion, [first]: readonly PassPrediction[]) => ({
  satelliteId: orbit.kind === 'satellite' ? orbit.satelliteId : undefined,
  catalogueId: first?.catalogueId,
})

/** The sky, the course and the map of one pass. */
function Track({ question, pass, sensors, sky, onSearch }: TrackProps) {
  const t = useWords(passesWords)
  const say = useWords(passWords)
  const query = useQuery(trackQuery(question, pass))
  const title = t('chosenPass', { code: pass.code, time: formatInstant(pass.startMs) })
  const sensor = sensors.find(({ sensorCode }) => sensorCode === pass.code)
  const found = query.data
  if (found?.track && !query.error)
    return (
      <div className={styles.side}>
        <SkyPlot
          code={pass.code}
          pass={found}
          provenance={title}
          sensor={sensor}
          search={{ sky }}
          onSearch={onSearch}
        />
        <CoursePlot code={pass.code} pass={found} provenance={title} sensor={sensor} />
        {sensor ? <PassMap pass={found} sensor={sensor} sensors={sensors} provenance={title} /> : null}
      </div>
    )
  return (
    <div className={styles.side}>
      <QueryPane title={title} query={query} skeletonRows={6} failed={say('noTrack')}>
        {() => <p className={styles.wait}>{say('noTrack')}</p>}
      </QueryPane>
    </div>
  )
}

type LeadProps = { readonly predictions: readonly PassPrediction[]; readonly passes: readonly PassOf[] }

/** How many can be observed and which is next; where none can, which came nearest. */
function Lead({ predictions, passes }: LeadProps) {
  const t = useWords(passesWords)
  const say = useWords(passWords)
  const able = passes.filter(({ seenMs }) => seenMs !== undefined)
  const [next] = able
  const nearest = passes.toSorted((a, b) => a.pass.reasons.length - b.pass.reasons.length || a.startMs - b.startMs)[0]
  const endsAt = predictions[0]?.orbit.endsAt
  return (
    <>
      <div className={lead.lead}>
        <p className={lead.sentence} role="status">
          <StatusSymbol level={next ? 'ok' : 'inactive'} size={14} />
          <span>
            <b>{t('lead', { able: able.length, count: passes.length })}</b>{' '}
            {next
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
                : null}
          </span>
        </p>
      </div>
      {endsAt ? <Strip level="caution">{t('ends', { time: formatInstant(Date.parse(endsAt)) })}</Strip> : null}
    </>
  )
}
