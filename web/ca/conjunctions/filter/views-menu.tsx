import { useSession } from '../../../session/session.ts'
import { Menu } from '../../../ui/button/menu.tsx'
import { partOf } from '../../../ui/page/part.tsx'
import { useWords } from '../../../ui/text/language.ts'
import styles from '../../event/filter-bar.module.css'
import { conjunctionsWords } from '../../event/words.data.ts'
import { searchOfView, shownView, useSavedViews } from './saved-views.ts'
import type { Asking } from './use-question.ts'

const saveViewDialog = partOf(async () => (await import('./views-dialog.tsx')).SaveViewDialog)
const viewsDialog = partOf(async () => (await import('./views-dialog.tsx')).ViewsDialog)

/** Orders of the table that have a name for everybody. */
const ORDERS = { byTca: undefined, byUrgency: '-level,decide' } as const
type Order = keyof typeof ORDERS

/** Views: the two orders that everybody has, and what the user has saved under names. */
export function ViewsMenu({ asking: { search, look, show } }: { readonly asking: Asking }) {
  const t = useWords(conjunctionsWords)
  const session = useSession()
  const subject = session.status === 'signed-in' ? session.who.subject : ''
  const views = useSavedViews(subject)
  const order = (Object.keys(ORDERS) as Order[]).find((one) => ORDERS[one] === search.sort)
  const shown = shownView(views, search)?.name ?? t(order ?? 'ownOrder')
  const close = () => look({ dialog: undefined })
  const parts = [
    {
      title: t('orders'),
      entries: (Object.keys(ORDERS) as Order[]).map((id) => ({
        id,
        label: t(id),
        onAction: () => look({ sort: ORDERS[id] }),
      })),
    },
    {
      title: t('savedViews'),
      entries: [
        ...views.map((view) => ({
          id: `view ${view.name}`,
          label: view.name,
          onAction: () => show(searchOfView(view.search), false),
        })),
        { id: 'save', label: t('saveView'), onAction: () => look({ dialog: 'save-view' }) },
        {
          id: 'manage',
          label: t('manageViews'),
          isDisabled: views.length === 0,
          onAction: () => look({ dialog: 'views' }),
        },
      ],
    },
  ]
  return (
    <>
      <Menu
        label={`${t('view')} ${shown}`}
        className={styles.chip}
        trigger={
          <>
            <i>{t('view')}</i> {shown}
          </>
        }
        parts={parts}
      />
      {search.dialog === 'save-view' ? (
        <saveViewDialog.Show subject={subject} views={views} search={search} onClose={close} />
      ) : null}
      {search.dialog === 'views' ? <viewsDialog.Show subject={subject} views={views} onClose={close} /> : null}
    </>
  )
}
