import type { Service } from '@apsis/contract/endpoint.ts'
import { allows, CA_USER, ODT_USER, PAYMENTS_USER, type Requirement, TLE_USER } from '@apsis/contract/roles.ts'
import type { GuideEntry } from './guide.ts'
import { docsWords } from './words.data.ts'

/** A part of the documentation: its folder of guides and its name, the roles that see it, and its list of calls. */
export type DocPage = {
  readonly id: 'platform' | 'account' | 'ca' | 'odt' | 'tle' | 'payments'
  readonly requires: readonly Requirement[]
  readonly service?: Service
}

/** The value of `file` in the address of an API reference. */
export const REFERENCE = 'reference'

const DOC_PAGES: readonly DocPage[] = [
  { id: 'platform', requires: [] },
  { id: 'account', requires: [], service: 'userconfig' },
  { id: 'ca', requires: [CA_USER], service: 'ca' },
  { id: 'odt', requires: [ODT_USER], service: 'odt' },
  { id: 'tle', requires: [TLE_USER], service: 'tle' },
  { id: 'payments', requires: [PAYMENTS_USER], service: 'payments' },
]

/** Returns the parts that a user sees: services only for users who have their user role (spec §2). */
export function offeredPages(roles: ReadonlySet<string>): DocPage[] {
  return DOC_PAGES.filter(({ requires }) => allows(requires, roles))
}

/** One entry: a guide, or the reference of a service. */
export type Entry = { readonly page: string; readonly file: string; readonly title: string }

/** Returns the entries of a part in reading order: its guides, then its reference. */
export function entriesOf({ id, service }: DocPage, guides: readonly GuideEntry[]): Entry[] {
  const own = guides.filter(({ page }) => page === id).map(({ page, file, title }) => ({ page, file, title }))
  return service ? [...own, { page: id, file: REFERENCE, title: docsWords('reference') }] : own
}

/** Returns the entries before and after another entry, across all visible parts. */
export function neighboursOf(
  all: readonly Entry[],
  { page, file }: Pick<Entry, 'page' | 'file'>,
): { readonly before: Entry | undefined; readonly after: Entry | undefined } {
  const at = all.findIndex((entry) => entry.page === page && entry.file === file)
  return at < 0 ? { before: undefined, after: undefined } : { before: all[at - 1], after: all[at + 1] }
}
