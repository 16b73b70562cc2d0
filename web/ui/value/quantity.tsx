import { useHint } from '../button/hint.tsx'
import { partsOfProbability } from '../format/probability.ts'
import { formatQuantity, type QuantityName } from '../format/quantity.ts'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './quantity.module.css'

/** Shows a value with its unit in a smaller size. */
export function Quantity({ name, value }: { readonly name: QuantityName; readonly value: number }) {
  // The decimal separator depends on the language.
  useWords(uiWords)
  const { number, unit } = formatQuantity(name, value)
  const isMark = unit === '°' || unit === '″'
  return (
    <span className="nowrap">
      {number}
      {/* The space is text, so that it is also copied and read out. */}
      {unit ? <span className={isMark ? 'muted' : 'muted fs-12 regular'}>{isMark ? unit : ` ${unit}`}</span> : null}
    </span>
  )
}

type ProbabilityProps = {
  readonly value: number | undefined
  /** True for an approximate value: one decimal is enough. */
  readonly approximate?: boolean
  /** True if the value is only an upper bound. */
  readonly isBound?: boolean
  /** The reason if the value is missing. */
  readonly reason: string
}

/**
 * Shows a probability as mantissa and power of ten, `< 1 × 10⁻¹⁰` if it is smaller than that, and a dash with the reason if it is missing.
 */
export function Probability({ value, approximate = false, isBound = false, reason }: ProbabilityProps) {
  useWords(uiWords)
  const parts = partsOfProbability(value, approximate ? 1 : 2)
  if (parts.kind === 'missing') return <Missing reason={reason} />
  return (
    <span className="nowrap">
      {parts.kind === 'below' ? '< ' : isBound ? '≤ ' : ''}
      {parts.mantissa} × 10<sup className={`relative ${styles.sup}`}>{parts.exponent}</sup>
    </span>
  )
}

/** Shows a dash and the reason for it: the reason appears on hover and focus, and is read out. */
export function Missing({ reason }: { readonly reason: string }) {
  const say = useWords(uiWords)
  const { anchor, bubble } = useHint(() => reason)
  return (
    <>
      <button
        type="button"
        className={`relative muted min-w-24 min-h-24 pad-0 no-frame no-ground ${styles.missing}`}
        aria-label={say('missing', { reason })}
        {...anchor}
      >
        –
      </button>
      {bubble}
    </>
  )
}
