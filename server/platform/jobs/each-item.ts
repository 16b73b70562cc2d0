import type { Log } from '../log.ts'

type ItemWork = { readonly log: Log; readonly signal: AbortSignal; readonly what: string }
type Item = string | { readonly id: string }

/** Runs a step for each item in turn. A failure is logged and does not delay other items; the run then fails at its end. */
export async function forEachItem<T extends Item>(
  { log, signal, what }: ItemWork,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    if (signal.aborted) break
    try {
      await work(item)
    } catch (error) {
      log.error({ err: error, item: typeof item === 'string' ? item : item.id }, what)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${what}: ${failures.length} of ${items.length}`)
}
