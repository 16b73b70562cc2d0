import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './freshness.module.css'
import { StatusSymbol } from './status-symbol.tsx'

/** How fresh a list is (spec §4), and a read that failed. */
export type FreshnessState = 'clean' | 'refreshing' | 'dirty' | 'failed'

/** When what is shown was read, and whether it still holds: `as of 07:01:58 Z` (ux.md R11). */
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
