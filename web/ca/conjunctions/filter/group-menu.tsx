import { Menu } from '../../../ui/button/menu.tsx'
import { useWords } from '../../../ui/text/language.ts'
import styles from '../../event/filter-bar.module.css'
import { GROUPINGS, groupingOf, writeGrouping } from '../../event/grouping.ts'
import { conjunctionsWords } from '../../event/words.data.ts'
import type { Asking } from './use-question.ts'

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
