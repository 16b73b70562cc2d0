/**
 * Runs the work for each key one at a time. If it is requested meanwhile, however often, it runs once more afterwards: otherwise a burst of
 * changes would end every read before its answer arrives.
 */
export function inTurn(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, { isAsked: boolean }>()
  return async (key) => {
    const before = running.get(key)
    if (before) {
      before.isAsked = true
      return
    }
    const turn = { isAsked: true }
    running.set(key, turn)
    try {
      while (turn.isAsked) {
        turn.isAsked = false
        await work(key)
      }
    } finally {
      running.delete(key)
    }
  }
}
