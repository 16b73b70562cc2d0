import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './figure.module.css'

/** The source of a number (ux.md R10): reported by somebody, recomputed by the platform, or a what-if value. */
export type Source = {
  readonly kind: 'reported' | 'recomputed' | 'whatIf'
  /** The originator of the number: `CSPOC`, or Apsis itself. */
  readonly originator: string
  /** The message that contains it or that it was made from. */
  readonly messageId?: string | undefined
  /** The time at which it was made, as the screen writes it. */
  readonly created?: React.ReactNode
  /** The method of its computation: `2D`, `FOSTER-1992`. */
  readonly method?: string | undefined
}

type Props = {
  readonly children: React.ReactNode
  readonly source: Source
  /** One figure of a pane is large. */
  readonly isLarge?: boolean
}

/** Shows a number with its source; reported and recomputed are two figures, never one over the other. */
export function Figure({ children, source, isLarge = false }: Props) {
  const say = useWords(uiWords)
  return (
    <figure className="pad-8">
      <figcaption className="muted fs-12">{say(source.kind)}</figcaption>
      <div className={isLarge ? styles.large : 'fs-16'}>{children}</div>
      <p className="muted fs-12">
        <SourceLine source={source} />
      </p>
    </figure>
  )
}

/** The source in one line: originator, message, when, how. */
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
