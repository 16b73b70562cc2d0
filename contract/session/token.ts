import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const CLIENT_CREDENTIALS = 'client_credentials'

/** The answer of a token endpoint (RFC 6749 §5.1). */
const AccessToken = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Life of the token in seconds' }),
    scope: z
      .string()
      .meta({ description: 'Roles of the token, separated by spaces; a scope that is asked for is ignored' }),
  })
  .meta({
    id: 'AccessToken',
    description: 'An access token of a service account',
    examples: [
      { access_token: '<header>.<claims>.<signature>', token_type: 'Bearer', expires_in: 600, scope: 'ca:user' },
    ],
  })

const credential = z.string().max(255).optional()

export const createToken = endpoint({
  method: 'POST',
  path: '/api/v1/session/token',
  summary: 'Get a token for a service account',
  description:
    'The client credentials grant of OAuth 2.0 (RFC 6749 §4.4). The client id and secret of a service account stand in the header Authorization: Basic or in the form. The token lives ten minutes; ask again when it ends, there is no refresh token. A refusal has the form of RFC 6749 §5.2: `error` is invalid_client, invalid_request or unsupported_grant_type.',
  tags: ['session'],
  access: 'anyone',
  rate: 'write',
  protocol: 'oauth',
  accepts: 'application/x-www-form-urlencoded',
  body: z
    .strictObject({
      grant_type: z.string().min(1).max(100).meta({ description: 'client_credentials' }),
      client_id: credential,
      client_secret: credential,
      scope: z.string().max(1_000).optional().meta({ description: 'Ignored: a token has the roles of its account' }),
    })
    .meta({
      examples: [
        { grant_type: CLIENT_CREDENTIALS, client_id: 'nightly-upload-4k7m2q9d', client_secret: '<client secret>' },
      ],
    }),
  response: AccessToken,
  errors: ['client-invalid', 'grant-unsupported'],
})
