/** Lets `atOnce` calls run together and `maxWaiting` more wait for them; any further call gets 'busy' at once. */
export function createGate(atOnce: number, maxWaiting: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T | 'busy'> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) return 'busy'
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
