import { useCallback, useSyncExternalStore } from 'react'
import { createStore, type Store } from '../store/store.ts'

type Fetching = Promise<void>

type Arrival<T> = {
  /** The value; undefined until it has arrived. */
  readonly value: T | undefined
  readonly hasFailed: boolean
}

/** Code, or a text, that is fetched when it is first needed. */
export type FetchOnNeed<T> = Pick<Store<Arrival<T>>, 'subscribe' | 'read'> & {
  /** Resolves when the value has arrived. */
  readonly prefetch: () => Fetching
  /** Fetches the value, unless it is there or being fetched; subscribers are notified when it arrives. */
  readonly ask: () => void
}

const known: Pick<FetchOnNeed<unknown>, 'prefetch' | 'ask' | 'read'>[] = []

/** Fetches everything that the pages loaded so far may need, so that each page can also be shown without the server. */
export async function fetchAll(): Promise<void> {
  for (const { prefetch } of known) await prefetch()
}

/** Tries again to fetch code that did not arrive, because the server is back. */
export function askAgain(): void {
  for (const { read, ask } of known) if (read().hasFailed) ask()
}

export function fetchedOf<T>(load: () => Promise<T>): FetchOnNeed<T> {
  let loading: Fetching | undefined
  const { subscribe, read, set } = createStore<Arrival<T>>({ value: undefined, hasFailed: false })
  const prefetch = () => {
    if (read().hasFailed) set({ value: undefined, hasFailed: false })
    loading ??= load().then(
      (value) => set({ value, hasFailed: false }),
      (failure: unknown) => {
        // The next caller that needs the value tries again.
        loading = undefined
        set({ value: undefined, hasFailed: true })
        throw failure
      },
    )
    return loading
  }
  const ask = () => {
    prefetch().catch((failure: unknown) => console.error('A part of the page could not be loaded.', failure))
  }
  known.push({ read, prefetch, ask })
  return { subscribe, read, prefetch, ask }
}

/** Returns the fetched value in the same step in which it arrives; starts fetching now if it is missing and needed. */
export function useFetched<T>({ subscribe, read, ask }: FetchOnNeed<T>, isNeeded = true): Arrival<T> {
  const askAndSubscribe = useCallback(
    (changed: () => void) => {
      if (isNeeded) ask()
      return subscribe(changed)
    },
    [isNeeded, ask, subscribe],
  )
  return useSyncExternalStore(askAndSubscribe, read)
}
