import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Finding } from '../finding.ts'
import { pageOf, sortOf } from '../page.ts'
import { AUDIENCE_NAMES } from '../roles.ts'

/** The states of a notification in ascending order; a notification never returns to an earlier state (spec §4). */
export const NOTIFICATION_STATES = ['fresh', 'unread', 'read', 'hidden'] as const
export const NotificationState = z.enum(NOTIFICATION_STATES)
export type NotificationState = z.infer<typeof NotificationState>

/** The urgency of a notification: the service levels of spec §4. */
export const NOTIFICATION_LEVELS = ['inactive', 'pending', 'ok', 'caution', 'serious', 'critical'] as const
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number]

/** Returns true if a notification may move from one state to another; staying is allowed and changes nothing. */
export function mayMove(from: NotificationState, to: NotificationState): boolean {
  return NOTIFICATION_STATES.indexOf(to) >= NOTIFICATION_STATES.indexOf(from)
}

/** The code of a notice that is not about a failed request: it is not shown before the title (spec §8). */
export const NOTICE_CODE = 200

const EXAMPLE_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** One notification, with its state for the caller (spec §3). */
export const Notification = z
  .object({
    id: z.uuid(),
    code: z.int().min(0).max(599).meta({ description: 'HTTP-like code; 200 shows no prefix' }),
    title: z.string().meta({ description: 'Defaults to the code' }),
    message: z.string(),
    status: z.string().meta({ description: 'First character of the code followed by xx', examples: ['2xx'] }),
    timestamp: z.iso.datetime().meta({ description: 'UTC, ISO 8601 with milliseconds' }),
    state: NotificationState,
    level: z
      .enum(NOTIFICATION_LEVELS)
      .optional()
      .meta({ description: 'How urgent it is, where it is no matter of a request and its code' }),
    finding: Finding.optional().meta({ description: 'What is told, as data' }),
    audience: z
      .enum(AUDIENCE_NAMES)
      .optional()
      .meta({ description: 'Whose it is: the users of this service, or everybody of the organisation' }),
    link: z
      .string()
      .optional()
      .meta({
        description: 'The path of the page that it is about, from the address of the application',
        examples: ['/ca/conjunction/3f2a8c54-6b0e-4a6d-9c1f-2f0f6f1b7a10/7c9e6679-7425-40de-944b-e07fc1f90ae7'],
      }),
  })
  .meta({
    id: 'Notification',
    description: 'Something the user should know',
    examples: [
      {
        id: EXAMPLE_ID,
        code: NOTICE_CODE,
        title: 'Welcome, demo',
        message: 'What you should know is told here; no other channel is set yet.',
        status: '2xx',
        timestamp: '2026-11-20T10:00:00.000Z',
        state: 'fresh',
      },
    ],
  })
export type Notification = z.infer<typeof Notification>

const MAX_PAGE = 200
const MAX_CHANGES = 200

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/v1/notifications',
  summary: 'List notifications',
  description:
    'Newest first, those that the roles of the caller allow to know of; hidden ones are left out unless asked for by state. X-Total-Count carries the number of all that match.',
  tags: ['notifications'],
  access: [],
  rate: 'read',
  query: z.strictObject({
    state: NotificationState.optional().meta({ description: 'Only those in this state' }),
    ...sortOf(['timestamp'], '-timestamp'),
    ...pageOf({ standard: 50, most: MAX_PAGE }),
  }),
  response: z.array(Notification),
})

export const updateNotifications = endpoint({
  method: 'PATCH',
  path: '/api/v1/notifications',
  summary: 'Move notifications forward',
  description:
    'Moves each named notification to a state, for the caller alone. States only move forward (fresh, unread, read, hidden): a step back leaves it as it is. All or none: one id that is unknown, or for other roles, refuses the whole request. Answers the notifications as they are now.',
  tags: ['notifications'],
  access: [],
  rate: 'write',
  body: z
    .array(z.strictObject({ id: z.uuid(), state: NotificationState }))
    .min(1)
    .max(MAX_CHANGES)
    .meta({ examples: [[{ id: EXAMPLE_ID, state: 'read' }]] }),
  response: z.array(Notification),
})
