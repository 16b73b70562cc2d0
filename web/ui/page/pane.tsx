import { createContext, useContext, useId } from 'react'
import { Boundary } from './boundary.tsx'
import styles from './pane.module.css'
import { type PaneExports, PaneMenu } from './pane-menu.tsx'

type Props = {
  readonly title: string
  /** An element with the same text, such as a button, that replaces the title. */
  readonly heading?: React.ReactNode
  /** The text beside the title, in the smallest type: age, count, contents. */
  readonly note?: React.ReactNode
  readonly actions?: React.ReactNode
  /** The files and the call of the pane, besides its link; false only if the pane has nothing to link to (ux.md R9). */
  readonly exports?: PaneExports | false | undefined
  /** The source of the numbers: originator, message, method. */
  readonly provenance?: React.ReactNode
  /** True while new data is being read; the old data stays visible. */
  readonly busy?: boolean
  readonly id?: string
  readonly className?: string | undefined
  readonly children: React.ReactNode
}

/** The age of the data in the panes inside, if it has to be shown. */
export const PaneAge = createContext<React.ReactNode>(null)

/** Shows a part of the screen with a head of 32 px, separated from its neighbours by thin lines. */
export function Pane(props: Props) {
  const {
    title,
    heading = title,
    note,
    actions,
    exports = {},
    provenance,
    busy = false,
    id,
    className = '',
    children,
  } = props
  const named = useId()
  const age = useContext(PaneAge)
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={`stack min-w-0 panel focus-inside ${styles.pane} ${className}`}
      aria-labelledby={named}
      aria-busy={busy}
    >
      <header className={`row flex-none gap-10 pad-x nowrap sticky top-0 panel ${styles.head}`}>
        <div className={`row grow min-w-0 ${styles.words}`}>
          <h2 id={named}>{heading}</h2>
          {note ? <span className={`min-w-0 clip muted fs-12 ellipsis ${styles.note}`}>{note}</span> : null}
          {age ? <span className="flex-none soft fs-12">{age}</span> : null}
        </div>
        <div className={`contents ${styles.tools}`}>
          {actions}
          {exports ? <PaneMenu of={title} anchor={id} {...exports} /> : null}
        </div>
        {busy ? <span className={`clip absolute ${styles.bar}`} /> : null}
      </header>
      <Boundary>{children}</Boundary>
      {provenance ? <footer className="muted fs-12 pad-end mt-auto">{provenance}</footer> : null}
    </section>
  )
}
