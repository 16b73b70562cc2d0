import styles from './contents.module.css'

type Props = { readonly query: string; readonly onChange: (query: string) => void }

const HITS = 'docs-hits'

/** Searches while one types; `/` comes here from anywhere on the page, arrow down goes on to the hits. */
export function SearchField({ query, onChange }: Props) {
  return (
    <search className={styles.search}>
      <label htmlFor="docs-search">Search the guides</label>
      <input
        ref={comeOnSlash}
        id="docs-search"
        type="search"
        autoComplete="off"
        spellCheck="false"
        aria-keyshortcuts="/"
        value={query}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
          if (event.key === 'Enter') firstHit()?.click()
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          firstHit()?.focus()
        }}
      />
      <span className={styles.key} aria-hidden="true">
        /
      </span>
    </search>
  )
}

function firstHit(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${HITS} a`)
}

function comeOnSlash(field: HTMLInputElement): () => void {
  const come = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
    // A field that is folded away cannot be come to.
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping || !field.checkVisibility())
      return
    event.preventDefault()
    field.focus()
  }
  document.addEventListener('keydown', come)
  return () => document.removeEventListener('keydown', come)
}
