import styles from './status-symbol.module.css'

export const LEVELS = ['inactive', 'pending', 'ok', 'caution', 'serious', 'critical'] as const
export type Level = (typeof LEVELS)[number]

/** The word that always stands beside the symbol. */
export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  inactive: 'Inactive',
  pending: 'Pending',
  ok: 'Normal',
  caution: 'Caution',
  serious: 'Serious',
  critical: 'Critical',
}

const SHAPES: Readonly<Record<Level, React.ReactNode>> = {
  inactive: <circle cx="6" cy="6" r="2.6" />,
  pending: (
    <>
      <circle className={styles.ringEdge} cx="6" cy="6" r="4" />
      <circle className={styles.ring} cx="6" cy="6" r="4" />
    </>
  ),
  ok: <circle cx="6" cy="6" r="3.6" />,
  caution: <rect x="1.8" y="1.8" width="8.4" height="8.4" />,
  serious: <path d="M6 .4 11.6 6 6 11.6.4 6z" />,
  critical: <path d="M.3 1.2h11.4L6 11.2z" />,
}

type Props = {
  readonly level: Level
  /** Name for those who do not see the shape; leave out where the word stands beside it. */
  readonly label?: string
  readonly size?: 12 | 14
}

/** One of the six statuses as a shape: colour never stands alone. */
export function StatusSymbol({ level, label, size = 12 }: Props) {
  const drawing = {
    className: `${styles.symbol} ${styles[level]}`,
    viewBox: '0 0 12 12',
    width: size,
    height: size,
    children: SHAPES[level],
  }
  return label ? <svg role="img" aria-label={label} {...drawing} /> : <svg aria-hidden="true" {...drawing} />
}
