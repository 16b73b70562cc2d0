import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { paths } from '../paths.ts'
import styles from './contents.module.css'
import type { DocPage } from './doc-page.ts'
import { GUIDES } from './guides.ts'
import { buildIndex, type Hit, type Index, MAX_HITS, piecesOf, search, wordsOf } from './search.ts'

let built: { readonly pages: string; readonly index: Index } | undefined

/** The index over what is offered; made when somebody searches, and kept. */
function indexFor(offered: readonly DocPage[]): Index {
  const pages = offered.map(({ id }) => id)
  if (built?.pages !== pages.join())
    built = { pages: pages.join(), index: buildIndex(GUIDES.filter(({ page }) => pages.includes(page))) }
  return built.index
}

type Props = { readonly query: string; readonly offered: readonly DocPage[]; readonly onGone: () => void }

/** Sections that hold all that was typed; the arrow keys go from one to the next. */
export function SearchHits({ query, offered, onGone }: Props) {
  const asked = useDeferredValue(query)
  const hits = search(indexFor(offered), asked)
  const words = wordsOf(asked)
  return (
    <div className={styles.hits}>
      <p className={styles.count} role="status">
        {countInWords(hits.length, asked)}
      </p>
      <ul id="docs-hits">
        {hits.map((hit) => (
          <li key={`${hit.place.page}/${hit.place.file}#${hit.place.id}`}>
            <HitLink hit={hit} words={words} query={query} onGone={onGone} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function countInWords(count: number, asked: string): string {
  if (count === 0) return `Nothing in the guides for “${asked.trim()}”.`
  if (count === MAX_HITS) return `The best ${MAX_HITS} places`
  return count === 1 ? '1 place' : `${count} places`
}

type HitProps = {
  readonly hit: Hit
  readonly words: readonly string[]
  readonly query: string
  readonly onGone: () => void
}

function HitLink({ hit: { place, snippet }, words, query, onGone }: HitProps) {
  return (
    <Link
      className={styles.hit}
      to={paths.docs}
      params={{ page: place.page, file: place.file }}
      search={{ q: query }}
      {...(place.id === '' ? {} : { hash: place.id })}
      onClick={onGone}
      onKeyDown={walk}
    >
      <b>
        <Marked text={place.title} words={words} />
      </b>
      {place.title === place.guide ? null : <span className={styles.from}>{place.guide}</span>}
      <span className={styles.snippet}>
        <Marked text={snippet} words={words} />
      </span>
    </Link>
  )
}

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return piecesOf(text, words).map(({ at, text: piece, isHit }) => (isHit ? <mark key={at}>{piece}</mark> : piece))
}

function walk(event: React.KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const own = event.currentTarget.closest('li')
  const next = event.key === 'ArrowDown' ? own?.nextElementSibling : own?.previousElementSibling
  const target = next?.querySelector('a') ?? (event.key === 'ArrowUp' ? document.getElementById('docs-search') : null)
  target?.focus()
}
