import { type PassPrediction, predictPasses } from '@apsis/contract/odt/pass/passprediction.ts'
import { MOST_PASSES_OF_REQUEST } from '@apsis/contract/odt/request/request.ts'
import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatInstant, formatTime } from '../../clock/format.ts'
import { passPricesQuery } from '../../price/order-cost.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useEclipses } from '../pass/eclipses.ts'
import { PassGantt } from '../pass/pass-gantt.tsx'
import { type PassOf, type PassQuestion, trackQuery } from '../pass/pass-query.ts'
import { matching } from '../pass/pass-view.ts'
import { SkyPlot } from '../pass/sky-plot.tsx'
import { UnsearchedBanner } from '../pass/unsearched.tsx'
import { passWords } from '../pass/words.data.ts'
import type { Worth } from '../pass/worth-lane.tsx'
import { clearSourceText } from '../sensor/clear-source.ts'
import { type Choice, isFull, isRanked, isSamePass, shownOf, toggled, worthCall } from './choices.ts'
import { type ableFor, type Draft, type PartProps, trackMsOf } from './draft.ts'
import type { Prediction } from './prediction.ts'
import { Ranked } from './ranked.tsx'
import styles from './request.module.css'
import type { Selection } from './selection.ts'
import { requestWords } from './words.data.ts'

type Props = PartProps & {
  /** The event of the request with the value of its passes, once this is known. */
  readonly found: EventTracking | undefined
  readonly prediction: Prediction
  readonly selection: Selection
  /** The list, for moving the focus of a reader who asks for passes by keyboard. */
  readonly list: React.RefObject<HTMLDivElement | null>
  /** The remaining amount that may be spent besides the chosen passes, in the smallest unit; undefined if it is not known. */
  readonly room: number | undefined
  readonly onTell: (told: string) => void
  readonly cost: React.ReactNode
}

/** Shows the passes over the sensors that can make the measurement, the value of each, the sky of one, and the cost of all. */
export function Passes({ cost, ...props }: Props) {
  const { question, able, query, state } = props.prediction
  const choosing = useChoosing(props)
  const { passes, object, shown } = choosing
  return (
    <>
      <div className={styles.upper}>
        <ByTime {...props} choosing={choosing} />
        <UnsearchedBanner predictions={query.data ?? []} />
        <Hopeless predictions={query.data} passes={passes} untilMs={question.toMs} />
      </div>
      <div className={`grid flex-none line-top stack-phone block-paper ${styles.lower}`}>
        {query.data !== undefined || isRanked(object) ? (
          <ByWorth {...props} choosing={choosing} />
        ) : (
          <NotListed state={state} />
        )}
        <LookedAt question={question} pass={shown} able={able} isReading={state === 'reading'} />
        {cost}
      </div>
    </>
  )
}

/** Returns the passes that can be chosen, the chosen ones, and the functions that change the choice. */
function useChoosing({ draft, onChange, selection }: Omit<Props, 'cost'>) {
  const t = useWords(requestWords)
  const [{ look }, change] = useSearchState(`/protected${paths.observations}`)
  const { choices, passes } = selection
  const shown = shownOf({ looked: look, names: draft.names, choices, passes })
  const choose = (name: string): string => {
    if (isFull(draft.names, name)) return t('full', { most: MOST_PASSES_OF_REQUEST })
    const names = toggled(draft.names, name)
    onChange({ names, passes: names.length })
    // A removed pass is no longer shown if another one is chosen.
    change({ look: names.includes(name) || names.length === 0 ? name : undefined })
    return ''
  }
  return { ...selection, shown, choose }
}

type ChoosingProps = Omit<Props, 'cost'> & { readonly choosing: ReturnType<typeof useChoosing> }

/** Draws the passes of each sensor on one axis of time, or shows why there are none yet. */
function ByTime({ draft, found, prediction, onTell, choosing }: ChoosingProps) {
  const t = useWords(requestWords)
  const { question, able, sensors, query, state } = prediction
  const { passes, object, choices, bookings, shown, choose } = choosing
  const [{ zoom, at, light }, change] = useSearchState(`/protected${paths.observations}`)
  const eclipses = useEclipses(question, query.data?.[0]?.sensorCode)
  const chosen = passes.filter((pass) => draft.names.some((name) => isSamePass(name, pass)))
  const common = { title: t('passesTitle'), skeletonRows: 6 }
  const pick = (pass: PassOf) => {
    change({ look: pass.name })
    onTell(pickOf({ pass, choices, isWorthKnown: isRanked(object), onChoose: choose }))
  }
  if (state === 'no-sensor')
    return (
      <Pane title={t('passesTitle')} exports={false}>
        <p className="soft fs-13 pad-8">{t('noSensor')}</p>
      </Pane>
    )
  if (state === 'no-sensors-read')
    return (
      <QueryPane {...common} query={sensors} failed={t('sensorsFailed')}>
        {() => null}
      </QueryPane>
    )
  if (query.data === undefined || query.error)
    return (
      <QueryPane {...common} query={query} failed={t('failed')}>
        {() => null}
      </QueryPane>
    )
  return (
    <PassGantt
      predictions={matching(query.data, { isLitOnly: light === 'lit', leastMs: 0 })}
      sensors={able}
      span={question}
      view={{ zoom, at, light }}
      onView={change}
      eclipses={eclipses}
      bookings={bookings}
      chosen={new Set(chosen.map(({ name }) => name))}
      shown={shown?.name}
      onPick={pick}
      worth={found && isRanked(object) ? laneOf(found, choices, draft) : undefined}
      isLow
      call={{ method: predictPasses.method, path: predictPasses.path }}
    />
  )
}

/** Lists the passes by their value, with the price of each. */
function ByWorth({ draft, prediction, room, list, onTell, choosing }: ChoosingProps) {
  const { object, choices, conflicts, reasons, choose } = choosing
  const prices = useQuery(passPricesQuery(draft.priority))
  return (
    <Ranked
      draft={draft}
      onChoose={(name) => onTell(choose(name))}
      choices={choices}
      conflicts={conflicts}
      reasons={reasons}
      list={list}
      isWorthKnown={isRanked(object)}
      priceOf={(code) => prices.data?.bySensor.get(code) ?? prices.data?.bySensor.get('')}
      currency={prices.data?.currency}
      room={room}
      clearSources={clearSourcesOf(prediction.able)}
      call={draft.event === '' ? undefined : worthCall(draft.event)}
    />
  )
}

function NotListed({ state }: Pick<Prediction, 'state'>) {
  const t = useWords(requestWords)
  return (
    <Pane title={t('byTime')} exports={false}>
      {state === 'reading' ? (
        <Skeleton rows={5} />
      ) : (
        <p className="soft fs-13 pad-8">{t(state === 'no-sensor' ? 'noChoice' : 'notKnown')}</p>
      )}
    </Pane>
  )
}

/** Returns the sources of the shares of clear nights, each once, with its date: a share is never shown without them. */
const clearSourcesOf = (sensors: ReturnType<typeof ableFor>): readonly string[] => {
  const told = sensors.flatMap(({ sensorType, clearSky }) =>
    clearSky === null || sensorType === 'RADAR_ACTIVE'
      ? []
      : [
          requestWords('clearSource', {
            source: clearSourceText(clearSky.source),
            time: formatDate(Date.parse(clearSky.asOf)),
          }),
        ],
  )
  return [...new Set(told)]
}

const laneOf = (found: EventTracking, choices: readonly Choice[], draft: Draft): Worth => ({
  decideMs: Date.parse(found.commitBefore),
  tcaMs: Date.parse(found.tca),
  points: choices.flatMap(({ name, startMs, worth }) =>
    worth ? [{ name, ms: startMs, chance: worth.crossingChance, isChosen: draft.names.includes(name) }] : [],
  ),
})

type PassChoice = {
  /** Adds or removes a pass by its name; returns the reason if it cannot. */
  readonly onChoose: (name: string) => string
  readonly pass: PassOf
  readonly choices: readonly Choice[]
  readonly isWorthKnown: boolean
}

/** Chooses or removes a pass that was pressed; returns the reason if it cannot be chosen. */
function pickOf({ pass, choices, isWorthKnown, onChoose }: PassChoice): string {
  const { seenMs } = pass
  if (seenMs === undefined) {
    const reasons = pass.pass.reasons.map((reason) => passWords(reason)).join(', ')
    return requestWords('notAbleText', { reasons })
  }
  const choice = choices.find(({ name }) => isSamePass(name, pass))
  if (!choice) return requestWords(isWorthKnown ? 'notRanked' : 'noChoice')
  return onChoose(choice.name)
}

type HopelessProps = {
  readonly predictions: readonly PassPrediction[] | undefined
  readonly passes: readonly PassOf[]
  /** The end of the search. */
  readonly untilMs: number
}

/** If no pass can be observed, this number of the closest candidates is listed. */
const MOST_MISSES = 3

/** Lists passes if none can be observed: first the passes with the fewest reasons against them, then the soonest, each with its reasons. */
function Hopeless({ predictions, passes, untilMs }: HopelessProps) {
  const t = useWords(requestWords)
  const say = useWords(passWords)
  if (!predictions || passes.some(({ seenMs }) => seenMs !== undefined)) return null
  const misses = passes
    .toSorted((a, b) => a.pass.reasons.length - b.pass.reasons.length || a.startMs - b.startMs)
    .slice(0, MOST_MISSES)
    .map(({ code, startMs, pass }) => {
      const reasons = pass.reasons.map((reason) => say(reason)).join(', ')
      return t('miss', { code, time: formatInstant(startMs), reasons })
    })
  return (
    <p className="soft fs-13 pad-8">
      {t('unable', { time: formatInstant(untilMs) })}{' '}
      {misses.length > 0 ? t('nearest', { count: misses.length, misses: misses.join('; ') }) : null}
    </p>
  )
}

type LookedProps = {
  readonly question: PassQuestion
  readonly pass: PassOf | undefined
  readonly able: ReturnType<typeof ableFor>
  readonly isReading: boolean
}

/** Draws the track of one pass over the sky: the pass that was pressed last, else the first chosen one. */
function LookedAt({ question, pass, able, isReading }: LookedProps) {
  const t = useWords(requestWords)
  if (!pass)
    return (
      <Pane title={t('sky')} exports={false}>
        {isReading ? <Skeleton rows={5} /> : <p className="soft fs-13 pad-8">{t('noSky')}</p>}
      </Pane>
    )
  return <Sky question={question} pass={pass} sensor={able.find(({ sensorCode }) => sensorCode === pass.code)} />
}

type SkyProps = {
  readonly question: PassQuestion
  readonly pass: PassOf
  readonly sensor: LookedProps['able'][number] | undefined
}

function Sky({ question, pass, sensor }: SkyProps) {
  const t = useWords(requestWords)
  const say = useWords(passWords)
  const query = useQuery(trackQuery(question, pass))
  const [{ sky }, change] = useSearchState(`/protected${paths.observations}`)
  const note = `${pass.code}, ${formatTime(trackMsOf(pass.name)).slice(0, 5)} Z`
  if (!query.data?.track || query.error)
    return (
      <QueryPane title={t('sky')} note={note} query={query} skeletonRows={5} failed={say('noTrack')}>
        {() => <p className="soft fs-13 pad-8">{say('noTrack')}</p>}
      </QueryPane>
    )
  return (
    <SkyPlot
      code={pass.code}
      pass={query.data}
      provenance={`${pass.code} ${formatInstant(pass.startMs)}`}
      sensor={sensor}
      note={note}
      search={{ sky }}
      onSearch={change}
      heightPx="fill"
    />
  )
}
