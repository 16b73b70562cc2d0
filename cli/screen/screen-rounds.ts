import {
  type DescribedEncounter,
  encounterDescriber,
  type LoneEncounter,
  numberEpisodes,
  relativeInRtn,
} from '@apsis/astro/screening/describe-encounter.ts'
import { episodeCounter } from '@apsis/astro/screening/episodes.ts'
import { regimeOf, shapeOf } from '@apsis/astro/screening/regime.ts'
import type { Encounter, NotScreened } from '@apsis/astro/screening/screened-object.ts'
import { isInBox } from '@apsis/astro/screening/screening-box.ts'
import type { ScreeningObject, SetPair } from '@apsis/astro/screening/screening-object.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { type OpenScreening, openScreening } from '@apsis/engine/screen.ts'
import type { ThreadGroup } from '@apsis/engine/thread-group.ts'
import { boxOf, reachOf, type Volume } from './screen-volume.ts'

/** The objects that are screened, and the indices of the primaries among them. */
export interface ScreeningQuestion {
  readonly objects: readonly ScreeningObject[]
  readonly primaries: ReadonlySet<number>
  readonly start: Epoch
  readonly durationS: number
  readonly volume: Volume
}

/** The threads that run a screening, and the callbacks that follow it. */
export interface Following {
  readonly threadGroup: ThreadGroup
  readonly onProgress: (done: number, total: number) => void
  /** Called with batches of encounters in the order of time, as soon as each is certain; the screening waits until the returned promise resolves. */
  readonly onEncounters: (encounters: readonly DescribedEncounter[]) => Promise<void>
}

/** Primaries that are screened within one distance. */
interface Round {
  readonly reachM: number
  readonly places: ReadonlySet<number>
}

const [OTHERS, PRIMARIES, DONE] = [0, 1, 2]
const PAIRS: readonly SetPair[] = [
  [PRIMARIES, OTHERS],
  [PRIMARIES, PRIMARIES],
]

/**
 * Screens the primaries against all objects, and resolves to the objects that could not be screened. Primaries whose volumes have different sizes are
 * screened in rounds, the largest volume first. A round compares the primaries of one size with all objects that were not primaries of an earlier
 * round, so that every pair is compared once, within the larger of its volumes. The screener finds encounters within a sphere around the volume;
 * those outside the box are then omitted. For two primaries it is enough if one is in the other's box. A single round delivers its encounters while
 * it runs; several rounds deliver theirs after the last one, because the encounters must be sorted by time.
 */
export async function screenInRounds(
  asked: ScreeningQuestion,
  { threadGroup, onProgress, onEncounters }: Following,
): Promise<readonly NotScreened[]> {
  const { objects, primaries, start, durationS, volume } = asked
  const rounds = roundsOf(asked)
  const describe = encounterDescriber(asked, primaries)
  const inside = (found: readonly Encounter[]) => found.map(describe).filter((one) => isInside(one, volume, primaries))
  const number = episodeCounter()
  const deliver = async (some: readonly LoneEncounter[]) =>
    await onEncounters(numberEpisodes(some.toSorted(byTime), number))
  const held: LoneEncounter[] = []
  const hold = (some: readonly LoneEncounter[]) => {
    for (const one of some) held.push(one)
  }
  const opened = await openScreening({ objects, start, durationS, thresholdM: rounds[0]?.reachM ?? 0 }, { threadGroup })
  const notScreened = await screenAll(opened, rounds, {
    onProgress,
    onFound: rounds.length === 1 ? (found) => deliver(inside(found)) : (found) => hold(inside(found)),
  })
  if (rounds.length > 1) await deliver(held)
  return notScreened
}

type Callbacks = Pick<Following, 'onProgress'> & {
  readonly onFound: (found: readonly Encounter[]) => void | Promise<void>
}

async function screenAll(
  opened: OpenScreening,
  rounds: readonly Round[],
  { onProgress, onFound }: Callbacks,
): Promise<NotScreened[]> {
  const notScreened = new Map<number, NotScreened>()
  const done = new Set<number>()
  for (const [index, { reachM, places }] of rounds.entries()) {
    const setOf = (place: number) => (done.has(place) ? DONE : places.has(place) ? PRIMARIES : OTHERS)
    const result = await opened.screen({
      round: { setOf, pairs: PAIRS, thresholdM: reachM },
      onFound,
      onProgress: (part, parts) => onProgress(index * parts + part, rounds.length * parts),
    })
    for (const one of result.notScreened) notScreened.set(one.place, one)
    for (const place of places) done.add(place)
  }
  return [...notScreened.values()].sort((a, b) => a.place - b.place)
}

function byTime(a: LoneEncounter, b: LoneEncounter): number {
  return a.seconds - b.seconds || a.primary.place - b.primary.place || a.secondary.place - b.secondary.place
}

function roundsOf({ objects, primaries, volume }: ScreeningQuestion): Round[] {
  if (volume.kind === 'distance') return [{ reachM: volume.distanceM, places: primaries }]
  const byReach = Map.groupBy(primaries, (place) => {
    const object = objects[place]
    if (object === undefined) throw new RangeError(`there is no object at place ${place}`)
    return reachOf(volume, regimeOf(shapeOf(object.flight)))
  })
  const rounds = [...byReach].map(([reachM, places]) => ({ reachM, places: new Set(places) }))
  return rounds.sort((a, b) => b.reachM - a.reachM)
}

function isInside(encounter: LoneEncounter, volume: Volume, primaries: ReadonlySet<number>): boolean {
  const { primary, secondary, missRtnM } = encounter
  const box = boxOf(volume, primary.regime)
  if (box === null || isInBox(missRtnM, box)) return true
  if (!primaries.has(secondary.place)) return false
  const other = boxOf(volume, secondary.regime)
  return other !== null && isInBox(relativeInRtn(secondary, primary).missRtnM, other)
}
