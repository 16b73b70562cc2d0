import { usePreference } from '../../ui/preference/use-preference.ts'
import { useWords } from '../../ui/text/language.ts'
import { EVERY_GUIDE } from '../guide/guides.ts'
import { docsWords } from '../guide/words.data.ts'
import styles from './contents.module.css'

type Props = { readonly query: string; readonly onChange: (query: string) => void }

const HITS = 'docs-hits'

/** Searches while one types; `/` comes here (`shell/commands.ts`), arrow down goes on to the hits. */
export function SearchField({ query, onChange }: Props) {
  const words = useWords(docsWords)
  const language = usePreference('language')
  const hasKeys = usePreference('shortcuts') === 'on'
  return (
    <search className={styles.search}>
      <label htmlFor="docs-search">{words('searchGuides')}</label>
      <input
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
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      ) : null}
    </search>
  )
}

function firstHit(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${HITS} a`)
}
