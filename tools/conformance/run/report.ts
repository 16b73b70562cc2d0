import type { SetResult } from './run.ts'
import { describe, type Outcome } from './tally.ts'

const MISSES_LISTED = 12

/** Returns the cases of an outcome that exceed their limits although the reference is right. */
export function failuresOf({ misses }: Outcome): Outcome['misses'] {
  return misses.filter(({ explained }) => explained === undefined)
}

/** Returns the line of a set, and below it its misses and notes. */
export function formatResult({ name, outcome, notCovered, seconds: took }: SetResult): string {
  if (outcome === null) return `- ${name.padEnd(46)} not covered: ${notCovered}`
  const failures = failuresOf(outcome)
  const explained = outcome.misses.length - failures.length
  const passed = outcome.cases - outcome.misses.length
  const skipped = outcome.skips.length
  const counts = [
    `${outcome.cases} cases, ${passed} passed`,
    ...(failures.length === 0 ? [] : [`${failures.length} failed`]),
    ...(explained === 0 ? [] : [`${explained} explained`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ].join(', ')
  const worst = [...outcome.worst].map(([quantity, measure]) => `${quantity} ${describe(measure)}`)
  const lines = [
    `${failures.length === 0 && outcome.cases > 0 ? '✓' : '✗'} ${name.padEnd(46)} ${counts}; ${worst.join('; ') || 'exact'} (${took.toFixed(1)} s)`,
  ]
  for (const { name: of, reason } of failures.slice(0, MISSES_LISTED)) lines.push(`    ✗ ${of}: ${reason}`)
  if (failures.length > MISSES_LISTED) lines.push(`    ✗ and ${failures.length - MISSES_LISTED} more`)
  lines.push(...formatExplained(outcome.misses))
  lines.push(...outcome.skips.map(({ name: of, because }) => `    - ${of} skipped: ${because}`))
  return [...lines, ...outcome.notes.map((note) => `    · ${note}`)].join('\n')
}

/** Returns one line for each deviation of the reference, with the first of its cases. */
function formatExplained(misses: Outcome['misses']): string[] {
  const byReason = Map.groupBy(misses, ({ explained }) => explained)
  return [...byReason].flatMap(([why, [first, ...more]]) => {
    if (why === undefined || first === undefined) return []
    return [`    ~ ${first.name}${more.length === 0 ? '' : ` and ${more.length} more`}: ${first.reason}; ${why}`]
  })
}

/** True if no covered set fails. */
export function isPassed(results: readonly SetResult[]): boolean {
  return results.every(({ outcome }) => outcome === null || (outcome.cases > 0 && failuresOf(outcome).length === 0))
}

/** Returns the last line: the numbers of sets and cases. */
export function formatSummary(results: readonly SetResult[]): string {
  const outcomes = results.flatMap(({ outcome }) => outcome ?? [])
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + failuresOf(outcome).length, 0)
  const explained = outcomes.reduce((sum, { misses }) => sum + misses.length, 0) - failed
  const skipped = outcomes.reduce((sum, { skips }) => sum + skips.length, 0)
  const sets = `${results.length} sets: ${outcomes.length} covered, ${results.length - outcomes.length} not covered`
  const counts = `${cases - failed - explained} passed, ${failed} failed, ${explained} explained, ${skipped} skipped`
  return `${sets}; ${cases} cases: ${counts}`
}

/** Returns the results for programs: an object for each set. */
export function toJson(results: readonly SetResult[]): object[] {
  return results.map(({ name, outcome, notCovered, seconds }) => {
    if (outcome === null) return { set: name, notCovered }
    const failures = failuresOf(outcome)
    const explained = outcome.misses.filter((miss) => miss.explained !== undefined)
    return {
      set: name,
      cases: outcome.cases,
      passed: outcome.cases - outcome.misses.length,
      failed: failures,
      explained,
      skipped: outcome.skips,
      worst: Object.fromEntries(outcome.worst),
      notes: outcome.notes,
      seconds,
    }
  })
}
