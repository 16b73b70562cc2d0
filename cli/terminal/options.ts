import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseInstant } from '@apsis/astro/time/parse-time.ts'
import { UsageError } from './command.ts'

/** Returns the number that an option gives. */
export function requireNumber(text: string, option: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) throw new UsageError(`${option} is a number, not ${JSON.stringify(text)}`)
  return value
}

/** Returns the number that an option gives, which must be above 0. */
export function requirePositive(text: string, option: string): number {
  const value = requireNumber(text, option)
  if (!(value > 0)) throw new UsageError(`${option} is above 0, not ${JSON.stringify(text)}`)
  return value
}

/** Returns the instant that an option gives, in UTC. */
export function requireInstant(text: string | undefined, option: string): Epoch {
  if (text === undefined) throw new UsageError(`${option} is missing`)
  try {
    return parseInstant(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${option}: ${error.message}`)
    throw error
  }
}

/** Returns the span from --from to --to. */
export function requireSpan(from: string | undefined, to: string | undefined): { start: Epoch; end: Epoch } {
  const [start, end] = [requireInstant(from, '--from'), requireInstant(to, '--to')]
  if (compareEpochs(start, end) >= 0) throw new UsageError('--to is not after --from')
  return { start, end }
}

/** More instants than this are treated as a typing error. */
const MOST_TIMES = 10_000_000

/** Returns the instants from start to end, including the end if a step falls on it. */
export function timesBetween(start: Epoch, end: Epoch, stepS: number): Epoch[] {
  const count = Math.floor(secondsBetween(start, end) / stepS + 1e-9) + 1
  if (count > MOST_TIMES) throw new UsageError(`--step ${stepS} makes ${count} instants; at most ${MOST_TIMES}`)
  return Array.from({ length: count }, (_, k) => addSeconds(start, k * stepS))
}

/** Returns a state from six numbers that are separated by commas. */
export function requireSix(text: string, option: string): [number, number, number, number, number, number] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) {
    throw new UsageError(`${option} has six numbers with commas between, not ${JSON.stringify(text)}`)
  }
  return [a, b, c, d, e, f]
}

/** Returns the word that an option gives, which must be one of the known words. */
export function oneOf<T extends string>(text: string, known: readonly T[], option: string): T {
  const found = known.find((word) => word === text)
  if (found === undefined) throw new UsageError(`${option} is ${known.join(', ')}, not ${JSON.stringify(text)}`)
  return found
}
