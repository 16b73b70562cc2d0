import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { paths } from '../../site/paths.ts'
import { useFetched } from '../../ui/page/fetched.ts'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { type Language, useLanguage, useWords } from '../../ui/text/language.ts'
import type { DocPage } from '../guide/doc-page.ts'
import type { Guide } from '../guide/guide.ts'
import { EVERY_GUIDE } from '../guide/guides.ts'
import { NotFetched } from '../guide/not-fetched.tsx'
import { docsWords } from '../guide/words.data.ts'
import styles from './contents.module.css'
import { buildIndex, type Hit, type Index, MAX_HITS, piecesOf, search, wordsOf } from './search.ts'

type Props = {
  readonly query: string
  readonly offered: readonly DocPage[]
  readonly onGone: () => void
}
type SearchScope = {
  /** All guides in the language of the search. */
  readonly guides: readonly Guide[]
  readonly language: Language
}

let built: { readonly guides: readonly Guide[]; readonly pages: string; readonly index: Index } | undefined

/** Returns the index over the visible parts; it is built at the first search, and kept. */
function indexFor({ offered, guides, language }: Pick<Props, 'offered'> & SearchScope): Index {
  const ids: readonly string[] = offered.map(({ id }) => id)
  const pages = ids.join()
  if (built?.pages !== pages || built.guides !== guides)
    built = {
      guides,
      pages,
      index: buildIndex(
        guides.filter(({ page }) => ids.includes(page)),
        language === 'de',
      ),
    }
  return built.index
}

/** Lists the hits in the guides, which are all fetched for the search. */
export function SearchHits(props: Props) {
  const words = useWords(docsWords)
  const language = useLanguage()
  const { value: guides, hasFailed } = useFetched(EVERY_GUIDE[language])
  if (guides) return <Hits {...props} guides={guides} language={language} />
  return hasFailed ? (
    <NotFetched title={words('guidesFailed')} onAgain={EVERY_GUIDE[language].ask} />
  ) : (
    <Skeleton rows={4} />
  )
}

/** Lists the sections that contain all searched words; the arrow keys move between them. */
function Hits({ query, offered, guides, language, onGone }: Props & SearchScope) {
  const asked = useDeferredValue(query)
  const index = indexFor({ offered, guides, language })
  const hits = search(index, asked)
  const words = wordsOf(asked)
  return (
    <div className={styles.hits}>
      <p className="muted fs-12 break-anywhere pad-end" role="status">
        {countInWords(hits.length, asked)}
      </p>
      <ul id="docs-hits">
        {hits.map((hit) => (
          <li key={`${hit.place.page}/${hit.place.file}#${hit.place.id}`}>
            <HitLink hit={hit} words={words} compounds={index.compounds} query={query} onGone={onGone} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function countInWords(count: number, asked: string): string {
  if (count === 0) return docsWords('nothingFor', { asked: asked.trim() })
  return docsWords(count === MAX_HITS ? 'bestPlaces' : 'places', { count })
}

type HitProps = {
  readonly hit: Hit
  readonly words: readonly string[]
  readonly compounds: boolean
  readonly query: string
  readonly onGone: () => void
}

function HitLink({ hit: { place, snippet }, words, compounds, query, onGone }: HitProps) {
  return (
    <Link
      className={`block pad-8 faint-top ink fs-13 plain-link ${styles.hit}`}
      to={paths.docs}
      params={{ page: place.page, file: place.file }}
      search={{ q: query }}
      {...(place.id === '' ? {} : { hash: place.id })}
      onClick={onGone}
      onKeyDown={walk}
    >
      <b>
        <Marked text={place.title} words={words} compounds={compounds} />
      </b>
      {place.title === place.guide ? null : <span className="muted fs-12 ml-8">{place.guide}</span>}
      <span className="block soft break-anywhere mt-4">
        <Marked text={snippet} words={words} compounds={compounds} />
      </span>
    </Link>
  )
}

function Marked({ text, words, compounds }: { readonly text: string } & Pick<HitProps, 'words' | 'compounds'>) {
  return piecesOf(text, words, compounds).map(({ at, text: piece, isHit }) =>
    isHit ? (
      <mark className="no-ground accent bold" key={at}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}

function walk(event: React.KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const own = event.currentTarget.closest('li')
  const next = event.key === 'ArrowDown' ? own?.nextElementSibling : own?.previousElementSibling
  const target = next?.querySelector('a') ?? (event.key === 'ArrowUp' ? document.getElementById('docs-search') : null)
  target?.focus()
}
