import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './freshness.module.css'
import { StatusSymbol } from './status-symbol.tsx'

/** The states of a list (spec §4): fresh, being read, outdated, or a failed read. */
export type FreshnessState = 'clean' | 'refreshing' | 'dirty' | 'failed'

/** Shows the time at which the data was read, and whether it is still valid: `as of 07:01:58 Z` (ux.md R11). */
export function Freshness({ state, asOf }: { readonly state: FreshnessState; readonly asOf: string }) {
  const say = useWords(uiWords)
  const time = { time: asOf }
  if (state === 'clean') return <span className="nowrap">{say('asOf', time)}</span>
  if (state === 'refreshing')
    return (
      <span className={styles.refreshing}>
        <span>{say('asOf', time)}</span>
        <span>{say('updating', time)}</span>
      </span>
    )
  return (
    <>
      <StatusSymbol level="caution" label={say('caution')} />{' '}
      {say(state === 'dirty' ? 'changedSince' : 'notReadSince', time)}
    </>
  )
}
