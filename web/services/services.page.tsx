import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../clock/format.ts'
import { statusQuery, useStatus } from '../shell/status/platform-status.ts'
import { useDestinations } from '../shell/use-destinations.ts'
import { LEVEL_WORDS, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './services.module.css'
import { StatusPane } from './status-pane.tsx'
import { levelCounts, nameOf, verdictOf } from './verdict.ts'
import { servicesWords } from './words.data.ts'

/** Lists the services that the user may open, with the questions that each answers, and its state (spec §2). */
export function ServicesPage() {
  const t = useWords(servicesWords)
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <Lead />
      <Cards />
      <StatusPane />
    </>
  )
}

function Lead() {
  const t = useWords(servicesWords)
  const { isError, isSuccess } = useQuery(statusQuery)
  const data = useStatus()
  const verdict = data && verdictOf(data)
  return (
    <div className={`row flex-none relative gap-12 pad-10 line-bottom ${styles.lead}`}>
      <StatusSymbol level={verdict?.level ?? 'inactive'} label={LEVEL_WORDS[verdict?.level ?? 'inactive']} size={14} />
      <p className="grow min-w-0 soft fs-20 regular">
        {verdict ? (
          <>
            <b>{verdict.what}</b> {verdict.rest}
          </>
        ) : (
          t(isError || isSuccess ? 'stateUnknown' : 'reading')
        )}
      </p>
      {data ? (
        <ul className={`flex wrap soft fs-13 nowrap gap-4-16 ${styles.counts}`}>
          {levelCounts(data).map(({ level, count }) => (
            <li className="row gap-8" key={level}>
              <StatusSymbol level={level} />
              <b>{count}</b> {LEVEL_WORDS[level].toLowerCase()}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** The service in the status, and the word for its purpose, of each destination that has a card. */
const CARDS = { conjunctions: ['ca', 'caAnswers'], observations: ['odt', 'odtAnswers'] } as const

function Cards() {
  const t = useWords(servicesWords)
  const data = useStatus()
  const cards = useDestinations().flatMap(({ id, link }) =>
    id === 'conjunctions' || id === 'observations' ? [{ link, service: CARDS[id][0], answers: CARDS[id][1] }] : [],
  )
  return (
    <section className={`flex-none line-bottom ${styles.choice}`} aria-label={t('title')}>
      <h1 className="ink fs-13 medium">{t('title')}</h1>
      {cards.length === 0 ? <p className="mt-8 soft">{t('noServices')}</p> : null}
      <ul className={`grid mt-8 framed ${styles.cards}`}>
        {cards.map(({ link, service, answers }) => {
          const level = data?.services.find((one) => one.service === service)?.level ?? 'inactive'
          return (
            <li key={service}>
              <Link className="stack h-full gap-6 soft plain-link" {...link}>
                <b>{nameOf(service)}</b>
                <span className="grow">{t(answers)}</span>
                <span className={`row gap-8 soft ${styles.level}`}>
                  <StatusSymbol level={level} />
                  {data ? LEVEL_WORDS[level] : t('notKnown')}
                  {data ? (
                    <i className="ml-auto muted fs-12">{t('asOf', { time: formatTime(Date.parse(data.asOf)) })}</i>
                  ) : null}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
