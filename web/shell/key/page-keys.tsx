import { useLayoutEffect } from 'react'
import { createStore, useStore } from '../../ui/store/store.ts'
import type { Keys } from './shortcut.ts'

/** The effect of a key on the screen that is shown; the screen has a control for the same. */
export type PageShortcut = { readonly keys: Keys; readonly label: string; readonly run: () => void }

const shown = new Set<readonly PageShortcut[]>()
const all = createStore<readonly PageShortcut[]>([])

/** Adds shortcuts until the returned function is called. */
export function addShortcuts(shortcuts: readonly PageShortcut[]): () => void {
  shown.add(shortcuts)
  all.set([...shown].flat())
  return () => {
    shown.delete(shortcuts)
    all.set([...shown].flat())
  }
}

/** The shortcuts of the screen, by their keys. */
export function pageBindings(): Readonly<Record<Keys, () => void>> {
  return Object.fromEntries(all.read().map(({ keys, run }) => [keys, run]))
}

/** The shortcuts of the screen, for the sheet and the palette. */
export function usePageShortcuts(): readonly PageShortcut[] {
  return useStore(all)
}

/** Gives the screen that contains it keys of its own, as long as it is shown. */
export function PageKeys({ shortcuts }: { readonly shortcuts: readonly PageShortcut[] }) {
  // The list is another one at each drawing, so that the effect of a key is never older than the screen. It is set before
  // the browser paints: a user who sees the control of a key can press the key.
  useLayoutEffect(() => addShortcuts(shortcuts), [shortcuts])
  return null
}
