import { useSyncExternalStore } from 'react'
import { createStore } from '../store/store.ts'

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
  const loaded = createStore<Component<Props> | undefined>(undefined)
  const prefetch = () => {
    loading ??= load().then(
      (part) => loaded.set(part),
      (failure: unknown) => {
        // The next who needs it tries again.
        loading = undefined
        throw failure
      },
    )
    return loading
  }
  const subscribe = (changed: () => void) => {
    prefetch().catch((failure: unknown) => console.error('A part of the page could not be loaded.', failure))
    return loaded.subscribe(changed)
  }
  function Show(props: Props) {
    const Loaded = useSyncExternalStore(subscribe, loaded.read)
    return Loaded ? <Loaded {...(props as Props & React.JSX.IntrinsicAttributes)} /> : meanwhile
  }
  fetches.push(prefetch)
  return { prefetch, Show }
}
