import {
  type DescribedEncounter,
  describeEncounters,
  numberEpisodes,
  relativeInRtn,
} from '@apsis/astro/screening/describe-encounter.ts'
import { regimeOf, shapeOf } from '@apsis/astro/screening/regime.ts'
import type { NotScreened } from '@apsis/astro/screening/screened-object.ts'
import { isInBox } from '@apsis/astro/screening/screening-box.ts'
import type { ScreeningObject, SetPair } from '@apsis/astro/screening/screening-object.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { type Running, screen } from '@apsis/engine/screen.ts'
import { boxOf, reachOf, type Volume } from './screen-volume.ts'

/** What is screened: objects, and the places of those that it is made for. */
export interface Asked {
  readonly objects: readonly ScreeningObject[]
  readonly primaries: ReadonlySet<number>
  readonly start: Epoch
  readonly durationS: number
  readonly volume: Volume
}

export interface Screened {
  readonly encounters: readonly DescribedEncounter[]
  readonly notScreened: readonly NotScreened[]
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

/** The sphere around a flat box has many times the encounters of the box: all that is said of them is said a part at a time. */
const AT_ONCE = 20_000

/**
 * Screens the primaries against everything. Where their volumes differ, in rounds from the largest on: each takes the
 * primaries of one size against all that no round before has had, so that every pair is met once, within the larger of its two
 * volumes. What the sphere has and the box has not is left out; of two primaries, being in the box of one is enough.
 */
export async function screenInRounds(asked: Asked, running: Omit<Running, 'span'>): Promise<Screened> {
  const { objects, primaries, start, durationS, volume } = asked
  const rounds = roundsOf(asked)
  const encounters: DescribedEncounter[] = []
  const notScreened = new Map<number, NotScreened>()
  const done = new Set<number>()
  for (const [index, { reachM, places }] of rounds.entries()) {
    const set = (place: number) => (done.has(place) ? DONE : places.has(place) ? PRIMARIES : OTHERS)
    const screening = {
      objects: objects.map((object, place) => ({ ...object, set: set(place) })),
      start,
      durationS,
      thresholdM: reachM,
      pairs: PAIRS,
    }
    const result = await screen(screening, withProgress(running, index, rounds.length))
    for (let from = 0; from < result.encounters.length; from += AT_ONCE) {
      const described = describeEncounters(screening, result.encounters.slice(from, from + AT_ONCE), primaries)
      for (const one of described) if (isInside(one, volume, primaries)) encounters.push(one)
    }
    for (const one of result.notScreened) notScreened.set(one.place, one)
    for (const place of places) done.add(place)
  }
  return {
    encounters: numberEpisodes(encounters.sort(byTime)),
    notScreened: [...notScreened.values()].sort((a, b) => a.place - b.place),
  }
}

function byTime(a: DescribedEncounter, b: DescribedEncounter): number {
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

function withProgress({ onProgress, ...running }: Omit<Running, 'span'>, index: number, rounds: number): Running {
  if (onProgress === undefined) return running
  return { ...running, onProgress: (done, total) => onProgress(index * total + done, rounds * total) }
}

function isInside(encounter: DescribedEncounter, volume: Volume, primaries: ReadonlySet<number>): boolean {
  const { primary, secondary, missRtnM } = encounter
  const box = boxOf(volume, primary.regime)
  if (box === null || isInBox(missRtnM, box)) return true
  if (!primaries.has(secondary.place)) return false
  const other = boxOf(volume, secondary.regime)
  return other !== null && isInBox(relativeInRtn(secondary, primary).missRtnM, other)
}
