import { useSyncExternalStore } from 'react'

type Listener = () => void

/** The listeners that are called at each change of something. */
export type Signal = {
  /** Calls the listener at each change until the returned function is called. */
  readonly subscribe: (listener: Listener) => () => void
  readonly tell: () => void
  readonly hasListeners: () => boolean
}

export function createSignal(): Signal {
  const listeners = new Set<Listener>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell: () => {
      for (const listener of listeners) listener()
    },
    hasListeners: () => listeners.size > 0,
  }
}

/** A value outside React, kept as long as the page exists. */
export type Store<T> = Pick<Signal, 'subscribe'> & {
  readonly read: () => T
  /** Stores another value and notifies every listener; no listener is notified of the same value. */
  readonly set: (next: T) => void
}

export function createStore<T>(first: T): Store<T> {
  const { subscribe, tell } = createSignal()
  let value = first
  return {
    subscribe,
    read: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      tell()
    },
  }
}

const ofPage: (() => void)[] = []

/** Returns a store that exists as long as the page and is changed by the user's actions. A reset of the page resets all of these stores. */
export function createPageStore<T>(first: T): Store<T> {
  const store = createStore(first)
  ofPage.push(() => store.set(first))
  return store
}

/** Sets every store of the page to its first value. */
export function putBackPageStores(): void {
  for (const putBack of ofPage) putBack()
}

type Readable<T> = Pick<Store<T>, 'subscribe' | 'read'>

/** Returns the value of a store; the component renders again when it changes. */
export function useStore<T>({ subscribe, read }: Readable<T>): T {
  return useSyncExternalStore(subscribe, read, read)
}

/** Returns the part of a store that a component needs; it renders again when that part changes. The same value must give the same part. */
export function useStorePart<T, Part>({ subscribe, read }: Readable<T>, partOf: (value: T) => Part): Part {
  const readPart = () => partOf(read())
  return useSyncExternalStore(subscribe, readPart, readPart)
}
