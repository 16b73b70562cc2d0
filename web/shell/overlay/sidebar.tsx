import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { NotificationList } from '../../notifications/notification-list.tsx'
import { accountAddress, signOut, useSession } from '../../session/session.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useWords } from '../../ui/text/language.ts'
import { SIDEBAR_ID, type SidebarTab } from '../search.ts'
import { useSidebarState } from '../search-state.ts'
import { statusQuery } from '../status/platform-status.ts'
import { shellWords } from '../words.data.ts'
import styles from './sidebar.module.css'
import { keepSidebarWidth, LEAST_PX, MOST_PX, USUAL_PX, useSidebarWidth, widthAfterKey } from './sidebar-width.ts'

/** Shows the signed-in person and their notifications beside every screen, if the address opens the sidebar (spec §2). */
export function Sidebar() {
  const t = useWords(shellWords)
  const session = useSession()
  const [sidebar, show] = useSidebarState()
  const width = useSidebarWidth()
  const status = useQuery({ ...statusQuery, enabled: session.status === 'signed-in' })
  if (sidebar === undefined || session.status !== 'signed-in') return null
  return (
    <aside
      id={SIDEBAR_ID}
      data-sidebar
      tabIndex={-1}
      className={`stack min-h-0 scroll relative line-left no-print panel ${styles.sidebar}`}
      style={widthOf(width)}
      aria-label={t('sidebar')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') void show(undefined)
      }}
    >
      <SidebarEdge />
      <Button
        look="icon"
        data-keep-clear
        className={`absolute z-1 ${styles.close}`}
        aria-label={t('closeSidebar')}
        onClick={() => void show(undefined)}
      >
        <Icon name="close" />
      </Button>
      <Tabs
        label={t('sidebar')}
        value={sidebar}
        onChange={(tab) => void show(tab as SidebarTab)}
        tabs={[
          { id: 'profile', title: t('profile'), content: <ProfileTab who={session.who} /> },
          { id: 'notifications', title: t('notifications'), content: <NotificationList /> },
        ]}
      />
      <p className="row gap-8 pad-10 mt-auto faint-top muted fs-12">
        <span className="mono">{t('version', { version: session.config?.version ?? '' })}</span>
        {status.data?.labels.map((label) => (
          <span key={label} className={`control-frame round soft ${styles.label}`}>
            {t(label)}
          </span>
        ))}
        {session.config?.devMode ? (
          <span className={`control-frame round soft ${styles.label}`}>{t('developer')}</span>
        ) : null}
      </p>
    </aside>
  )
}

/** Returns the width as a CSS variable, because the style sheet uses other widths where there is little room. */
function widthOf(px: number): React.CSSProperties & { readonly '--sidebar-w': string } {
  return { '--sidebar-w': `${px}px` }
}

function ProfileTab({ who }: { readonly who: SignedInPerson }) {
  const t = useWords(shellWords)
  const account = accountAddress()
  return (
    <div className="fs-14">
      <h2 className="ink fs-20 medium">{t('welcome', { name: who.name })}</h2>
      <p className="muted">{who.organisation}</p>
      <ul className={`faint-top ${styles.ways}`}>
        {account ? (
          <li className="row wrap justify-between min-h-40 gap-0-12 faint-bottom">
            <a href={account}>{t('manageAccount')}</a>
            <span className="muted fs-12">{t('manageAccountNote')}</span>
          </li>
        ) : null}
        <li className="row wrap justify-between min-h-40 gap-0-12 faint-bottom">
          <Link to={paths.account} params={{ page: undefined }}>
            {t('account')}
          </Link>
        </li>
        <li className="row wrap justify-between min-h-40 gap-0-12 faint-bottom">
          <Link to={paths.docs} params={{ page: undefined, file: undefined }}>
            {t('documentation')}
          </Link>
        </li>
        <li className="row wrap justify-between min-h-40 gap-0-12 faint-bottom">
          <Link to={paths.tnc}>{t('terms')}</Link>
        </li>
      </ul>
      <Button onClick={() => void signOut()}>
        <Icon name="leave" />
        {t('logout')}
      </Button>
    </div>
  )
}

/** Shows the left edge of the sidebar: dragging it or keys change the width; a double click restores the default width. */
function SidebarEdge() {
  const t = useWords(shellWords)
  const width = useSidebarWidth()
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between sections has no width to set.
    <div
      role="separator"
      tabIndex={0}
      className={`no-phone absolute ${styles.edge}`}
      aria-label={t('sidebarWidth')}
      aria-controls={SIDEBAR_ID}
      aria-orientation="vertical"
      aria-valuemin={LEAST_PX}
      aria-valuemax={MOST_PX}
      aria-valuenow={width}
      onKeyDown={(event) => {
        const next = widthAfterKey(width, event.key)
        if (next === undefined) return
        event.preventDefault()
        keepSidebarWidth(next)
      }}
      onDoubleClick={() => keepSidebarWidth(USUAL_PX)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={({ clientX }) => {
        if (start.current) keepSidebarWidth(start.current.width + start.current.x - clientX)
      }}
      onPointerUp={() => {
        start.current = undefined
      }}
    />
  )
}
