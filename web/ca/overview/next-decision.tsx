import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { useNaming } from '../../shell/status/people.ts'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { Pane } from '../../ui/page/pane.tsx'
import { levelMeaning, meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability, Quantity } from '../../ui/value/quantity.tsx'
import { uiWords } from '../../ui/words.data.ts'
import { commitText } from '../event/commit-text.ts'
import type { Filling } from '../event/demo-filling.ts'
import { type EventRow, needsDecision, pairOf, stateOf } from '../event/event-row.ts'
import { levelBySaid } from '../event/level-by.ts'
import { decidedText, reopeningText, watchedOf } from '../event/watched.ts'
import { watchingWords } from '../event/watching-words.data.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import styles from './overview.module.css'
import { Plain } from './plain.tsx'
import { quietOf } from './quiet.ts'
import { overviewWords } from './words.data.ts'

/** Returns the events that need a decision, the most urgent first. */
export function waitingOf(rows: readonly EventRow[], nowMs: number): readonly EventRow[] {
  return rows.filter((row) => row.tcaMs >= nowMs && needsDecision(row)).toSorted(byUrgency)
}

type Props = {
  readonly rows: readonly EventRow[]
  readonly satellites: readonly Pick<Satellite, 'derived'>[]
  readonly filling: Filling | null | undefined
}

/** Shows the next decision, and the remaining time for it. */
export function NextDecision({ rows, satellites, filling }: Props) {
  const t = useWords(overviewWords)
  const nowMs = useNow('minute')
  const [first, ...others] = waitingOf(rows, nowMs)
  const quiet = quietOf({ events: rows.length, satellites, filling }, t)
  return (
    <Pane title={t('next')} id="next-decision">
      <div className={`stack gap-10 pad-body ${styles.body}`}>
        {first ? (
          <>
            <First row={first} nowMs={nowMs} />
            <Others rows={others} />
          </>
        ) : (
          <Plain level={quiet.level} title={quiet.title}>
            {quiet.why}
          </Plain>
        )}
        <Watching rows={watchedOf(rows, nowMs)} />
        <Ways first={first} />
      </div>
    </Pane>
  )
}

type FirstProps = { readonly row: EventRow; readonly nowMs: number }

/** Shows the most urgent event: the remaining time, the pair and its figures. */
function First({ row, nowMs }: FirstProps) {
  const t = useWords(overviewWords)
  const say = useWords(conjunctionsWords)
  const { level, word } = meaningOf('risk', row.risk)
  return (
    <>
      <p>
        <span className={`medium nowrap fs-28 lh-36 ${styles.large}`}>
          <Until at={row.decideMs} />
        </span>
        <br />
        <span className="muted fs-12">
          {row.decideMs >= nowMs ? t('toDecide') : t('over')} {formatInstant(row.decideMs)}
          <br />
          <Unbroken text={commitText(row.event)} />
        </span>
      </p>
      <p className="row medium gap-8">
        <StatusSymbol level={level} label={word} size={14} />
        {pairOf(row)}
      </p>
      <dl className="grid fs-13 gap-4-16 auto-wide max-w-640">
        <dt>{t('tca')}</dt>
        <dd className="mono right">{formatInstant(row.tcaMs)}</dd>
        <dt>{t('pc')}</dt>
        <dd className="right">
          <Probability value={row.pc} reason={say('noPc')} /> {levelBySaid(row.event)}
        </dd>
        <dt>{t('miss')}</dt>
        <dd className="right">
          <Quantity name="missDistance" value={row.missM} />
        </dd>
        <dt>{t('state')}</dt>
        <dd className="right">{say(`state${stateOf(row)}`)}</dd>
      </dl>
    </>
  )
}

/** Shows the links to the most urgent event and to the list of all events. */
function Ways({ first }: { readonly first: EventRow | undefined }) {
  const t = useWords(overviewWords)
  return (
    <div className="flex wrap gap-8 mt-4 no-print">
      {first ? (
        <Link
          to={paths.conjunction}
          params={{ satellite_id: first.satelliteKey, conjunction_id: first.id }}
          className={`plain-link ${button.button} ${button.primary}`}
          data-primary
        >
          {t('open')}
        </Link>
      ) : null}
      <Link to={paths.conjunctions} className={`plain-link ${button.button}`}>
        {t('all')}
      </Link>
    </div>
  )
}

const MOST_DECISIONS = 4

function Others({ rows }: { readonly rows: readonly EventRow[] }) {
  const t = useWords(overviewWords)
  if (rows.length === 0) return null
  return (
    <div className={`stack gap-2 fs-13 max-w-640 ${styles.list}`}>
      <h3 className="mt-4 muted fs-12 regular">{t('afterwards')}</h3>
      {rows.slice(0, MOST_DECISIONS).map((row) => (
        <EventLink key={row.id} row={row}>
          <Until at={row.decideMs} />
        </EventLink>
      ))}
      {rows.length > MOST_DECISIONS ? (
        <span className="muted fs-12">{t('more', { count: rows.length - MOST_DECISIONS })}</span>
      ) : null}
    </div>
  )
}

/** Lists decided future events with the conditions that reopen them: they stay visible until their TCA has passed. */
function Watching({ rows }: { readonly rows: readonly EventRow[] }) {
  useWords(watchingWords)
  const say = useWords(overviewWords)
  const { nameOf } = useNaming()
  if (rows.length === 0) return null
  return (
    <section className={`stack gap-2 fs-13 max-w-640 ${styles.list}`} aria-label={watchingWords('watching')}>
      <h3 className="mt-4 muted fs-12 regular">
        {watchingWords('watching')} {rows.length}
      </h3>
      {rows.slice(0, MOST_DECISIONS).map((row) => (
        <div key={row.id}>
          <EventLink row={row}>
            <Until at={row.tcaMs} />
          </EventLink>
          <p className={`soft fs-12 ${styles.under}`}>
            {row.isMitigated ? `${uiWords('mitigated')}; ` : ''}
            {decidedText(row.event.decision, nameOf)}. {row.event.reopens ? reopeningText(row.event.reopens) : null}
          </p>
        </div>
      ))}
      {rows.length > MOST_DECISIONS ? (
        <span className="muted fs-12">{say('more', { count: rows.length - MOST_DECISIONS })}</span>
      ) : null}
    </section>
  )
}

type EventLinkProps = React.PropsWithChildren<{ readonly row: EventRow }>

/** Shows an event in one line, as a link to it. */
export function EventLink({ row, children }: EventLinkProps) {
  const { level, word, isOutline } = levelMeaning(row)
  return (
    <Link
      to={paths.conjunction}
      params={{ satellite_id: row.satelliteKey, conjunction_id: row.id }}
      className="row gap-8 min-h-24 ink plain-link"
    >
      <StatusSymbol level={level} label={word} isOutline={isOutline} />
      {pairOf(row)}
      <span className={`muted nowrap ml-auto ${styles.end}`}>{children}</span>
    </Link>
  )
}
