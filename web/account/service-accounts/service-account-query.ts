import { DAY_MS } from '@apsis/astro/constants.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import {
  createServiceAccount,
  listServiceAccounts,
  mayGive,
  revokeServiceAccount,
  rotateServiceAccount,
  SERVICE_ACCOUNT_ROLES,
  type ServiceAccount,
  type ServiceAccountRole,
} from '@apsis/contract/service-accounts/service-account.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callAll } from '../../api/call.ts'

/** The type of the event that says that service accounts have changed. */
const KEY = ['service-account']

export const serviceAccountsQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => callAll(listServiceAccounts, { query: { limit: 1_000 } }, signal),
  })

export const serviceAccountsCall = { method: listServiceAccounts.method, path: listServiceAccounts.path }

export type Wish = SentRequest<typeof createServiceAccount>['body']

/** Creates an account; the dialog says what went wrong. The answer holds the secret: it is forgotten with the dialog. */
export function useCreate() {
  return useMutation({
    gcTime: 0,
    meta: { silent: 'create-service-account', writes: [KEY] },
    mutationFn: (body: Wish) => call(createServiceAccount, { body }),
  })
}

export type Rotation = { readonly id: string; readonly expiresInDays: number; readonly oldSecretHours: number }

export function useRotate() {
  return useMutation({
    gcTime: 0,
    meta: { silent: 'rotate-service-account', writes: [KEY] },
    mutationFn: ({ id, ...body }: Rotation) =>
      call(rotateServiceAccount, { params: { 'service-account-id': id }, body }),
  })
}

export function useRevoke() {
  return useMutation({
    meta: { silent: 'revoke-service-account', writes: [KEY] },
    mutationFn: (id: string) => call(revokeServiceAccount, { params: { 'service-account-id': id } }),
  })
}

/** The roles that somebody can give to a program. */
export function rolesToGive(held: ReadonlySet<string>): ServiceAccountRole[] {
  return SERVICE_ACCOUNT_ROLES.filter((role) => mayGive(held, role))
}

const SOON_MS = 14 * DAY_MS

/** How an account stands: `soon` from when its end is announced. */
export function standingOfServiceAccount(
  { state, expiresAt }: ServiceAccount,
  now: number,
): ServiceAccount['state'] | 'soon' {
  if (state !== 'ACTIVE') return state
  const leftMs = Date.parse(expiresAt) - now
  if (leftMs <= 0) return 'EXPIRED'
  return leftMs <= SOON_MS ? 'soon' : 'ACTIVE'
}
