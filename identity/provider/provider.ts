import { randomBytes, randomUUID } from 'node:crypto'
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Account } from '../accounts/accounts.ts'
import { profileClaims, roleClaims } from '../accounts/claims.ts'
import type { RecordRepository } from '../context/record.repository.ts'
import { createAdapter } from './adapter.ts'
import type { Keys } from './keys.ts'
import { ACCESS_TOKEN_S, CODE_S, INTERACTION_S, remainingSessionS, SESSION_MAX_S } from './lifetime.ts'
import { isAllowedRedirect } from './redirect.ts'

export type ProviderParts = {
  readonly issuer: string
  readonly basePath: string
  readonly clientId: string
  readonly audience: string
  readonly backchannelLogoutUri: string
  readonly allowedOrigins: readonly string[]
  readonly accounts: ReadonlyMap<string, Account>
  readonly keys: Keys
  readonly repository: RecordRepository
  readonly pages: Pages
}
export type Pages = {
  readonly renderError: (
    ctx: KoaContextWithOIDC,
    out: { error: string; error_description?: string | undefined },
  ) => void
  readonly renderLogout: (ctx: KoaContextWithOIDC) => void
  readonly renderLoggedOut: (ctx: KoaContextWithOIDC) => void
}

const SCOPE = 'openid profile email'
const API = 'urn:apsis:api'
const CONNECT = '/protocol/openid-connect'

export const SESSION_COOKIE = 'PLATFORM_IDENTITY'

function grantAll(parts: ProviderParts): NonNullable<Configuration['loadExistingGrant']> {
  return async (ctx) => {
    const { session, client, provider } = ctx.oidc
    if (!session?.accountId || !client) return undefined
    // The session's id is also the client's sid: keycloak-js compares the token's sid with the status cookie, and the API matches a logout token's
    // sid with it.
    session.sidFor(client.clientId, session.uid)
    const known = session.grantIdFor(client.clientId)
    const existing = known === undefined ? undefined : await provider.Grant.find(known)
    if (existing && existing.accountId === session.accountId) return existing
    const grant = new provider.Grant({ clientId: parts.clientId, accountId: session.accountId })
    grant.addOIDCScope(SCOPE)
    grant.addResourceScope(API, SCOPE)
    await grant.save()
    return grant
  }
}

function tokenFormat(parts: ProviderParts): NonNullable<Configuration['formats']> {
  return {
    customizers: {
      jwt(_ctx, token, jwt) {
        if (!('accountId' in token)) throw new Error('access tokens are for accounts only')
        const account = parts.accounts.get(token.accountId)
        if (!account) throw new Error('no such account')
        jwt.payload = {
          ...jwt.payload,
          ...profileClaims(account),
          ...roleClaims(account),
          aud: [parts.audience, 'account'],
          typ: 'Bearer',
          azp: token.clientId,
          sid: token.sessionUid,
          'allowed-origins': parts.allowedOrigins,
        }
      },
    },
  }
}

function lifetimes(): NonNullable<Configuration['ttl']> {
  const remaining = (authTime: number | undefined) => remainingSessionS(authTime, Date.now())
  return {
    AccessToken: (ctx) => {
      const source = ctx.oidc.entities.AuthorizationCode ?? ctx.oidc.entities.RefreshToken
      return Math.min(ACCESS_TOKEN_S, remaining(source?.authTime))
    },
    AuthorizationCode: CODE_S,
    Grant: SESSION_MAX_S,
    IdToken: ACCESS_TOKEN_S,
    Interaction: INTERACTION_S,
    // The token is not rotated (decisions.md 21): it is valid as long as its session may last. If the session ends because it is idle, the token
    // ends, too.
    RefreshToken: (_ctx, token) => remaining(token.authTime),
    Session: (_ctx, session) => remaining(session.loginTs),
  }
}

function features(parts: ProviderParts): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: { enabled: true },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: parts.pages.renderLogout,
      postLogoutSuccessSource: parts.pages.renderLoggedOut,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => API,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: SCOPE,
        audience: parts.audience,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  }
}

function cookies(parts: ProviderParts): NonNullable<Configuration['cookies']> {
  const common = {
    httpOnly: true,
    sameSite: 'lax',
    secure: parts.issuer.startsWith('https:'),
    signed: true,
    overwrite: true,
  } as const
  return {
    keys: [...parts.keys.cookieKeys],
    names: { session: SESSION_COOKIE, interaction: 'PLATFORM_INTERACTION', resume: 'PLATFORM_RESUME' },
    long: { ...common, path: parts.basePath },
    // If these two cookies name no path, they get the path of one sign-in, which is below ours, so that two tabs may sign in at once.
    short: common,
  }
}

function configuration(parts: ProviderParts): Configuration {
  const loginOnly = interactionPolicy.base()
  loginOnly.remove('consent')
  const roots = parts.allowedOrigins.map((origin) => `${origin}/`)
  return {
    adapter: createAdapter(parts.repository),
    clients: [
      {
        client_id: parts.clientId,
        client_name: 'Apsis',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        response_modes: ['fragment', 'query'],
        redirect_uris: roots,
        post_logout_redirect_uris: roots,
        backchannel_logout_uri: parts.backchannelLogoutUri,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [...parts.keys.jwks.keys] },
    cookies: cookies(parts),
    routes: {
      authorization: `${CONNECT}/auth`,
      token: `${CONNECT}/token`,
      end_session: `${CONNECT}/logout`,
      jwks: `${CONNECT}/certs`,
      revocation: `${CONNECT}/revoke`,
    },
    discovery: {
      userinfo_endpoint: `${parts.issuer}${CONNECT}/userinfo`,
      check_session_iframe: `${parts.issuer}${CONNECT}/login-status-iframe.html`,
    },
    scopes: ['openid', 'profile', 'email'],
    claims: {
      // As with Keycloak's default client scopes, `openid` alone gives profile and e-mail.
      openid: [
        'sub',
        'sid',
        'name',
        'preferred_username',
        'email',
        'email_verified',
        'organisation',
        'organisation_name',
      ],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    // RFC 6749 §4.1.3: the redirect address of the request for the code must be repeated when the code is exchanged.
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    subjectTypes: ['public'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    clockTolerance: 0,
    clientBasedCORS: (_ctx, origin) => parts.allowedOrigins.includes(origin),
    ttl: lifetimes(),
    expiresWithSession: () => true,
    issueRefreshToken: () => true,
    rotateRefreshToken: false,
    findAccount: (_ctx, id) => {
      const account = parts.accounts.get(id)
      return account && { accountId: id, claims: () => profileClaims(account) }
    },
    loadExistingGrant: grantAll(parts),
    formats: tokenFormat(parts),
    interactions: { policy: loginOnly, url: (_ctx, i) => `${parts.basePath}/login-actions/authenticate/${i.uid}` },
    features: features(parts),
    renderError: parts.pages.renderError,
    fetch: (url, options) => {
      if (String(url) !== parts.backchannelLogoutUri) throw new Error(`no request to ${String(url)} is expected`)
      // The provider's own guard refuses loopback addresses, where our API is; the only address here is fixed by the configuration.
      const { dispatcher: _, ...rest } = options as RequestInit & { dispatcher?: unknown }
      return fetch(url, rest)
    },
  }
}

type RefreshTokenFields = { authTime?: number; accountId: string; clientId?: string; sessionUid?: string }

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Creates the oidc-provider with Keycloak's addresses and everything that keycloak-js 26 needs. */
export function createProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts))
  // `handle` removes what a client sent in these headers, and sets X-Forwarded-Proto itself.
  provider.proxy = true
  // Redirects to any page of an allowed origin are valid, as with Keycloak's `https://host/*`.
  const allowed = (uri: string) => isAllowedRedirect(uri, parts.allowedOrigins)
  provider.Client.prototype.redirectUriAllowed = allowed
  provider.Client.prototype.postLogoutRedirectUriAllowed = allowed
  // keycloak-js decodes the refresh token as a JWT; the secret is its third part, and only a hash of the whole token is stored.
  Object.assign(provider.RefreshToken.prototype, {
    generateTokenId(this: RefreshTokenFields): string {
      const iat = Math.floor(Date.now() / 1000)
      const exp = iat + remainingSessionS(this.authTime, Date.now())
      const subject = { iss: parts.issuer, sub: this.accountId, azp: this.clientId, sid: this.sessionUid }
      const claims = { typ: 'Refresh', jti: randomUUID(), iat, exp, ...subject }
      return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.${randomBytes(32).toString('base64url')}`
    },
  })
  return provider
}
