import type { Log } from '../../platform/log.ts'

type Each = { readonly log: Log; readonly signal: AbortSignal; readonly what: string }

/**
 * Does something for one event after the other. One that fails is logged and holds up no other; the turn fails at its end, so that
 * a failure that lasts is seen.
 */
export async function forEachEvent(
  { log, signal, what }: Each,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const id of ids) {
    if (signal.aborted) break
    try {
      await work(id)
    } catch (error) {
      log.error({ err: error, conjunctionId: id }, what)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${what}: ${failures.length} of ${ids.length}`)
}
