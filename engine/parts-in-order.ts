import {
  compareEncounters,
  type Encounter,
  type NotScreened,
  type ScreeningResult,
} from '@apsis/astro/screening/screened-object.ts'

/** Takes what the parts of an interval found, and hands it on in the order of time as soon as it is certain. */
export interface PartsInOrder {
  /** What the part at this place of the interval found; parts may come in any order. */
  add(place: number, result: ScreeningResult): Promise<void>
  /** Hands on the rest when all parts have come; says which objects were lost, and from when on. */
  end(): Promise<readonly NotScreened[]>
}

/**
 * Puts parts together. An object that was lost in one part is lost from there on: what later parts found of it is left out,
 * as when all is screened in one go. A part may lose an object from the last sample of the part before on, so each part
 * waits for the next one. `take` is called with one part after the other; `add` ends when it has ended, so that who takes
 * slowly is not flooded.
 */
export function partsInOrder(take: (encounters: readonly Encounter[]) => void | Promise<void>): PartsInOrder {
  const early = new Map<number, ScreeningResult>()
  const lost = new Map<number, NotScreened>()
  let held: readonly Encounter[] = []
  let next = 0
  let handing: Promise<void> = Promise.resolve()

  const isBeforeLoss = (object: number, seconds: number) => {
    const loss = lost.get(object)
    return loss === undefined || seconds <= untilOf(loss)
  }
  const handOn = () => {
    const certain = held.filter((one) => isBeforeLoss(one.first, one.seconds) && isBeforeLoss(one.second, one.seconds))
    held = []
    if (certain.length > 0) handing = handing.then(() => take(certain))
  }

  return {
    add(place, result) {
      early.set(place, result)
      for (let part = early.get(next); part !== undefined; part = early.get(next)) {
        early.delete(next)
        next += 1
        for (const loss of part.notScreened) {
          const known = lost.get(loss.place)
          if (known === undefined || untilOf(loss) < untilOf(known)) lost.set(loss.place, loss)
        }
        handOn()
        held = part.encounters.toSorted(compareEncounters)
      }
      return handing
    },
    async end() {
      handOn()
      await handing
      return [...lost.values()].sort((a, b) => a.place - b.place)
    },
  }
}

function untilOf({ untilS }: NotScreened): number {
  return untilS ?? Number.NEGATIVE_INFINITY
}
