import { createKeptStore } from '../store/kept-store.ts'
import type { TableLayout } from './layout.ts'

const layouts = createKeptStore({
  prefix: 'apsis-table-',
  parse,
  warning: 'The layout of the table holds for this visit only: the browser stores nothing.',
  followsOtherTabs: true,
})

/**
 * Returns the layout of a table, kept in this browser by its key, and the function that changes it. For tables whose layout is not in the
 * address.
 */
export function useStoredLayout(key: string): readonly [TableLayout, (layout: TableLayout) => void] {
  return [layouts.use(key), (next) => layouts.keep(key, next)]
}

/** Returns a layout; a text that is not a layout counts as no choice. */
export function parse(text: string | null): TableLayout {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const textAt = (name: string) => {
      const part: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
      return typeof part === 'string' ? part : undefined
    }
    return { columns: textAt('columns'), sort: textAt('sort') }
  } catch {
    // The text was not written by this version.
    return {}
  }
}
