import { useSyncExternalStore } from 'react'

/** A part of the screen whose code is fetched when it is first needed. */
export type Part<Props> = {
  /** Resolves when it can be shown at once. */
  readonly prefetch: () => Fetching
  /** The part; until its code is there, what was given to stand in its place. */
  readonly Show: (props: Props) => React.ReactNode
}

type Component<Props> = (props: Props) => React.ReactNode
type Fetching = Promise<void>

const fetches: (() => Fetching)[] = []

/** Fetches the code of every part of the pages loaded so far, so that each can be shown without the server, too. */
export async function fetchParts(): Promise<void> {
  for (const prefetch of fetches) await prefetch()
}

/** Unlike a lazy component of React it is drawn in the very step in which it is there, and needs no boundary. */
export function partOf<Props = object>(
  load: () => Promise<Component<Props>>,
  meanwhile: React.ReactNode = null,
): Part<Props> {
  let loading: Fetching | undefined
  let loaded: Component<Props> | undefined
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
  function Show(props: Props) {
    const Loaded = useSyncExternalStore(subscribe, () => loaded)
    return Loaded ? <Loaded {...(props as Props & React.JSX.IntrinsicAttributes)} /> : meanwhile
  }
  fetches.push(prefetch)
  return { prefetch, Show }
}
