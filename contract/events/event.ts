import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { Audience } from '../roles.ts'

/** The types of events; each names the data that the listener should read again. */
export const EVENT_TYPES = [
  'notification',
  'conjunction',
  'satellite',
  'ephemeris',
  'handover',
  'duty',
  'import',
  'manoeuvre',
  'screening',
  'watch',
  'tle',
  'userconfig',
  'service-account',
  'connection',
  'payments',
  'sensor',
  'observation',
  'reset',
] as const
export const EventType = z.enum(EVENT_TYPES)
export type EventType = z.infer<typeof EventType>

/**
 * The recipients of each type of change: those who may read the named data. A change of the notifications is sent to the recipients of the
 * notification.
 */
export const EVENT_AUDIENCE = {
  notification: 'as the notification',
  conjunction: 'ca',
  satellite: 'ca',
  ephemeris: 'ca',
  handover: 'ca',
  duty: 'ca',
  import: 'ca',
  manoeuvre: 'ca',
  screening: 'ca',
  watch: 'ca',
  tle: 'tle',
  userconfig: 'everybody',
  'service-account': 'everybody',
  connection: 'ca',
  payments: 'payments',
  sensor: 'odt',
  observation: 'odt',
  reset: 'everybody',
} as const satisfies Record<EventType, Audience | 'as the notification'>

/** One event in the organisation's stream. */
export const Event = z
  .object({
    id: z
      .string()
      .regex(/^\d+$/)
      .meta({ description: 'Position in the stream of the organisation; send it as Last-Event-ID' }),
    type: EventType,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'Event',
    description: 'Something that changed',
    examples: [{ id: '42', type: 'userconfig', data: { service: 'ca', version: 3 } }],
  })
export type Event = z.infer<typeof Event>

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/v1/events',
  summary: 'Follow events',
  description:
    'Server-sent events of the caller’s organisation, as far as the roles of the token allow to read what they name. With Last-Event-ID the stream resumes right after that event; where it reaches further back than is kept, a `reset` event says that everything must be read again. A comment is sent every 15 s. The stream ends when the token expires (connect again with a new one) or its session ends. A person may have 20 streams open, an organisation 500: 429 beyond.',
  tags: ['events'],
  access: [],
  rate: 'read',
  response: Event,
  media: 'text/event-stream',
})
