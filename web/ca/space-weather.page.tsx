import { getSpaceWeather, type SpaceWeather } from '@apsis/contract/ca/space-weather.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../clock/clock.ts'
import { formatAge, formatMinute } from '../clock/format.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { shellWords } from '../shell/words.data.ts'
import { paths } from '../site/paths.ts'
import { Pane } from '../ui/page/pane.tsx'
import { Banner, Empty } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { spaceWeatherQuery } from './event/space-weather-query.ts'
import { IndicesTable, indicesFile } from './space-weather/indices-table.tsx'
import styles from './space-weather/space-weather.module.css'
import { spaceWeatherWords } from './space-weather/words.data.ts'

const call = { method: getSpaceWeather.method, path: getSpaceWeather.path }

/**
 * Shows the page of the Sun's effect on the air: the indices of the days around now, their sources, and the events that a storm affects.
 */
export function SpaceWeatherPage() {
  const t = useWords(spaceWeatherWords)
  const shell = useWords(shellWords)
  const query = useQuery(spaceWeatherQuery())
  const { data } = query
  return (
    <>
      <title>{`${shell('spaceWeather')} · Apsis`}</title>
      <PageHead />
      {data?.isSample ? <Banner level="caution">{t('sample')}</Banner> : null}
      {data && data.overtaken.length > 0 ? <Overtaken weather={data} /> : null}
      <div className={`grid grow panes one-column-tablet ${styles.page}`}>
        <QueryPane
          title={t('indices')}
          note={t('unit')}
          query={query}
          skeletonRows={12}
          failed={t('failed')}
          exports={{
            call,
            ...(data
              ? {
                  csv: {
                    name: data.isSample ? 'space-weather-sample' : 'space-weather',
                    table: () => indicesFile(data),
                  },
                }
              : {}),
          }}
        >
          {(weather) =>
            weather.days.length === 0 ? (
              <Empty title={t('empty')}>{t('emptyWhy')}</Empty>
            ) : (
              <IndicesTable weather={weather} />
            )
          }
        </QueryPane>
        {data ? <Sources weather={data} /> : null}
      </div>
    </>
  )
}

function Overtaken({ weather: { overtaken, storms } }: { readonly weather: SpaceWeather }) {
  const t = useWords(spaceWeatherWords)
  return (
    <Banner level="serious" action={<Link to={paths.conjunctions}>{t('toEvents')}</Link>}>
      {t('overtaken', { count: overtaken.length, days: storms.map(({ date }) => date).join(', ') })}
    </Banner>
  )
}

function Sources({ weather: { sources, storms } }: { readonly weather: SpaceWeather }) {
  const t = useWords(spaceWeatherWords)
  const nowMs = useNow('minute')
  const age = (at: string | null) => (at === null ? t('never') : t('ago', { age: formatAge(nowMs - Date.parse(at)) }))
  return (
    <div className={`grid min-w-0 pane-gap ${styles.side}`}>
      <Pane title={t('sources')} exports={{ call }}>
        <dl className={`grid gap-10 pad-10 fs-14 ${styles.sources}`}>
          {sources.map(({ name, host, version, receivedAt, nextAt, outcome }) => (
            <div key={name}>
              <dt>{t(name === 'indices' ? 'indicesSource' : name)}</dt>
              <dd>
                {host === null ? (
                  t('notSet')
                ) : (
                  <>
                    {host}, {age(receivedAt)}, {t('version', { version })}
                    <small>
                      {outcomeText(outcome, t)}{' '}
                      {nextAt === null ? '' : t('next', { time: formatMinute(Date.parse(nextAt)) })}
                    </small>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Pane>
      <Pane title={t('storms')} exports={{ call }}>
        {storms.length === 0 ? (
          <p className="muted fs-13 pad-10">
            {t(sources.some(({ version }) => version > 0) ? 'noStorm' : 'stormUnknown')}
          </p>
        ) : (
          <dl className={`grid gap-10 pad-10 fs-14 ${styles.sources}`}>
            {storms.map(({ date, knownAt, isForecast }) => (
              <div key={date}>
                <dt>{date}</dt>
                <dd>{t(isForecast ? 'stormForecast' : 'stormSeen', { time: formatMinute(Date.parse(knownAt)) })}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className="muted fs-13 pad-10">{t('stormHow')}</p>
      </Pane>
    </div>
  )
}

const OUTCOMES = { new: 'outcomeNew', unchanged: 'outcomeUnchanged', asked: 'outcomeAsked' } as const

/** Returns the outcome of the last request to the source: in the reader's language if it succeeded, else the text of the server. */
function outcomeText(outcome: string | null, t: typeof spaceWeatherWords): string {
  if (outcome === null) return t('outcomeNone')
  return Object.hasOwn(OUTCOMES, outcome) ? t(OUTCOMES[outcome as keyof typeof OUTCOMES]) : outcome
}
