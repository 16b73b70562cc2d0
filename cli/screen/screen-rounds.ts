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
import type { ScreeningCrew } from '@apsis/engine/crew.ts'
import { type OpenScreening, openScreening } from '@apsis/engine/screen.ts'
import { boxOf, reachOf, type Volume } from './screen-volume.ts'

/** What is screened: objects, and the places of those that it is made for. */
export interface Asked {
  readonly objects: readonly ScreeningObject[]
  readonly primaries: ReadonlySet<number>
  readonly start: Epoch
  readonly durationS: number
  readonly volume: Volume
}

/** How a screening is run and followed. */
export interface Following {
  readonly crew: ScreeningCrew
  readonly onProgress: (done: number, total: number) => void
  /** Given the encounters in the order of time, in batches, as soon as each is certain; the screening waits for it. */
  readonly take: (encounters: readonly DescribedEncounter[]) => Promise<void>
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
 * Screens the primaries against everything, and says what could not be screened. Where their volumes differ, in rounds from
 * the largest on: each takes the primaries of one size against all that no round before has had, so that every pair is met
 * once, within the larger of its two volumes. What the sphere has and the box has not is left out; of two primaries, being in
 * the box of one is enough. One round hands its encounters on while it goes on; several, when the last one has ended.
 */
export async function screenInRounds(
  asked: Asked,
  { crew, onProgress, take }: Following,
): Promise<readonly NotScreened[]> {
  const { objects, primaries, start, durationS, volume } = asked
  const rounds = roundsOf(asked)
  const describe = encounterDescriber(asked, primaries)
  const inside = (found: readonly Encounter[]) => found.map(describe).filter((one) => isInside(one, volume, primaries))
  const number = episodeCounter()
  const handOn = async (some: readonly LoneEncounter[]) => await take(numberEpisodes(some.toSorted(byTime), number))
  const held: LoneEncounter[] = []
  const hold = (some: readonly LoneEncounter[]) => {
    for (const one of some) held.push(one)
  }
  const opened = await openScreening({ objects, start, durationS, thresholdM: rounds[0]?.reachM ?? 0 }, { crew })
  const notScreened = await screenAll(opened, rounds, {
    onProgress,
    onFound: rounds.length === 1 ? (found) => handOn(inside(found)) : (found) => hold(inside(found)),
  })
  if (rounds.length > 1) await handOn(held)
  return notScreened
}

type Ears = Pick<Following, 'onProgress'> & { readonly onFound: (found: readonly Encounter[]) => void | Promise<void> }

async function screenAll(
  opened: OpenScreening,
  rounds: readonly Round[],
  { onProgress, onFound }: Ears,
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

function roundsOf({ objects, primaries, volume }: Asked): Round[] {
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
