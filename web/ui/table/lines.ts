/** What a table shows from top to bottom: heads of groups, and rows. */
export type Line<Row> =
  | { readonly kind: 'group'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'row'; readonly key: string; readonly row: Row }

type How<Row> = {
  readonly idOf: (row: Row) => string
  /** The group of a row, by its title. */
  readonly groupOf?: ((row: Row) => string) | undefined
}

/** Puts the head of its group above each run of rows; without heads where the order tears groups apart. */
export function linesOf<Row>(rows: readonly Row[], { idOf, groupOf }: How<Row>): readonly Line<Row>[] {
  const plain = rows.map((row) => ({ kind: 'row', key: idOf(row), row }) as const)
  if (!groupOf) return plain
  const runs: { title: string; lines: Line<Row>[] }[] = []
  for (const line of plain) {
    const title = groupOf(line.row)
    const run = runs.at(-1)
    if (run?.title === title) run.lines.push(line)
    else runs.push({ title, lines: [line] })
  }
  if (new Set(runs.map(({ title }) => title)).size < runs.length) return plain
  return runs.flatMap(({ title, lines }) => [
    { kind: 'group', key: `group ${title}`, title, count: lines.length } as const,
    ...lines,
  ])
}

/** The place of the next row that a key leads to; heads of groups are passed over. */
export function lineAfterKey<Row>(lines: readonly Line<Row>[], from: number, key: string, page: number): number {
  const isRow = (place: number) => lines[place]?.kind === 'row'
  const forward = (start: number) => seek(lines.length, start, 1, isRow)
  const back = (start: number) => seek(lines.length, start, -1, isRow)
  const moves: Readonly<Record<string, () => number | undefined>> = {
    ArrowDown: () => forward(from + 1),
    ArrowUp: () => back(from - 1),
    Home: () => forward(0),
    End: () => back(lines.length - 1),
    PageDown: () => back(Math.min(from + page, lines.length - 1)),
    PageUp: () => forward(Math.max(from - page, 0)),
  }
  return moves[key]?.() ?? from
}

function seek(count: number, start: number, step: 1 | -1, wanted: (place: number) => boolean): number | undefined {
  for (let place = start; place >= 0 && place < count; place += step) if (wanted(place)) return place
  return undefined
}
