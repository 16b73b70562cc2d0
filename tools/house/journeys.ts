import type { Rule, Tree } from './tree.ts'

/** So many journeys take their share of a run; more of them made it 17 minutes, then 37, then 45 (docs/decisions/166-tiers.md). */
const MOST = 70
const JOURNEYS = /^e2e\/.*\.e2e\.ts$/
/** One for each call, however many cases it has. */
const JOURNEY = /^\s*test(\.\w+)*\(/

/** Who needs one more writes a page test, or puts it in the place of another. */
export const fewJourneys: Rule = {
  name: 'there are no more journeys than a run has time for',
  check: (tree) => {
    const all = journeysOf(tree)
    const [file, line] = all[MOST] ?? []
    if (file === undefined || line === undefined) return []
    const message = `is one of ${all.length} journeys, and a run has ${MOST}: write a page test (web/**/*.page.test.ts), or take another journey away.`
    return [{ file, line, message }]
  },
}

function journeysOf(tree: Tree): (readonly [file: string, line: number])[] {
  return tree
    .files()
    .filter((file) => JOURNEYS.test(file))
    .flatMap((file) => {
      const lines = tree.read(file).split('\n')
      return lines.flatMap((text, at) => (JOURNEY.test(text) ? [[file, at + 1] as const] : []))
    })
}
