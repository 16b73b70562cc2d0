import { Link } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import { useWords } from '../../ui/text/language.ts'
import { type Entry, neighboursOf } from './doc-page.ts'
import styles from './docs.module.css'
import { docsWords } from './words.data.ts'

type Props = { readonly all: readonly Entry[]; readonly at: Pick<Entry, 'page' | 'file'> }

/** Shows the links to the previous and the next entry, at the end of the text. */
export function Neighbours({ all, at }: Props) {
  const words = useWords(docsWords)
  const { before, after } = neighboursOf(all, at)
  return (
    <nav className={`flex justify-between line-top gap-24 ${styles.neighbours}`} aria-label={words('previousAndNext')}>
      {before ? <Way entry={before} label={words('previous')} /> : <span className="block muted fs-12 regular" />}
      {after ? <Way entry={after} label={words('next')} /> : null}
    </nav>
  )
}

function Way({ entry, label }: { readonly entry: Entry; readonly label: string }) {
  return (
    <Link to={paths.docs} params={{ page: entry.page, file: entry.file }} className="min-w-0 medium">
      <span className="block muted fs-12 regular">{label}</span>
      {entry.title}
    </Link>
  )
}
