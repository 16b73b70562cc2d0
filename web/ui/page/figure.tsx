import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './figure.module.css'

/** Where a number comes from (ux.md R10): as somebody reported it, as we recomputed it, or as it would be. */
export type Source = {
  readonly kind: 'reported' | 'recomputed' | 'whatIf'
  /** Who says so: `CSPOC`, or Apsis itself. */
  readonly originator: string
  /** The message that it stands in or was made from. */
  readonly messageId?: string | undefined
  /** When it was made, as the screen writes it. */
  readonly created?: React.ReactNode
  /** How it was made: `2D`, `FOSTER-1992`. */
  readonly method?: string | undefined
}

type Props = {
  readonly children: React.ReactNode
  readonly source: Source
  /** One figure of a pane is large. */
  readonly isLarge?: boolean
}

/** A number that says where it comes from; reported and recomputed are two figures, never one over the other. */
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
