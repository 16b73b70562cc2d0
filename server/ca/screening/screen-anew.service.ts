import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { AnewFailure } from '@apsis/contract/ca/event/level-by.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as repository from '../event/screened-anew.repository.ts'
import { failScreenedAnew } from '../event/screened-anew.service.ts'
import { OrderedMeanwhileError, screenEvent } from './screening.service.ts'

/** The account that orders these screenings. */
const ANEW_SUBJECT = 'track'
/** An object that could not be screened is tried again after this time. */
const FAILED_REST_MS = 10 * MINUTE_MS

/**
 * Screens the own satellites of events against the orbits that tracks changed, each satellite once for the newest track; failed screenings are
 * repeated later. Until then the estimate from before the track keeps the level of the event.
 */
export async function screenAnew(platform: CaPlatform, tenantId: string): Promise<void> {
  const { db } = platform
  const now = new Date(platform.now())
  const failedBefore = new Date(now.getTime() - FAILED_REST_MS)
  const unscreened = await db.tenant(tenantId, async (tx) => {
    const inVain = await repository.listEndedInVain(tx)
    await failScreenedAnew(
      tx,
      { tenantId, now },
      inVain.map(({ tca: _, ...one }) => ({ ...one, reason: 'failed' })),
    )
    return repository.listUnscreened(tx, { now, failedBefore })
  })
  for (const one of unscreened) await order(platform, tenantId, one)
}

async function order(platform: CaPlatform, tenantId: string, pair: repository.TrackedPair): Promise<void> {
  const { db, now } = platform
  const { tca, ...of } = pair
  try {
    await screenEvent(platform, { tenantId, subject: ANEW_SUBJECT }, pair, async (tx, screeningId) => {
      const ordered = { ...of, state: 'ORDERED' as const, reason: null, screeningId, at: new Date(now()) }
      if (!(await repository.storeScreenedAnew(tx, tenantId, [ordered]))) throw new OrderedMeanwhileError()
    })
  } catch (error) {
    if (error instanceof OrderedMeanwhileError) return
    if (!(error instanceof ApiError)) throw error
    // Too many screenings wait: the next run tries again.
    if (error.code === 'too-many-requests') return
    const failing = { ...of, reason: reasonOf(error) }
    await db.tenant(tenantId, (tx) => failScreenedAnew(tx, { tenantId, now: new Date(now()) }, [failing]))
  }
}

/** Returns the reason of a refusal, from the named parts of the request. */
function reasonOf({ code, errors: [first] }: ApiError): AnewFailure {
  if (code === 'unprocessable' && first?.pointer === '#/satellite-id') return 'no-orbit'
  if (code === 'unprocessable' && first?.pointer === '#/against') return 'object-lost'
  return 'refused'
}
