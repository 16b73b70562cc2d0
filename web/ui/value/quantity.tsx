import { useHint } from '../button/hint.tsx'
import { partsOfProbability } from '../format/probability.ts'
import { formatQuantity, type QuantityName } from '../format/quantity.ts'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './quantity.module.css'

/** A value with its unit, set smaller. */
export function Quantity({ name, value }: { readonly name: QuantityName; readonly value: number }) {
  // The decimal mark follows the language.
  useWords(uiWords)
  const { number, unit } = formatQuantity(name, value)
  const isMark = unit === '°' || unit === '″'
  return (
    <span className="nowrap">
      {number}
      {/* The space is text: what is copied or read out has it, too. */}
      {unit ? <span className={isMark ? 'muted' : 'muted fs-12 regular'}>{isMark ? unit : ` ${unit}`}</span> : null}
    </span>
  )
}

type ProbabilityProps = {
  readonly value: number | undefined
  /** True for an approximate value: one decimal is enough. */
  readonly approximate?: boolean
  /** It is an upper bound, and no value. */
  readonly isBound?: boolean
  /** The reason why there is none, if there is none. */
  readonly reason: string
}

/** A probability as mantissa and power of ten, `< 1 × 10⁻¹⁰` below the floor, and a dash with its reason when missing. */
export function Probability({ value, approximate = false, isBound = false, reason }: ProbabilityProps) {
  useWords(uiWords)
  const parts = partsOfProbability(value, approximate ? 1 : 2)
  if (parts.kind === 'missing') return <Missing reason={reason} />
  return (
    <span className="nowrap">
      {parts.kind === 'below' ? '< ' : isBound ? '≤ ' : ''}
      {parts.mantissa} × 10<sup className={styles.sup}>{parts.exponent}</sup>
    </span>
  )
}

/** Nothing to show, and why: the reason appears on hover and focus, and is read out. */
export function Missing({ reason }: { readonly reason: string }) {
  const say = useWords(uiWords)
  const { anchor, bubble } = useHint(() => reason)
  return (
    <>
      <button
        type="button"
        className={`relative muted ${styles.missing}`}
        aria-label={say('missing', { reason })}
        {...anchor}
      >
        –
      </button>
      {bubble}
    </>
  )
}
