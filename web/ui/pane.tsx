import { useId } from 'react'
import styles from './pane.module.css'

type Props = {
  readonly title: string
  /** Beside the title, in the smallest type: age, count, what is shown. */
  readonly note?: React.ReactNode
  readonly actions?: React.ReactNode
  /** Where the numbers come from: originator, message, method. */
  readonly provenance?: React.ReactNode
  /** Old data stays in place while new data is on its way. */
  readonly busy?: boolean
  readonly id?: string
  readonly className?: string | undefined
  readonly children: React.ReactNode
}

/** A part of the screen with a head of 32 px, divided from its neighbours by hairlines. */
export function Pane({ title, note, actions, provenance, busy = false, id, className = '', children }: Props) {
  const heading = useId()
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={`${styles.pane} ${className}`}
      aria-labelledby={heading}
      aria-busy={busy}
    >
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {note ? <span className={styles.note}>{note}</span> : null}
        <span className={styles.space} />
        {actions}
        {busy ? <span className={styles.bar} /> : null}
      </header>
      {children}
      {provenance ? <footer className={styles.provenance}>{provenance}</footer> : null}
    </section>
  )
}
