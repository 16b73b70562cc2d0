import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'

/** One comparison: the error, and the largest allowed error, in a unit. */
export interface Measure {
  readonly error: number
  readonly limit: number
  readonly unit: string
}

/**
 * A deviation that is not an error of Apsis: the reference is rounded or wrong, follows another convention, or the case multiplies an error far below
 * its own limit. It states the size and the proof.
 */
export interface KnownDeviation {
  readonly upTo: number
  readonly because: string
}

/** A case that exceeds its limits, and why; `explained` is set if that is a known deviation. */
export interface Miss {
  readonly name: string
  readonly reason: string
  readonly explained?: string
}

/** A case that was not run, and why. */
export interface Skip {
  readonly name: string
  readonly because: string
}

/** The result of the cases of one set; `worst` has, for each quantity, the comparison nearest to its limit. */
export interface Outcome {
  readonly cases: number
  readonly misses: readonly Miss[]
  readonly worst: ReadonlyMap<string, Measure>
  /** The cases that could not be compared because the collection lacks a file that they need. */
  readonly skips: readonly Skip[]
  /** The parts of the set that were not compared, or were compared in an unexpected way. */
  readonly notes: readonly string[]
}

type MaybeNumber = number | undefined

/** The checks of a running case. A missing number is never within a limit. */
export interface Check {
  /** The error of a quantity must be within the limit, or within a known deviation; NaN is never within a limit. */
  within(quantity: string, measure: Measure, known?: KnownDeviation): void
  /** Compares |found − wanted| with the limit. */
  near(
    quantity: string,
    found: MaybeNumber,
    wanted: MaybeNumber,
    limit: number,
    unit?: string,
    known?: KnownDeviation,
  ): void
  /** Compares |found / wanted − 1| with the limit. */
  relative(quantity: string, found: MaybeNumber, wanted: MaybeNumber, limit: number, known?: KnownDeviation): void
  /** Compares two vectors, in m or m/s; the report is in km or km/s if the unit is one of those. */
  apart(quantity: string, found: Vec3, wanted: Vec3, limit: number, unit: string, known?: KnownDeviation): void
  /** Compares two times, s. */
  time(quantity: string, found: Epoch | undefined, wanted: Epoch, limit: number): void
  /** The statement must be true. */
  holds(isTrue: boolean, statement: string): void
  /** Both must be equal; `what` names the quantity. */
  same(found: unknown, wanted: unknown, what?: string): void
  /** The action must refuse its input as wrong, and must not crash. */
  refused(action: () => unknown, statement?: string): void
  /** Records a fact about the comparison of the set. */
  note(text: string): void
}

export interface Tally {
  /** Runs one case; an error that it throws counts as a miss like any other. */
  run(name: string, body: (check: Check) => void): void
  note(text: string): void
  skip(name: string, because: string): void
  readonly outcome: Outcome
}

/** Makes the object that counts the cases of a set. */
export function makeTally(): Tally {
  const misses: Miss[] = []
  const worst = new Map<string, Measure>()
  const notes: string[] = []
  const skips: Skip[] = []
  let cases = 0
  return {
    run(name, body) {
      cases += 1
      const reasons: string[] = []
      const explanations = new Set<string>()
      let isExplained = true
      let checks = 0
      const fail = (reason: string) => {
        reasons.push(reason)
        isExplained = false
      }
      const check: Check = {
        near: (quantity, found, wanted, limit, unit = '', known) =>
          check.within(quantity, { error: Math.abs(numberOf(found) - numberOf(wanted)), limit, unit }, known),
        relative: (quantity, found, wanted, limit, known) =>
          check.within(quantity, { error: relative(found, wanted), limit, unit: '' }, known),
        apart: (quantity, found, wanted, limit, unit, known) => {
          const error = norm(subtract(found, wanted)) / (unit.startsWith('k') ? 1000 : 1)
          check.within(quantity, { error, limit, unit }, known)
        },
        time: (quantity, found, wanted, limit) => {
          const error = found === undefined ? Number.NaN : Math.abs(secondsBetween(wanted, found))
          check.within(quantity, { error, limit, unit: 's' })
        },
        same: (found, wanted, what = '') =>
          check.holds(found === wanted, `${what === '' ? '' : `${what}: `}${wanted}, not ${found}`),
        refused: (action, statement = 'refused') => check.holds(isRefused(action), statement),
        note: (text) => notes.push(text),
        within(quantity, measure, known) {
          checks += 1
          const { error, limit } = measure
          if (!(error <= limit) && known !== undefined && error <= known.upTo) {
            reasons.push(`${quantity} ${describe(measure)}`)
            explanations.add(known.because)
          } else if (!(error <= limit)) fail(`${quantity} ${describe(measure)}`)
          const before = worst.get(quantity)
          const isLess = before !== undefined && (Number.isNaN(before.error) || shareOf(measure) <= shareOf(before))
          if (!isLess) worst.set(quantity, measure)
        },
        holds(isTrue, statement) {
          checks += 1
          if (!isTrue) fail(`not so: ${statement}`)
        },
      }
      try {
        body(check)
        if (checks === 0) fail('it checks nothing')
      } catch (error) {
        fail(String(error))
      }
      if (reasons.length === 0) return
      const miss = { name, reason: reasons.join('; ') }
      misses.push(isExplained ? { ...miss, explained: [...explanations].join('; ') } : miss)
    },
    note(text) {
      notes.push(text)
    },
    skip(name, because) {
      skips.push({ name, because })
    },
    get outcome() {
      return { cases, misses, worst, skips, notes }
    },
  }
}

const numberOf = (value: MaybeNumber) => value ?? Number.NaN

/** Returns |a / b − 1|; 0 if both are equal. */
export function relative(found: MaybeNumber, wanted: MaybeNumber): number {
  return found === wanted && found !== undefined ? 0 : Math.abs(numberOf(found) / numberOf(wanted) - 1)
}

/** Returns a result that a case needs; throws the reason if there is none. */
export function resultOf<T extends { readonly ok: boolean }>(result: T): Extract<T, { readonly ok: true }> {
  if (result.ok) return result as Extract<T, { readonly ok: true }>
  const errors = Reflect.get(result, 'errors')
  throw new Error(String(Array.isArray(errors) ? errors[0]?.message : Reflect.get(result, 'reason')))
}

function isRefused(action: () => unknown): boolean {
  try {
    action()
    return false
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return true
    throw error
  }
}

/** Returns an error with its limit as text: `1.2e-9 of 1e-6 km`. */
export function describe({ error, limit, unit }: Measure): string {
  return `${short(error)} of ${short(limit)}${unit === '' ? '' : ` ${unit}`}`
}

function short(value: number): string {
  const digits = Number(value.toPrecision(2))
  return digits !== 0 && Math.abs(digits) < 1e-3 ? digits.toExponential().replace('e+', 'e') : String(digits)
}

/** Returns the share of its limit that an error uses; exact results use none. */
function shareOf({ error, limit }: Measure): number {
  return error === 0 ? 0 : error / limit
}
