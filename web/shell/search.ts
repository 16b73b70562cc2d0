/** The search parameters of the address as text, by name. The route interprets the values. */
type SearchTexts = Readonly<Record<string, string>>

/** Reads `?a=b&c=d`; if a name occurs twice, its last value counts. */
export function parseSearch(text: string): SearchTexts {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Writes parameters in the given order and omits undefined and empty ones; commas stay readable. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  if (written.length === 0) return ''
  const text = new URLSearchParams(written.map(([name, value]) => [name, String(value)])).toString()
  return `?${text.replaceAll('%2C', ',')}`
}

type Search<N extends string> = { readonly [K in N]?: string | undefined }

/** Returns a function that keeps a screen's named parameters as text and drops all others. */
export function searchOf<const N extends string>(...names: readonly N[]) {
  return (given: Readonly<Record<string, unknown>>): Search<N> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = given[name]
        return value === undefined || value === '' ? [] : [[name, String(value)]]
      }),
    ) as Search<N>
}

/** The tabs of the sidebar, which is open if the address names one (spec §2). */
export const SIDEBAR_TABS = ['profile', 'notifications'] as const
export type SidebarTab = (typeof SIDEBAR_TABS)[number]

/** Returns the parameters that every address may carry. */
export function rootSearch(given: Readonly<Record<string, unknown>>): { readonly sidebar?: SidebarTab | undefined } {
  const sidebar = SIDEBAR_TABS.find((tab) => tab === given.sidebar)
  return sidebar === undefined ? {} : { sidebar }
}

/** The id of the sidebar, which gets the focus when it is opened. */
export const SIDEBAR_ID = 'sidebar'
