/** What waits for its turn, and since when. */
type Waiting<T> = { readonly item: T; readonly sinceMs: number }

export type Queued = { readonly count: number; readonly oldestMs: number }

export type Turns<T> = {
  push(owner: string, item: T): void
  /** The next whose owner has not as many under way already as it may; it counts as under way until `done`. */
  take(): { readonly owner: string; readonly item: T } | undefined
  done(owner: string): void
  /** Forgets what waits no longer for an answer; false where it does not wait. */
  remove(owner: string, item: T): boolean
  /** How many of an owner wait, and how long the first of them does. */
  waitingOf(owner: string): Queued
}

export type TurnsOptions = {
  /** Of one owner, under way at a time. */
  readonly mostAtOnce: number
  readonly now: () => number
}

/**
 * Turns by owner: whoever has a thousand things waiting does not keep somebody with one from being next. Within an owner
 * the first come is the first served.
 */
export function openTurns<T>({ mostAtOnce, now }: TurnsOptions): Turns<T> {
  // In the order in which the owners have their turns: who had one goes to the end.
  const waiting = new Map<string, Waiting<T>[]>()
  const running = new Map<string, number>()
  return {
    push(owner, item) {
      const own = waiting.get(owner)
      if (own === undefined) waiting.set(owner, [{ item, sinceMs: now() }])
      else own.push({ item, sinceMs: now() })
    },
    take() {
      for (const [owner, own] of waiting) {
        const busy = running.get(owner) ?? 0
        const next = busy < mostAtOnce ? own.shift() : undefined
        if (next === undefined) continue
        running.set(owner, busy + 1)
        waiting.delete(owner)
        if (own.length > 0) waiting.set(owner, own)
        return { owner, item: next.item }
      }
      return undefined
    },
    done(owner) {
      const left = (running.get(owner) ?? 1) - 1
      if (left === 0) running.delete(owner)
      else running.set(owner, left)
    },
    remove(owner, item) {
      const own = waiting.get(owner)
      const place = own?.findIndex((one) => one.item === item) ?? -1
      if (own === undefined || place === -1) return false
      own.splice(place, 1)
      if (own.length === 0) waiting.delete(owner)
      return true
    },
    waitingOf(owner) {
      const own = waiting.get(owner) ?? []
      return { count: own.length, oldestMs: own[0] === undefined ? 0 : now() - own[0].sinceMs }
    },
  }
}
