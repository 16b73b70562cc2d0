import { allows, CA_USER, PAYMENTS_USER, type Requirement } from '@apsis/contract/roles.ts'

/**
 * The tabs of the account, by the name in the address; the first one has no name there (spec §2). All tabs after the second are additions.
 */
export const ACCOUNT_PAGES = [
  'profile',
  'notifications',
  'service-accounts',
  'organisation',
  'connections',
  'balance',
  'orders',
  'usage',
] as const
export type AccountPageName = (typeof ACCOUNT_PAGES)[number]

/** The roles that a tab requires, unless it is for everybody. */
const REQUIRES: Partial<Record<AccountPageName, readonly Requirement[]>> = {
  organisation: [CA_USER],
  connections: [CA_USER],
  balance: [PAYMENTS_USER],
  orders: [PAYMENTS_USER],
  usage: [PAYMENTS_USER],
}

/** Returns the tabs that a user with these roles has. */
export function accountPagesOf(roles: ReadonlySet<string>): AccountPageName[] {
  return ACCOUNT_PAGES.filter((page) => allows(REQUIRES[page] ?? [], roles))
}

/** Returns the tab that an address names; undefined for an unknown name, or if these roles do not have it. */
export function accountPageOf(name: string | undefined, roles: ReadonlySet<string>): AccountPageName | undefined {
  return name === undefined ? ACCOUNT_PAGES[0] : accountPagesOf(roles).find((page) => page === name)
}
