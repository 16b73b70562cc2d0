import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './figure.module.css'

/** The source of a number (ux.md R10): reported by an originator, recomputed by the platform, or a what-if value. */
export type Source = {
  readonly kind: 'reported' | 'recomputed' | 'whatIf'
  /** The originator of the number: `CSPOC`, or Apsis itself. */
  readonly originator: string
  /** The message that contains the number or from which it was computed. */
  readonly messageId?: string | undefined
  /** The time at which the number was computed, as the screen shows it. */
  readonly created?: React.ReactNode
  /** The method of computation: `2D`, `FOSTER-1992`. */
  readonly method?: string | undefined
}

type Props = {
  readonly children: React.ReactNode
  readonly source: Source
  /** True for the one large figure of a pane. */
  readonly isLarge?: boolean
}

/** Shows a number with its source; a reported and a recomputed number are two figures, and neither replaces the other. */
export function Figure({ children, source, isLarge = false }: Props) {
  const say = useWords(uiWords)
  return (
    <figure className="pad-8">
      <figcaption className="muted fs-12">{say(source.kind)}</figcaption>
      <div className={isLarge ? `fs-28 medium ${styles.large}` : 'fs-16'}>{children}</div>
      <p className="muted fs-12">
        <SourceLine source={source} />
      </p>
    </figure>
  )
}

/** Shows the source on one line: originator, message, time, method. */
export function SourceLine({ source: { originator, messageId, created, method } }: { readonly source: Source }) {
  const say = useWords(uiWords)
  const parts = [messageId === undefined ? undefined : say('message', { id: messageId }), created, method]
  return (
    <>
      {originator}
      {parts
        .filter((part) => part !== undefined)
        .map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three parts, always in this order.
          <span key={place}>, {part}</span>
        ))}
    </>
  )
}
