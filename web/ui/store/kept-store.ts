import { useSyncExternalStore } from 'react'
import { createSignal } from './store.ts'

type Keeping<T> = {
  /** The prefix of every key, so that these values in the browser's storage are distinct from all others. */
  readonly prefix: string
  /** Returns the value for a stored text; the text is null if nothing is stored. */
  readonly parse: (text: string | null) => T
  /** The warning on the console if the browser stores nothing. */
  readonly warning: string
  /** True if a value that another tab stores applies here at once. */
  readonly followsOtherTabs: boolean
}

/** Values by key, kept in this browser for later visits. */
export type KeptStore<T> = {
  readonly keep: (key: string, value: T) => void
  /** Returns the value of a key; the component renders again when it changes. */
  readonly use: (key: string) => T
}

export function createKeptStore<T>({ prefix, parse, warning, followsOtherTabs }: Keeping<T>): KeptStore<T> {
  const { subscribe, tell } = createSignal()
  const known = new Map<string, { readonly value: T }>()
  const read = (key: string): T => {
    const entry = known.get(key) ?? { value: parse(stored(prefix + key)) }
    known.set(key, entry)
    return entry.value
  }
  if (followsOtherTabs && typeof addEventListener === 'function')
    addEventListener('storage', ({ key }) => {
      // If the key is null, everything was removed.
      if (key === null) known.clear()
      else if (key.startsWith(prefix)) known.delete(key.slice(prefix.length))
      else return
      tell()
    })
  return {
    keep: (key, value) => {
      known.set(key, { value })
      tell()
      try {
        localStorage.setItem(prefix + key, JSON.stringify(value))
      } catch (failure) {
        console.warn(warning, failure)
      }
    },
    use: (key) => useSyncExternalStore(subscribe, () => read(key)),
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage may be forbidden; then nothing was stored.
    return null
  }
}
