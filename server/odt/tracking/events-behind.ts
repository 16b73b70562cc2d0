import { listCounting } from '../../ca/event/tracked-event.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import * as repository from './conjunction.repository.ts'

/** What became of a track in an event: which message it was added to, and which one it made. */
type Update = Pick<repository.UpdateRow, 'observation_id' | 'prior_cdm_id' | 'cdm_id' | 'outcome'>

/** Which tracks the message that counts holds or was held against, and the message of a provider that it goes back to. */
export function historyOf(countingId: string, updates: readonly Update[]) {
  const holding = new Set<string>()
  let rootId = countingId
  for (;;) {
    const current = rootId
    for (const one of updates)
      if (one.prior_cdm_id === current && one.outcome !== 'FUSED') holding.add(one.observation_id)
    const made = updates.find(({ cdm_id }) => cdm_id === current)
    if (made === undefined) return { holding, rootId }
    holding.add(made.observation_id)
    rootId = made.prior_cdm_id
  }
}

/** Whether a message holds the measurements of a track: it holds the file, or another one with the same measurements. */
export const isHeld = (
  holding: ReadonlySet<string>,
  { id, twins }: Pick<repository.TrackRow, 'id' | 'twins'>,
): boolean => [id, ...twins].some((one) => holding.has(one))

type BehindQuestion = { readonly numbers: readonly number[]; readonly from: Date; readonly now: Date }

/**
 * The events ahead of these objects to whose message a track is still to be added, soonest first. Looked for all at once: where an
 * organisation has tracks of many objects, a new one would otherwise wait until every event has been read.
 */
export async function listEventsBehind(tx: TenantDb, { numbers, from, now }: BehindQuestion): Promise<string[]> {
  const events = await listCounting(tx, numbers.map(String), now)
  const updates = Map.groupBy(
    await repository.listOutcomes(
      tx,
      events.map(({ id }) => id),
    ),
    ({ conjunction_id }) => conjunction_id,
  )
  const tracks = Map.groupBy(
    await repository.listTrackTimes(tx, numbers, { from, to: now }),
    ({ norad_id }) => norad_id,
  )
  return events.flatMap(({ id, countingId, designators, tca }) => {
    const { holding } = historyOf(countingId, updates.get(id) ?? [])
    const own = designators.flatMap((designator) => tracks.get(Number(designator)) ?? [])
    const isBehind = own.some(
      (one) => !isHeld(holding, one) && one.ends_at <= tca && (!one.is_simulated || one.conjunction_id === id),
    )
    return isBehind ? [id] : []
  })
}
