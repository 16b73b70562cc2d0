import * as contract from '@apsis/contract/session/token.ts'
import { LIMIT_HEADERS, type LimitHeaders } from '../platform/auth/rate-limit.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import * as service from './token.service.ts'

/** The address at which a client finds the token endpoint without configuration (RFC 8414). */
const METADATA = '/.well-known/oauth-authorization-server'

export function tokenRoutes(door: Door, platform: Platform): void {
  bind(door, contract.createToken, async ({ body, authorization, network, requestId, header }) => {
    header('cache-control', 'no-store')
    header('pragma', 'no-cache')
    const { grant_type: grantType, client_id: clientId, client_secret: clientSecret } = body
    const asking = { grantType, clientId, clientSecret, authorization, network, requestId }
    const headers = (values: LimitHeaders) => {
      for (const name of LIMIT_HEADERS) if (values[name] !== undefined) header(name, values[name])
    }
    return service.createToken(platform, asking, { headers })
  })
  const metadata = JSON.stringify(metadataOf(platform.config.publicUrl))
  door.app.get(METADATA, async (_, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=3600').send(metadata),
  )
}

function metadataOf(issuer: string): Record<string, unknown> {
  return {
    issuer,
    token_endpoint: `${issuer}${contract.createToken.path}`,
    jwks_uri: `${issuer}/api/v1/session/keys`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    // The list is empty because there is no sign-in page here: people sign in at the identity provider.
    response_types_supported: [],
    service_documentation: `${issuer}/docs/account/service-accounts`,
  }
}
