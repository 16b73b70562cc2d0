import { z } from 'zod'
import { Instant } from '../../page.ts'

export const LOADED_HISTORY_LIMITS = {
  bytes: 8 * 1024 * 1024,
  /** The maximum number of rows: a message about each event, four a day over thirty years. */
  rows: 50_000,
  /** If the time without events between the table and the messages is longer than this, data are missing; it was not a quiet time. */
  gapDays: 30,
} as const

/** The table of a satellite's past events, and how it is used. */
export const LoadedHistory = z
  .strictObject({
    loadedAt: Instant,
    events: z.int().meta({ description: 'Events of the table that count' }),
    overlapping: z.int().meta({
      description: 'Not counted, as the messages tell of that time themselves: events at or after their first event',
    }),
    from: Instant.nullable().meta({ description: 'The first closest approach that counts; null: none does' }),
    to: Instant.nullable().meta({ description: 'The last closest approach that counts' }),
    gapDays: z.number().meta({
      description: `Days from the table to the first event of the messages, or to now where there are none, that are left out of the rates; 0 where they are ${LOADED_HISTORY_LIMITS.gapDays} at most`,
    }),
  })
  .meta({
    id: 'LoadedHistory',
    description: 'The table of past events of a satellite, as it counts',
    examples: [
      {
        loadedAt: '2026-11-20T05:00:01.000Z',
        events: 12,
        overlapping: 0,
        from: '2026-05-07T11:21:40.000Z',
        to: '2026-07-13T00:44:09.000Z',
        gapDays: 0,
      },
    ],
  })
export type LoadedHistory = z.output<typeof LoadedHistory>
