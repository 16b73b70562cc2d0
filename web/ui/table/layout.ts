import type { Column } from './column.ts'

/** The layout of a table in search parameters: `columns=level,pc:120` and `sort=-pc,tca`. */
export type TableLayout = {
  /** The columns that are shown, in their order, each with its width if the user set it; if undefined, the default columns. */
  readonly columns?: string | undefined
  /** The columns of the sort, the first column first; a minus means descending. */
  readonly sort?: string | undefined
}
export type ColumnPlace = { readonly id: string; readonly widthPx?: number | undefined }
export type SortStep = { readonly id: string; readonly desc: boolean }

const MIN_PX = 48
const MAX_PX = 800

/** Returns the known columns that a layout names, each once; undefined if it names none. */
export function parseColumns(text: string | undefined, known: readonly string[]): readonly ColumnPlace[] | undefined {
  const places = new Map<string, ColumnPlace>()
  for (const part of text?.split(',') ?? []) {
    const [id = '', width] = part.split(':')
    if (known.includes(id) && !places.has(id)) places.set(id, { id, widthPx: toWidth(Number(width)) })
  }
  return places.size > 0 ? [...places.values()] : undefined
}

/** Returns the text that parseColumns reads. */
export function formatColumns(places: readonly ColumnPlace[]): string {
  return places.map(({ id, widthPx }) => (widthPx === undefined ? id : `${id}:${toWidth(widthPx)}`)).join(',')
}

/** Returns a width limited to the allowed range, in whole pixels; undefined for an invalid width. */
export function toWidth(px: number): number | undefined {
  return Number.isFinite(px) ? Math.round(Math.min(MAX_PX, Math.max(MIN_PX, px))) : undefined
}

/** Returns the sort of a layout: known columns, each once. */
export function parseSort(text: string | undefined, known: readonly string[]): readonly SortStep[] | undefined {
  const steps = new Map<string, SortStep>()
  for (const part of text?.split(',') ?? []) {
    const desc = part.startsWith('-')
    const id = desc ? part.slice(1) : part
    if (known.includes(id) && !steps.has(id)) steps.set(id, { id, desc })
  }
  return steps.size > 0 ? [...steps.values()] : undefined
}

/** Returns the text that parseSort reads. */
export function formatSort(steps: readonly SortStep[]): string {
  return steps.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',')
}

/**
 * Returns the sort after a head was pressed: reversed if the rows are already sorted by this column; with `add`, the other columns stay.
 */
export function sortedBy(
  steps: readonly SortStep[],
  id: string,
  how: { add: boolean; descFirst: boolean },
): SortStep[] {
  const place = steps.findIndex((step) => step.id === id)
  const step = { id, desc: place < 0 ? how.descFirst : !steps[place]?.desc }
  if (!how.add) return [step]
  return place < 0 ? [...steps, step] : steps.with(place, step)
}

/** Returns the chosen columns, in the chosen order; all columns if none were chosen. */
export function chosenColumns<Row>(
  columns: readonly Column<Row>[],
  places: readonly ColumnPlace[] | undefined,
): readonly Column<Row>[] {
  return places?.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []) ?? columns
}

/** Returns every column in the order in which it is offered: the shown columns first, then the others in their usual order. */
export function offeredColumns<Row>(
  columns: readonly Column<Row>[],
  places: readonly ColumnPlace[] | undefined,
): readonly Column<Row>[] {
  if (!places) return columns
  const shown = chosenColumns(columns, places)
  return [...shown, ...columns.filter((column) => !shown.includes(column))]
}

/** Returns a list with one entry moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const one = list[from]
  if (one === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, one)
}
