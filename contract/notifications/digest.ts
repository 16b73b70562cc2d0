import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const Unsubscription = z
  .strictObject({ isEnded: z.boolean().meta({ description: 'Whether the person gets no digest any more' }) })
  .meta({ id: 'DigestUnsubscription', description: 'What a link to end a digest did', examples: [{ isEnded: true }] })

const common = {
  tags: ['notifications'],
  access: 'anyone',
  path: '/api/v1/notifications/digests/unsubscriptions/{digest-token}',
  params: z.strictObject({
    'digest-token': z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'As the header of the digest has it', examples: ['b3JnYW5pc2F0aW9u.c2lnbmF0dXJl'] }),
  }),
  response: Unsubscription,
  file: ['text/html'],
  errors: ['not-acceptable'],
} as const

export const getUnsubscription = endpoint({
  ...common,
  method: 'GET',
  summary: 'See what ending a digest does',
  description:
    'The link of the header List-Unsubscribe of a digest, for people whose mail program opens it: a page with a button, JSON for programs. Nothing changes.',
  rate: 'read',
})

export const unsubscribe = endpoint({
  ...common,
  method: 'POST',
  summary: 'End a digest',
  description:
    'One click of a mail program ends the digest of the person to whom it went (RFC 8058). The time of the digest in the rules is then null: what rules would gather is shown on the page alone. What is CRITICAL, and every other rule, stays. It can be done again, and changes nothing more.',
  rate: 'write',
  accepts: 'application/x-www-form-urlencoded',
  body: z
    .strictObject({ 'List-Unsubscribe': z.literal('One-Click').meta({ description: 'As RFC 8058 §3.1 fixes it' }) })
    .meta({ examples: [{ 'List-Unsubscribe': 'One-Click' }] }),
})
