import { z } from 'zod'
import { NOTICE_CODE, Notification } from './notification.ts'

/** The version of the webhook body. A change that is more than an addition needs a new version. */
export const WEBHOOK_VERSION = 1

const PAGE =
  'https://apsis.example/ca/conjunction/3f2a8c54-6b0e-4a6d-9c1f-2f0f6f1b7a10/7c9e6679-7425-40de-944b-e07fc1f90ae7'
export const WEBHOOK_EXAMPLE = {
  type: 'notification' as const,
  version: 1 as const,
  timestamp: '2026-11-21T02:00:00.000Z',
  attempt: 1,
  simulated: false,
  data: {
    id: '5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11',
    code: NOTICE_CODE,
    title: 'Risk raised to CRITICAL',
    message: 'SAT-3 × COSMOS 2251 DEB (33757), CRITICAL, Pc 2.12e-4, miss 182 m.',
    status: '2xx',
    timestamp: '2026-11-21T02:00:00.000Z',
    level: 'critical' as const,
    finding: { code: 'risk-raised' as const, values: { level: 'CRITICAL', probability: 2.12e-4, missM: 182 } },
    audience: 'ca' as const,
    url: PAGE,
  },
}

/** The body that is posted to a webhook: the envelope of Standard Webhooks 1.0, which contains the notification as in the API. */
export const WebhookEvent = z
  .strictObject({
    type: z
      .enum(['notification', 'test'])
      .meta({ description: 'test: somebody tries the channel, and nothing happened' }),
    version: z.literal(WEBHOOK_VERSION).meta({ description: 'Of this body: fields may be added within a version' }),
    timestamp: z.iso.datetime().meta({ description: 'When it was raised, UTC; the same with every attempt' }),
    attempt: z.int().min(1).meta({ description: 'How often it was sent, this time included; the id stays' }),
    simulated: z.boolean().meta({
      description:
        'What the notice is about is simulated or came from a connection for tests, or all data of the installation is simulated',
    }),
    data: Notification.omit({ state: true }).extend({
      url: z.string().meta({ description: 'The page that it is about' }),
      acknowledgeUrl: z.string().optional().meta({
        description: 'Takes a POST that acknowledges the event, once; absent: there is nothing to acknowledge',
      }),
    }),
  })
  .meta({
    id: 'WebhookEvent',
    description: 'The body that is posted to a webhook, signed by the headers of Standard Webhooks 1.0',
    examples: [WEBHOOK_EXAMPLE],
  })
export type WebhookEvent = z.output<typeof WebhookEvent>
