import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { readable } from '../../site/place-of-hash.ts'
import button from '../../ui/button/button.module.css'
import { useWords } from '../../ui/text/language.ts'
import { useNamedObjects } from '../named-objects.ts'
import { shellWords } from '../words.data.ts'
import styles from './message.module.css'

/**
 * Offers pages that a dead address may have meant: it searches the last part of the address among satellites, events and catalogue numbers.
 */
export function FindHere() {
  const t = useWords(shellWords)
  const { pathname } = useLocation()
  const [text, setText] = useState(() => lastPart(pathname))
  const found = useNamedObjects(text.trim())
  return (
    <search className={`stack items-start w-full gap-4 ${styles.find}`}>
      <label className="fs-13" htmlFor="find-here">
        {t('findHere')}
      </label>
      <input
        id="find-here"
        type="search"
        className={`inset ink pad-x-8 control-frame round ${styles.field}`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul aria-label={t('objects')} aria-live="polite">
        {found.map(({ id, label, run }) => (
          <li key={id}>
            <button type="button" className={`${button.button} ${button.quiet}`} onClick={run}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}

/** Returns the last part of a path, decoded for readers. */
export function lastPart(pathname: string): string {
  return readable(pathname.split('/').findLast((one) => one !== '') ?? '')
}
