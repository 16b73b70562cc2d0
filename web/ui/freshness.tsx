import { StatusSymbol } from './status-symbol.tsx'

/** How fresh a list is (spec §4), and a read that failed. */
export type FreshnessState = 'clean' | 'refreshing' | 'dirty' | 'failed'

/** When what is shown was read, and whether it still holds: `as of 07:01:58 Z` (ux.md R11). */
export function Freshness({ state, asOf }: { readonly state: FreshnessState; readonly asOf: string }) {
  if (state === 'clean') return `as of ${asOf}`
  if (state === 'refreshing') return `updating, ${asOf} shown`
  return (
    <>
      <StatusSymbol level="caution" label="Caution" />{' '}
      {state === 'dirty' ? `changed since ${asOf}` : `not read since ${asOf}`}
    </>
  )
}
