import type { AccountClaims } from 'oidc-provider'
import type { Account } from './accounts.ts'

/** Returns the claims of the ID token, userinfo and, with the roles, the access token; named as in Keycloak. */
export function profileClaims(account: Account): AccountClaims {
  return {
    sub: account.id,
    name: account.name,
    preferred_username: account.username,
    email: account.email,
    email_verified: true,
    ...(account.organisation && {
      organisation: account.organisation.id,
      organisation_name: account.organisation.name,
    }),
  }
}

/** Returns roles by resource in Keycloak's form; resources without a role are omitted, as in Keycloak. */
export function roleClaims(account: Account) {
  const held = Object.entries(account.roles).filter(([, roles]) => roles.length > 0)
  return {
    realm_access: { roles: ['default-roles-platform'] },
    resource_access: Object.fromEntries(held.map(([resource, roles]) => [resource, { roles }])),
  }
}

/** Returns the answer for `loadUserProfile()` of keycloak-js. */
export function accountProfile(account: Account) {
  const [firstName = '', ...rest] = account.name.split(' ')
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    emailVerified: true,
    firstName,
    lastName: rest.join(' '),
    attributes: account.organisation ? { organisation: [account.organisation.id] } : {},
  }
}
