import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const KeySet = z
  .strictObject({
    keys: z.array(
      z.strictObject({
        kid: z.string(),
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        y: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  })
  .meta({
    id: 'KeySet',
    description: 'A JSON Web Key Set (RFC 7517)',
    examples: [{ keys: [{ kid: '<id>', kty: 'EC', crv: 'P-256', x: '<x>', y: '<y>', alg: 'ES256', use: 'sig' }] }],
  })

export const listKeys = endpoint({
  method: 'GET',
  path: '/api/v1/session/keys',
  summary: 'Read the keys of tokens of service accounts',
  description:
    'Public keys by which others can check tokens of service accounts. Tokens of people are signed by the identity provider, which publishes its own.',
  tags: ['session'],
  access: 'anyone',
  rate: 'read',
  response: KeySet,
})
