import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run/step.ts'
import { testFilesOf } from '../run/test-files.ts'
import type { Counts } from '../run/total.ts'
import { believesKept, keepProof, provableOf, provedBefore, removeOldProofs } from './proved.ts'

/** The projects whose files can be tests that only compute. */
const KEPT = ['unit', 'web', 'readers'] as const
type ProvedProject = (typeof KEPT)[number]

export function isKept(project: string): project is ProvedProject {
  return (KEPT as readonly string[]).includes(project)
}

export type Proofs = {
  /** The settings with which vitest runs: the files that each test may read, and the tests that need not run. */
  readonly env: Readonly<Record<string, string>>
  /** Test files that need not run, from the root, and how many of their tests passed. */
  readonly files: readonly string[]
  readonly passed: number
  /** Stores the results of the run's files, by their full paths. */
  keep(counts: ReadonlyMap<string, Counts>): void
}

/** Returns the stored proofs of a project. */
export function openProofs(project: ProvedProject, folder: string): Proofs {
  const provable = provableOf(testFilesOf(project))
  const known = believesKept()
    ? provable.flatMap(({ file, key }) => {
        const counts = provedBefore(key)
        return counts ? [{ file, counts }] : []
      })
    : []
  const files = known.map(({ file }) => file)
  const write = (name: string, content: unknown) => {
    const path = join(folder, `${project}-${name}.json`)
    writeFileSync(path, JSON.stringify(content))
    return path
  }
  mkdirSync(folder, { recursive: true })
  return {
    env: {
      APSIS_TEST_PROVABLE: write('provable', Object.fromEntries(provable.map(({ file, closure }) => [file, closure]))),
      APSIS_TEST_PROVED: write('proved', files),
    },
    files,
    passed: known.reduce((sum, { counts }) => sum + counts.passed, 0),
    keep(counts) {
      for (const { file, key } of provable) {
        const counted = counts.get(join(ROOT, file))
        if (counted !== undefined && counted.passed > 0) keepProof(key, counted)
      }
      removeOldProofs()
    },
  }
}
