/** One line of the table: the measurement of Apsis, the measurement of its peer, and whether the goal is reached. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly beside: string
  readonly ratio: string
  readonly goal: string
  /** `undefined` if the line has no goal. */
  readonly isReached: boolean | undefined
  /** The most cores that other processes used meanwhile; `undefined` if processes other than this one did the work. */
  readonly foreignCores: number | undefined
}

const TITLES = ['what', 'apsis', 'beside', 'ratio', 'goal', 'reached', 'foreign']

/** Returns the table as text; each column is as wide as its longest entry. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ what, ours, beside, ratio, goal, isReached, foreignCores }) => {
    const reached = isReached === undefined ? '' : isReached ? 'yes' : 'NO'
    return [what, ours, beside, ratio, goal, reached, foreignCores?.toFixed(2) ?? '']
  })
  const widths = TITLES.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(TITLES), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n')
}

/** Makes a line for a ratio that must be at least this. */
export function ratioRow(
  row: Pick<Row, 'what' | 'ours' | 'beside' | 'foreignCores'>,
  ratio: number,
  goal: number,
): Row {
  return { ...row, ratio: `${ratio.toFixed(ratio < 100 ? 1 : 0)}×`, goal: `≥ ${goal}×`, isReached: ratio >= goal }
}

export function inSeconds(seconds: number): string {
  return `${seconds.toFixed(seconds < 0.1 ? 4 : 2)} s`
}
