/**
 * Parses decimal numbers of messages, with a single rounding. Most numbers have so few digits that they are an integer below 2⁵³ times an exact power
 * of ten: then one multiplication or division gives the correctly rounded value (W. D. Clinger, "How to read floating point numbers accurately",
 * 1990), which is several times faster than the general method.
 */

const EXACT_POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const MOST_POWER = EXACT_POWERS.length - 1
const MOST_MANTISSA = 900_719_925_474_098 // one more digit still gives an integer below 2⁵³
const EXPONENT_DIGITS = 4

const ZERO = 48
const NINE = 57
const PLUS = 43
const MINUS = 45
const POINT = 46

/**
 * Returns the value of the decimal text times 10^`shift`, correctly rounded; NaN if text[start, end) is not a finite decimal number. Blanks,
 * hexadecimal digits and separators are not accepted; `-1.5e-3`, `.5`, `5.` and `+7` are. Zero has no sign.
 */
export function parseDecimal(text: string, shift = 0, start = 0, end = text.length): number {
  let at = start
  const first = text.charCodeAt(at)
  const isNegative = first === MINUS
  if (isNegative || first === PLUS) at += 1
  let mantissa = 0
  let exponent = shift
  let zeros = 0 // zeros that are used only if a digit follows them
  let digits = 0
  let isExact = true
  let point = -1
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === POINT && point === -1) {
      point = at
      continue
    }
    if (code < ZERO || code > NINE) break
    digits += 1
    if (point !== -1) exponent -= 1
    if (code === ZERO) {
      zeros += 1
      continue
    }
    for (; zeros > 0; zeros -= 1) {
      if (mantissa > MOST_MANTISSA) isExact = false
      mantissa *= 10
    }
    if (mantissa > MOST_MANTISSA) isExact = false
    mantissa = mantissa * 10 + (code - ZERO)
  }
  if (digits === 0) return Number.NaN
  exponent += zeros
  const mantissaEnd = at
  let written = 0
  if (at < end) {
    written = parseExponent(text, at, end)
    if (Number.isNaN(written)) return Number.NaN
  }
  exponent += written
  const size = Math.abs(exponent)
  if (isExact && size <= MOST_POWER) {
    const power = EXACT_POWERS[size] ?? 1
    const value = exponent < 0 ? mantissa / power : mantissa * power
    return isNegative ? 0 - value : value
  }
  const value = Number(`${text.slice(start, mantissaEnd)}e${written + shift}`)
  return Number.isFinite(value) ? value + 0 : Number.NaN
}

/** Returns the value of `e-12` in text[at, end), or NaN. */
function parseExponent(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at)
  if (mark !== 101 && mark !== 69) return Number.NaN // the codes of e and E
  const sign = text.charCodeAt(at + 1)
  const from = at + (sign === PLUS || sign === MINUS ? 2 : 1)
  if (from >= end || end - from > EXPONENT_DIGITS) return Number.NaN
  let value = 0
  for (let index = from; index < end; index += 1) {
    const code = text.charCodeAt(index)
    if (code < ZERO || code > NINE) return Number.NaN
    value = value * 10 + (code - ZERO)
  }
  return sign === MINUS ? -value : value
}
