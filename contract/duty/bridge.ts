import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OldSecret } from '../notifications/channel.ts'
import { DELIVERY_REASONS } from '../notifications/delivery.ts'
import { CallbackToken, Id, Instant } from '../page.ts'
import { CA_ADMIN, CA_USER } from '../roles.ts'
import { Key, KeyResult } from './telephone.ts'

const CALLBACK = 'https://apsis.operator.example/api/v1/duty/bridge/callbacks/b3JnYW5pc2F0aW9u.c2lnbmF0dXJl'

export const Bridge = z
  .strictObject({
    url: z.string().nullable().meta({ description: 'What is called to make a call; null: calls are SIMULATED' }),
    callbackUrl: z.string().nullable().meta({ description: 'What the bridge calls when somebody has pressed a key' }),
    oldSecretEndsAt: Instant.nullable().meta({ description: 'While two secrets sign: when the older ends' }),
    telephones: z.int().meta({ description: 'Confirmed telephones of the organisation' }),
    lastCalledAt: Instant.nullable(),
    lastResult: z.enum(['delivered', ...DELIVERY_REASONS]).nullable(),
    lastStatus: z.int().nullable().meta({ description: 'Status of HTTP' }),
  })
  .meta({
    id: 'TelephoneBridge',
    description: 'By which program an organisation calls telephones and sends text messages',
    examples: [
      {
        url: 'https://bridge.operator.example/apsis',
        callbackUrl: CALLBACK,
        oldSecretEndsAt: null,
        telephones: 3,
        lastCalledAt: '2026-11-21T02:30:00.000Z',
        lastResult: 'delivered',
        lastStatus: 202,
      },
    ],
  })
export type Bridge = z.output<typeof Bridge>

const common = { tags: ['duty'], access: [CA_USER], path: '/api/v1/duty/bridge' } as const
/** Only administrators may change the bridge, because they decide which program makes the calls of the whole organisation. */
const administrators = { ...common, tags: ['duty', 'admin'], access: [CA_ADMIN] } as const

export const getBridge = endpoint({
  ...common,
  method: 'GET',
  summary: 'Read the telephone bridge',
  description: 'By which program the organisation calls, and how it answered last. Its secret is not shown.',
  rate: 'read',
  response: Bridge,
})

export const updateBridge = endpoint({
  ...administrators,
  method: 'PUT',
  summary: 'Set the telephone bridge',
  description:
    'For administrators. Every call and text message is then a signed webhook to this address (Standard Webhooks 1.0), with person, number, text, and the key that acknowledges. An address that is sent back as it was shown changes nothing. 422 for an address that nothing is sent to.',
  rate: 'write',
  body: z
    .strictObject({
      url: z
        .string()
        .trim()
        .min(1)
        .max(2048)
        .regex(/^\P{Cc}*$/u, 'must not contain control characters')
        .meta({ description: 'A public name over https' }),
    })
    .meta({ examples: [{ url: 'https://bridge.operator.example/apsis' }] }),
  response: Bridge,
  errors: ['unprocessable'],
})

export const removeBridge = endpoint({
  ...administrators,
  method: 'DELETE',
  summary: 'Remove the telephone bridge',
  description: 'For administrators. Calls are SIMULATED from now on: nothing is sent anywhere.',
  rate: 'write',
})

export const rotateBridgeSecret = endpoint({
  ...administrators,
  path: '/api/v1/duty/bridge/secrets',
  method: 'POST',
  summary: 'Give the bridge a new signing secret',
  description:
    'For administrators. The secret is in this answer and nowhere else; it signs in both directions. For old-secret-hours the one before holds as well; with 0 it ends at once. While two hold, only 0 is taken, which ends both: 409 otherwise, and where no bridge is set.',
  rate: 'write',
  query: OldSecret,
  response: z
    .strictObject({
      secret: z.string().meta({ description: 'Checks and makes v1 signatures (HMAC-SHA256)' }),
      oldSecretEndsAt: Instant.nullable().meta({ description: 'null: the one before has ended' }),
    })
    .meta({ examples: [{ secret: 'whsec_<44 characters of base64>', oldSecretEndsAt: '2026-11-22T02:00:00.000Z' }] }),
  status: 201,
  errors: ['conflict'],
})

export const bridgeCallback = endpoint({
  tags: ['duty'],
  access: 'anyone',
  path: '/api/v1/duty/bridge/callbacks/{token}',
  params: z.strictObject({ token: CallbackToken }),
  method: 'POST',
  summary: 'Take a key that was pressed',
  description:
    'Called by the bridge when somebody has pressed digits, or answered a text message with them. webhook-id, webhook-timestamp and webhook-signature have to hold a v1 signature of the body with the secret of the bridge, not more than five minutes old: without it 403. The key of a notice acknowledges its event in the name of the person who was called, that of a question confirms the number. What is sent twice does nothing.',
  rate: 'write',
  signed: 'standard-webhooks',
  body: z
    .strictObject({ callId: Id.meta({ description: 'As the call had it' }), key: Key })
    .meta({ examples: [{ callId: '5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11', key: '4821' }] }),
  response: KeyResult,
  errors: ['forbidden'],
})
