import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMinute } from '../../clock/format.ts'
import { Instant } from '../../clock/instant.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { foldedOf, useFold } from '../../shell/page/use-fold.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import {
  type DeliveryTotals,
  deliveriesCall,
  deliveryTotalsQuery,
  LATELY_D,
  LOG_STATES,
  type LogChoice,
  logQuery,
  useReplay,
} from './delivery-query.ts'
import { titleOf } from './delivery-title.ts'
import { DELIVERY_LEVELS, heldFor } from './standing.ts'
import { useResultWords } from './use-result-words.ts'
import { deliveryWords } from './words.data.ts'

/** Lists the sent and waiting messages, newest first and page by page, with the reason of a failure and the next try. */
export function DeliveryLog() {
  const t = useWords(deliveryWords)
  const [choice, choose] = useState<LogChoice>({ state: 'all', page: 1 })
  const query = useQuery(logQuery(choice))
  const options = LOG_STATES.map((value) => ({ value, label: t(`log-${value}`) }))
  const totals = useQuery(deliveryTotalsQuery)
  const { pane } = useFold({
    id: 'deliveries',
    title: t('log'),
    note: t('logNote', { page: choice.page, pages: query.data?.pages ?? 1 }),
    ...foldedOf(totals, t('logFailed'), (all) => ({
      status:
        all.deadLately === 0
          ? undefined
          : { level: 'serious', word: t('givenUp', { count: all.deadLately, days: LATELY_D }) },
      isUrgent: all.deadLately > 0,
      holds: <Totals {...all} />,
    })),
  })
  return (
    <QueryPane
      {...pane}
      query={query}
      skeletonRows={4}
      failed={t('logFailed')}
      exports={{
        csv: { name: 'deliveries', table: () => tableOf(query.data?.deliveries ?? []) },
        call: deliveriesCall,
      }}
      above={
        <div className="flex gap-4 pad-6">
          <Segments
            label={t('logShown')}
            value={choice.state}
            options={options}
            onChange={(state) => choose({ state, page: 1 })}
          />
        </div>
      }
    >
      {({ deliveries, pages }) =>
        deliveries.length === 0 ? (
          <Empty title={t(choice.state === 'all' ? 'nothing' : 'nothingSo')}>
            {choice.state === 'all' ? t('nothingHelp') : null}
          </Empty>
        ) : (
          <>
            <ul>
              {deliveries.map((delivery) => (
                <DeliveryItem key={delivery.deliveryId} delivery={delivery} />
              ))}
            </ul>
            <LogPages choice={choice} pages={pages} newestAt={deliveries[0]?.createdAt} onChoose={choose} />
          </>
        )
      }
    </QueryPane>
  )
}

/** Shows the log in one line: the time of the last message, the number of messages being sent, and a note if none was given up. */
function Totals({ all, last, waiting, deadLately }: DeliveryTotals) {
  const t = useWords(deliveryWords)
  if (all === 0) return t('nothing')
  return (
    <>
      {last === undefined ? (
        t('noneDelivered')
      ) : (
        <>
          {t(last.reason === 'sent-to-nobody' ? 'lastSimulated' : 'lastDelivered')}{' '}
          <Instant at={Date.parse(last.endedAt ?? last.createdAt)} isStop={false} />
        </>
      )}
      {waiting === 0 ? null : ` · ${t('onTheirWay', { count: waiting })}`}
      {deadLately === 0 ? ` · ${t('noneGivenUp', { days: LATELY_D })}` : null}
    </>
  )
}

type Pages = {
  readonly choice: LogChoice
  readonly pages: number
  readonly newestAt: string | undefined
  readonly onChoose: (choice: LogChoice) => void
}

/** Shows the links to older entries, if there is more than one page. */
function LogPages({ choice, pages, newestAt, onChoose }: Pages) {
  const t = useWords(deliveryWords)
  if (pages === 1) return null
  const go = (by: number) => {
    const page = choice.page + by
    const until = choice.page === 1 ? newestAt : choice.until
    onChoose({ state: choice.state, page, ...(page > 1 && { until }) })
  }
  return (
    <div className="flex gap-4 pad-6">
      <Button look="quiet" disabled={choice.page <= 1} onClick={() => go(-1)}>
        {t('newer')}
      </Button>
      <Button look="quiet" disabled={choice.page >= pages} onClick={() => go(1)}>
        {t('older')}
      </Button>
    </div>
  )
}

function DeliveryItem({ delivery }: { readonly delivery: Delivery }) {
  const t = useWords(deliveryWords)
  const resultOf = useResultWords()
  const replay = useReplay()
  const title = titleOf(delivery)
  const held = heldFor(delivery)
  const { deliveryId, channel, target, state, reason, status, answer, tries, createdAt, nextAt, endedAt } = delivery
  return (
    <li
      className={`grid items-baseline pad-8 faint-bottom fs-13 gap-4-16 ${styles.delivery}`}
      aria-label={`${title}, ${t(channel)}`}
    >
      <span>
        {reason === 'sent-to-nobody' ? (
          <StatusWord level="caution" word={t('state-simulated')} />
        ) : (
          <StatusWord level={DELIVERY_LEVELS[state]} word={t(held === undefined ? `state-${state}` : 'state-held')} />
        )}
      </span>
      <span className={styles.at}>
        <Instant at={Date.parse(createdAt)} />
      </span>
      <b className={`medium break-anywhere ${styles.title}`}>{title}</b>
      <span className={`mono block soft break-anywhere fs-12 ${styles.target}`}>{`${t(channel)} ${target}`}</span>
      <div className={`min-w-0 ${styles.result}`}>
        <p>
          {held !== undefined && nextAt !== null
            ? t(`held-${held}`, { time: formatMinute(Date.parse(nextAt)) })
            : tries === 0 && reason === null
              ? null
              : resultOf({ reason, status, answer })}{' '}
          <span className="muted">
            {held === undefined ? t('tries', { count: tries }) : null}
            {held === undefined && state === 'waiting' && nextAt !== null ? (
              <>
                {' · '}
                {t('next')} <Instant at={Date.parse(nextAt)} />
              </>
            ) : null}
            {state === 'dead' && endedAt !== null && endedAt !== createdAt ? (
              <>
                {' · '}
                {t('ended')} <Instant at={Date.parse(endedAt)} />
              </>
            ) : null}
          </span>
        </p>
      </div>
      <span className={`flex wrap items-start justify-end gap-4 no-print ${styles.actions}`}>
        {state === 'dead' ? (
          <Button
            look="quiet"
            disabled={replay.isPending}
            aria-label={t('replayOf', { name: title })}
            onClick={() => replay.mutate(deliveryId)}
          >
            {t('replay')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}

const tableOf = (deliveries: readonly Delivery[]) =>
  fileTable(deliveries, {
    'created, UTC': 'createdAt',
    title: titleOf,
    channel: 'channel',
    target: 'target',
    state: 'state',
    reason: 'reason',
    status: 'status',
    answer: 'answer',
    tries: 'tries',
    'next, UTC': 'nextAt',
    'ended, UTC': 'endedAt',
  })
