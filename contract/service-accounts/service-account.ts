import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf, sortOf } from '../page.ts'
import { CA_USER, ODT_USER, PAYMENTS_USER, type Role } from '../roles.ts'

/** The roles that a service account may have: all roles that give access to a service. The roles of `account` are about a person's own account. */
export const SERVICE_ACCOUNT_ROLES = [
  'ca:user',
  'ca:testuser',
  'ca:admin',
  'odt:user',
  'odt:testuser',
  'odt:admin',
  'payments:user',
  'payments:testuser',
  'payments:admin',
] as const satisfies readonly Role[]
export const ServiceAccountRole = z.enum(SERVICE_ACCOUNT_ROLES)
export type ServiceAccountRole = z.infer<typeof ServiceAccountRole>

/** The maximum number of an organisation's service accounts that are not revoked. */
export const MOST_SERVICE_ACCOUNTS = 50
const MOST_DAYS = 366
const STANDARD_DAYS = 90
const MOST_OVERLAP_HOURS = 168
const STANDARD_OVERLAP_HOURS = 24

/**
 * Returns true if somebody with these roles may give a role to a service account: a role of their own, or the role of the users of a resource that
 * they administer. A person who may give all roles of a service account may also give it a new secret.
 */
export function mayGive(held: ReadonlySet<string>, role: ServiceAccountRole): boolean {
  const [resource = ''] = role.split(':')
  return held.has(role) || held.has(`${resource}:admin`)
}

export const SERVICE_ACCOUNT_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const

const ID = '3d6f2f1a-6c0f-4f3e-9b1d-0a5a3c1e7b42'
const PRINTABLE = /^\P{Cc}*$/u
const NO_CONTROLS = 'must not contain control characters'

const expiresInDays = z
  .int()
  .min(1)
  .max(MOST_DAYS)
  .default(STANDARD_DAYS)
  .meta({ description: 'Days until the new secret ends' })

const EXAMPLE = {
  serviceAccountId: ID,
  clientId: 'nightly-upload-4k7m2q9d',
  name: 'Nightly upload',
  description: 'Uploads the ephemerides of the flight dynamics system',
  roles: ['ca:user'],
  state: 'ACTIVE',
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: 'demo',
  expiresAt: '2027-02-18T10:00:00.000Z',
  oldSecretEndsAt: null,
  lastUsedAt: '2026-11-21T02:00:00.000Z',
  revokedAt: null,
  revokedBy: null,
  mayRotate: true,
  mayRevoke: true,
  customerId: null,
}

export const ServiceAccount = z
  .strictObject({
    serviceAccountId: Id,
    clientId: z.string().meta({ description: 'What the program names itself by when it asks for a token' }),
    name: z.string(),
    description: z.string().meta({ description: 'Empty where none was given' }),
    roles: z.array(ServiceAccountRole),
    state: z
      .enum(SERVICE_ACCOUNT_STATES)
      .meta({ description: 'EXPIRED: its last secret has ended, and a new one revives it; REVOKED: ended for good' }),
    createdAt: Instant,
    createdBy: z.string().meta({ description: 'User name' }),
    expiresAt: Instant.meta({ description: 'End of its newest secret; UTC' }),
    oldSecretEndsAt: Instant.nullable().meta({
      description: 'End of the secret before, while that is still accepted; null where there is one secret only',
    }),
    lastUsedAt: Instant.nullable().meta({ description: 'When it last got a token, to the minute; null: never' }),
    revokedAt: Instant.nullable(),
    revokedBy: z.string().nullable().meta({ description: 'User name' }),
    mayRotate: z.boolean().meta({ description: 'Whether the caller may give it a new secret' }),
    mayRevoke: z.boolean().meta({ description: 'Whether the caller may revoke it' }),
    customerId: Id.nullable().meta({ description: 'The customer that it orders for; null: none' }),
  })
  .meta({
    id: 'ServiceAccount',
    description: 'An account for a program',
    examples: [EXAMPLE],
  })
export type ServiceAccount = z.output<typeof ServiceAccount>

export const ServiceAccountSecret = z
  .strictObject({
    serviceAccount: ServiceAccount,
    clientSecret: z.string().meta({ description: 'The secret. It is shown this once: only its hash is kept' }),
  })
  .meta({
    id: 'ServiceAccountSecret',
    description: 'A service account with its new secret',
    examples: [
      {
        serviceAccount: EXAMPLE,
        clientSecret: 'apsis_<43 letters, digits, - and _>',
      },
    ],
  })
export type ServiceAccountSecret = z.output<typeof ServiceAccountSecret>

const common = { tags: ['service accounts'], access: [] } as const
const params = z.strictObject({ 'service-account-id': Id })

export const listServiceAccounts = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/service-accounts',
  summary: 'List service accounts',
  description: `Accounts of the organisation for programs, whoever made them; never a secret. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    state: z.enum(SERVICE_ACCOUNT_STATES).optional().meta({ description: 'Only those in this state' }),
    ...sortOf(['name', 'createdAt', 'expiresAt'], 'name'),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(ServiceAccount),
})

export const createServiceAccount = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/service-accounts',
  // A person without any of these roles has no role to give.
  access: [`${CA_USER},${ODT_USER},${PAYMENTS_USER}`],
  summary: 'Create a service account',
  description: `An account for a program, which gets its tokens by client credentials. It belongs to the organisation of the caller and can have only roles that the caller holds; an administrator of a service may also give the roles of its users. An organisation may have ${MOST_SERVICE_ACCOUNTS} that are not revoked: 409 beyond. The secret is in this answer and nowhere else. A service account may not create one.`,
  rate: 'write',
  body: z
    .strictObject({
      name: z.string().trim().min(1).max(80).regex(PRINTABLE, NO_CONTROLS),
      description: z.string().trim().max(500).regex(PRINTABLE, NO_CONTROLS).default(''),
      roles: z.array(ServiceAccountRole).min(1).max(SERVICE_ACCOUNT_ROLES.length),
      expiresInDays,
      customerId: Id.optional().meta({
        description:
          'The customer that it orders for: your own, or any of the organisation for an administrator of payments',
      }),
    })
    .meta({
      examples: [
        {
          name: 'Nightly upload',
          description: 'Uploads the ephemerides of the flight dynamics system',
          roles: ['ca:user'],
          expiresInDays: 90,
        },
      ],
    }),
  response: ServiceAccountSecret,
  status: 201,
  errors: ['conflict'],
})

export const rotateServiceAccount = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/service-accounts/{service-account-id}/secrets',
  summary: 'Give a service account a new secret',
  description:
    'The new secret is in this answer and nowhere else. The one before is accepted for `oldSecretHours` more, so that programs can be changed over; with 0 it ends at once, and its tokens with it. Two secrets are accepted at most: while there are two, only `oldSecretHours` 0 is taken, which ends both (409 otherwise). An account that has expired lives again. For whoever could create this account.',
  rate: 'write',
  params,
  body: z
    .strictObject({
      expiresInDays,
      oldSecretHours: z
        .int()
        .min(0)
        .max(MOST_OVERLAP_HOURS)
        .default(STANDARD_OVERLAP_HOURS)
        .meta({ description: 'Hours for which the secret before is still accepted' }),
    })
    .meta({ examples: [{ expiresInDays: 90, oldSecretHours: 24 }] }),
  response: ServiceAccountSecret,
  status: 201,
  errors: ['conflict'],
})

export const revokeServiceAccount = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/service-accounts/{service-account-id}',
  summary: 'Revoke a service account',
  description:
    'Its secrets, its tokens and its open streams end at once, and for good; what it did stays on record. For whoever created it, or could, and for administrators of a service that it acts in. Revoking twice changes nothing.',
  rate: 'write',
  params,
})
