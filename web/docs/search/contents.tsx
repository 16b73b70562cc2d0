import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { mayFetchAhead } from '../../site/line.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { fetchedOf, useFetched } from '../../ui/page/fetched.ts'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { usePreference } from '../../ui/preference/use-preference.ts'
import { useLanguage, useWords } from '../../ui/text/language.ts'
import { type DocPage, entriesOf } from '../guide/doc-page.ts'
import type { GuideEntry } from '../guide/guide.ts'
import { EVERY_GUIDE } from '../guide/guides.ts'
import { docsWords } from '../guide/words.data.ts'
import styles from './contents.module.css'

const HITS = 'docs-hits'

const searchHits = fetchedOf(async () => (await import('./search-hits.tsx')).SearchHits)

type Props = {
  readonly offered: readonly DocPage[]
  readonly page: DocPage
  readonly file: string | undefined
  readonly guides: readonly GuideEntry[]
}

/** Shows the search field, the visible parts, and the contents of the chosen part. */
export function Contents({ offered, page, file, guides }: Props) {
  const words = useWords(docsWords)
  const place = `${page.id}/${file}`
  // On a phone the contents can be folded; every navigation folds them again.
  const [openAt, setOpenAt] = useState<string>()
  const { q } = useSearch({ strict: false })
  const [query, setQuery] = useState(q ?? '')
  const navigate = useNavigate()
  const isSearched = query.trim() !== ''
  // No page waits for the code of the search: it is fetched once the contents are drawn, so that a search also works without the server.
  const { value: SearchHits } = useFetched(searchHits, isSearched || mayFetchAhead())
  const change = (next: string) => {
    setQuery(next)
    void navigate({ to: '.', search: next === '' ? {} : { q: next }, hash: true, replace: true, resetScroll: false })
  }
  const isOpen = openAt === place
  return (
    <div className={`min-h-0 scroll ${styles.contents}`}>
      <Button
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls="docs-contents"
        onClick={() => setOpenAt(isOpen ? undefined : place)}
      >
        {words('contentsAndSearch')}
      </Button>
      <div id="docs-contents" className={isOpen ? undefined : 'no-phone'}>
        <SearchField query={query} onChange={change} />
        {!isSearched ? (
          <Tree offered={offered} page={page} file={file} guides={guides} />
        ) : SearchHits ? (
          <SearchHits query={query} offered={offered} onGone={() => setOpenAt(undefined)} />
        ) : (
          <Skeleton rows={4} />
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
              className={`block pad-6 medium plain-link ${styles.page} ${one.id === page.id ? 'ink' : 'soft'}`}
              to={paths.docs}
              params={{ page: one.id, file: undefined }}
              activeProps={{ 'aria-current': undefined }}
            >
              {words(one.id)}
            </Link>
            {one.id === page.id ? (
              <ul className={`line-left ${styles.entries}`}>
                {entriesOf(one, guides).map((entry) => (
                  <li key={entry.file}>
                    <Link
                      className={`block fs-13 plain-link ${styles.entry} ${entry.file === file ? `picked ${styles.here}` : ''}`}
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

type SearchFieldProps = { readonly query: string; readonly onChange: (query: string) => void }

/** Searches while the reader types. `/` moves the focus here (`shell/commands.ts`), arrow down moves it to the hits. */
function SearchField({ query, onChange }: SearchFieldProps) {
  const words = useWords(docsWords)
  const language = useLanguage()
  const hasKeys = usePreference('shortcuts') === 'on'
  return (
    <search className={`block relative pad-12 ${styles.search}`}>
      <label className="block mb-6 soft fs-13" htmlFor="docs-search">
        {words('searchGuides')}
      </label>
      <input
        className="w-full control-frame round inset ink same-font fs-13"
        id="docs-search"
        type="search"
        autoComplete="off"
        spellCheck="false"
        aria-keyshortcuts={hasKeys ? '/' : undefined}
        value={query}
        onFocus={EVERY_GUIDE[language].ask}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
          if (event.key === 'Enter') firstHit()?.click()
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          firstHit()?.focus()
        }}
      />
      {hasKeys ? (
        <span className={`absolute framed round muted fs-11 font-mono lh-16 center ${styles.key}`} aria-hidden="true">
          /
        </span>
      ) : null}
    </search>
  )
}

function firstHit(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${HITS} a`)
}
