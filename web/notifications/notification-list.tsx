import type { Audience } from '@apsis/contract/roles.ts'
import { useState } from 'react'
import { useLive } from '../api/events.ts'
import { codeInWords, failureInWords } from '../api/problem-in-words.ts'
import { formatDate, formatDayOfYear, formatTime } from '../clock/format.ts'
import { Button } from '../ui/button/button.tsx'
import { Banner, Empty, Failure, Skeleton } from '../ui/page/pane-states.tsx'
import { LEVEL_WORDS, LEVELS, type Level, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { markRead, undoMarking, useUndoable } from './mark-read.ts'
import { levelOf, type Notice } from './notice.ts'
import styles from './notification-list.module.css'
import { NotificationRow } from './notification-row.tsx'
import { LIST_LIMIT, useNotices, useNotificationsQuery } from './notifications.ts'
import { ServiceFilter, serviceOf } from './service-filter.tsx'
import { notifyWords } from './words.data.ts'

/** Lists every notification that is not hidden, newest first and by day; new ones appear by themselves. */
export function NotificationList() {
  const t = useWords(notifyWords)
  const query = useNotificationsQuery()
  const notices = useNotices()
  const [level, setLevel] = useState<Level>()
  const [service, setService] = useState<Audience>()
  const ofService = service === undefined ? notices : notices.filter((one) => serviceOf(one) === service)
  const shown = level === undefined ? ofService : ofService.filter((one) => levelOf(one) === level)
  const showAll = () => {
    setLevel(undefined)
    setService(undefined)
  }
  const isFirstRead = query.data === undefined && !query.error
  return (
    <section className={styles.list} aria-label={t('notifications')} tabIndex={-1} data-notifications>
      {notices.length > 0 ? (
        <div className={`row wrap justify-between min-h-40 sticky top-0 z-1 panel ${styles.tools}`} data-keep-clear>
          <LevelFilter notices={ofService} level={level} onLevel={setLevel} />
          <MarkAllRead shown={shown} />
          <ServiceFilter notices={notices} service={service} onService={setService} />
        </div>
      ) : null}
      <Trouble />
      {shown.length > 0 ? <Days notices={shown} /> : null}
      {notices.length > 0 && shown.length === 0 ? (
        <div className={styles.noMatch}>
          <Empty title={t('noMatch', { count: notices.length })} />
          <Button onClick={showAll}>{t('clearFilter')}</Button>
        </div>
      ) : null}
      {notices.length === 0 && query.data ? (
        <div className="pt-10">
          <Empty title={t('none')} />
        </div>
      ) : null}
      {isFirstRead ? <Skeleton rows={6} /> : null}
      {query.data?.length === LIST_LIMIT ? (
        <p className="pad-10 muted fs-12">{t('newest', { count: LIST_LIMIT })}</p>
      ) : null}
    </section>
  )
}

function MarkAllRead({ shown }: { readonly shown: readonly Notice[] }) {
  const t = useWords(notifyWords)
  const undoable = useUndoable()
  const unread = shown.filter((one) => one.state !== 'read').map((one) => one.id)
  if (undoable > 0)
    return (
      <span className="row gap-4 muted fs-12" role="status">
        {t('marked', { count: undoable })}
        <Button look="quiet" onClick={undoMarking}>
          {t('undo')}
        </Button>
      </span>
    )
  return unread.length > 0 ? (
    <Button look="quiet" onClick={() => markRead(unread)}>
      {t('markAllRead')}
    </Button>
  ) : null
}

/** Shows the reason why the list is not up to date with the server. */
function Trouble() {
  const t = useWords(notifyWords)
  const { data, error, dataUpdatedAt, refetch } = useNotificationsQuery()
  const live = useLive()
  const again = () => void refetch()
  if (error && data === undefined) {
    return <Failure what={t('failed')} problem={failureInWords(error)} still={t('stillHolds')} onRetry={again} />
  }
  return (
    <>
      {error ? (
        <Banner
          level="caution"
          action={
            <Button look="quiet" onClick={again}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('failedSince', { code: codeInWords(error), time: formatTime(dataUpdatedAt) })}
        </Banner>
      ) : null}
      {live.state === 'lost' ? <Banner level="caution">{t('notLive', { time: formatTime(live.since) })}</Banner> : null}
    </>
  )
}

function Days({ notices }: { readonly notices: readonly Notice[] }) {
  const t = useWords(notifyWords)
  const days = Map.groupBy(notices, (one) => formatDate(Date.parse(one.timestamp)))
  return [...days].map(([day, those]) => (
    <section key={day} aria-label={t('ofDay', { day })}>
      <h3 className={`row gap-8 pad-x inset muted fs-12 regular ${styles.day}`}>
        <b className="soft">{day}</b> {t('day', { day: formatDayOfYear(Date.parse(day)) })}
        <span className="ml-auto">{t('count', { count: those.length })}</span>
      </h3>
      <ul>
        {those.map((one) => (
          <NotificationRow key={one.id} notice={one} />
        ))}
      </ul>
    </section>
  ))
}

type Props = {
  readonly notices: readonly Notice[]
  readonly level: Level | undefined
  readonly onLevel: (level: Level | undefined) => void
}

/** Shows the existing levels, the most urgent first, with the number of notifications of each; a pressed level filters the list. */
function LevelFilter({ notices, level, onLevel }: Props) {
  const t = useWords(notifyWords)
  const counts = Map.groupBy(notices, levelOf)
  const levels = LEVELS.toReversed().filter((one) => counts.has(one) || one === level)
  if (levels.length < 2 && level === undefined) return <span className="grow" />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and these change no data.
    <div role="group" aria-label={t('levels')} className={`flex gap-4 ${styles.levels}`}>
      {levels.map((one) => {
        const count = counts.get(one)?.length ?? 0
        return (
          <button
            key={one}
            type="button"
            className={`row gap-6 soft fs-13 pad-x-8 round no-ground pointer ${styles.level}`}
            aria-pressed={one === level}
            aria-label={t('level', { level: LEVEL_WORDS[one], count })}
            title={LEVEL_WORDS[one]}
            onClick={() => onLevel(one === level ? undefined : one)}
          >
            <StatusSymbol level={one} />
            {count}
          </button>
        )
      })}
    </div>
  )
}
