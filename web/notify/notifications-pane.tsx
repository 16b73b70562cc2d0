import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLive } from '../api/events.ts'
import { formatDate, formatDayOfYear, formatTime } from '../clock/format.ts'
import { QueryPane } from '../shell/query-pane.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Strip } from '../ui/pane-states.tsx'
import { meaningOf } from '../ui/status-meaning.ts'
import { StatusSymbol } from '../ui/status-symbol.tsx'
import { unreadCount } from './move.ts'
import { moveNotifications, notificationsQuery } from './notifications.ts'
import styles from './notifications-pane.module.css'

const STATE_WORDS = { fresh: 'New', unread: 'Unread', read: 'Read', hidden: 'Hidden' } as const

/** What the user should know, newest first; changes arrive by themselves. */
export function NotificationsPane({ className }: { readonly className?: string | undefined }) {
  const query = useQuery(notificationsQuery)
  const live = useLive()
  const move = useMutation({
    mutationFn: ({ ids, state }: { ids: readonly string[]; state: 'read' | 'hidden' }) => moveNotifications(ids, state),
  })
  const unread = (query.data ?? []).filter((one) => unreadCount([one]) > 0).map((one) => one.id)
  return (
    <QueryPane
      id="notifications"
      className={className}
      title="Notifications"
      query={query}
      skeletonRows={6}
      failed="Notifications could not be read"
      note={unread.length > 0 ? `${unread.length} unread` : undefined}
      actions={
        unread.length > 1 ? (
          <Button look="quiet" onClick={() => move.mutate({ ids: unread, state: 'read' })}>
            Mark all read
          </Button>
        ) : undefined
      }
    >
      {(list) => (
        <>
          {live.state === 'lost' ? (
            <Strip level="caution">No live updates since {formatTime(live.since)} Z; trying again</Strip>
          ) : null}
          {move.isError ? (
            <Strip level="caution">
              Not saved ({move.error.code}): {move.error.message}
            </Strip>
          ) : null}
          {list.length === 0 ? (
            <Empty title="No notifications">What happens in your organisation appears here by itself.</Empty>
          ) : (
            <Days list={list} onMove={(id, state) => move.mutate({ ids: [id], state })} />
          )}
        </>
      )}
    </QueryPane>
  )
}

type MoveOne = (id: string, state: 'read' | 'hidden') => void

function Days({ list, onMove }: { readonly list: readonly Notification[]; readonly onMove: MoveOne }) {
  const days = Map.groupBy(list, (one) => formatDate(Date.parse(one.timestamp)))
  return [...days].map(([day, those]) => (
    <section key={day} aria-label={`Notifications of ${day}`}>
      <h3 className={styles.day}>
        <b>{day}</b> day {formatDayOfYear(Date.parse(day))}
        <span>{those.length === 1 ? '1 notification' : `${those.length} notifications`}</span>
      </h3>
      <ul>
        {those.map((one) => (
          <Row key={one.id} one={one} onMove={onMove} />
        ))}
      </ul>
    </section>
  ))
}

function Row({ one, onMove }: { readonly one: Notification; readonly onMove: MoveOne }) {
  const { level, word } = meaningOf('notification', one.status)
  const isNew = one.state === 'fresh' || one.state === 'unread'
  const title = one.code === 200 ? one.title : `${one.code} ${one.title}`
  return (
    <li className={`${styles.row} ${isNew ? styles.unread : ''}`} aria-label={title}>
      <StatusSymbol level={level} label={word} />
      <p className={styles.title}>{title}</p>
      <time className={`mono ${styles.time}`} dateTime={one.timestamp}>
        {formatTime(Date.parse(one.timestamp))} Z
      </time>
      <p className={styles.message}>{one.message}</p>
      <p className={styles.foot}>
        <span className={one.state === 'fresh' ? styles.fresh : undefined}>{STATE_WORDS[one.state]}</span>
        {isNew ? (
          <Button look="quiet" onClick={() => onMove(one.id, 'read')} aria-label={`Mark read: ${title}`}>
            Mark read
          </Button>
        ) : null}
        <Button look="quiet" onClick={() => onMove(one.id, 'hidden')} aria-label={`Hide: ${title}`}>
          Hide
        </Button>
      </p>
    </li>
  )
}
