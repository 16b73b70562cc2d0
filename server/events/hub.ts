import type { Listener } from '../platform/database/listener.ts'
import { EVENT_CHANNEL } from './event.repository.ts'

export type Hub = {
  /** Calls back whenever the organisation may have new events; returns a function that stops it. */
  follow(tenantId: string, wake: () => void): () => void
}

/** Returns a hub that wakes the open streams of an organisation when any process has committed one of its events. */
export function createHub(listener: Listener): Hub {
  const followers = new Map<string, Set<() => void>>()
  listener.on(EVENT_CHANNEL, (tenantId) => {
    // Changes may have been missed during a reconnection, so every stream looks for new ones.
    const woken = tenantId === undefined ? [...followers.values()] : [followers.get(tenantId) ?? new Set<() => void>()]
    for (const set of woken) for (const wake of set) wake()
  })
  return {
    follow(tenantId, wake) {
      const set = followers.get(tenantId) ?? new Set()
      followers.set(tenantId, set.add(wake))
      return () => {
        set.delete(wake)
        if (set.size === 0 && followers.get(tenantId) === set) followers.delete(tenantId)
      }
    },
  }
}
