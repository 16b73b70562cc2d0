import { useWords } from '../../ui/language.ts'
import { Menu } from '../../ui/menu.tsx'
import styles from './filter-bar.module.css'
import { GROUPINGS, groupingOf, writeGrouping } from './grouping.ts'
import type { Asking } from './use-question.ts'
import { conjunctionsWords } from './words.data.ts'

/** What the events are gathered by; all groups can be folded to their heads. */
export function GroupMenu({ asking: { search, look } }: { readonly asking: Asking }) {
  const t = useWords(conjunctionsWords)
  const grouping = groupingOf(search)
  const shown = t(`by${grouping}`)
  const folds = [
    { id: 'fold', label: t('foldAll'), onAction: () => look({ fold: 'all' }) },
    { id: 'unfold', label: t('unfoldAll'), onAction: () => look({ fold: undefined }) },
  ]
  return (
    <Menu
      label={`${t('groupBy')} ${shown}`}
      className={styles.chip}
      trigger={
        <>
          <i>{t('groupBy')}</i> {shown}
        </>
      }
      parts={[
        {
          title: t('groupBy'),
          entries: GROUPINGS.map((id) => ({
            id,
            label: t(`by${id}`),
            onAction: () => look({ by: writeGrouping(id, search.sort), fold: undefined }),
          })),
        },
        ...(grouping === 'none' ? [] : [{ title: t('groups'), entries: folds }]),
      ]}
    />
  )
}
