import { uiWords } from '../words.data.ts'
import { SHAPES, type Shape } from './status-shape.data.ts'
import styles from './status-symbol.module.css'

export const LEVELS = ['inactive', 'pending', 'ok', 'caution', 'serious', 'critical'] as const
export type Level = (typeof LEVELS)[number]

/** The word that is always beside the symbol, in the language at the time of reading. */
export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  get inactive() {
    return uiWords('inactive')
  },
  get pending() {
    return uiWords('pending')
  },
  get ok() {
    return uiWords('normal')
  },
  get caution() {
    return uiWords('caution')
  },
  get serious() {
    return uiWords('serious')
  },
  get critical() {
    return uiWords('critical')
  },
}

type Props = {
  readonly level: Level
  /** The name for users who do not see the shape; omit it if the word is beside the shape. */
  readonly label?: string
  readonly size?: 12 | 14
  /** True for a shape without colour, because nobody has to act. */
  readonly isOutline?: boolean | undefined
  /** True for a normal status among many: a shape in grey, so that any other status is conspicuous. */
  readonly isQuiet?: boolean | undefined
}

/** Shows one of the six statuses as a shape: colour is never the only mark. */
export function StatusSymbol({ level, label, size = 12, isOutline = false, isQuiet = false }: Props) {
  const drawing = {
    className: `${styles.symbol} flex-none ${isOutline ? styles.outline : isQuiet ? styles.normal : (styles[level] ?? 'fill-none')}`,
    viewBox: '0 0 12 12',
    width: size,
    height: size,
    children: <Drawing shape={SHAPES[level]} />,
  }
  return label ? <svg role="img" aria-label={label} {...drawing} /> : <svg aria-hidden="true" {...drawing} />
}

function Drawing({ shape }: { readonly shape: Shape }) {
  if (shape.kind === 'polygon') return <polygon points={shape.points.join(' ')} />
  if (shape.kind === 'dot') return <circle cx="6" cy="6" r={shape.radius} />
  return (
    <>
      <circle className={`${styles.ringEdge}`} cx="6" cy="6" r={shape.radius} />
      <circle className={`stroke-w-2 ${styles.ring}`} cx="6" cy="6" r={shape.radius} />
    </>
  )
}
