import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { formatTime } from '../clock/format.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { focusNeighbour } from '../ui/dialog/focus-neighbour.ts'
import { useMedia } from '../ui/page/size.ts'
import { LEVEL_WORDS, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { afterClick, afterHover } from './book.ts'
import { headingOf, levelOf, type Notice } from './notice.ts'
import { inWords } from './notice-in-words.ts'
import styles from './notification-list.module.css'
import { moveNotifications } from './notifications.ts'
import { Unbroken } from './unbroken.tsx'
import { Withdrawal, withdrawnPlan } from './withdrawal.tsx'
import { notifyWords } from './words.data.ts'

/** The widths at which the sidebar has no column of its own (sidebar.module.css). */
const SIDEBAR_OVER_PAGE = '(width <= 1320px)'

/**
 * Shows one notification (spec §4). It counts as read when the pointer or the focus reaches it, or on a click if it needs a decision;
 * closing hides it.
 */
export function NotificationRow({ notice: told }: { readonly notice: Notice }) {
  const t = useWords(notifyWords)
  const notice = inWords(told)
  const level = levelOf(notice)
  const title = headingOf(notice)
  const isUnread = notice.state !== 'read'
  const reading = useReading(notice)
  return (
    <li className={`grid items-baseline faint-bottom muted ${styles.row}`} aria-label={title} {...reading}>
      <StatusSymbol level={level} label={LEVEL_WORDS[level]} />
      <p className={`${isUnread ? 'ink medium' : 'soft'} fs-14 break-anywhere ${styles.title}`}>
        <Subject link={notice.link}>{title}</Subject>
      </p>
      <span className="flex gap-8 fs-12 nowrap">
        {isUnread ? <b>{t(notice.state === 'fresh' ? 'new' : 'isUnread')}</b> : null}
        <time className="mono" dateTime={notice.timestamp}>
          {formatTime(Date.parse(notice.timestamp))} Z
        </time>
      </span>
      <Button
        look="quiet"
        aria-label={t('close', { title })}
        data-closes="notification"
        onClick={(event) => {
          focusNeighbour(event, '[data-notifications]')
          moveNotifications([notice.id], 'hidden')
        }}
      >
        <Icon name="close" />
      </Button>
      {notice.message === '' ? null : (
        <p className={`${isUnread ? 'soft' : 'muted'} fs-13 break-anywhere ${styles.message}`}>
          <Unbroken text={notice.message} />
        </p>
      )}
      {(level === 'critical' && isUnread) || withdrawnPlan(told) !== undefined ? (
        <p className={styles.decide}>
          <Withdrawal notice={told} />
          {level === 'critical' && isUnread ? (
            <Button aria-label={t('markOneRead', { title })} onClick={() => moveNotifications([notice.id], 'read')}>
              {t('markRead')}
            </Button>
          ) : null}
        </p>
      ) : null}
    </li>
  )
}

/** Shows the title as a link to the page that the notification is about (ux.md S29). An overlay above that page is closed. */
function Subject({ link, children }: { readonly link: string | undefined; readonly children: string }) {
  const isOver = useMedia(SIDEBAR_OVER_PAGE)
  if (link === undefined) return children
  const [pathname = '', query] = link.split('?')
  const search = { ...Object.fromEntries(new URLSearchParams(query)), ...(isOver ? { sidebar: undefined } : {}) }
  return (
    <Link to={pathname} search={search}>
      {children}
    </Link>
  )
}

/** Returns the handlers that detect that the user has read a notification: a pointer that moves, a click, or the focus. */
function useReading(notice: Notice) {
  const hasLooked = useRef(false)
  const moveBy = (next: Notice['state']) => {
    if (next !== notice.state) moveNotifications([notice.id], next)
  }
  const look = () => moveBy(afterHover(notice))
  return {
    onPointerMove: ({ pointerType }: React.PointerEvent) => {
      // A row that appears under a resting pointer is also entered, although nobody has read it: only a move counts. A finger that scrolls
      // moves over every row on its way: only the row from which it lifts counts.
      if (hasLooked.current || pointerType === 'touch') return
      hasLooked.current = true
      look()
    },
    onPointerLeave: () => {
      hasLooked.current = false
    },
    onPointerUp: () => moveBy(afterClick(notice)),
    onFocus: look,
  }
}
