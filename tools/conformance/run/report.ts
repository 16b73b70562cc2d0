import { findFiles, fits, readText } from '../collection.ts'
import type { ReferenceSet, Source } from '../reference-set.ts'
import { describe, makeTally, type Outcome } from '../tally.ts'

/** What became of one set, as it goes from a worker to the report. */
export interface SetResult {
  readonly name: string
  readonly outcome: Outcome | null
  readonly notCovered: string | null
  readonly seconds: number
}

const MISSES_LISTED = 12

/** The kind of set that a row of INDEX.md is; a row of no kind is not covered, and says so. */
export function kindOf(name: string, kinds: readonly ReferenceSet[]): ReferenceSet {
  return kinds.find((kind) => fits(name, kind.name)) ?? { name, notCovered: 'no comparison is written for its kind' }
}

/** Runs one set. What is thrown outside of a case fails the set as a whole. */
export async function runSet(
  set: ReferenceSet,
  { name, description }: Pick<Source, 'name' | 'description'>,
): Promise<SetResult> {
  const started = performance.now()
  const done = () => (performance.now() - started) / 1000
  if ('notCovered' in set) return { name, outcome: null, notCovered: set.notCovered, seconds: 0 }
  const tally = makeTally()
  try {
    const files = findFiles(name)
    if (files.length === 0) throw new RangeError(`INDEX.md names ${name}, and there is no such file`)
    await set.compare(tally, { name, description, files })
  } catch (error) {
    tally.run('the set as a whole', () => {
      throw error
    })
  }
  return { name, outcome: tally.outcome, notCovered: null, seconds: done() }
}

/** The cases of an outcome that are not within their limits, though the reference is right. */
export function failuresOf({ misses }: Outcome): Outcome['misses'] {
  return misses.filter(({ explained }) => explained === undefined)
}

/** The line of a set, and below it its misses and notes. */
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

/** One line for each deviation of the reference, with the first of its cases. */
function formatExplained(misses: Outcome['misses']): string[] {
  const byReason = Map.groupBy(misses, ({ explained }) => explained)
  return [...byReason].flatMap(([why, [first, ...more]]) => {
    if (why === undefined || first === undefined) return []
    return [`    ~ ${first.name}${more.length === 0 ? '' : ` and ${more.length} more`}: ${first.reason}; ${why}`]
  })
}

/** Whether nothing that is covered fails. */
export function isPassed(results: readonly SetResult[]): boolean {
  return results.every(({ outcome }) => outcome === null || (outcome.cases > 0 && failuresOf(outcome).length === 0))
}

/** The last line: sets and cases. */
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

/** The same for programs: an object for each set. */
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

/** Newer sets stand in a folder with a README.md of its own, and INDEX.md does not list their files. */
const WITHOUT_ROWS = [
  'beyond/*.json',
  'tracking/*.json',
  'tracking/*/case.json',
  'manoeuvre/avoidance/*',
  'manoeuvre/avoidance/detection/*_burns.csv',
]

/** All sets of the collection: the rows of INDEX.md, then the files of newer sets that no row names. */
export function listSets(): Pick<Source, 'name' | 'description'>[] {
  const rows = listIndexed()
  const isListed = (path: string) => rows.some(({ name }) => fits(path, name))
  const more = WITHOUT_ROWS.flatMap(findFiles).filter((path) => !isListed(path))
  return [...rows, ...more.map((name) => ({ name, description: '' }))]
}

/** The sets of INDEX.md, by folder and file, with everything that their rows say of them. */
export function listIndexed(): Pick<Source, 'name' | 'description'>[] {
  const table = readText('INDEX.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((part) => part.trim()))
  return table
    .filter(([, set]) => set !== 'set')
    .map(([, set, file, ...rest]) => ({ name: `${set}/${file}`, description: rest.join(' | ') }))
}
