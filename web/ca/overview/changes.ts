import { type EventRow, isAbove } from '../event/event-row.ts'

/** The events at the time when the user marked them as seen: the rank of each by its id. */
export type Look = { readonly atMs: number; readonly ranks: Readonly<Record<string, number>> }

export type Change = { readonly row: EventRow; readonly from: number }
/** The changes of the events since the last look. */
export type Changes = {
  readonly fresh: readonly EventRow[]
  readonly worse: readonly Change[]
  readonly better: readonly Change[]
  /** Events whose TCA has passed since the last look, and that are above their thresholds or were at that look. */
  readonly ended: readonly EventRow[]
}

/** Events below this rank need no attention, and are too many to store. */
const LEAST_RANK = 2

export function lookOf(rows: readonly EventRow[], nowMs: number): Look {
  const kept = rows.filter(({ tcaMs, rank }) => tcaMs >= nowMs && rank >= LEAST_RANK)
  return { atMs: nowMs, ranks: Object.fromEntries(kept.map(({ id, rank }) => [id, rank])) }
}

/** Compares the events with the events of the last look; an event that was below medium counts as low. */
export function changesSince({ atMs, ranks }: Look, rows: readonly EventRow[], nowMs: number): Changes {
  const ahead = rows.filter(({ tcaMs }) => tcaMs >= nowMs)
  const isFresh = ({ event }: EventRow) => Date.parse(event.firstCreationDate) > atMs
  const known = ahead.filter((row) => !isFresh(row)).map((row) => ({ row, from: ranks[row.id] ?? LEAST_RANK - 1 }))
  const worst = (a: { row: EventRow }, b: { row: EventRow }) => b.row.rank - a.row.rank || a.row.tcaMs - b.row.tcaMs
  return {
    fresh: ahead.filter(isFresh).toSorted((a, b) => b.rank - a.rank || a.tcaMs - b.tcaMs),
    worse: known.filter(({ row, from }) => row.rank >= LEAST_RANK && row.rank > from).toSorted(worst),
    better: known.filter(({ row, from }) => from >= LEAST_RANK && row.rank < from).toSorted(worst),
    ended: rows.filter((row) => row.tcaMs < nowMs && row.tcaMs >= atMs && (isAbove(row) || (ranks[row.id] ?? 0) >= 3)),
  }
}

/** True if no event has changed. */
export function isUnchanged({ fresh, worse, better, ended }: Changes): boolean {
  return [fresh, worse, better, ended].every((part) => part.length === 0)
}

/** Returns a stored look; undefined if the text is not a stored look. */
export function parseLook(text: string | null): Look | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return undefined
    const atMs: unknown = Reflect.get(value, 'atMs')
    const ranks: unknown = Reflect.get(value, 'ranks')
    if (typeof atMs !== 'number' || typeof ranks !== 'object' || ranks === null) return undefined
    const numbers = Object.entries(ranks).filter((one): one is [string, number] => typeof one[1] === 'number')
    return { atMs, ranks: Object.fromEntries(numbers) }
  } catch {
    // The text was not written by this version.
    return undefined
  }
}
