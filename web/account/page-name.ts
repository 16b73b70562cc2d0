/** The tabs of the account, by the name in the address; the first is the one without a name (spec §2). The last is an addition. */
export const ACCOUNT_PAGES = ['profile', 'notifications', 'service-accounts'] as const
export type AccountPageName = (typeof ACCOUNT_PAGES)[number]

/** The tab that an address names; undefined for a name that there is not. */
export function accountPageOf(name: string | undefined): AccountPageName | undefined {
  return name === undefined ? ACCOUNT_PAGES[0] : ACCOUNT_PAGES.find((page) => page === name)
}
