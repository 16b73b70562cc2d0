import { z } from 'zod'
import { Instant } from '../page.ts'

/** The next person whom the on-call chain calls if nobody acknowledges an event, and the time of the call. */
export const NextCall = z
  .strictObject({
    person: z.string().nullable().meta({
      description:
        'User name of who is called; null: everybody with a role of collision avoidance is told, as nobody of the chain can be called',
    }),
    at: Instant,
    when: z.enum(['exact', 'latest', 'now']).meta({
      description:
        '`exact`: at this time. `latest`: at this time at the latest, as a contact with the satellite may call for it earlier. `now`: at once',
    }),
  })
  .meta({
    id: 'NextCall',
    description: 'Whom the on-call chain calls next if nobody acknowledges, and when',
    examples: [{ person: 'kim', at: '2026-11-20T06:11:22.000Z', when: 'exact' }],
  })
export type NextCall = z.output<typeof NextCall>
