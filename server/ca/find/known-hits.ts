import { randomUUID } from 'node:crypto'
import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import type { HitRow } from './watch.repository.ts'

export type Hits = {
  /** All close approaches of this run; known ones keep their id. */
  readonly seen: readonly HitRow[]
  /** The close approaches of this run that are new. */
  readonly fresh: readonly HitRow[]
}

/**
 * Separates known close approaches from new ones: a known approach has the same object and is the nearest in time within the tolerance of events;
 * each is matched once. Minima at the ends of the span do not count: they move with it.
 */
export function knownHits(known: readonly HitRow[], encounters: readonly Encounter[], toleranceS: number): Hits {
  const left = new Set(known)
  const [seen, fresh]: [HitRow[], HitRow[]] = [[], []]
  for (const one of encounters) {
    if (one.kind !== 'minimum') continue
    const tca = new Date(one.tca)
    const apart = (hit: HitRow) => Math.abs(hit.tca.getTime() - tca.getTime())
    const nearest = [...left]
      .filter((hit) => hit.object_id === one.secondary.objectId && apart(hit) <= toleranceS * 1000)
      .sort((a, b) => apart(a) - apart(b))[0]
    if (nearest !== undefined) left.delete(nearest)
    const { objectId: object_id, name } = one.secondary
    const hit = { id: nearest?.id ?? randomUUID(), object_id, name, tca, miss_m: one.missM }
    seen.push(hit)
    if (nearest === undefined) fresh.push(hit)
  }
  return { seen, fresh }
}
