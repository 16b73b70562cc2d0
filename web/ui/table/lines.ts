type RowLine<Row> = { readonly kind: 'row'; readonly key: string; readonly row: Row }
/** The lines of a table from top to bottom: heads of groups, and rows. */
export type Line<Row> =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly name: string
      readonly rows: readonly Row[]
      /** True if its rows are hidden; its head represents them. */
      readonly isFolded: boolean
    }
  | RowLine<Row>

/** The properties of the groups of a table, besides the rows in each. */
export type Groups<Row> = {
  /**
   * Orders the groups, and brings together rows that the sort has separated; if undefined, the table has no heads while groups are
   * separated.
   */
  readonly compare?: ((a: readonly Row[], b: readonly Row[]) => number) | undefined
  /** Returns the rows of a group in the group's own order. */
  readonly arrange?: ((name: string, rows: readonly Row[]) => readonly Row[]) | undefined
  readonly isFolded?: ((name: string) => boolean) | undefined
  readonly onFold?: ((name: string) => void) | undefined
  /** Returns the content of the head; if undefined, the name and the number of rows. */
  readonly headOf?: ((name: string, rows: readonly Row[]) => React.ReactNode) | undefined
}

type GroupingOfRows<Row> = Pick<Groups<Row>, 'compare' | 'arrange' | 'isFolded'> & {
  readonly idOf: (row: Row) => string
  /** Returns the name of the group of a row. */
  readonly groupOf?: ((row: Row) => string) | undefined
}

export const keyOfGroup = (name: string) => `group ${name}`

/** Returns the lines with a head above the rows of each group; the rows stay in their order. */
export function linesOf<Row>(
  rows: readonly Row[],
  { idOf, groupOf, compare, arrange, isFolded }: GroupingOfRows<Row>,
): readonly Line<Row>[] {
  if (!groupOf) return rows.map((row) => ({ kind: 'row', key: idOf(row), row }))
  const groups = new Map<string, Row[]>()
  let [runs, last] = [0, '']
  for (const row of rows) {
    const name = groupOf(row)
    const known = groups.get(name)
    if (known) known.push(row)
    else groups.set(name, [row])
    if (runs === 0 || name !== last) runs += 1
    last = name
  }
  if (!compare && runs > groups.size) return linesOf(rows, { idOf })
  const all = [...groups]
  return (compare ? all.toSorted(([, a], [, b]) => compare(a, b)) : all).flatMap(([name, sorted]): Line<Row>[] => {
    const own = arrange?.(name, sorted) ?? sorted
    const isClosed = isFolded?.(name) ?? false
    const head = { kind: 'group', key: keyOfGroup(name), name, rows: own, isFolded: isClosed } as const
    return isClosed ? [head] : [head, ...linesOf(own, { idOf })]
  })
}

/** True for lines at which keys stop: rows, and heads of folded groups. */
export const isStop = <Row>(line: Line<Row> | undefined) => line?.kind === 'row' || line?.isFolded === true

/** Returns the index of the line to which a key leads; heads of unfolded groups are skipped. */
export function lineAfterKey<Row>(lines: readonly Line<Row>[], from: number, key: string, page: number): number {
  const forward = (start: number) => seek(lines, start, 1)
  const back = (start: number) => seek(lines, start, -1)
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

function seek<Row>(lines: readonly Line<Row>[], start: number, step: 1 | -1): number | undefined {
  for (let place = start; place >= 0 && place < lines.length; place += step) if (isStop(lines[place])) return place
  return undefined
}

/** Returns the head above a line, or the line itself if it is a head. */
export function headAbove<Row>(lines: readonly Line<Row>[], from: number) {
  for (let place = from; place >= 0; place -= 1) {
    const line = lines[place]
    if (line?.kind === 'group') return line
  }
  return undefined
}
