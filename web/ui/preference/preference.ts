import { createSignal } from '../store/store.ts'

/** The choices that a user makes for this browser; the first value of each is the default. */
export const PREFERENCES = {
  theme: ['system', 'dark', 'light', 'contrast'],
  density: ['compact', 'comfortable'],
  language: ['en', 'de'],
  /** If on, a time also shows the local time while the pointer is on it; local time is shown nowhere else (ux.md R4). */
  localTime: ['on', 'off'],
  /** Shortcut keys without Ctrl or Alt (WCAG 2.1.4). */
  shortcuts: ['on', 'off'],
  /** The navigation as icons only, or with text. */
  sidebar: ['narrow', 'wide'],
} as const
export type PreferenceName = keyof typeof PREFERENCES
export type Preference<N extends PreferenceName> = (typeof PREFERENCES)[N][number]

const keyOf = (name: PreferenceName) => `apsis-${name}`
const changes = createSignal()

/**
 * Returns the choice made on an earlier visit, as the page's head script has read it, or during this one; the default value if storage is
 * forbidden.
 */
export function preference<N extends PreferenceName>(name: N): Preference<N> {
  const chosen = typeof document === 'undefined' ? undefined : document.documentElement.dataset[name]
  const known: readonly Preference<N>[] = PREFERENCES[name]
  return known.find((one) => one === chosen) ?? (known[0] as Preference<N>)
}

/** Stores a choice; it applies here, in the other tabs and on later visits. */
export function choose<N extends PreferenceName>(name: N, value: Preference<N>): void {
  show(name, value)
  try {
    localStorage.setItem(keyOf(name), value)
  } catch (failure) {
    console.warn('The choice holds for this visit only: the browser stores nothing.', failure)
  }
}

/** Calls the listener after each choice until the returned function is called. */
export const onPreference = changes.subscribe

function show(name: PreferenceName, value: string): void {
  document.documentElement.dataset[name] = value
  if (name === 'language') document.documentElement.lang = value
  changes.tell()
}

// Receives a choice made in another tab.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key, newValue }) => {
    const name = Object.keys(PREFERENCES).find((one) => keyOf(one as PreferenceName) === key)
    if (name !== undefined && newValue !== null) show(name as PreferenceName, newValue)
  })
