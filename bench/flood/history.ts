import { readTable } from '../stage/csv.ts'
import type { Update } from './replay.ts'

/** The hard-body radii for which the history contains a probability (reference/events/README.md). */
export const RADII = ['1m', '3p162m', '4p5m', '10m', '31p62m'] as const
export type Radius = (typeof RADII)[number]

/** Returns the messages of each event, for one radius. */
export function readHistory(history: string, events: string, radius: Radius): Update[][] {
  const updates = [...readTable(history)].map(
    (row): Update => ({
      createdMs: Date.parse(row.get('creation_utc') ?? ''),
      tcaMs: Date.parse(row.get('tca_utc') ?? ''),
      probability: Number(row.get(`pc_hbr_${radius}`)),
    }),
  )
  return [...readTable(events)].map((row) =>
    (row.get('rows') ?? '').split(' ').map((place) => {
      const update = updates[Number(place)]
      if (update === undefined) throw new TypeError(`the history has no row ${place}`)
      return update
    }),
  )
}
