import { missing } from '@apsis/astro/missing.ts'

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

/** Returns the exponent in text[at, end), for example −12 for `e-12`; NaN if the text is not an exponent. */
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

const BLANK = 32
const TAB = 9
/** Nine digits are an integer of 32 bits, which is computed several times faster than a larger one. */
const DIGITS_OF_HALF = 9
/** An integer of this many digits is below 2⁵³. */
const MOST_DIGITS = 15

/** The place at which readDecimals() writes its numbers: in `into`, from the index `from` on, each multiplied by 10^`shift`. */
export interface DecimalTarget {
  into: Float64Array
  from: number
  shift: number
}

/**
 * Reads the decimal numbers between blanks and tabs in bytes[start, end). Returns their number, or −1 minus the position of the first word that is
 * not a number. The values are the same as those of parseDecimal, and are read several times faster.
 */
export function readDecimals(bytes: Uint8Array, start: number, end: number, target: DecimalTarget): number {
  const { into, from, shift } = target
  let place = from
  for (let at = start; ; place += 1) {
    while (at < end && (bytes[at] === BLANK || bytes[at] === TAB)) at += 1
    if (at >= end) return place - from
    const begin = at
    const isNegative = bytes[at] === MINUS
    if (isNegative || bytes[at] === PLUS) at += 1
    let high = 0
    let low = 0
    let digits = 0
    let point = 0
    for (; at < end; at += 1) {
      const digit = (bytes[at] ?? missing()) - ZERO
      if (digit >= 0 && digit <= 9) {
        if (digits < DIGITS_OF_HALF) high = high * 10 + digit
        else low = low * 10 + digit
        digits += 1
      } else if (digit === POINT - ZERO && point === 0) point = at + 1
      else break
    }
    let exponent = point === 0 ? shift : shift - (at - point)
    let isPlain = digits > 0 && digits <= MOST_DIGITS
    if (at < end && bytes[at] !== BLANK && bytes[at] !== TAB) {
      const mark = at
      const sign = bytes[at + 1]
      at += sign === PLUS || sign === MINUS ? 2 : 1
      const first = at
      let written = 0
      for (; at < end; at += 1) {
        const digit = (bytes[at] ?? missing()) - ZERO
        if (digit < 0 || digit > 9) break
        written = written * 10 + digit
      }
      isPlain &&= ((bytes[mark] ?? missing()) | 32) === 101 && at > first && at - first <= EXPONENT_DIGITS
      exponent += sign === MINUS ? -written : written
      for (; at < end && bytes[at] !== BLANK && bytes[at] !== TAB; at += 1) isPlain = false
    }
    const size = Math.abs(exponent)
    let value: number
    if (isPlain && size <= MOST_POWER) {
      const mantissa = digits <= DIGITS_OF_HALF ? high : high * (EXACT_POWERS[digits - DIGITS_OF_HALF] ?? 1) + low
      const power = EXACT_POWERS[size] ?? 1
      value = exponent < 0 ? mantissa / power : mantissa * power
      if (isNegative) value = 0 - value
    } else {
      value = parseDecimal(asciiOf(bytes, begin, at), shift)
      if (Number.isNaN(value)) return -1 - begin
    }
    if (place < into.length) into[place] = value
  }
}

/** Returns bytes[start, end) as text, a character for each byte. */
export function asciiOf(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at] ?? missing())
  return text
}
