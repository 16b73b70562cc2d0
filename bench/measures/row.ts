/** One line of the table: the measurement, its peer, and if the goal is reached. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly beside: string
  readonly ratio: string
  readonly goal: string
  /** `undefined` where nothing was asked. */
  readonly isReached: boolean | undefined
  /** The most that others used of the machine meanwhile, in cores; `undefined` where the work was done by other processes. */
  readonly foreignCores: number | undefined
}

const TITLES = ['what', 'apsis', 'beside', 'ratio', 'goal', 'reached', 'foreign']

/** The table as text, its columns as wide as they must be. */
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

/** A ratio that is to be at least this. */
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
