import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Connection, ConnectionBudget, ConnectionFeed } from '@apsis/contract/connections/connection.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatMinute } from '../../clock/format.ts'
import { resultInWords } from '../../reading/result-in-words.ts'
import { resultWords } from '../../reading/result-words.data.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { DataAge } from '../../ui/status/data-age.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './connections.module.css'
import { doubtInWords, requestsInWords, windowInWords } from './feed-in-words.ts'
import { standingOfConnection } from './standing.ts'
import { connectionWords } from './words.data.ts'

/** A feed is late after the first number of periods and very late after the second, as in the alarms of the server. */
const CAUTION_PERIODS = 1.5
const SERIOUS_PERIODS = 3

export type ConnectionStep = 'test' | 'change' | 'pause' | 'resume' | 'remove'

type Props = {
  readonly connection: Connection
  /** Undefined if the reader may not change connections. */
  readonly onStep: ((step: ConnectionStep) => void) | undefined
}

/** Shows one connection: its state, the data it brought, the requests that it may still make, and its actions. */
export function ConnectionItem({ connection, onStep }: Props) {
  const t = useWords(connectionWords)
  const { connectionId, name, kind, isStaging, isSimulated, feeds, budget } = connection
  const { level, word } = standingOfConnection(connection)
  return (
    <li className="stack gap-8 pad-10 faint-bottom whole" aria-label={name}>
      <div className={`grid items-baseline gap-4-16 one-column-phone ${styles.head}`}>
        <StatusWord level={level} word={t(word)} />
        <p className="row wrap items-baseline gap-4-8 min-w-0">
          <b className="break-anywhere">{name}</b>
          {name === t(kind) ? null : <span className="soft fs-13">{t(kind)}</span>}
          {isStaging ? <Mark word={t('staging')} help={t('stagingHelp')} /> : null}
          {isSimulated ? <Mark word={t('simulated')} help={t('simulatedHelp')} /> : null}
        </p>
        <span className={`flex wrap items-start gap-4 no-print ${styles.actions}`}>
          <Link
            className="fs-13"
            to={paths.account}
            params={{ page: 'connections' }}
            search={{ connection: connectionId }}
            hash="readings"
            aria-label={t('readingsOf', { name })}
          >
            {t('readings')}
          </Link>
          {onStep && !isSimulated ? <Actions connection={connection} onStep={onStep} /> : null}
        </span>
      </div>
      <Trouble connection={connection} />
      <div className={`grid gap-8-16 one-column-tablet ${styles.body}`}>
        <dl className={`fs-13 ${styles.facts}`}>
          <Place connection={connection} />
          {feeds.map((feed) => (
            <Feed key={feed.feed} feed={feed} connection={connection} />
          ))}
        </dl>
        {budget.length === 0 ? null : <Budget budget={budget} />}
      </div>
    </li>
  )
}

/** Marks data that is not operational, with the reason beside it. */
function Mark({ word, help }: { readonly word: string; readonly help: string }) {
  return (
    <>
      <b className="framed round pad-x-6 fs-12">{word}</b>
      <span className="soft fs-12">{help}</span>
    </>
  )
}

function Actions({
  connection: { name, state },
  onStep,
}: Required<Props> & { readonly onStep: (step: ConnectionStep) => void }) {
  const t = useWords(connectionWords)
  const steps = ['test', 'change', state === 'ACTIVE' ? 'pause' : 'resume', 'remove'] as const
  return steps.map((step) => (
    <Button key={step} look="quiet" aria-label={t(`${step}Of`, { name })} onClick={() => onStep(step)}>
      {t(step)}
    </Button>
  ))
}

/** Shows the problem that a person has to solve, in the words of the service, or the doubts about the data. */
function Trouble({ connection }: { readonly connection: Connection }) {
  const t = useWords(connectionWords)
  const say = useWords(resultWords)
  const now = useNow('fiveSeconds')
  const { state, stateSince, stateDetail, feeds, periodHours } = connection
  const time = formatMinute(Date.parse(stateSince))
  if (state === 'PAUSED')
    return (
      <Banner level="inactive">
        {stateDetail === null ? t('isPaused', { time }) : t('isPausedBy', { time, name: stateDetail })}
      </Banner>
    )
  if (state !== 'ACTIVE')
    return (
      <Banner level="serious">
        {t(state === 'REFUSED' ? 'isRefused' : 'isSuspended', { time })}{' '}
        {stateDetail === null ? null : (
          <span className="ink break-anywhere">{say('quoted', { words: stateDetail })}</span>
        )}
      </Banner>
    )
  return feeds.map((feed) => {
    const age = feed.lastReadAt === null ? undefined : formatAge(now - Date.parse(feed.lastReadAt))
    const words = doubtInWords(feed, { age, periodHours }, t)
    return words === undefined ? null : (
      <Banner key={feed.feed} level="caution">
        {words}
      </Banner>
    )
  })
}

function Fact({ name, children }: React.PropsWithChildren<{ readonly name: string }>) {
  return (
    <div className="grid">
      <dt>{name}</dt>
      <dd className="break-anywhere">{children}</dd>
    </div>
  )
}

const hasAccount = ({ kind }: Connection): boolean => kind === 'SPACE_TRACK' || kind === 'MAILBOX'

/** Shows where data comes from: the account and when its password was set, or the folder. */
function Place({ connection }: { readonly connection: Connection }) {
  const t = useWords(connectionWords)
  const { account, address, folderPath, mailFolder, senders, secretSetAt, periodHours } = connection
  return (
    <>
      {account === null ? null : <Fact name={t('account')}>{account}</Fact>}
      {address === null ? null : <Fact name={t('address')}>{address}</Fact>}
      {mailFolder === null ? null : <Fact name={t('mailFolder')}>{mailFolder}</Fact>}
      {senders === null ? null : <Fact name={t('senders')}>{senders.join(', ')}</Fact>}
      {hasAccount(connection) ? (
        <Fact name={t('password')}>
          {secretSetAt === null ? t('notSet') : t('setAt', { time: formatMinute(Date.parse(secretSetAt)) })}
        </Fact>
      ) : null}
      {folderPath === null ? null : (
        <Fact name={t('path')}>
          <span className="mono">{folderPath}</span> <CopyButton what={t('path')} text={() => folderPath} />
        </Fact>
      )}
      <Fact name={t('period')}>{t('everyHours', { hours: formatNumber(periodHours) })}</Fact>
    </>
  )
}

type FeedProps = { readonly feed: ConnectionFeed; readonly connection: Connection }

/** Shows the number of new items from a feed beside the usual number, its last result, and the time of its next read. */
function Feed({ feed, connection: { periodHours, state, stateDetail } }: FeedProps) {
  const t = useWords(connectionWords)
  const say = useWords(resultWords)
  const now = useNow('fiveSeconds')
  const {
    lastReadAt,
    lastNewAt,
    lastResult,
    lastDetail,
    lastFact,
    lastFailedAt,
    nextAt,
    newInDay,
    usualInDay,
    refusedInDay,
  } = feed
  // The reason why the connection stopped is already shown above.
  const detail = state !== 'ACTIVE' && lastDetail === stateDetail ? null : lastDetail
  const came = formatNumber(newInDay)
  const usual = usualInDay === null ? undefined : formatNumber(usualInDay)
  return (
    <>
      <div className={styles.feed}>
        <dt className="ink medium">{t(feed.feed)}</dt>
        <dd />
      </div>
      <Fact name={t('lastSuccess')}>
        {lastReadAt === null ? t('never') : <Time at={lastReadAt} now={now} periodHours={periodHours} />}
      </Fact>
      <Fact name={t('lastNew')}>{lastNewAt === null ? t('never') : <Time at={lastNewAt} now={now} />}</Fact>
      <Fact name={t('came')}>
        {usual === undefined ? t('usualUnknown', { count: came }) : t('usual', { count: came, usual })}
      </Fact>
      <Fact name={t('refusedInDay')}>{formatNumber(refusedInDay)}</Fact>
      <Fact name={t('lastResult')}>
        {lastResult === null ? '–' : resultInWords({ result: lastResult, detail, fact: lastFact }, say)}
        {lastFailedAt === null ? null : <small className="block">{formatMinute(Date.parse(lastFailedAt))}</small>}
      </Fact>
      <Fact name={t('next')}>
        {state !== 'ACTIVE' ? (
          t('nextNone')
        ) : nextAt === null || Date.parse(nextAt) <= now ? (
          t('nextSoon')
        ) : (
          <>
            {formatMinute(Date.parse(nextAt))}{' '}
            <span className="muted">{t('nextIn', { age: formatAge(Date.parse(nextAt) - now) })}</span>
          </>
        )}
      </Fact>
    </>
  )
}

type TimeProps = { readonly at: string; readonly now: number; readonly periodHours?: number }

/** Shows a time with its age; an age beyond the period is marked with a symbol. */
function Time({ at, now, periodHours = Number.POSITIVE_INFINITY }: TimeProps) {
  const t = useWords(connectionWords)
  const ageMs = Math.max(0, now - Date.parse(at))
  return (
    <>
      <time dateTime={at}>{formatMinute(Date.parse(at))}</time>{' '}
      <span className="muted">
        <DataAge
          text={t('ago', { age: formatAge(ageMs) })}
          ageMs={ageMs}
          cautionMs={CAUTION_PERIODS * periodHours * HOUR_MS}
          seriousMs={SERIOUS_PERIODS * periodHours * HOUR_MS}
        />
      </span>
    </>
  )
}

/** These limits are shown even if no request counts for them: the limits of all requests, of messages, and of lists. */
const ALWAYS_SHOWN = ['all', 'cdm', 'cdm-event', 'list']
const isInUse = ({ requests, used, freeAt }: ConnectionBudget) =>
  used > 0 || freeAt !== null || ALWAYS_SHOWN.includes(requests)

/** Shows how many requests each limit of the service still allows; limits without a request are shown on demand. */
function Budget({ budget }: { readonly budget: readonly ConnectionBudget[] }) {
  const t = useWords(connectionWords)
  const now = useNow('fiveSeconds')
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? budget : budget.filter(isInUse)
  const others = budget.filter((one) => !isInUse(one)).length
  const columns: readonly PlainColumn<ConnectionBudget>[] = [
    { id: 'requests', title: t('requests'), isRowHead: true, cell: ({ requests }) => requestsInWords(requests, t) },
    {
      id: 'used',
      title: t('used'),
      align: 'end',
      cell: ({ used, most }) => t('usedOf', { used: formatNumber(used), most: formatNumber(most) }),
    },
    { id: 'allowed', title: t('allowed'), align: 'end', cell: ({ allowed }) => formatNumber(allowed) },
    { id: 'within', title: t('within'), align: 'end', cell: ({ withinS }) => windowInWords(withinS) },
    {
      id: 'free',
      title: t('free'),
      isUnbroken: true,
      cell: ({ freeAt }) =>
        freeAt === null ? (
          t('now')
        ) : (
          <>
            {formatMinute(Date.parse(freeAt)).slice('2026-11-20 '.length)}
            <small>{t('nextIn', { age: formatAge(Date.parse(freeAt) - now) })}</small>
          </>
        ),
    },
  ]
  return (
    <div className="min-w-0">
      <PlainTable
        caption={t('budget')}
        rows={shown}
        columns={columns}
        idOf={({ requests, withinS }) => `${requests} ${withinS}`}
        isSmall
        className={`w-full ${styles.budget}`}
      />
      {others === 0 ? null : (
        <Button look="quiet" aria-expanded={isWhole} className="no-print" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('usedBudget') : t('wholeBudget', { count: others })}
        </Button>
      )}
    </div>
  )
}
