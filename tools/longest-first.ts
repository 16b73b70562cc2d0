import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from './run/step.ts'

/** The duration, ms, of each file in its last run by `npm test` or `npm run check`. */
const KEPT = join(ROOT, 'node_modules', '.cache', 'apsis-tests-durations.json')

function keptDurations(): Record<string, number> {
  return existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, number>) : {}
}

/** Stores the durations of files, for the order of the next run; files that did not run this time keep theirs. */
export function keepDurations(taken: ReadonlyMap<string, number>): void {
  const kept = { ...keptDurations() }
  for (const [file, ms] of taken) kept[relative(ROOT, file)] = Math.round(ms)
  mkdirSync(dirname(KEPT), { recursive: true })
  writeFileSync(KEPT, JSON.stringify(kept))
}

/**
 * The server tests and journeys that take longest, for a clone that has run none of them yet: if a file that takes a minute starts last, all
 * processors but one wait for it.
 */
export const LONGEST: readonly string[] = [
  'server/platform/http/policy.test.ts',
  'server/installation/npm-start.test.ts',
  'server/installation/scale-out.test.ts',
  'server/delivery/campaign.test.ts',
  'server/installation/parts.test.ts',
  'server/ca/plan/plan-kill.test.ts',
  'server/odt/request/provider-kill.test.ts',
  'identity/guard/guard.db.test.ts',
  'server/start.test.ts',
  'server/odt/request/request-kill.test.ts',
  'server/platform/http/bind.test.ts',
  'server/platform/http/slow-body.test.ts',
  'e2e/shell/tables.e2e.ts',
  'e2e/odt/burn-tracks.e2e.ts',
  'e2e/ca/manoeuvre.e2e.ts',
  'e2e/account/escalation.e2e.ts',
  'e2e/ca/estimates.e2e.ts',
  'e2e/account/quiet.e2e.ts',
]

/**
 * Returns the order of the files: the longest first, by their last duration, or by the list if there is none. The first file with an
 * expensive test database may have to fill it for minutes, so the other files that would wait for it run last.
 */
export function longestFirst(
  files: readonly string[],
  durations: Readonly<Record<string, number>>,
  isDear: (file: string) => boolean,
): string[] {
  const guessOf = (file: string) => (LONGEST.includes(file) ? Number.POSITIVE_INFINITY : 0)
  const msOf = (file: string) => durations[file] ?? guessOf(file)
  const place = (file: string) => LONGEST.indexOf(file)
  const order = files.toSorted((one, other) => {
    const [first, second] = [msOf(one), msOf(other)]
    return first === second ? place(one) - place(other) : second - first
  })
  const [filler, ...waiting] = order.filter(isDear)
  return filler === undefined ? order : [filler, ...order.filter((file) => !isDear(file)), ...waiting]
}

/** True if a test file begins with a test database that is expensive to fill (web/testing/page.ts). */
const beginsWithDear = (file: string) =>
  file.endsWith('.page.test.ts') && readFileSync(join(ROOT, file), 'utf8').includes('beginsWith(')

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const pathOf = ({ moduleId }: TestSpecification) => relative(ROOT, moduleId)
    const order = longestFirst([...new Set(files.map(pathOf))], keptDurations(), beginsWithDear)
    const rankOf = new Map(order.map((file, rank) => [file, rank]))
    const rank = (file: TestSpecification) => rankOf.get(pathOf(file)) ?? order.length
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
