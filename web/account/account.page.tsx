import { useBlocker, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useSession } from '../session/session.ts'
import type { SignedInPerson } from '../session/who.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { shellWords } from '../shell/words.data.ts'
import { paths } from '../site/paths.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { showInRow } from '../ui/page/show-in-row.ts'
import { useMedia } from '../ui/page/size.ts'
import { useWords } from '../ui/text/language.ts'
import styles from './account-tabs.module.css'
import { ConnectionsTab } from './connections/connections-tab.tsx'
import type { Drafts } from './draft.ts'
import { dutyWords } from './duty/words.data.ts'
import { accountWords } from './form/account-words.data.ts'
import { NotificationsTab } from './notifications-tab.tsx'
import { OrganisationTab } from './organisation/organisation-tab.tsx'
import { type AccountPageName, accountPageOf, accountPagesOf } from './page-name.ts'
import { BalanceTab } from './payments/balance-tab.tsx'
import { OrdersTab } from './payments/orders-tab.tsx'
import { UsageTab } from './payments/usage-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { rulesWords } from './rules/words.data.ts'
import { ServiceAccountsTab } from './service-accounts/service-accounts-tab.tsx'
import { SETTINGS_SERVICES } from './settings-query.ts'

const TITLES = {
  profile: 'profile',
  notifications: 'notifications',
  'service-accounts': 'serviceAccounts',
  organisation: 'organisation',
  connections: 'connections',
  balance: 'balance',
  orders: 'orders',
  usage: 'usage',
} as const satisfies Record<AccountPageName, string>

/** Shows the signed-in person, their choices and their notifications; the tab is in the address (spec §2). */
export function AccountPage() {
  const session = useSession()
  const { page: name } = useParams({ strict: false })
  if (session.status !== 'signed-in') return null
  const page = accountPageOf(name, session.who.roles)
  // The unsaved input of one user must not be visible to the next.
  return page ? <Account key={session.who.subject} page={page} who={session.who} /> : <NotFound />
}

function Account({ page, who }: { readonly page: AccountPageName; readonly who: SignedInPerson }) {
  const t = useWords(accountWords)
  const shell = useWords(shellWords)
  const navigate = useNavigate()
  // The drafts are stored here and not in the forms, so that changing the tab loses nothing.
  const [drafts, setDrafts] = useState<Drafts>({})
  return (
    <>
      <title>{`${t(TITLES[page])} · ${shell('account')} · Apsis`}</title>
      <PageHead />
      <AccountTabs
        label={shell('account')}
        pages={accountPagesOf(who.roles)}
        selected={page}
        onSelect={(next) => void navigate({ to: paths.account, params: { page: next } })}
        tabs={{
          profile: { title: t('profile'), content: <ProfileTab who={who} /> },
          notifications: {
            title: t('notifications'),
            note: Object.values(drafts).some((draft) => draft !== undefined) ? t('unsaved') : undefined,
            content: <NotificationsTab who={who} drafts={drafts} onDrafts={setDrafts} />,
          },
          'service-accounts': { title: t('serviceAccounts'), content: <ServiceAccountsTab who={who} /> },
          organisation: { title: t('organisation'), content: <OrganisationTab who={who} /> },
          connections: { title: t('connections'), content: <ConnectionsTab who={who} /> },
          balance: { title: t('balance'), content: <BalanceTab who={who} /> },
          orders: { title: t('orders'), content: <OrdersTab who={who} /> },
          usage: { title: t('usage'), content: <UsageTab who={who} /> },
        }}
      />
      <LeaveDialog drafts={drafts} />
    </>
  )
}

type Item = { readonly title: string; readonly note?: string | undefined; readonly content: React.ReactNode }
type Props = {
  readonly label: string
  /** The pages that the user has, in order. */
  readonly pages: readonly AccountPageName[]
  readonly tabs: Readonly<Record<AccountPageName, Item>>
  readonly selected: AccountPageName
  readonly onSelect: (page: AccountPageName) => void
}

/** Shows tabs at the left, or above the content on a narrow screen; the arrow keys follow their direction. */
function AccountTabs({ label, pages, tabs, selected, onSelect }: Props) {
  const isNarrow = useMedia('(width <= 1100px)')
  return (
    <Tabs
      orientation={isNarrow ? 'horizontal' : 'vertical'}
      selectedKey={selected}
      onSelectionChange={(key) => {
        const page = pages.find((one) => one === key)
        if (page !== undefined && page !== selected) onSelect(page)
      }}
      className={`grid grow min-h-0 block-paper ${styles.tabs}`}
    >
      <TabList aria-label={label} className={`stack line-right no-outline ${styles.list}`}>
        {pages.map((page) => (
          <Tab
            key={page}
            id={page}
            className={`row wrap justify-between relative pad-6 soft fs-14 pointer focus-inside ${styles.tab}`}
          >
            <Title item={tabs[page]} isSeen={isNarrow && page === selected} />
          </Tab>
        ))}
      </TabList>
      {pages.map((page) => (
        <TabPanel
          key={page}
          id={page}
          className={`stack min-w-0 min-h-0 scroll relative focus-inside visible-paper ${styles.panel}`}
        >
          {tabs[page].content}
        </TabPanel>
      ))}
    </Tabs>
  )
}

/** On a phone there is no room for all tabs: the open one is scrolled into view, also when the address opened it. */
function Title({ item, isSeen }: { readonly item: Item; readonly isSeen: boolean }) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isSeen) showInRow(text.current, 'center')
  }, [isSeen])
  return (
    <>
      <span ref={text}>{item.title}</span> {item.note ? <span className="muted fs-12 regular">{item.note}</span> : null}
    </>
  )
}

/** Asks before unsaved input is lost; the browser asks if the complete application is left (R14). */
function LeaveDialog({ drafts }: { readonly drafts: Drafts }) {
  const t = useWords(accountWords)
  const shell = useWords(shellWords)
  const rules = useWords(rulesWords)
  const duty = useWords(dutyWords)
  const unsaved = [
    ...SETTINGS_SERVICES.filter(({ service }) => drafts[service] !== undefined).map(({ service }) => shell(service)),
    ...(drafts.rules === undefined ? [] : [rules('rules')]),
    ...(drafts.duty === undefined ? [] : [duty('duty')]),
  ]
  const isDirty = unsaved.length > 0
  const { status, proceed, reset } = useBlocker({
    // The drafts are kept when the tab changes.
    shouldBlockFn: ({ current, next }) => isDirty && current.routeId !== next.routeId,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Dialog
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('leaveTitle')}
      close={t('stay')}
      confirm={{ label: t('leave'), onConfirm: () => proceed?.() }}
    >
      {t('leaveText', { services: unsaved.join(', ') })}
    </Dialog>
  )
}
