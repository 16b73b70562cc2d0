import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Instant } from '../../page.ts'
import { CA_USER } from '../../roles.ts'

const HAS_PASSES = 'Ordered passes are in it: whoever made it has a role in tracking'

const Calendar = z
  .strictObject({
    isOpen: z.boolean().meta({ description: 'Whether there is an address' }),
    since: Instant.nullable(),
    by: z.string().nullable().meta({ description: 'User name of who made it' }),
    hasPasses: z.boolean().meta({ description: HAS_PASSES }),
  })
  .meta({
    id: 'ManoeuvreCalendar',
    description: 'Whether burns and passes of the organisation can be read by an address',
    examples: [{ isOpen: true, since: '2026-11-20T06:00:00.000Z', by: 'demo', hasPasses: true }],
  })
export type PlanCalendar = z.output<typeof Calendar>

/** The secret part of an address: its owner and 32 random bytes, both in base64url. */
export const EXAMPLE_CALENDAR_TOKEN = 'b3JnYW5pc2F0aW9uOmV4YW1wbGU.Zm9ydHktdGhyZWUgbGV0dGVycyBvZiByYW5kb21uZXNz'

const common = { tags: ['manoeuvres'], access: [CA_USER], path: '/api/v1/ca/calendar' } as const

export const getManoeuvreCalendar = endpoint({
  ...common,
  method: 'GET',
  summary: 'See whether burns have a calendar address',
  description: 'The address itself is shown once, when it is made: the server keeps no more than its hash.',
  rate: 'read',
  response: Calendar,
})

export const createManoeuvreCalendar = endpoint({
  ...common,
  method: 'POST',
  summary: 'Make a calendar address',
  description:
    'An address by which a calendar reads the burns of the organisation without signing in, and the passes that it has ordered where whoever makes it has a role in tracking: whoever has the address can read them. There is one; a new one ends the one before. Kept in the audit trail.',
  rate: 'write',
  response: z
    .strictObject({
      address: z.string().meta({ description: 'Path on this server; shown this once' }),
      since: Instant,
      by: z.string(),
      hasPasses: z.boolean().meta({ description: HAS_PASSES }),
    })
    .meta({
      id: 'NewManoeuvreCalendar',
      description: 'An address by which burns and passes can be read, shown once',
      examples: [
        {
          address: `/api/v1/ca/calendar/${EXAMPLE_CALENDAR_TOKEN}`,
          since: '2026-11-20T06:00:00.000Z',
          by: 'demo',
          hasPasses: true,
        },
      ],
    }),
  status: 201,
})

export const removeManoeuvreCalendar = endpoint({
  ...common,
  method: 'DELETE',
  summary: 'Revoke the calendar address',
  description: 'From then on the address answers 404. Kept in the audit trail; twice is as once.',
  rate: 'write',
})

export const getManoeuvreCalendarFile = endpoint({
  tags: ['manoeuvres'],
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/ca/calendar/{calendar-token}',
  summary: 'Read burns and passes as a calendar',
  description:
    'iCalendar (RFC 5545): each burn and each ordered pass of the last 30 days and ahead, 500 of a kind at most, and as tentative the window of a request whose passes are not planned yet. The address is the only credential; an unknown one and a revoked one answer alike. Drafts are tentative, what is exported is confirmed, and what was taken back is cancelled; a pass is confirmed from its planning on, and cancelled where it brought nothing.',
  rate: 'read',
  params: z.strictObject({
    'calendar-token': z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'As the address has it', examples: [EXAMPLE_CALENDAR_TOKEN] }),
  }),
  file: ['text/calendar'],
})
