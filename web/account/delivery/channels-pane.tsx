import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Instant } from '../../clock/instant.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import {
  channelsCall,
  channelsQuery,
  useAskAgain,
  useResume,
  useRotate,
  useTest,
  useTestAll,
  useUnderTest,
} from './delivery-query.ts'
import { EndSecrets, SecretDialog } from './secret-dialog.tsx'
import { STANDING_LEVELS, type Standing, standingOfChannel } from './standing.ts'
import { useResultWords } from './use-result-words.ts'
import { deliveryWords } from './words.data.ts'

type CreatedChannel = {
  readonly channel: Channel
  readonly secret: string
  readonly publicKey: string
  readonly oldSecretEndsAt: string | null
}

/** Lists every address and URL of the user, its state, and its actions. */
export function ChannelsPane({ isSoon }: { readonly isSoon: boolean }) {
  const t = useWords(deliveryWords)
  const query = useQuery(channelsQuery(isSoon))
  const [made, setMade] = useState<CreatedChannel>()
  const [problem, setProblem] = useState<ApiProblem>()
  const testAll = useTestAll()
  const underTest = useUnderTest()
  const testable = (query.data ?? []).filter(({ isConfirmed }) => isConfirmed)
  const told = { onSuccess: () => setProblem(undefined), onError: (error: ApiProblem) => setProblem(error) }
  return (
    <QueryPane
      id="channels"
      title={t('channels')}
      query={query}
      skeletonRows={3}
      failed={t('channelsFailed')}
      actions={
        testable.length < 2 ? undefined : (
          <Button disabled={testAll.isPending} onClick={() => testAll.mutate(testable, told)}>
            {t('testAll')}
          </Button>
        )
      }
      exports={{ call: channelsCall }}
    >
      {(channels) => (
        <>
          {problem ? (
            <Banner level="caution" isUrgent>
              {problemInWords(problem).message}
            </Banner>
          ) : null}
          {channels.length === 0 ? (
            <Empty title={t('none')}>{t('noneHelp')}</Empty>
          ) : (
            <ul>
              {channels.map((channel) => (
                <ChannelItem
                  key={channel.channelId}
                  channel={channel}
                  standing={standingOfChannel(channel, underTest.has(channel.channelId))}
                  onMade={setMade}
                  onProblem={setProblem}
                />
              ))}
            </ul>
          )}
          {made ? <SecretDialog {...made} onClose={() => setMade(undefined)} /> : null}
        </>
      )}
    </QueryPane>
  )
}

type ItemProps = {
  readonly channel: Channel
  readonly onMade: (made: CreatedChannel) => void
  readonly onProblem: (problem: ApiProblem | undefined) => void
}

function ChannelItem({ channel, standing, onMade, onProblem }: ItemProps & { readonly standing: Standing }) {
  const t = useWords(deliveryWords)
  const name = `${t(channel.channel)}, ${channel.target}`
  return (
    <li className={`grid pad-8 faint-bottom gap-4-16 ${styles.channel}`} aria-label={name}>
      <span>
        <StatusWord level={STANDING_LEVELS[standing]} word={t(standing)} />
      </span>
      <div className={`min-w-0 ${styles.what}`}>
        <b>{t(channel.channel)}</b>
        <span className={`mono block soft break-anywhere fs-12 ${styles.target}`}>{channel.target}</span>
      </div>
      <LastResults channel={channel} standing={standing} />
      <ChannelActions channel={channel} name={name} onMade={onMade} onProblem={onProblem} />
    </li>
  )
}

/** Shows the results of the last tries, and the keys with which receivers check signatures. */
function LastResults({ channel, standing }: { readonly channel: Channel; readonly standing: Standing }) {
  const t = useWords(deliveryWords)
  const resultOf = useResultWords()
  const { isConfirmed, simulatedAt, lastTriedAt, lastDeliveredAt, oldSecretEndsAt, publicKey } = channel
  return (
    <div className={`min-w-0 ${styles.result}`}>
      {lastTriedAt === null ? (
        <p>{t(standing === 'testing' ? 'testingHelp' : isConfirmed ? 'untriedHelp' : 'unconfirmedHelp')}</p>
      ) : (
        <p>
          {resultOf({ reason: channel.lastResult, status: channel.lastStatus, answer: channel.lastAnswer })}
          {channel.lastDurationS === null
            ? null
            : ` · ${t('took', { s: formatNumber(channel.lastDurationS, { decimals: 2 }) })}`}
        </p>
      )}
      {simulatedAt === null ? null : <p>{t(isConfirmed ? 'simulatedOnly' : 'simulatedBefore')}</p>}
      <p className="muted">
        {lastDeliveredAt === null ? (
          t('neverDelivered')
        ) : (
          <>
            {t('lastDelivered')} <Instant at={Date.parse(lastDeliveredAt)} />
          </>
        )}
      </p>
      {oldSecretEndsAt === null ? null : (
        <p className="muted">
          {t('oldSecret')} <Instant at={Date.parse(oldSecretEndsAt)} />
        </p>
      )}
      {publicKey === null ? null : <p className="mono muted">{publicKey}</p>}
    </div>
  )
}

/** Shows the actions that an address has in its current state. */
function ChannelActions({ channel, name, onMade, onProblem }: ItemProps & { readonly name: string }) {
  const t = useWords(deliveryWords)
  const [test, ask, resume, rotate] = [useTest(), useAskAgain(), useResume(), useRotate()]
  const [asksFor, setAsksFor] = useState<string>()
  const told = { onSuccess: () => onProblem(undefined), onError: (error: ApiProblem) => onProblem(error) }
  const renew = (oldSecretEndsAt: string | null) => {
    setAsksFor(undefined)
    const onSuccess = (answer: Omit<CreatedChannel, 'channel'>) => onMade({ channel, ...answer })
    rotate.mutate({ ...channel, oldSecretEndsAt }, { onError: told.onError, onSuccess })
  }
  return (
    <span className={`flex wrap items-start justify-end gap-4 no-print ${styles.actions}`} data-keep-clear>
      {channel.isConfirmed ? (
        <Button disabled={test.isPending} aria-label={t('testOf', { name })} onClick={() => test.mutate(channel, told)}>
          {t('test')}
        </Button>
      ) : (
        <Button disabled={ask.isPending} aria-label={t('askOf', { name })} onClick={() => ask.mutate(channel, told)}>
          {t('ask')}
        </Button>
      )}
      {channel.suspendedAt === null ? null : (
        <Button look="quiet" aria-label={t('resumeOf', { name })} onClick={() => resume.mutate(channel, told)}>
          {t('resume')}
        </Button>
      )}
      {channel.channel === 'webhook' ? (
        <Button
          look="quiet"
          aria-label={t('newSecretOf', { name })}
          disabled={rotate.isPending}
          onClick={() => (channel.oldSecretEndsAt === null ? renew(null) : setAsksFor(channel.oldSecretEndsAt))}
        >
          {t('newSecret')}
        </Button>
      ) : null}
      {asksFor === undefined ? null : (
        <EndSecrets endsAt={asksFor} onClose={() => setAsksFor(undefined)} onEnd={() => renew(asksFor)} />
      )}
    </span>
  )
}
