/** An item that waits to be taken, and the time since when it waits. */
type Waiting<T> = { readonly item: T; readonly sinceMs: number }

export type QueueState = { readonly count: number; readonly oldestMs: number }

export type Turns<T> = {
  push(owner: string, item: T): void
  /** Takes the next item whose owner has fewer running items than allowed; the item counts as running until `done` is called. */
  take(): { readonly owner: string; readonly item: T } | undefined
  done(owner: string): void
  /** Removes a waiting item; returns false if it is not waiting. */
  drop(owner: string, item: T): boolean
  /** Returns the number of waiting items of an owner, and the age of the first. */
  waitingOf(owner: string): QueueState
  /** Returns the numbers for all owners together. */
  figures(): { readonly waiting: number; readonly running: number }
}

export type TurnsOptions = {
  /** The number of running items of one owner. */
  readonly mostAtOnce: number
  readonly now: () => number
}

/**
 * Returns a queue that alternates between owners: an owner with a thousand waiting items does not delay another owner's single
 * item. The items of one owner are taken in the order of arrival.
 */
export function openTurns<T>({ mostAtOnce, now }: TurnsOptions): Turns<T> {
  const waiting = new Map<string, Waiting<T>[]>()
  const running = new Map<string, number>()
  /** The number of the last item taken from each owner, counted over all owners; owners without items are removed. */
  const lastTurns = new Map<string, number>()
  let turn = 0
  const forget = (owner: string) => {
    if (!waiting.has(owner) && !running.has(owner)) lastTurns.delete(owner)
  }
  return {
    push(owner, item) {
      const own = waiting.get(owner)
      if (own === undefined) waiting.set(owner, [{ item, sinceMs: now() }])
      else own.push({ item, sinceMs: now() })
    },
    take() {
      const may = [...waiting.keys()].filter((owner) => (running.get(owner) ?? 0) < mostAtOnce)
      const [owner] = may.sort((a, b) => (lastTurns.get(a) ?? 0) - (lastTurns.get(b) ?? 0))
      const own = owner === undefined ? undefined : waiting.get(owner)
      const next = own?.shift()
      if (owner === undefined || next === undefined) return undefined
      if (own?.length === 0) waiting.delete(owner)
      running.set(owner, (running.get(owner) ?? 0) + 1)
      turn += 1
      lastTurns.set(owner, turn)
      return { owner, item: next.item }
    },
    done(owner) {
      const left = (running.get(owner) ?? 1) - 1
      if (left === 0) running.delete(owner)
      else running.set(owner, left)
      forget(owner)
    },
    drop(owner, item) {
      const own = waiting.get(owner) ?? []
      const place = own.findIndex((one) => one.item === item)
      if (place === -1) return false
      own.splice(place, 1)
      if (own.length === 0) waiting.delete(owner)
      forget(owner)
      return true
    },
    figures: () => ({
      waiting: [...waiting.values()].reduce((sum, own) => sum + own.length, 0),
      running: [...running.values()].reduce((sum, count) => sum + count, 0),
    }),
    waitingOf(owner) {
      const own = waiting.get(owner) ?? []
      return { count: own.length, oldestMs: own[0] === undefined ? 0 : now() - own[0].sinceMs }
    },
  }
}
