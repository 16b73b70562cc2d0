import { createContext, useContext } from 'react'
import { type Outage, useOutage } from '../../api/outage.ts'
import { STALE_MS } from '../../api/queries.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatTime } from '../../clock/format.ts'
import { PaneAge } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { shellWords } from '../words.data.ts'
import styles from './read-by.module.css'

/** The parts of an answer that determine its age; the result of `useQuery` has them. */
export type Answer = {
  /** The time at which the answer was read; 0 if it was not read. */
  readonly dataUpdatedAt: number
  /** True if the last read has failed, so that the shown data is older. */
  readonly isError: boolean
}
export type Oldest = { readonly readAt: number; readonly isFailed: boolean }

/** Returns the oldest of the answers on the screen, including the answers around this part; undefined if nothing was read. */
export function oldestOf(answers: readonly Answer[], around: Oldest | undefined): Oldest | undefined {
  const shown = answers.filter(({ dataUpdatedAt }) => dataUpdatedAt > 0)
  const all = shown.map(({ dataUpdatedAt, isError }) => ({ readAt: dataUpdatedAt, isFailed: isError }))
  if (around) all.push(around)
  if (all.length === 0) return undefined
  return { readAt: Math.min(...all.map(({ readAt }) => readAt)), isFailed: all.some(({ isFailed }) => isFailed) }
}

/**
 * True if the age of an answer must be shown: the server does not answer, the last read has failed, or the live updates are interrupted and
 * the answer is older than one refresh. If the server announces every change, data does not become old with time.
 */
export function isAgeTold(
  { readAt, isFailed }: Oldest,
  outage: Pick<Outage, 'kind'> | undefined,
  nowMs: number,
): boolean {
  return isFailed || outage?.kind === 'unreachable' || (outage !== undefined && nowMs - readAt > STALE_MS)
}

const Around = createContext<Oldest | undefined>(undefined)

type Props = React.PropsWithChildren<{ readonly answers: readonly Answer[] }>

/**
 * Tells the panes inside that they show these answers, besides the answers of the panes around them: if one is old, their heads show its
 * age.
 */
export function ReadBy({ answers, children }: Props) {
  const oldest = oldestOf(answers, useContext(Around))
  return (
    <Around value={oldest}>
      <PaneAge value={oldest ? <Age oldest={oldest} /> : null}>{children}</PaneAge>
    </Around>
  )
}

/** Shows the age of the oldest data on a separate line, for a page without a pane head; empty if no age must be shown. */
export function ReadAge() {
  return <p className={`soft fs-12 ${styles.line}`}>{useContext(PaneAge)}</p>
}

function Age({ oldest }: { readonly oldest: Oldest }) {
  const t = useWords(shellWords)
  const nowMs = useNow('fiveSeconds')
  if (!isAgeTold(oldest, useOutage(), nowMs)) return null
  const time = `${formatTime(oldest.readAt)} Z`
  return (
    <>
      <span className="nowrap no-print" title={time}>
        {t('readAgo', { age: formatAge(nowMs - oldest.readAt) })}
      </span>
      {/* Printed data becomes old, so the time of reading is printed instead of the age. */}
      <span className={styles.onPaper}>{t('readAt', { time })}</span>
    </>
  )
}
