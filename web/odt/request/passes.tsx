import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { PassPrediction } from '@apsis/contract/odt/passprediction.ts'
import { MOST_PASSES_OF_REQUEST } from '@apsis/contract/odt/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { PassGantt } from '../pass/pass-gantt.tsx'
import { type PassOf, type PassQuestion, passesOf, passesQuery, trackQuery } from '../pass/pass-query.ts'
import { SkyPlot } from '../pass/sky-plot.tsx'
import { passWords } from '../pass/words.data.ts'
import { sensorsQuery } from '../sensor/sensor-query.ts'
import { ableFor, type Draft, orbitOfDraft, type PartProps, untilOf } from './draft.ts'
import styles from './request.module.css'
import { requestWords } from './words.data.ts'

const SEARCH_DAYS = 7

/** The passes that were chosen on the event: its message has the orbit, which no catalogue may know. */
export function EventPasses({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  return (
    <fieldset className={styles.chosen}>
      <legend>{t('forEvent')}</legend>
      {draft.names.length === 0 ? <p>{t('noneChosen')}</p> : null}
      <ul>
        {draft.names.map((name) => {
          const [code = '', time = ''] = name.split('@')
          const pass = `${code} ${formatInstant(Date.parse(time))}`
          return (
            <li key={name}>
              {pass}{' '}
              <Button
                aria-label={t('leaveOut', { pass })}
                onClick={() => onChange({ names: draft.names.filter((one) => one !== name) })}
              >
                {t('leaveOutShort')}
              </Button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

/** The passes of the next days over the sensors that can make the measurement; pressed ones are asked for by name. */
export function Passes({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  const say = useWords(passWords)
  const [fromMs] = useState(() => Math.ceil(now() / MINUTE_MS) * MINUTE_MS)
  const [told, setTold] = useState('')
  const [looked, setLooked] = useState<PassOf>()
  const sensors = useQuery(sensorsQuery(false))
  const all = ableFor(draft, sensors.data ?? [])
  const able = draft.sensors.length > 0 ? all.filter(({ sensorCode }) => draft.sensors.includes(sensorCode)) : all
  const orbit = orbitOfDraft(draft)
  const question: PassQuestion = {
    orbit: orbit ?? { kind: 'catalogue', catalogueId: 0 },
    codes: able.map(({ sensorCode }) => sensorCode),
    fromMs,
    toMs: endOf(draft, fromMs),
    elevation: undefined,
  }
  const query = useQuery({ ...passesQuery(question), enabled: orbit !== undefined && able.length > 0 })
  if (query.error)
    return (
      <p role="alert" className={styles.line}>
        <StatusSymbol level="serious" /> {t('failed')}: {problemInWords(query.error).message}
      </p>
    )
  if (sensors.data && able.length === 0) return <p>{t('unable')}</p>
  if (!query.data) return <Skeleton rows={6} />
  const choose = (one: PassOf) => {
    const { name, seenMs, pass } = one
    setLooked(one)
    if (seenMs === undefined) {
      setTold(t('notAbleText', { reasons: pass.reasons.map((reason) => say(reason)).join(', ') }))
      return
    }
    setTold('')
    const without = draft.names.filter((one) => one !== name)
    if (without.length < draft.names.length) onChange({ names: without })
    else if (draft.names.length < MOST_PASSES_OF_REQUEST) onChange({ names: [...draft.names, name] })
  }
  const isHopeless = query.data.every(({ visibilityIntervals }) => visibilityIntervals.length === 0)
  return (
    <>
      <PassGantt
        predictions={query.data}
        sensors={able}
        span={question}
        chosen={new Set(draft.names)}
        shown={looked?.name}
        onPick={choose}
      />
      <p className={styles.line} role="status">
        {told !== ''
          ? told
          : isHopeless
            ? t('unable')
            : draft.names.length === 0
              ? t('noneChosen')
              : t('chosen', { count: draft.names.length })}
      </p>
      {nearestOf(query.data, isHopeless, say)}
      {looked && passesOf(query.data).some(({ name }) => name === looked.name) ? (
        <LookedAt
          question={question}
          pass={looked}
          sensor={able.find(({ sensorCode }) => sensorCode === looked.code)}
        />
      ) : null}
    </>
  )
}

/** The end of the search: what was entered, else so many days. */
function endOf(draft: Draft, fromMs: number): number {
  const until = untilOf(draft)
  return until === 'none' || until === 'wrong' || until <= fromMs ? fromMs + SEARCH_DAYS * DAY_MS : until
}

/** Where no pass can be observed: the one that fails by the fewest reasons, and those. */
function nearestOf(predictions: readonly PassPrediction[], isHopeless: boolean, say: typeof passWords) {
  if (!isHopeless) return null
  const [nearest] = passesOf(predictions).toSorted(
    (a, b) => a.pass.reasons.length - b.pass.reasons.length || a.startMs - b.startMs,
  )
  if (!nearest) return null
  return (
    <p className={styles.line}>
      {requestWords('nearest', {
        code: nearest.code,
        time: formatInstant(nearest.startMs),
        reasons: nearest.pass.reasons.map((reason) => say(reason)).join(', '),
      })}
    </p>
  )
}

type LookedProps = {
  readonly question: PassQuestion
  readonly pass: PassOf
  readonly sensor: Sensor | undefined
}

/** The way of the pass that was pressed last over the sky. */
function LookedAt({ question, pass, sensor }: LookedProps) {
  const { data } = useQuery(trackQuery(question, pass))
  if (!data?.track) return null
  return (
    <SkyPlot code={pass.code} pass={data} provenance={`${pass.code} ${formatInstant(pass.startMs)}`} sensor={sensor} />
  )
}
