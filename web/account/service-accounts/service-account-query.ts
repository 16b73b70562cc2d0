import { DAY_MS } from '@apsis/astro/constants.ts'
import {
  listServiceAccounts,
  mayGive,
  SERVICE_ACCOUNT_ROLES,
  type ServiceAccount,
  type ServiceAccountRole,
} from '@apsis/contract/service-accounts/service-account.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'

/** The type of the event that announces a change of service accounts. */
export const SERVICE_ACCOUNTS = ['service-account']

export const serviceAccountsQuery = () =>
  queryOptions({
    queryKey: SERVICE_ACCOUNTS,
    queryFn: ({ signal }) => callAll(listServiceAccounts, { query: { limit: 1_000 } }, signal),
  })

export const serviceAccountsCall = { method: listServiceAccounts.method, path: listServiceAccounts.path }

/** Returns the roles that a user can give to a program. */
export function rolesToGive(held: ReadonlySet<string>): ServiceAccountRole[] {
  return SERVICE_ACCOUNT_ROLES.filter((role) => mayGive(held, role))
}

const SOON_MS = 14 * DAY_MS

/** Returns the state of an account; it is `soon` once its end is announced. */
export function standingOfServiceAccount(
  { state, expiresAt }: ServiceAccount,
  now: number,
): ServiceAccount['state'] | 'soon' {
  if (state !== 'ACTIVE') return state
  const leftMs = Date.parse(expiresAt) - now
  if (leftMs <= 0) return 'EXPIRED'
  return leftMs <= SOON_MS ? 'soon' : 'ACTIVE'
}
