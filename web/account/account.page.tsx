import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import type { Who } from '../session/who.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { shellWords } from '../shell/words.data.ts'
import { useWords } from '../ui/text/language.ts'
import { AccountTabs } from './account-tabs.tsx'
import type { Drafts } from './draft.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { OrganisationTab } from './organisation/organisation-tab.tsx'
import { type AccountPageName, accountPageOf, accountPagesOf } from './page-name.ts'
import { BalanceTab } from './payments/balance-tab.tsx'
import { OrdersTab } from './payments/orders-tab.tsx'
import { UsageTab } from './payments/usage-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { ServiceAccountsTab } from './service-accounts/service-accounts-tab.tsx'
import { accountWords } from './words.data.ts'

const TITLES = {
  profile: 'profile',
  notifications: 'notifications',
  'service-accounts': 'serviceAccounts',
  organisation: 'organisation',
  balance: 'balance',
  orders: 'orders',
  usage: 'usage',
} as const satisfies Record<AccountPageName, string>

/** Who is signed in and what they chose, and how they are told; the tab is in the address (spec §2). */
export function AccountPage() {
  const session = useSession()
  const { page: name } = useParams({ strict: false })
  if (session.status !== 'signed-in') return null
  const page = accountPageOf(name, session.who.roles)
  // What one user began must not be there for the next.
  return page ? <Account key={session.who.subject} page={page} who={session.who} /> : <NotFound />
}

function Account({ page, who }: { readonly page: AccountPageName; readonly who: Who }) {
  const t = useWords(accountWords)
  const shell = useWords(shellWords)
  const navigate = useNavigate()
  // Here and not in the forms, so that a look at the other tab loses nothing.
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
          balance: { title: t('balance'), content: <BalanceTab who={who} /> },
          orders: { title: t('orders'), content: <OrdersTab who={who} /> },
          usage: { title: t('usage'), content: <UsageTab who={who} /> },
        }}
      />
      <LeaveDialog drafts={drafts} />
    </>
  )
}
