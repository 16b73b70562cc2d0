import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DELIVERY_REASONS } from '../notifications/delivery.ts'
import { CallbackToken, Id, Instant } from '../page.ts'
import { CA_ADMIN, CA_USER } from '../roles.ts'

/** The address of PagerDuty for events (Events API v2). */
export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue'

export const Paging = z
  .strictObject({
    url: z.string().nullable().meta({ description: 'Where events are sent; null: there is no on-call system' }),
    routingKey: z.string().nullable().meta({ description: 'The last characters of the key of the integration' }),
    hasCallbackSecret: z
      .boolean()
      .meta({ description: 'Whether acknowledgements from there can be checked, and so are taken' }),
    callbackUrl: z
      .string()
      .nullable()
      .meta({ description: 'What the on-call system calls when somebody has acknowledged there' }),
    openPages: z.int().meta({ description: 'Alarms that are open there' }),
    suspendedAt: Instant.nullable().meta({ description: 'Since when nothing is sent; saving or a test lifts it' }),
    lastDeliveredAt: Instant.nullable(),
    lastTriedAt: Instant.nullable(),
    lastResult: z.enum(['delivered', ...DELIVERY_REASONS]).nullable(),
    lastStatus: z.int().nullable().meta({ description: 'Status of HTTP' }),
    lastAnswer: z.string().nullable().meta({ description: 'The words of the receiver, where they may be shown' }),
    failures: z.int().meta({ description: 'Tries in a row that failed' }),
  })
  .meta({
    id: 'Paging',
    description: 'The on-call system that an organisation pages for critical events',
    examples: [
      {
        url: PAGERDUTY_URL,
        routingKey: '…9f4e',
        hasCallbackSecret: true,
        callbackUrl: 'https://apsis.operator.example/api/v1/duty/paging/callbacks/b3JnYW5pc2F0aW9u.c2lnbmF0dXJl',
        openPages: 1,
        suspendedAt: null,
        lastDeliveredAt: '2026-11-21T02:00:00.000Z',
        lastTriedAt: '2026-11-21T02:00:00.000Z',
        lastResult: 'delivered',
        lastStatus: 202,
        lastAnswer: null,
        failures: 0,
      },
    ],
  })
export type Paging = z.output<typeof Paging>

const common = { tags: ['duty'], access: [CA_USER], path: '/api/v1/duty/paging' } as const
/** Only administrators may change the paging, because they decide where the pages of the whole organisation are sent. */
const administrators = { ...common, tags: ['duty', 'admin'], access: [CA_ADMIN] } as const

export const getPaging = endpoint({
  ...common,
  method: 'GET',
  summary: 'Read the on-call system',
  description:
    'Which on-call system is paged for critical events, and how it answered last. Keys and secrets are not shown.',
  rate: 'read',
  response: Paging,
})

const printable = /^\P{Cc}*$/u

export const updatePaging = endpoint({
  ...administrators,
  method: 'PUT',
  summary: 'Set the on-call system',
  description:
    'For administrators. Names the on-call system of the organisation, in the form of the PagerDuty Events API v2: a critical event that nobody has acknowledged is a trigger, its acknowledgement an acknowledge, its end a resolve, all with the id of the event as dedup_key. A key or secret that is left out stays as it is, and an address that is sent back as it was shown changes nothing. 422 for an address that nothing is sent to.',
  rate: 'write',
  body: z
    .strictObject({
      url: z
        .string()
        .trim()
        .min(1)
        .max(2048)
        .regex(printable, 'must not contain control characters')
        .meta({ description: 'A public name over https' }),
      routingKey: z
        .string()
        .trim()
        .min(1)
        .max(255)
        .regex(printable, 'must not contain control characters')
        .optional()
        .meta({ description: 'Key of the integration, routing_key; absent: as it is' }),
      callbackSecret: z
        .string()
        .trim()
        .min(8)
        .max(255)
        .nullable()
        .optional()
        .meta({ description: 'Signing secret of the webhook subscription; null: none; absent: as it is' }),
    })
    .meta({
      examples: [{ url: PAGERDUTY_URL, routingKey: '<32 characters>', callbackSecret: '<secret of the subscription>' }],
    }),
  response: Paging,
  errors: ['unprocessable'],
})

export const removePaging = endpoint({
  ...administrators,
  method: 'DELETE',
  summary: 'Remove the on-call system',
  description:
    'For administrators. Nothing is sent there any more, and its keys are forgotten. Open alarms there stay open.',
  rate: 'write',
})

export const testPaging = endpoint({
  ...common,
  path: '/api/v1/duty/paging/tests',
  method: 'POST',
  summary: 'Page a test',
  description:
    'Sends a trigger of severity info and its resolve, one after the other, under a key of their own. How they are answered stands in the on-call system of this API within seconds. 409 where none is set.',
  rate: 'write',
  response: Paging,
  status: 201,
  errors: ['conflict'],
})

/** The call of an on-call system: PagerDuty's webhook, version 3; only the fields that are used are named. */
const Callback = z
  .object({
    event: z.object({
      id: z.string().max(255),
      event_type: z.string().max(255).meta({ description: 'incident.acknowledged acknowledges; others do nothing' }),
      occurred_at: Instant,
      agent: z
        .object({ type: z.string().max(255), summary: z.string().max(255).nullish() })
        .nullish()
        .meta({ description: 'Who did it: only a user_reference acknowledges' }),
      data: z
        .object({ incident_key: z.string().max(255).nullish().meta({ description: 'The dedup_key of the event' }) })
        .nullish(),
    }),
  })
  .meta({
    examples: [
      {
        event: {
          id: '01BZCQ5D3GZ7M4J2',
          event_type: 'incident.acknowledged',
          occurred_at: '2026-11-21T02:03:04.000Z',
          agent: { type: 'user_reference', summary: 'Ada Example' },
          data: { incident_key: '6b1f0a3e-2f57-4d0a-8f57-0d4f9d1c2b3a' },
        },
      },
    ],
  })
export type PagingCallback = z.output<typeof Callback>

export const pagingCallback = endpoint({
  tags: ['duty'],
  access: 'anyone',
  path: '/api/v1/duty/paging/callbacks/{token}',
  params: z.strictObject({ token: CallbackToken }),
  method: 'POST',
  summary: 'Take an acknowledgement from the on-call system',
  description:
    'Called by the on-call system with the webhook of PagerDuty, version 3. X-PagerDuty-Signature has to hold an HMAC-SHA256 of the body with the secret that was set (v1=…, in hexadecimal digits): without it 403. A person who acknowledges an alarm there adds the step ACKNOWLEDGE to the record of its event, under their name there. What is sent twice, is older than the alarm or comes from a program does nothing.',
  rate: 'write',
  signed: 'pagerduty',
  body: Callback,
  response: z
    .strictObject({
      result: z.enum(['acknowledged', 'ignored']),
      conjunctionId: Id.nullable(),
    })
    .meta({ examples: [{ result: 'acknowledged', conjunctionId: '6b1f0a3e-2f57-4d0a-8f57-0d4f9d1c2b3a' }] }),
  errors: ['forbidden'],
})
