import { Button } from './button.tsx'
import { useWords } from './language.ts'
import styles from './pane-states.module.css'
import { LEVEL_WORDS, type Level, StatusSymbol } from './status-symbol.tsx'
import { uiWords } from './words.data.ts'

/** The real layout in grey, shown only where loading takes longer than 150 ms. */
export function Skeleton({ rows }: { readonly rows: number }) {
  const say = useWords(uiWords)
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{say('loading')}</span>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <span key={row} className={styles.bone} />
      ))}
    </div>
  )
}

type FailureProps = {
  /** What failed, as a sentence without its code. */
  readonly what: string
  readonly problem: { readonly code: number; readonly message: string; readonly requestId: string | undefined }
  /** What still holds. */
  readonly still: string
  readonly onRetry: () => void
}

/** What failed, what still holds, try again, and the number to quote. */
export function Failure({ what, problem, still, onRetry }: FailureProps) {
  const say = useWords(uiWords)
  return (
    <div className={styles.state} role="alert">
      <b>
        {what} ({problem.code}).
      </b>
      <p>
        {problem.message} {still}
      </p>
      <div className={styles.row}>
        <Button onClick={onRetry}>{say('tryAgain')}</Button>
        {problem.requestId ? <span className={`mono ${styles.id}`}>{problem.requestId}</span> : null}
      </div>
    </div>
  )
}

/** Nothing to show, and whether that is good. */
export function Empty({ level, title, children }: React.PropsWithChildren<{ level?: Level; title: string }>) {
  return (
    <div className={styles.state}>
      <b className={styles.row}>
        {level ? <StatusSymbol level={level} /> : null}
        {title}
      </b>
      {children ? <p>{children}</p> : null}
    </div>
  )
}

type StripProps = { readonly level: Level; readonly children: React.ReactNode; readonly action?: React.ReactNode }

/** A line below a head that qualifies what stands under it: partial, stale, offline. */
export function Strip({ level, children, action }: StripProps) {
  const say = useWords(uiWords)
  return (
    <div className={`${styles.strip} ${styles[level]}`} role="status">
      <StatusSymbol level={level} label={level === 'inactive' ? say('notice') : LEVEL_WORDS[level]} />
      <span className={styles.stripText}>{children}</span>
      {action}
    </div>
  )
}
