import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../page.ts'
import { PERSON_CHANNELS } from './channel-names.ts'
import { DELIVERY_REASONS, Delivery } from './delivery.ts'

/** The default time for which the previous signing secret is used in addition to the new one. */
export const OLD_SECRET_HOURS = 24
const MOST_OLD_SECRET_HOURS = 168

/**
 * Only digits are read as a number: an empty or blank parameter must be refused, because it would be read as 0, which ends the previous secret at
 * once.
 */
const readHours = (given: unknown) => (typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : given)

/** The time at which the previous signing secret ends; a leaked secret must end at once. */
export const OldSecret = z.strictObject({
  'old-secret-hours': z
    .preprocess(readHours, z.int().min(0).max(MOST_OLD_SECRET_HOURS))
    .prefault(OLD_SECRET_HOURS)
    .meta({
      description: 'Hours for which the secret before holds as well; 0: it ends at once, and any older one with it',
    }),
})

export const EMAIL_MESSAGE = 'Email address must be a valid address.'
const MAX_TARGETS = 10
const printable = /^\P{Cc}*$/u
const Address = z.union([z.literal(''), z.email({ error: EMAIL_MESSAGE }).max(254)], { error: EMAIL_MESSAGE })
// The URL checks of spec §5 never fail, so any printable text is stored; the delivery log shows which URLs cannot be reached.
const Url = z.string().max(2048).regex(printable, 'must not contain control characters')
const enabled = z.boolean().meta({ description: 'True exactly when a target is set: the server derives it' })

export const EmailChannel = z.strictObject({
  enabled: enabled.optional(),
  addresses: z
    .array(Address)
    .max(MAX_TARGETS)
    .meta({ examples: [['flight@operator.example']] }),
})
export const UrlChannel = z.strictObject({
  enabled: enabled.optional(),
  url: z
    .array(Url)
    .max(MAX_TARGETS)
    .meta({ examples: [['https://hooks.operator.example/apsis']] }),
})

const filled = (targets: readonly string[]) => targets.map((target) => target.trim()).filter((target) => target !== '')

/** A channel is enabled exactly when it has a target (spec §5); targets without text are dropped. */
export function emailChannel(addresses: readonly string[]): Required<z.output<typeof EmailChannel>> {
  const targets = filled(addresses)
  return { enabled: targets.length > 0, addresses: targets }
}

/** Works like `emailChannel`, for the channels whose targets are URLs. */
export function urlChannel(urls: readonly string[]): Required<z.output<typeof UrlChannel>> {
  const targets = filled(urls)
  return { enabled: targets.length > 0, url: targets }
}

const EXAMPLE_ID = '1d4a5c7e-0a5b-4c3e-9d52-2f8f3a6d9c01'

export const Channel = z
  .strictObject({
    channelId: Id,
    channel: z.enum(PERSON_CHANNELS),
    target: z
      .string()
      .meta({ description: 'Address, host and last characters of the URL, or last digits of the number' }),
    services: z.array(z.enum(['ca', 'odt'])).meta({ description: 'Services whose settings name it' }),
    isConfirmed: z.boolean().meta({
      description: 'An e-mail address or telephone gets nothing but the question until its owner has confirmed it',
    }),
    simulatedAt: Instant.nullable().meta({
      description:
        'When it was confirmed in the simulator, which does not hold once mails and calls really go out; null: never, or it was really confirmed since',
    }),
    confirmationAskedAt: Instant.nullable(),
    suspendedAt: Instant.nullable().meta({ description: 'Since when nothing is sent; null: it is not suspended' }),
    suspendedReason: z.enum(DELIVERY_REASONS).nullable(),
    lastDeliveredAt: Instant.nullable(),
    lastTriedAt: Instant.nullable(),
    lastResult: z.enum(['delivered', ...DELIVERY_REASONS]).nullable(),
    lastStatus: z.int().nullable().meta({ description: 'Status of HTTP or code of SMTP' }),
    lastAnswer: z.string().nullable().meta({ description: 'The words of the receiver, where they may be shown' }),
    lastDurationS: z.number().nullable().meta({ description: 'How long the last try took, in seconds' }),
    failures: z.int().meta({ description: 'Tries in a row that failed' }),
    publicKey: z
      .string()
      .nullable()
      .meta({ description: 'Of a webhook: checks its v1a signatures (Standard Webhooks, Ed25519)' }),
    oldSecretEndsAt: Instant.nullable().meta({ description: 'While two secrets sign: when the older ends' }),
  })
  .meta({
    id: 'NotificationChannel',
    description: 'A way to the caller outside the application, and how it works',
    examples: [
      {
        channelId: EXAMPLE_ID,
        channel: 'webhook',
        target: 'hooks.operator.example/apsis',
        services: ['ca'],
        isConfirmed: true,
        simulatedAt: null,
        confirmationAskedAt: null,
        suspendedAt: null,
        suspendedReason: null,
        lastDeliveredAt: '2026-11-21T02:00:00.000Z',
        lastTriedAt: '2026-11-21T02:00:00.000Z',
        lastResult: 'delivered',
        lastStatus: 202,
        lastAnswer: null,
        lastDurationS: 0.184,
        failures: 0,
        publicKey: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
        oldSecretEndsAt: null,
      },
    ],
  })
export type Channel = z.output<typeof Channel>

const common = { tags: ['notifications'], access: [] } as const
const params = z.strictObject({ 'channel-id': Id })

export const listChannels = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/notifications/channels',
  summary: 'List channels',
  description:
    'Every address and URL that the settings of the caller name, with its last result. Secrets in URLs are not shown.',
  rate: 'read',
  response: z.array(Channel),
})

export const testChannel = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/notifications/channels/{channel-id}/tests',
  summary: 'Send a test',
  description:
    'Sends a test at once; the delivery tells how it was answered. 409 for an address that is not confirmed.',
  rate: 'write',
  params,
  response: Delivery,
  status: 201,
  errors: ['conflict'],
})

export const askConfirmation = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/notifications/channels/{channel-id}/confirmations',
  summary: 'Ask again for a confirmation',
  description:
    'Sends the question once more, with a new link; the one before does not work any more. 409 for an address that is confirmed, and within ten minutes of the last question.',
  rate: 'write',
  params,
  response: Delivery,
  status: 201,
  errors: ['conflict'],
})

export const confirmChannel = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/notifications/channels/confirmations',
  summary: 'Confirm an address',
  description:
    'Takes the token of the link in the question. It works once, for seven days, for members of the organisation that asked.',
  rate: 'write',
  body: z
    .strictObject({ token: z.string().min(1).max(200) })
    .meta({ examples: [{ token: `${EXAMPLE_ID}.43-letters-digits-and-signs` }] }),
  response: Channel,
})

export const resumeChannel = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/notifications/channels/{channel-id}/resumptions',
  summary: 'Resume a channel',
  description: 'Lifts a suspension; what was given up is not sent by itself, but can be replayed.',
  rate: 'write',
  params,
  response: Channel,
  status: 201,
})

export const rotateChannelSecret = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/notifications/channels/{channel-id}/secrets',
  summary: 'Give a webhook a new signing secret',
  description:
    'The secret is in this answer and nowhere else. For old-secret-hours both secrets sign, so that receivers can be changed over; with 0 the one before ends at once. While two sign, only 0 is taken, which ends both: 409 otherwise, and for channels other than webhooks.',
  rate: 'write',
  params,
  query: OldSecret,
  response: z
    .strictObject({
      secret: z.string().meta({ description: 'Checks v1 signatures (HMAC-SHA256)' }),
      publicKey: z.string().meta({ description: 'Checks v1a signatures (Ed25519)' }),
      oldSecretEndsAt: Instant.nullable().meta({ description: 'null: the one before has ended' }),
    })
    .meta({
      examples: [
        {
          secret: 'whsec_<44 characters of base64>',
          publicKey: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
          oldSecretEndsAt: '2026-11-22T02:00:00.000Z',
        },
      ],
    }),
  status: 201,
  errors: ['conflict'],
})
