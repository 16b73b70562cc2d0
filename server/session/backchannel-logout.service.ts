import { jwtVerify } from 'jose'
import { ApiError } from '../platform/api-error.ts'
import { insertEndedSession } from '../platform/auth/session.repository.ts'
import type { Platform } from '../platform/operation/platform.ts'

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_AGE = '5 min'

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, §2.6) and ends the session that it names. */
export async function endSession(platform: Platform, logoutToken: string): Promise<void> {
  const { config, keys, tokens, db } = platform
  const { payload, protectedHeader } = await jwtVerify(logoutToken, keys.key, {
    algorithms: ['RS256', 'ES256'],
    issuer: config.issuer,
    audience: [...config.clients],
    requiredClaims: ['iat', 'jti', 'events', 'sid'],
    maxTokenAge: MAX_AGE,
    clockTolerance: 5,
    // As for access tokens, the clock is the one that was compared with the provider's clock.
    currentDate: new Date(tokens.now()),
  }).catch((error: unknown) => {
    throw refused(error)
  })
  const type = protectedHeader.typ?.toLowerCase()
  const events = payload.events
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT)
  // Keycloak marks its logout tokens in the payload. A token with a nonce is an ID token that is used as a logout token.
  const typed = type === 'logout+jwt' || payload.typ === 'Logout'
  if (!isLogout || !typed || payload.nonce !== undefined || typeof payload.sid !== 'string') throw refused()
  const { sid } = payload
  await db.shared((tx) => insertEndedSession(tx, sid))
}

function refused(cause?: unknown): ApiError {
  return new ApiError('request-invalid', 'logout_token: is not a logout token of our identity provider', {
    errors: [{ code: 'body.token', pointer: '#/logout_token', message: 'is not accepted' }],
    cause,
  })
}
