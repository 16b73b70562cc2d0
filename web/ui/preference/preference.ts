import { createSignal } from '../store/store.ts'

/** The choices of a user for this browser; the first of each is the value without a choice. */
export const PREFERENCES = {
  theme: ['system', 'dark', 'light', 'contrast'],
  density: ['compact', 'comfortable'],
  language: ['en', 'de'],
  /** Says if a time also shows the local time when the pointer rests on it; never anywhere else (ux.md R4). */
  localTime: ['on', 'off'],
  /** Keys without Ctrl or Alt (WCAG 2.1.4). */
  shortcuts: ['on', 'off'],
  /** The navigation as icons, or with its words. */
  sidebar: ['narrow', 'wide'],
} as const
export type PreferenceName = keyof typeof PREFERENCES
export type Preference<N extends PreferenceName> = (typeof PREFERENCES)[N][number]

const keyOf = (name: PreferenceName) => `apsis-${name}`
const changes = createSignal()

/** The choice, from the page's head script or from now; the default value if storage is forbidden. */
export function preference<N extends PreferenceName>(name: N): Preference<N> {
  const chosen = typeof document === 'undefined' ? undefined : document.documentElement.dataset[name]
  const known: readonly Preference<N>[] = PREFERENCES[name]
  return known.find((one) => one === chosen) ?? (known[0] as Preference<N>)
}

/** Chooses, here, in the other tabs and in later visits. */
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

// A choice made in another tab.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key, newValue }) => {
    const name = Object.keys(PREFERENCES).find((one) => keyOf(one as PreferenceName) === key)
    if (name !== undefined && newValue !== null) show(name as PreferenceName, newValue)
  })
