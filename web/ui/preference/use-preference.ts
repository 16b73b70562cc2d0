import { useSyncExternalStore } from 'react'
import { onPreference, type Preference, type PreferenceName, preference } from './preference.ts'

/** Returns the chosen value; the component renders again when it changes. */
export function usePreference<N extends PreferenceName>(name: N): Preference<N> {
  const chosen = () => preference(name)
  return useSyncExternalStore(onPreference, chosen, chosen)
}
