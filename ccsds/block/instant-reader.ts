import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { FEMTOS_PER_SECOND } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { type MessageTime, scaleOf, type UnresolvedTime } from './block.ts'

/** Reads times of one time system; throws a SyntaxError that describes the fault of a time. */
export type InstantReader = (text: string) => MessageTime

const ZERO = 48
const NINE = 57
const POINT = 46
const ZULU = 90
const COLON = 58
const FEMTO_DIGITS = 15
/** The maximum number of days that are remembered: a catalogue has epochs of some weeks. */
const MOST_DAYS = 64

/**
 * Returns a reader for the many times of an ephemeris. It returns exactly what parseTime returns, but remembers the beginnings of days, because the
 * next state or element set is usually on one of them. In TDB, whose seconds differ from those of TAI, each time is parsed separately, and so is
 * every time that is not plain `hh:mm:ss.fff` with a second below 60.
 */
export function instantReader(timeSystem: string): InstantReader {
  const scale = scaleOf(timeSystem)
  if (scale === null) return (text) => unresolvedTime(timeSystem, text)
  if (scale === 'TDB') return (text) => parseTime(text, scale)
  const midnights = new Map<string, Epoch>()
  return (text) => {
    const separator = text.charAt(10) === 'T' ? 10 : text.charAt(8) === 'T' ? 8 : -1
    if (separator === -1) return parseTime(text, scale)
    const date = text.slice(0, separator)
    let midnight = midnights.get(date)
    if (midnight === undefined) {
      midnight = parseTime(`${date}T00:00:00`, scale)
      if (midnights.size === MOST_DAYS) midnights.clear()
      midnights.set(date, midnight)
    }
    return readClock(text, separator + 1, midnight) ?? parseTime(text, scale)
  }
}

/** Returns the unchanged text of a time in a system that cannot be converted; throws a SyntaxError if it is not a single word. */
export function unresolvedTime(timeSystem: string, text: string): UnresolvedTime {
  if (/^\S+$/.test(text)) return { timeSystem, text }
  throw new SyntaxError(`${JSON.stringify(text.slice(0, 40))} is not a time: it has blanks`)
}

/** Reads `hh:mm:ss.fff` at `at`, after `midnight`; returns null for any other text. */
function readClock(text: string, at: number, midnight: Epoch): Epoch | null {
  const [hour, minute, second] = [twoDigits(text, at), twoDigits(text, at + 3), twoDigits(text, at + 6)]
  if (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON) return null
  if (!(hour < 24 && minute < 60 && second < 60)) return null
  let next = at + 8
  let femtos = 0
  if (text.charCodeAt(next) === POINT) {
    const start = next + 1
    let digits = 0
    for (next = start; next < text.length; next += 1) {
      const code = text.charCodeAt(next)
      if (code < ZERO || code > NINE) break
      if (digits < FEMTO_DIGITS) femtos = femtos * 10 + (code - ZERO)
      digits += 1
    }
    if (digits === 0) return null
    femtos *= 10 ** Math.max(0, FEMTO_DIGITS - digits)
  }
  if (next < text.length && !(next === text.length - 1 && text.charCodeAt(next) === ZULU)) return null
  const taiFs = midnight.taiFs + femtos
  const carry = taiFs >= FEMTOS_PER_SECOND ? 1 : 0
  return {
    taiS: midnight.taiS + 3600 * hour + 60 * minute + second + carry,
    taiFs: taiFs - carry * FEMTOS_PER_SECOND,
  }
}

/** Returns the number of two digits, or NaN. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN
}
