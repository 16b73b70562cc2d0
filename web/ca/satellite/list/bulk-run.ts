import { createPageStore, useStore } from '../../../ui/store/store.ts'
import type { BulkSave } from './bulk-plan.ts'

/** The result for one satellite. */
export type Outcome =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'failed'; readonly why: unknown }
export type BulkRun = {
  readonly saves: readonly BulkSave[]
  readonly outcomes: ReadonlyMap<string, Outcome>
  readonly startedMs: number
  readonly isRunning: boolean
  readonly isUndo: boolean
}

type Doing = {
  /** Saves one satellite over its version, and returns the new version. */
  readonly save: (one: BulkSave) => Promise<number>
  /** Returns the pause after too many requests to the server; undefined after any other failure. */
  readonly waitMs: (failure: unknown) => number | undefined
  readonly sleep: (ms: number) => Promise<void>
  /**
   * The first changes, up to this number, are saved at once, the others with a pause before each, so that other changes of this user are
   * not blocked.
   */
  readonly pace: { readonly burst: number; readonly pauseMs: number }
  readonly onEnd: (run: BulkRun) => void
}
type Start = { readonly saves: readonly BulkSave[]; readonly startedMs: number; readonly isUndo?: boolean }

type Pace = Doing['pace']
type Progress = { readonly done: number; readonly all: number; readonly elapsedMs: number }

/** Returns the remaining time, from the time of saving so far and the remaining pauses; undefined before the first save. */
export function leftMs({ done, all, elapsedMs }: Progress, { burst, pauseMs }: Pace): number | undefined {
  if (done === 0) return undefined
  const pausesUntil = (count: number) => Math.max(0, count - burst) * pauseMs
  const eachMs = Math.max(0, elapsedMs - pausesUntil(done)) / done
  return (all - done) * eachMs + pausesUntil(all) - pausesUntil(done)
}

/** Returns a runner that saves many satellites one after the other, on any screen, until all are done or the user stops it. */
export function bulkRunner() {
  const { read, subscribe, set } = createPageStore<BulkRun | undefined>(undefined)
  const change = (part: Partial<BulkRun>) => {
    const run = read()
    if (run) set({ ...run, ...part })
  }
  return {
    read,
    subscribe,
    /** Stops sending; changes that were saved stay. */
    stop: () => change({ isRunning: false }),
    /** Discards a run that has ended. */
    forget: () => (read()?.isRunning ? undefined : set(undefined)),
    start: async ({ saves, startedMs, isUndo = false }: Start, { save, waitMs, sleep, pace, onEnd }: Doing) => {
      if (read()?.isRunning) return
      set({ saves, outcomes: new Map(), startedMs, isRunning: true, isUndo })
      const keep = (id: string, outcome: Outcome) =>
        change({ outcomes: new Map([...(read()?.outcomes ?? []), [id, outcome]]) })
      for (const [place, one] of saves.entries()) {
        if (place >= pace.burst && read()?.isRunning) await sleep(pace.pauseMs)
        for (;;) {
          if (!read()?.isRunning) break
          try {
            keep(one.id, { kind: 'saved', version: await save(one) })
            break
          } catch (why) {
            const ms = waitMs(why)
            if (ms === undefined) {
              keep(one.id, { kind: 'failed', why })
              break
            }
            await sleep(ms)
          }
        }
      }
      change({ isRunning: false })
      const run = read()
      if (run) onEnd(run)
    },
  }
}

export const bulk = bulkRunner()

/** Returns the current run, or the last one; the component renders again with each step. */
export function useBulkRun(): BulkRun | undefined {
  return useStore(bulk)
}

/** Returns the saves that undo those of a run. */
export function undoOf({ saves, outcomes }: BulkRun): readonly BulkSave[] {
  return saves.flatMap((one) => {
    const outcome = outcomes.get(one.id)
    if (outcome?.kind !== 'saved') return []
    return [{ ...one, version: outcome.version, input: one.before, before: one.input }]
  })
}
