import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Finding } from '../finding.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../page.ts'
import { PERSON_CHANNELS } from './channel-names.ts'

/** The states of a delivery. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead', 'cancelled'] as const

/**
 * The kinds of deliveries: notices, tests, the confirmation question to the owner of an address, and three kinds for the on-call system; a notice in
 * a digest waits for the digest.
 */
export const DELIVERY_KINDS = [
  'notice',
  'test',
  'confirmation',
  'channel',
  'trigger',
  'acknowledge',
  'resolve',
  'digest',
  'situation-report',
] as const

/**
 * The reasons why a try failed, or why a delivery ended without success; `sent-to-nobody` means that it was simulated and nobody has received it.
 */
export const DELIVERY_REASONS = [
  'http-status',
  'smtp-reply',
  'address-not-public',
  'name-unknown',
  'connect-timeout',
  'answer-timeout',
  'tls-failed',
  'connection-failed',
  'proxy-failed',
  'not-a-url',
  'not-https',
  'carries-credentials',
  'port-closed',
  'not-a-public-name',
  'own-host',
  'not-a-host-of-the-channel',
  'retired',
  'gone',
  'bounced',
  'returned',
  'delayed',
  'refused',
  'suspended',
  'unconfirmed',
  'not-allowed',
  'removed',
  'overtaken',
  'quiet-hours',
  'digest',
  'interrupted',
  'not-written',
  'failed',
  'sent-to-nobody',
] as const

const EXAMPLE_ID = '5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11'

export const Delivery = z
  .strictObject({
    deliveryId: Id.meta({ description: 'The id that the receiver sees with every try' }),
    channelId: Id,
    channel: z.enum(PERSON_CHANNELS),
    target: z.string().meta({ description: 'Where it goes, without what is secret of it' }),
    kind: z.enum(DELIVERY_KINDS),
    title: z.string(),
    finding: Finding.nullable().meta({ description: 'What it tells, as data; null: it tells of the channel itself' }),
    notificationId: z.string(),
    isCritical: z.boolean(),
    state: z.enum(DELIVERY_STATES).meta({ description: 'dead: given up, and can be replayed' }),
    reason: z.enum(DELIVERY_REASONS).nullable().meta({ description: 'Of the last try, or of the end' }),
    status: z.int().nullable().meta({ description: 'What the receiver answered: a status of HTTP or a code of SMTP' }),
    answer: z.string().nullable().meta({ description: 'The words of the receiver, where they may be shown' }),
    tries: z.int().min(0).meta({ description: 'How often it was tried' }),
    createdAt: Instant,
    triedAt: Instant.nullable(),
    nextAt: Instant.nullable().meta({ description: 'When it is tried next; null: it is not' }),
    endedAt: Instant.nullable(),
  })
  .meta({
    id: 'Delivery',
    description: 'A notice on its way to one receiver',
    examples: [
      {
        deliveryId: EXAMPLE_ID,
        channelId: '1d4a5c7e-0a5b-4c3e-9d52-2f8f3a6d9c01',
        channel: 'webhook',
        target: 'hooks.operator.example/apsis',
        kind: 'notice',
        title: 'Risk raised to CRITICAL',
        finding: { code: 'risk-raised', values: { level: 'CRITICAL', probability: 1.2e-4 } },
        notificationId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        isCritical: true,
        state: 'waiting',
        reason: 'http-status',
        status: 503,
        answer: null,
        tries: 2,
        createdAt: '2026-11-21T02:00:00.000Z',
        triedAt: '2026-11-21T02:00:05.000Z',
        nextAt: '2026-11-21T02:05:05.000Z',
        endedAt: null,
      },
    ],
  })
export type Delivery = z.output<typeof Delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/deliveries',
  summary: 'List deliveries',
  description: `What was sent to the caller by their channels, and what is on its way, newest first. ${PAGE_NOTE}`,
  tags: ['notifications'],
  access: [],
  rate: 'read',
  query: z.strictObject({
    state: z.enum(DELIVERY_STATES).optional().meta({ description: 'Only those in this state' }),
    reason: z.enum(DELIVERY_REASONS).optional().meta({
      'x-addition': true,
      description: 'Only those that ended, or wait, for this reason: `sent-to-nobody` of those that are simulated',
    }),
    'channel-id': Id.optional().meta({ description: 'Only those to this channel' }),
    until: Instant.optional().meta({
      description: 'Only those raised by then: what is raised while somebody turns the pages moves nothing',
    }),
    ...pageOf({ standard: 20, most: 200 }),
  }),
  response: z.array(Delivery),
})

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/notifications/deliveries/{delivery-id}/replays',
  summary: 'Try a delivery again',
  description:
    'Begins the schedule anew for a delivery that was given up (409 for any other), under the id that it had: a receiver that has seen it recognises it.',
  tags: ['notifications'],
  access: [],
  rate: 'write',
  params: z.strictObject({ 'delivery-id': Id }),
  response: Delivery,
  status: 201,
  errors: ['conflict'],
})
