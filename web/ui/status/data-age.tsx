import { LEVEL_WORDS, StatusSymbol } from './status-symbol.tsx'

type Props = {
  /** The age of the data itself, as the screen shows ages: `1.4 h`. */
  readonly text: string
  readonly ageMs: number
  /** From this age on the data is older than it should be; each kind of data has its own limit. */
  readonly cautionMs: number
  readonly seriousMs?: number
}

/** Shows the age of data, not the time since it was read (ux.md R11), with the symbol of its level above a limit. */
export function DataAge({ text, ageMs, cautionMs, seriousMs = Number.POSITIVE_INFINITY }: Props) {
  const level = ageMs > seriousMs ? 'serious' : ageMs > cautionMs ? 'caution' : undefined
  if (!level) return <span className="nowrap">{text}</span>
  return (
    <span className="nowrap">
      <StatusSymbol level={level} label={LEVEL_WORDS[level]} /> {text}
    </span>
  )
}
