/** The beginning of all lines about a file that passed only when nothing else ran. */
export const UNSTABLE = 'UNSTABLE'

/** A file with this many lines in the ledger has been unstable for too long. */
const MOST_ENTRIES = 2

export type Sighting = {
  /** The path from the root, with slashes. */
  readonly file: string
  /** The values that repeat a run: the commit, which also determines the drawn layouts. */
  readonly seed: string
  readonly date: string
}

/**
 * Returns the text about a file that failed and then passed alone. The last line must be added to tools/unstable.csv with the next commit; the commit
 * that fixes the file removes its lines. A file that already has two lines fails the run.
 */
export function tellUnstable({ file, seed, date }: Sighting, ledger: string): { lines: string[]; fails: boolean } {
  const entries = ledger.split('\n').filter((line) => line.startsWith(`${file},`)).length
  const fails = entries >= MOST_ENTRIES
  const verdict = fails ? `, as ${entries} times before: that fails the run until it is mended` : ''
  return {
    lines: [
      `${UNSTABLE}, passed only in a second run: ${file}${verdict}`,
      `${UNSTABLE}, line to commit in tools/unstable.csv: ${file},${seed},${date}`,
    ],
    fails,
  }
}
