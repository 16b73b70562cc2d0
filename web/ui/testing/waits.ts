type Wait = { readonly work: () => void; readonly ms: number }

/** The long waits of a page while a test controls them: each ends when the test ends it. */
export type Waits = {
  /** The lengths of all waits that have begun so far. */
  readonly begun: number[]
  /** Returns the lengths of the waits that have neither ended nor been cancelled. */
  readonly pending: () => readonly number[]
  /** Ends the oldest wait of this number of milliseconds. */
  readonly end: (ms: number) => void
  /** True if each wait ends as soon as it begins. */
  areShort: boolean
  /** Gives the page its real timers back. */
  readonly release: () => void
}

/**
 * Lets the test end each setTimeout() of this length or more. Shorter timers run normally, and so do timers that pass a value, because
 * Node's connections use them.
 */
export function holdWaits(fromMs: number): Waits {
  const { setTimeout, clearTimeout } = globalThis
  const held = new Map<object, Wait>()
  const waits: Waits = {
    begun: [],
    pending: () => [...held.values()].map(({ ms }) => ms),
    end: (ms) => {
      const [timer, wait] = [...held].find(([, one]) => one.ms === ms) ?? []
      if (timer === undefined || wait === undefined) throw new Error(`nothing waits for ${ms} ms`)
      held.delete(timer)
      wait.work()
    },
    areShort: false,
    release: () => void Object.assign(globalThis, { setTimeout, clearTimeout }),
  }
  const holding = (work: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    if (ms < fromMs || values.length > 0) return setTimeout(work, ms, ...values)
    waits.begun.push(ms)
    if (waits.areShort) return setTimeout(work, 0)
    const timer = {}
    held.set(timer, { work, ms })
    return timer
  }
  const callingOff = (timer: Parameters<typeof clearTimeout>[0]) => {
    if (typeof timer !== 'object' || !held.delete(timer)) clearTimeout(timer)
  }
  Object.assign(globalThis, { setTimeout: holding, clearTimeout: callingOff })
  return waits
}
