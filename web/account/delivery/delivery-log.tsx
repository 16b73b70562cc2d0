import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Instant } from '../../clock/instant.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { deliveriesCall, useReplay } from './delivery-query.ts'
import { titleOf } from './delivery-title.ts'
import { DELIVERY_LEVELS } from './standing.ts'
import { useResultWords } from './use-result-words.ts'
import { deliveryWords } from './words.data.ts'

/** What was sent and what is on its way, newest first, with the reason of a failure and the next try. */
export function DeliveryLog({ query }: { readonly query: UseQueryResult<Delivery[]> }) {
  const t = useWords(deliveryWords)
  return (
    <QueryPane
      id="deliveries"
      title={t('log')}
      note={t('logNote')}
      query={query}
      skeletonRows={4}
      failed={t('logFailed')}
      exits={{ csv: { name: 'deliveries', table: () => tableOf(query.data ?? []) }, call: deliveriesCall }}
    >
      {(deliveries) =>
        deliveries.length === 0 ? (
          <Empty title={t('nothing')}>{t('nothingHelp')}</Empty>
        ) : (
          <ul className={styles.list}>
            {deliveries.map((delivery) => (
              <DeliveryItem key={delivery.deliveryId} delivery={delivery} />
            ))}
          </ul>
        )
      }
    </QueryPane>
  )
}

function DeliveryItem({ delivery }: { readonly delivery: Delivery }) {
  const t = useWords(deliveryWords)
  const resultOf = useResultWords()
  const replay = useReplay()
  const title = titleOf(delivery)
  const { deliveryId, channel, target, state, reason, status, answer, tries, createdAt, nextAt, endedAt } = delivery
  return (
    <li className={styles.delivery} aria-label={`${title}, ${t(channel)}`}>
      <span>
        {reason === 'sent-to-nobody' ? (
          <StatusWord level="caution" word={t('state-simulated')} />
        ) : (
          <StatusWord level={DELIVERY_LEVELS[state]} word={t(`state-${state}`)} />
        )}
      </span>
      <span className={styles.at}>
        <Instant at={Date.parse(createdAt)} />
      </span>
      <b className={styles.title}>{title}</b>
      <span className={`mono ${styles.target}`}>{`${t(channel)} ${target}`}</span>
      <div className={styles.result}>
        <p>
          {tries === 0 && reason === null ? null : resultOf({ reason, status, answer })}{' '}
          <span className={styles.soft}>
            {t('tries', { count: tries })}
            {state === 'waiting' && nextAt !== null ? (
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
      <span className={styles.actions}>
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

function tableOf(deliveries: readonly Delivery[]) {
  return {
    columns: [
      'created, UTC',
      'title',
      'channel',
      'target',
      'state',
      'reason',
      'status',
      'answer',
      'tries',
      'next, UTC',
      'ended, UTC',
    ],
    rows: deliveries.map((one) => [
      one.createdAt,
      titleOf(one),
      one.channel,
      one.target,
      one.state,
      one.reason ?? undefined,
      one.status ?? undefined,
      one.answer ?? undefined,
      one.tries,
      one.nextAt ?? undefined,
      one.endedAt ?? undefined,
    ]),
  }
}
