import { useWords } from '../../ui/language.ts'
import { Empty } from '../../ui/pane-states.tsx'
import { conjunctionWords } from './words.data.ts'

/** A view that a later version brings: what it will answer, and what helps until then. */
export function NotYetTab({ what }: { readonly what: 'manoeuvre' | 'export' }) {
  const t = useWords(conjunctionWords)
  return (
    <Empty level="inactive" title={t('notYet')}>
      {t(what === 'manoeuvre' ? 'notYetManoeuvre' : 'notYetExport')} {t('notYetMeanwhile')}
    </Empty>
  )
}
