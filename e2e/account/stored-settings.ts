import type { Locator } from 'playwright-core'

export type Service = 'ca' | 'odt'
/** The headings of the services' sections. */
export const SECTIONS = { ca: 'Collision avoidance', odt: 'On-demand tracking' } as const

/** Settings as the API stores them. */
export type StoredSettings = {
  readonly email: { readonly addresses: readonly string[]; readonly enabled?: boolean }
  readonly msteams: { readonly url: readonly string[]; readonly enabled?: boolean }
  readonly slack: { readonly url: readonly string[]; readonly enabled?: boolean }
  readonly webhook: { readonly url: readonly string[]; readonly enabled?: boolean }
  readonly statuses: readonly string[]
}

export const NOTHING: StoredSettings = {
  email: { addresses: [] },
  msteams: { url: [] },
  slack: { url: [] },
  webhook: { url: [] },
  statuses: ['COMPLETED_OK', 'CANCELLED'],
}

export function saveButton(section: Locator): Locator {
  return section.getByRole('button', { name: 'Save changes', exact: true })
}
