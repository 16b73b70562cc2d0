import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { findFiles, fits, readText } from './collection.ts'
import type { ReferenceSet, Source } from './set.ts'
import { makeTally, type Outcome } from './tally.ts'

/** A set as INDEX.md names it. */
export type SetRow = Pick<Source, 'name' | 'description'>

/** The result of one set, which a worker sends to the report. */
export interface SetResult {
  readonly name: string
  readonly outcome: Outcome | null
  readonly notCovered: string | null
  readonly seconds: number
}

/** Returns the kind of a set from its row in INDEX.md; a row that matches no kind is reported as not covered. */
export function kindOf(name: string, kinds: readonly ReferenceSet[]): ReferenceSet {
  return kinds.find((kind) => fits(name, kind.name)) ?? { name, notCovered: 'no comparison is written for its kind' }
}

/** Runs one set. An error outside of a case fails the whole set. */
export async function runSet(set: ReferenceSet, { name, description }: SetRow): Promise<SetResult> {
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

/**
 * Runs the sets in as many threads as there are processors, and yields their results in the order of the names, each as soon as the results before it
 * are complete. A thread's file answers each row with its result.
 */
export function runSets(
  rows: readonly SetRow[],
  threadFile: URL,
  onResult: (result: SetResult) => void,
): Promise<SetResult[]> {
  const results: SetResult[] = []
  let [next, shown] = [0, 0]
  const show = () => {
    for (let result = results[shown]; result !== undefined; result = results[shown]) {
      onResult(result)
      shown += 1
    }
  }
  const work = async (): Promise<void> => {
    const worker = new Worker(threadFile)
    try {
      while (next < rows.length) {
        const mine = next
        next += 1
        const row = rows[mine]
        if (row !== undefined) results[mine] = await ask(worker, row)
        show()
      }
    } finally {
      await worker.terminate()
    }
  }
  const threads = Math.min(availableParallelism(), rows.length)
  return Promise.all(Array.from({ length: threads }, work)).then(() => results)
}

function ask(worker: Worker, row: SetRow): Promise<SetResult> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (result: SetResult) => {
      worker.off('error', reject)
      resolve(result)
    })
    worker.postMessage(row)
  })
}

/** Newer sets are in a folder with its own README.md, and INDEX.md does not list their files. */
const WITHOUT_ROWS = [
  'beyond/*.json',
  'tracking/*.json',
  'tracking/*/case.json',
  'manoeuvre/avoidance/*',
  'manoeuvre/avoidance/detection/*_burns.csv',
]

/** All sets of the collection: the rows of INDEX.md, then the files of newer sets that no row names. */
export function listSets(): SetRow[] {
  const rows = listIndexed()
  const isListed = (path: string) => rows.some(({ name }) => fits(path, name))
  const more = WITHOUT_ROWS.flatMap(findFiles).filter((path) => !isListed(path))
  return [...rows, ...more.map((name) => ({ name, description: '' }))]
}

/** Returns the sets of INDEX.md, by folder and file, with everything that their rows say about them. */
export function listIndexed(): SetRow[] {
  const table = readText('INDEX.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((part) => part.trim()))
  return table
    .filter(([, set]) => set !== 'set')
    .map(([, set, file, ...rest]) => ({ name: `${set}/${file}`, description: rest.join(' | ') }))
}
