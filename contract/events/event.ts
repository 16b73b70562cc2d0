import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Kinds of events; each names what the listener should look at again. */
export const EVENT_TYPES = [
  'notification',
  'conjunction',
  'satellite',
  'ephemeris',
  'handover',
  'screening',
  'watch',
  'tle',
  'userconfig',
  'reset',
] as const
export const EventType = z.enum(EVENT_TYPES)
export type EventType = z.infer<typeof EventType>

/** One event of the organisation's stream. */
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
    'Addition. Server-sent events of the caller’s organisation. With Last-Event-ID the stream resumes right after that event; where it reaches further back than is kept, a `reset` event says that everything must be read again. A comment is sent every 15 s. The stream ends when the token expires: connect again with a new one.',
  tags: ['events'],
  access: [],
  rate: 'read',
  response: Event,
  media: 'text/event-stream',
})
