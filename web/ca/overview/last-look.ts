import { useSyncExternalStore } from 'react'
import { type Look, parseLook } from './changes.ts'

const listeners = new Set<() => void>()
const kept = new Map<string, Look | undefined>()
const keyOf = (subject: string) => `apsis-look-${subject}`

function read(subject: string): Look | undefined {
  if (!kept.has(subject)) kept.set(subject, parseLook(stored(subject)))
  return kept.get(subject)
}

function stored(subject: string): string | null {
  try {
    return localStorage.getItem(keyOf(subject))
  } catch {
    // Storage may be forbidden; then nothing was seen.
    return null
  }
}

/** Remembers, in this browser and for this user, what has been seen. */
export function keepLook(subject: string, look: Look): void {
  kept.set(subject, look)
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(keyOf(subject), JSON.stringify(look))
  } catch (failure) {
    console.warn('What was seen is remembered for this visit only: the browser stores nothing.', failure)
  }
}

/** What this user had seen last in this browser; undefined before the first time. */
export function useLook(subject: string): Look | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => read(subject),
  )
}
