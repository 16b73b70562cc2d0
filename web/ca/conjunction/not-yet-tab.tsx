import { Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { conjunctionWords } from '../event/conjunction-words.data.ts'

/** A view that a later version brings: what it will answer, and what helps until then. */
export function NotYetTab({ what }: { readonly what: 'manoeuvre' | 'export' }) {
  const t = useWords(conjunctionWords)
  return (
    <Empty level="inactive" title={t('notYet')}>
      {t(what === 'manoeuvre' ? 'notYetManoeuvre' : 'notYetExport')} {t('notYetMeanwhile')}
    </Empty>
  )
}
