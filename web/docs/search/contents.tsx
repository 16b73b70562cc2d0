import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type DocPage, entriesOf } from '../guide/doc-page.ts'
import type { GuideEntry } from '../guide/guide.ts'
import { docsWords } from '../guide/words.data.ts'
import styles from './contents.module.css'
import { SearchField } from './search-field.tsx'
import { SearchHits } from './search-hits.tsx'

type Props = {
  readonly offered: readonly DocPage[]
  readonly page: DocPage
  readonly file: string | undefined
  readonly guides: readonly GuideEntry[]
}

/** The search field, the parts that are offered, and what the chosen one holds. */
export function Contents({ offered, page, file, guides }: Props) {
  const words = useWords(docsWords)
  const place = `${page.id}/${file}`
  // On a phone the contents fold away; going anywhere folds them again.
  const [openAt, setOpenAt] = useState<string>()
  const { q } = useSearch({ strict: false })
  const [query, setQuery] = useState(q ?? '')
  const navigate = useNavigate()
  const change = (next: string) => {
    setQuery(next)
    void navigate({ to: '.', search: next === '' ? {} : { q: next }, hash: true, replace: true, resetScroll: false })
  }
  const isOpen = openAt === place
  return (
    <div className={`${styles.contents} ${isOpen ? styles.open : ''}`}>
      <Button
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls="docs-contents"
        onClick={() => setOpenAt(isOpen ? undefined : place)}
      >
        {words('contentsAndSearch')}
      </Button>
      <div id="docs-contents" className={styles.body}>
        <SearchField query={query} onChange={change} />
        {query.trim() === '' ? (
          <Tree offered={offered} page={page} file={file} guides={guides} />
        ) : (
          <SearchHits query={query} offered={offered} onGone={() => setOpenAt(undefined)} />
        )}
      </div>
    </div>
  )
}

function Tree({ offered, page, file, guides }: Props) {
  const words = useWords(docsWords)
  return (
    <nav aria-label={words('documentation')}>
      <ul className={styles.pages}>
        {offered.map((one) => (
          <li key={one.id}>
            <Link
              className={`${styles.page} ${one.id === page.id ? styles.chosen : ''}`}
              to={paths.docs}
              params={{ page: one.id, file: undefined }}
              activeProps={{ 'aria-current': undefined }}
            >
              {words(one.id)}
            </Link>
            {one.id === page.id ? (
              <ul className={styles.entries}>
                {entriesOf(one, guides).map((entry) => (
                  <li key={entry.file}>
                    <Link
                      className={`${styles.entry} ${entry.file === file ? styles.here : ''}`}
                      to={paths.docs}
                      params={{ page: entry.page, file: entry.file }}
                      aria-current={entry.file === file ? 'page' : undefined}
                    >
                      {entry.title}
                    </Link>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}
