/** The rule for selecting the tabs of one place (spec §5). */
export type TabRule = { readonly multiple: boolean; readonly noneAllowed: boolean }

/** Returns the tabs that a query parameter selects: known tabs, each once, in the order of the screen. */
export function parseTabs(text: string | undefined, known: readonly string[], rule: TabRule): string[] {
  const asked = new Set(text?.split(','))
  const found = known.filter((tab) => asked.has(tab))
  const allowed = rule.multiple ? found : found.slice(0, 1)
  return allowed.length > 0 || rule.noneAllowed ? allowed : known.slice(0, 1)
}

/** Returns the query parameter for a selection: a comma-separated list. */
export function formatTabs(selected: readonly string[]): string {
  return selected.join(',')
}

/**
 * Returns the selection after a tab was pressed: a single selection is replaced, and the last tab stays selected unless an empty selection
 * is allowed.
 */
export function toggleTab(selected: readonly string[], tab: string, rule: TabRule): readonly string[] {
  if (!selected.includes(tab)) return rule.multiple ? [...selected, tab] : [tab]
  if (selected.length === 1 && !rule.noneAllowed) return selected
  return selected.filter((one) => one !== tab)
}
