import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../page.ts'
import { CA_USER } from '../roles.ts'

/** The state of the organisation's simulated fleet. */
export const Demo = z
  .strictObject({
    open: z.boolean(),
    isAllowed: z.boolean().meta({ description: 'Whether this installation lets organisations open it' }),
    since: Instant.nullable().meta({ description: 'When it was opened; all its times are relative to that' }),
    seed: z.int().nullable().meta({ description: 'The same seed gives the same events' }),
    filling: z.strictObject({ events: z.int().nonnegative(), of: z.int().nonnegative() }).nullable().meta({
      description:
        'While the fleet is being filled: how many of its events are there. Until then nobody can say that nothing waits. Null when it is complete, or closed',
    }),
  })
  .meta({
    id: 'Demo',
    description: 'The simulated fleet of the organisation',
    examples: [{ open: true, isAllowed: true, since: '2026-11-20T07:02:27.000Z', seed: 20_261_120, filling: null }],
  })
export type Demo = z.output<typeof Demo>

const common = { tags: ['demo'], access: [CA_USER], path: '/api/v1/ca/demo' } as const

export const getDemo = endpoint({
  ...common,
  method: 'GET',
  summary: 'Read whether the demo is open',
  description: 'Whether the organisation has the simulated fleet open, since when and with which seed.',
  rate: 'read',
  response: Demo,
})

export const openDemo = endpoint({
  ...common,
  method: 'POST',
  summary: 'Open the demo',
  description:
    'Adds six simulated satellites with ephemerides and 60 events, one of them critical in 31 hours, and keeps them alive: new messages arrive every few minutes. All of it is labelled SIMULATED. The messages of the past arrive within the first minute. Opening it twice changes nothing. 409 where this installation does not allow it, or where a satellite of yours has a name of the fleet.',
  rate: 'write',
  query: z.strictObject({
    seed: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .optional()
      .meta({ description: 'Another course of events; absent: the one that everybody sees', examples: [7] }),
  }),
  response: Demo,
  errors: ['conflict'],
})

export const closeDemo = endpoint({
  ...common,
  method: 'DELETE',
  summary: 'Close the demo',
  description:
    'Removes the simulated satellites with their events, messages and ephemerides. Nothing real is touched. Closing what is not open changes nothing.',
  rate: 'write',
})
