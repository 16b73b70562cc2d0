import { useSyncExternalStore } from 'react'

type Loaded = () => React.ReactNode

/** A part of the screen whose code is fetched when it is first needed. */
export type Part = {
  /** Resolves when it can be shown at once. */
  readonly prefetch: () => Promise<void>
  /** The part; nothing stands in its place until its code is there. */
  readonly Show: () => React.ReactNode
}

/** Unlike a lazy component of React it is drawn in the very step in which it is there, and needs no boundary. */
export function partOf(load: () => Promise<Loaded>): Part {
  let loaded: Loaded | undefined
  let loading: Promise<void> | undefined
  const waiting = new Set<() => void>()
  const prefetch = () => {
    loading ??= load().then(
      (part) => {
        loaded = part
        for (const changed of waiting) changed()
      },
      (failure: unknown) => {
        // The next who needs it tries again.
        loading = undefined
        throw failure
      },
    )
    return loading
  }
  const subscribe = (changed: () => void) => {
    waiting.add(changed)
    prefetch().catch((failure: unknown) => console.error('A part of the page could not be loaded.', failure))
    return () => waiting.delete(changed)
  }
  function Show() {
    const Component = useSyncExternalStore(subscribe, () => loaded)
    return Component ? <Component /> : null
  }
  return { prefetch, Show }
}
