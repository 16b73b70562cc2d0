import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run/step.ts'
import { KEYCLOAK_VERSION } from './keycloak-server.ts'

type Role = { name: string }
type User = { id: string; username: string; email: string; firstName: string; lastName: string }
type RealmUser = User & { attributes: Record<string, string[]>; clientRoles: object; credentials: { value: string }[] }
type Client = Readonly<Record<string, unknown>> & {
  clientId: string
  attributes?: Record<string, string>
  protocolMappers?: { name: string; protocolMapper: string; config: Record<string, string> }[]
}
type DemoUser = {
  id: string
  username: string
  email: string
  name: string
  organisation: string
  roles: object
  demoPassword: string
}

function read<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))
}

const realm = read<
  Readonly<Record<string, unknown>> & { clients: Client[]; roles: { client: Record<string, Role[]> } }
>('deploy', 'keycloak', 'platform-realm.json')
const web = realm.clients.find((client) => client.clientId === 'apsis-web')

test('platform-realm.json: the demo users are those of the embedded provider, in a separate file', () => {
  const { users } = read<{ users: RealmUser[] }>('deploy', 'keycloak', 'platform-users-0.json')
  const demo = read<{ users: DemoUser[] }>('identity', 'demo-accounts.json').users
  expect(realm.users).toBeUndefined()
  expect(
    users.map((user) => ({
      id: user.id,
      username: user.username,
      email: user.email,
      name: `${user.firstName} ${user.lastName}`,
      organisation: user.attributes.organisation?.[0],
      roles: user.clientRoles,
      demoPassword: user.credentials[0]?.value,
    })),
  ).toEqual(
    demo.map(({ id, username, email, name, organisation, roles, demoPassword }) => ({
      id,
      username,
      email,
      name,
      organisation,
      roles,
      demoPassword,
    })),
  )
})

test('the deployed Keycloak has the version with which the journeys last ran', () => {
  const text = (...path: string[]) => readFileSync(join(ROOT, 'deploy', ...path), 'utf8')
  expect(text('compose.yaml')).toContain(`image: keycloak/keycloak:${KEYCLOAK_VERSION}\n`)
  expect(text('keycloak', 'README.md')).toContain(`Keycloak ${KEYCLOAK_VERSION}`)
})

test('platform-realm.json: there are three resources with the roles admin, user and testuser', () => {
  const names = Object.fromEntries(
    Object.entries(realm.roles.client).map(([id, roles]) => [id, roles.map((role) => role.name)]),
  )
  const roles = ['admin', 'user', 'testuser']
  expect(names).toEqual({ ca: roles, odt: roles, payments: roles })
})

test('platform-realm.json: the client accepts only the code flow with PKCE and exact origins, and reports logouts to the API', () => {
  expect(web).toMatchObject({
    publicClient: true,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: false,
    fullScopeAllowed: false,
    redirectUris: ['http://localhost:8080/*'],
    webOrigins: ['http://localhost:8080'],
  })
  expect(web?.attributes).toMatchObject({
    'pkce.code.challenge.method': 'S256',
    'backchannel.logout.url': 'http://localhost:8080/api/v1/session/backchannel-logout',
    'backchannel.logout.session.required': 'true',
  })
  expect(web?.protocolMappers?.[0]?.config).toMatchObject({
    'included.custom.audience': 'platform-api',
    'access.token.claim': 'true',
  })
})

test('platform-realm.json: lifetimes, brute-force protection and rotation are as decided', () => {
  expect(realm).toMatchObject({
    accessTokenLifespan: 300,
    ssoSessionIdleTimeout: 1800,
    ssoSessionMaxLifespan: 36_000,
    revokeRefreshToken: false,
    bruteForceProtected: true,
    registrationAllowed: false,
    sslRequired: 'external',
  })
})

test('platform-realm.json: only an administrator can change the organisation of a user', () => {
  const components = realm.components as Record<string, { config: Record<string, string[]> }[]>
  const config =
    components['org.keycloak.userprofile.UserProfileProvider']?.[0]?.config['kc.user.profile.config']?.[0] ?? ''
  const { attributes } = JSON.parse(config) as { attributes: { name: string; permissions: { edit: string[] } }[] }
  for (const name of ['organisation', 'organisation_name', 'username'])
    expect(attributes.find((attribute) => attribute.name === name)?.permissions.edit).toEqual(['admin'])
})
