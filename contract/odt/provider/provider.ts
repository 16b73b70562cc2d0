import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { OldSecret } from '../../notifications/channel.ts'
import { CallbackToken, Id, Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { Code } from '../../payments/amount.ts'
import { ODT_ADMIN, ODT_USER } from '../../roles.ts'
import { CallbackAnswer, MOST_CLOCK_ERROR_S, NoticeText, PROVIDER_MESSAGE_TYPES } from './provider-message.ts'

/** The maximum number of sensor networks from which an organisation can order. */
export const MOST_PROVIDERS = 20

/** The reasons why a message did not reach a provider, or why a message from a provider was invalid. */
export const PROVIDER_RESULTS = [
  ...['delivered', 'refused', 'address-not-public', 'name-unknown', 'connect-timeout', 'answer-timeout', 'tls-failed'],
  ...['connection-failed', 'proxy-failed', 'status', 'too-late', 'taken', 'ignored'],
] as const

const fields = {
  name: z.string().trim().min(1).max(120).meta({ description: 'As people know the network' }),
  url: z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')
    .meta({ description: 'Where orders are sent: a public name over https. Secrets in it are not shown' }),
  isTest: z.boolean().default(false).meta({
    description:
      'Its measurements are simulated: it observes demo satellites alone, and its files say that they are simulated',
  }),
  isEnabled: z.boolean().default(true).meta({
    description: 'false: it gets no new orders, and may tell of the passes whose orders it has',
  }),
}

const EXAMPLE = {
  providerId: 'north-network',
  name: 'North Network',
  url: 'https://orders.north-network.example/apsis',
  isTest: false,
  isEnabled: true,
}

export const NewProvider = z.strictObject({ providerId: Code, ...fields }).meta({
  id: 'NewObservationProvider',
  description: 'A network of sensors that takes orders over HTTP. Sensors belong to it by their providerId',
  examples: [EXAMPLE],
})
export type NewProvider = z.output<typeof NewProvider>

export const Provider = z
  .strictObject({
    providerId: z.string(),
    ...fields,
    callbackUrl: z.string().meta({ description: 'What the provider calls to tell of a pass' }),
    hasSecret: z.boolean().meta({ description: 'false: it has no signing secret yet, and gets no orders' }),
    oldSecretEndsAt: Instant.nullable().meta({ description: 'While two secrets sign: when the older ends' }),
    waiting: z.int().meta({ description: 'Messages that have not reached it yet' }),
    lastTriedAt: Instant.nullable(),
    lastDeliveredAt: Instant.nullable(),
    lastHeardAt: Instant.nullable().meta({ description: 'When it called last with a signature that holds' }),
    lastResult: z.enum(PROVIDER_RESULTS).nullable(),
    lastStatus: z.int().nullable().meta({ description: 'Status of HTTP' }),
    version: z.int().min(1).meta({ description: 'Rises with each change; the ETag holds it' }),
  })
  .meta({
    id: 'ObservationProvider',
    description: 'A network of sensors that takes orders over HTTP, and how it answers',
    examples: [
      {
        ...EXAMPLE,
        callbackUrl: 'https://apsis.operator.example/api/v1/odt/providers/callbacks/b3JnYW5pc2F0aW9u.c2lnbmF0dXJl',
        hasSecret: true,
        oldSecretEndsAt: null,
        waiting: 0,
        lastTriedAt: '2026-11-22T08:00:10.000Z',
        lastDeliveredAt: '2026-11-22T08:00:10.000Z',
        lastHeardAt: '2026-11-22T08:00:12.000Z',
        lastResult: 'delivered',
        lastStatus: 202,
        version: 1,
      },
    ],
  })
export type Provider = z.output<typeof Provider>

const common = { tags: ['providers'], path: '/api/v1/odt/providers' } as const
const administrators = { ...common, tags: ['admin'], access: [ODT_ADMIN] } as const
const NAMED = z.strictObject({ 'provider-id': Code })

export const listProviders = endpoint({
  ...common,
  access: [ODT_USER],
  method: 'GET',
  summary: 'List providers',
  description: 'The networks of sensors that the organisation orders from over HTTP, by providerId.',
  rate: 'read',
  response: z.array(Provider),
})

export const createProvider = endpoint({
  ...administrators,
  method: 'POST',
  summary: 'Add a provider',
  description: `Adds a network of sensors, ${MOST_PROVIDERS} at most. Orders are sent once it has a signing secret. 409 where the id is taken, 422 for an address that nothing is sent to.`,
  rate: 'write',
  headers: { etag: true },
  body: NewProvider,
  response: Provider,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const updateProvider = endpoint({
  ...administrators,
  method: 'PUT',
  summary: 'Change a provider',
  description:
    'Replaces name, address and switches; an address that is sent back as it was shown stays. Whether it is a test does not change: 409. With If-Match it is changed only where nobody else did in between.',
  rate: 'write',
  headers: { ifMatch: 'optional', etag: true },
  query: NAMED,
  body: NewProvider,
  response: Provider,
  errors: ['not-found', 'conflict', 'version-stale', 'unprocessable'],
})

export const removeProvider = endpoint({
  ...administrators,
  method: 'DELETE',
  summary: 'Remove a provider',
  description:
    'Nothing is sent there any more, and its call-backs are refused. 409 while a request that has not ended waits for it.',
  rate: 'write',
  query: NAMED,
  errors: ['not-found', 'conflict'],
})

export const rotateProviderSecret = endpoint({
  ...administrators,
  method: 'POST',
  path: '/api/v1/odt/providers/secrets',
  summary: 'Give a provider a signing secret',
  description:
    'The secret signs orders and call-backs; it is in this answer and nowhere else. For old-secret-hours the secret before holds as well; with 0 it ends at once. While two hold, only 0 is taken, which ends both: 409 otherwise.',
  rate: 'write',
  query: NAMED.extend(OldSecret.shape),
  response: z
    .strictObject({
      secret: z.string().meta({ description: 'Checks and makes v1 signatures (HMAC-SHA256, Standard Webhooks)' }),
      oldSecretEndsAt: Instant.nullable(),
    })
    .meta({ examples: [{ secret: 'whsec_<44 characters of base64>', oldSecretEndsAt: null }] }),
  status: 201,
  errors: ['not-found', 'conflict'],
})

const Message = z
  .strictObject({
    messageId: z.string().meta({ description: 'As webhook-id has it' }),
    direction: z.enum(['sent', 'received']),
    type: z.enum(PROVIDER_MESSAGE_TYPES),
    passId: Id,
    state: z.enum(['waiting', 'done', 'failed', 'withdrawn']),
    tries: z.int().meta({ description: 'How often it was sent, or came' }),
    result: z.enum(PROVIDER_RESULTS).nullable(),
    status: z.int().nullable().meta({ description: 'Status of HTTP: theirs for what was sent, ours for what came' }),
    detail: z.string().nullable().meta({ description: 'What was wrong with what came' }),
    createdAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({
    id: 'ObservationProviderMessage',
    description: 'A message to or from a provider, and what became of it',
    examples: [
      {
        messageId: '8d5c1f0e-7b1a-4e63-9a51-3f6f2c1d0b9a',
        direction: 'sent',
        type: 'pass.order',
        passId: '2f1c4f60-6d0e-4c8e-9d55-0b6a5f4e3d21',
        state: 'done',
        tries: 1,
        result: 'delivered',
        status: 202,
        detail: null,
        createdAt: '2026-11-22T08:00:10.000Z',
        endedAt: '2026-11-22T08:00:10.000Z',
      },
    ],
  })
export type ProviderMessage = z.output<typeof Message>

export const listProviderMessages = endpoint({
  ...administrators,
  method: 'GET',
  path: '/api/v1/odt/providers/messages',
  summary: 'List the messages of a provider',
  description: `What was sent to a provider and what came from it in the last 30 days, newest first. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({ 'provider-id': Code, ...pageOf({ standard: 50, most: 200 }) }),
  response: z.array(Message),
  errors: ['not-found'],
})

export const providerCallback = endpoint({
  ...common,
  access: 'anyone',
  path: '/api/v1/odt/providers/callbacks/{token}',
  params: z.strictObject({ token: CallbackToken }),
  method: 'POST',
  summary: 'Take word of a pass from its provider',
  description: `Called by a provider; the signature of the body is the only credential (Standard Webhooks: webhook-id, webhook-timestamp and a v1 signature in webhook-signature). 403 where it does not hold or where the timestamp is more than ${MOST_CLOCK_ERROR_S} s off. A webhook-id that came before gets the first answer and changes nothing; with another body 409. What is late is ignored: a status that the pass is past, or a second result. 409 where the pass is over without a success, and where a provider that is switched off offers another time or tells of a pass whose order it was never sent; 422 where the measurements are not of the pass. pass.measured makes a pass SUCCESSFUL and captures its price, in one transaction; measurements of another known object make it UNSUCCESSFUL, and its price is given back.`,
  rate: 'write',
  signed: 'standard-webhooks',
  body: NoticeText,
  response: CallbackAnswer,
  errors: ['forbidden', 'conflict', 'unprocessable'],
})
