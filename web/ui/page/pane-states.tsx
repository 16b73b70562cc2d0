import { Button } from '../button/button.tsx'
import { LEVEL_WORDS, type Level, StatusSymbol } from '../status/status-symbol.tsx'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './pane-states.module.css'

/** Shows the layout of the data in grey, only if loading takes longer than 150 ms. */
export function Skeleton({ rows }: { readonly rows: number }) {
  const say = useWords(uiWords)
  return (
    <div className={`stack gap-16 pad-12 ${styles.skeleton}`} role="status">
      <span className="visually-hidden">{say('loading')}</span>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <span key={row} className={`round ${styles.bone}`} />
      ))}
    </div>
  )
}

type FailureProps = {
  /** The name of the part that failed, as a sentence without its code. */
  readonly what: string
  /**
   * The code as text: the status of the answer, or a note that there was none. The status of the problem is not shown, because it is 404
   * also without an answer.
   */
  readonly problem: { readonly code: string; readonly message: string; readonly requestId: string | undefined }
  /** A text about the data that is still valid. */
  readonly still: string
  readonly onRetry: () => void
}

/** Shows what failed, what is still valid, a button to try again, and the number to quote. */
export function Failure({ what, problem, still, onRetry }: FailureProps) {
  const say = useWords(uiWords)
  return (
    <div className={`stack items-start gap-8 soft fs-13 ${styles.state}`} role="alert">
      <b>
        {what} ({problem.code}).
      </b>
      <p>
        {problem.message} {still}
      </p>
      <div className="row gap-8">
        <Button onClick={onRetry}>{say('tryAgain')}</Button>
        {problem.requestId ? <span className="mono muted fs-12">{problem.requestId}</span> : null}
      </div>
    </div>
  )
}

type EmptyProps = React.PropsWithChildren<{
  readonly level?: Level
  readonly title: string
  /** The actions that the user can take next: one primary action, and perhaps the demo fleet. */
  readonly actions?: React.ReactNode
}>

/** Shows that a pane is empty, and whether this is a good state. */
export function Empty({ level, title, children, actions }: EmptyProps) {
  return (
    <div className={`stack items-start gap-8 soft fs-13 ${styles.state}`}>
      <b className="row gap-8">
        {level ? <StatusSymbol level={level} /> : null}
        {title}
      </b>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="row gap-8">{actions}</div> : null}
    </div>
  )
}

/** Shows that a value cannot be computed: a dash in the size of the figure, and the reason (ux.md R2). */
export function NotComputed({ children }: React.PropsWithChildren) {
  return (
    <div className={`stack items-start gap-8 soft fs-13 ${styles.state}`}>
      <span className={`muted fs-28 ${styles.dash}`}>–</span>
      <p>{children}</p>
    </div>
  )
}

/** Shows that a view was frozen or moved, until it follows the clock again (ux.md R11). */
export function NotFollowing({ at, onFollow }: { readonly at: string; readonly onFollow: () => void }) {
  const say = useWords(uiWords)
  return (
    <Banner level="inactive" action={<Button onClick={onFollow}>{say('follow')}</Button>}>
      {say('frozenAt', { time: at })}
    </Banner>
  )
}

type BannerProps = {
  readonly level: Level
  readonly children: React.ReactNode
  readonly action?: React.ReactNode
  /** True if the user must act now: the text is read out at once. */
  readonly isUrgent?: boolean
}

/**
 * Shows a line below a head that qualifies the content under it: partial, stale, offline; or, as a banner, an event that is critical now.
 */
export function Banner({ level, children, action, isUrgent = false }: BannerProps) {
  const say = useWords(uiWords)
  return (
    <div
      className={`flex relative items-center gap-8 ${styles.strip} fs-13 ${styles[level]}`}
      role={isUrgent ? 'alert' : 'status'}
    >
      <StatusSymbol level={level} label={level === 'inactive' ? say('notice') : LEVEL_WORDS[level]} />
      <span className={`grow min-w-0 ${styles.stripText}`} data-said>
        {children}
      </span>
      {action ? (
        <span className={`row wrap gap-4-8 ${styles.stripAction}`} data-keep-clear>
          {action}
        </span>
      ) : null}
    </div>
  )
}
