import {
  compareEncounters,
  type Encounter,
  type NotScreened,
  type ScreeningResult,
} from '@apsis/astro/screening/screened-object.ts'

/** Collects the results of the parts of an interval, and delivers encounters in the order of time once they are certain. */
export interface PartsInOrder {
  /** Adds the result of the part with this number in the interval; parts may arrive in any order. */
  add(place: number, result: ScreeningResult): Promise<void>
  /** Delivers the rest after the last part; resolves to the objects that were lost, each with the time of its last state. */
  end(): Promise<readonly NotScreened[]>
}

/**
 * An object without a state at some time is lost from then on. Its encounters in later parts are omitted, so that the result is the same as that of
 * one part over the whole interval. A part may report a loss that begins at the last sample of the part before it, so each part is held until the
 * next one has arrived. `deliver` gets one part after the other, and `add` resolves when `deliver` has, so that with a slow receiver the screening
 * becomes slower instead of collecting encounters in memory.
 */
export function partsInOrder(deliver: (encounters: readonly Encounter[]) => void | Promise<void>): PartsInOrder {
  const waiting = new Map<number, ScreeningResult>()
  const lost = new Map<number, NotScreened>()
  let held: readonly Encounter[] = []
  let next = 0
  let delivery: Promise<void> = Promise.resolve()

  const isBeforeLoss = (object: number, seconds: number) => {
    const loss = lost.get(object)
    return loss === undefined || seconds <= untilOf(loss)
  }
  const deliverHeld = () => {
    const certain = held.filter((one) => isBeforeLoss(one.first, one.seconds) && isBeforeLoss(one.second, one.seconds))
    held = []
    if (certain.length > 0) delivery = delivery.then(() => deliver(certain))
  }

  return {
    add(place, result) {
      waiting.set(place, result)
      for (let part = waiting.get(next); part !== undefined; part = waiting.get(next)) {
        waiting.delete(next)
        next += 1
        for (const loss of part.notScreened) {
          const known = lost.get(loss.place)
          if (known === undefined || untilOf(loss) < untilOf(known)) lost.set(loss.place, loss)
        }
        deliverHeld()
        held = part.encounters.toSorted(compareEncounters)
      }
      return delivery
    },
    async end() {
      deliverHeld()
      await delivery
      return [...lost.values()].sort((a, b) => a.place - b.place)
    },
  }
}

function untilOf({ untilS }: NotScreened): number {
  return untilS ?? Number.NEGATIVE_INFINITY
}
