import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const endSession = endpoint({
  method: 'POST',
  path: '/api/v1/session/backchannel-logout',
  summary: 'Be told that a session has ended',
  description:
    'Called by the identity provider (OpenID Connect Back-Channel Logout 1.0). The signed logout token in the body is the only credential. Access tokens of that session are refused from then on.',
  tags: ['admin'],
  access: 'anyone',
  rate: 'write',
  accepts: 'application/x-www-form-urlencoded',
  body: z
    .strictObject({
      logout_token: z.string().min(1).max(8192).meta({ description: 'Signed by the provider, type logout+jwt' }),
    })
    .meta({ examples: [{ logout_token: '<header>.<claims>.<signature>' }] }),
})
