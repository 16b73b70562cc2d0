import { useLayoutEffect } from 'react'
import { createStore, useStore } from '../../ui/store/store.ts'
import type { Keys } from './shortcut.ts'

/** The effect of a key on the current screen; the screen also has a control with this effect. */
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

/** Returns the shortcuts of the screen, by their keys. */
export function pageBindings(): Readonly<Record<Keys, () => void>> {
  return Object.fromEntries(all.read().map(({ keys, run }) => [keys, run]))
}

/** Returns the shortcuts of the screen, for the shortcut sheet and the palette. */
export function usePageShortcuts(): readonly PageShortcut[] {
  return useStore(all)
}

/** Adds keys to the screen that contains this component, as long as it is shown. */
export function PageKeys({ shortcuts }: { readonly shortcuts: readonly PageShortcut[] }) {
  // The list is a new one at each rendering, so that the effect of a key is never older than the screen. It is set before the browser
  // paints: a user who sees the control of a key can press the key.
  useLayoutEffect(() => addShortcuts(shortcuts), [shortcuts])
  return null
}
