import { useSyncExternalStore } from 'react'
import type { TableLayout } from './layout.ts'

const listeners = new Set<() => void>()
const shown = new Map<string, TableLayout>()
const keyOf = (key: string) => `apsis-table-${key}`

/** The layout of a table kept in this browser by its key, for tables whose address does not hold it. */
export function useStoredLayout(key: string): readonly [TableLayout, (layout: TableLayout) => void] {
  const layout = useSyncExternalStore(onLayout, () => read(key))
  return [layout, (next) => write(key, next)]
}

function onLayout(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(key: string): TableLayout {
  const known = shown.get(key)
  if (known) return known
  const layout = parse(stored(key))
  shown.set(key, layout)
  return layout
}

function write(key: string, layout: TableLayout): void {
  shown.set(key, layout)
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(keyOf(key), JSON.stringify(layout))
  } catch (failure) {
    console.warn('The layout of the table holds for this visit only: the browser stores nothing.', failure)
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(keyOf(key))
  } catch {
    // Storage may be forbidden; then nothing was chosen.
    return null
  }
}

/** What is no layout is no choice. */
export function parse(text: string | null): TableLayout {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const textAt = (name: string) => {
      const part: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
      return typeof part === 'string' ? part : undefined
    }
    return { columns: textAt('columns'), sort: textAt('sort') }
  } catch {
    // Not written by this version.
    return {}
  }
}

// A layout chosen in another tab.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key }) => {
    if (!key?.startsWith(keyOf(''))) return
    shown.delete(key.slice(keyOf('').length))
    for (const listener of listeners) listener()
  })
