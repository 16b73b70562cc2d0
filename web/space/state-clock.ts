import { type BetweenWeights, weightsAt, writePlaces } from '@apsis/astro/space/between.ts'
import { drawnWithinM, stepAtSpeed } from '@apsis/astro/space/state-set.ts'
import { type ShownTime, shownAt, speedOf } from '../clock/shown-time.ts'
import type { StateSet, StateSource } from './state-source.ts'

/** The places of all objects at an instant. */
export type PlacesAt = {
  readonly atMs: number
  /** As `writePlaces` writes them; the next places are written into the same memory. */
  readonly places: Int32Array<ArrayBuffer>
}

/** The two sets of states between which an instant lies, and their weights; while time stands still both are the set of that instant. */
export type SetsAt = {
  readonly atMs: number
  readonly earlier: StateSet
  readonly later: StateSet
  readonly weights: BetweenWeights
}

/** Gives the places of a catalogue at the shown time, and asks for the sets of states that will be needed next. */
export type StateClock = {
  /** Returns the sets around the shown time, for a shader that computes the places itself; undefined while they are being computed. */
  readonly setsAt: (time: ShownTime, realMs: number) => SetsAt | undefined
  /** Returns the places at the shown time; undefined while the sets for it are being computed. */
  readonly placesAt: (time: ShownTime, realMs: number) => PlacesAt | undefined
  readonly close: () => void
}

/** Returns the step between two sets at the speed of a time, ms; 0 for a time that stands still, whose places are the kernel's own. */
export const stepMsOf = (time: ShownTime): number => (time.kind === 'paused' ? 0 : 1_000 * stepAtSpeed(speedOf(time)))

/** Returns how far a drawn place is at most from that of SGP4, m, at the speed of a time. */
export const boundOf = (time: ShownTime): number => drawnWithinM(stepMsOf(time) / 1_000)

/** The sets after the present step that are asked for ahead. */
const AHEAD = 2

type Reports = {
  /** A set has arrived that was being waited for. */
  readonly onArrival: () => void
  /** The thread has stopped: there will be no more sets. */
  readonly onDeath: (reason: string) => void
}

/** Returns a clock over a source of states. It asks for nothing unless it is asked: in a hidden tab nothing runs. */
export function createStateClock(
  source: Pick<StateSource, 'reuse' | 'setAt' | 'size'>,
  { onArrival, onDeath }: Reports,
): StateClock {
  const places = new Int32Array(3 * source.size)
  const sets = new Map<number, StateSet>()
  const coming = new Set<number>()
  let needed: readonly number[] = []
  let isOpen = true
  const ask = (atMs: number) => {
    if (!isOpen || sets.has(atMs) || coming.has(atMs)) return
    coming.add(atMs)
    source.setAt(atMs).then(
      (set) => {
        coming.delete(atMs)
        if (!isOpen) return
        sets.set(atMs, set)
        drop()
        onArrival()
      },
      (failure: unknown) => {
        coming.delete(atMs)
        if (!isOpen) return
        isOpen = false
        onDeath(failure instanceof Error ? failure.message : String(failure))
      },
    )
  }
  const drop = () => {
    for (const [atMs, set] of sets) {
      if (needed.includes(atMs)) continue
      sets.delete(atMs)
      source.reuse(set)
    }
  }
  const need = (times: readonly number[]) => {
    needed = times
    drop()
    // One question at a time while somebody drags: those in between are not asked at all.
    for (const atMs of times) if (times.length > 1 || coming.size === 0) ask(atMs)
  }
  const setsAt = (time: ShownTime, realMs: number): SetsAt | undefined => {
    const atMs = Math.round(shownAt(time, realMs))
    const stepMs = stepMsOf(time)
    const fromMs = stepMs === 0 ? atMs : Math.floor(atMs / stepMs) * stepMs
    need(stepMs === 0 ? [atMs] : Array.from({ length: AHEAD + 1 }, (_, ahead) => fromMs + ahead * stepMs))
    const [earlier, later] = [sets.get(fromMs), sets.get(fromMs + stepMs)]
    if (!earlier || !later) return undefined
    const fraction = stepMs === 0 ? 0 : (atMs - fromMs) / stepMs
    return { atMs, earlier, later, weights: weightsAt(fraction, stepMs / 1_000) }
  }
  return {
    setsAt,
    placesAt: (time, realMs) => {
      const found = setsAt(time, realMs)
      if (!found) return undefined
      writePlaces(found.earlier.set, found.later.set, found.weights, places)
      return { atMs: found.atMs, places }
    },
    close: () => {
      isOpen = false
    },
  }
}
