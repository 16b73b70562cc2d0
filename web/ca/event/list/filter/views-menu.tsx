import { codeInWords } from '../../../../api/problem-in-words.ts'
import { useSession } from '../../../../session/session.ts'
import { Menu, type MenuEntry } from '../../../../ui/button/menu.tsx'
import { partOf } from '../../../../ui/page/part.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { uiWords } from '../../../../ui/words.data.ts'
import styles from '../../filter-bar.module.css'
import { conjunctionsWords } from '../../words.data.ts'
import { searchOfView, shownView } from './saved-views.ts'
import { type StoredViews, useStoredViews } from './stored-views.ts'
import type { Asking } from './use-question.ts'
import { viewsWords } from './views-words.data.ts'

const saveViewDialog = partOf(async () => (await import('./views-dialog.tsx')).SaveViewDialog)
const viewsDialog = partOf(async () => (await import('./views-dialog.tsx')).ViewsDialog)

/** Orders of the table that have a name for every user. */
const ORDERS = { byTca: undefined, byUrgency: '-level,decide' } as const
type Order = keyof typeof ORDERS

/** The menu of views: the two orders that every user has, and the saved views. */
export function ViewsMenu({ asking: { search, look, show } }: { readonly asking: Asking }) {
  const t = useWords(conjunctionsWords)
  const session = useSession()
  const subject = session.status === 'signed-in' ? session.who.subject : ''
  const stored = useStoredViews(subject)
  const { views = [] } = stored
  const order = (Object.keys(ORDERS) as Order[]).find((one) => ORDERS[one] === search.sort)
  const shown = shownView(views, search)?.name ?? t(order ?? 'ownOrder')
  const close = () => look({ dialog: undefined })
  const parts = [
    { title: t('orders'), entries: orderEntries(look) },
    {
      title: t('savedViews'),
      entries: [
        ...views.map((view) => ({
          id: `view ${view.name}`,
          label: view.name,
          onAction: () => show(searchOfView(view.search), false),
        })),
        ...againEntries(stored),
        {
          id: 'save',
          label: t('saveView'),
          // Until the views are read it is unknown which one a new view would replace.
          isDisabled: stored.views === undefined,
          onAction: () => look({ dialog: 'save-view' }),
        },
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
      {stored.views && search.dialog === 'save-view' ? (
        <saveViewDialog.Show subject={subject} views={views} search={search} onClose={close} />
      ) : null}
      {stored.views && search.dialog === 'views' ? (
        <viewsDialog.Show subject={subject} views={views} onClose={close} />
      ) : null}
    </>
  )
}

function orderEntries(look: Asking['look']): MenuEntry[] {
  return (Object.keys(ORDERS) as Order[]).map((id) => ({
    id,
    label: conjunctionsWords(id),
    onAction: () => look({ sort: ORDERS[id] }),
  }))
}

/** Returns the menu entry that replaces views that could not be read. */
function againEntries({ problem, readAgain }: StoredViews): MenuEntry[] {
  if (problem === undefined) return []
  const note = `${viewsWords('viewsNotRead')} (${codeInWords(problem)})`
  return [{ id: 'again', label: uiWords('tryAgain'), note, onAction: readAgain }]
}
