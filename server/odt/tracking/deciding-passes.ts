import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { decidingPassesOf, type RankedPass } from '@apsis/contract/odt/tracking/conjunction.ts'
import { priceOfPass } from '../../payments/product.service.ts'
import type { Database } from '../../platform/database/database.ts'
import { getEventTracking } from './conjunction.service.ts'

type PassesQuestion = {
  readonly db: Database
  readonly tenantId: string
  /** The person who receives the delivery, which states the prices for this person. */
  readonly subject: string
  /** The id of the event. */
  readonly matter: string
  readonly now: number
}

/** A pass as deliveries name it. */
type NamedPass = { readonly sensorCode: string; readonly atMs: number; readonly chance: number }

/** The passes in a delivery that can decide an event; both undefined: none can. */
type PassesInMail = {
  readonly ordered: NamedPass | undefined
  readonly toOrder:
    | (NamedPass & { readonly price: { readonly amount: number; readonly currency: string } | undefined })
    | undefined
}

/** An event is sent to several people through several channels at once: it is ranked once for all of them. */
const KEPT_MS = MINUTE_MS
type RankedPasses = ReturnType<typeof getEventTracking>
const kept = new WeakMap<Database, Map<string, { readonly untilMs: number; readonly ranked: RankedPasses }>>()

/** Returns the passes that can decide an event in time, as ranked by `GET /odt/conjunctions/{id}/tracking`; undefined: unknown. */
export const decidingPasses =
  (isSimulationAllowed: boolean) =>
  async ({ db, tenantId, subject, matter, now }: PassesQuestion): Promise<PassesInMail | undefined> => {
    const { objects } = await rankedOnce(isSimulationAllowed, { db, tenantId, matter, now })
    const deciding = decidingPassesOf(objects, now)
    if (deciding === undefined) return undefined
    const { ordered, toOrder } = deciding
    const priced = toOrder && {
      ...named(toOrder),
      price: await priceOfPass(db, { tenantId, subject }, toOrder.sensorCode),
    }
    return { ordered: ordered && named(ordered), toOrder: priced }
  }

const named = ({ sensorCode, start, crossingChance: chance }: RankedPass): NamedPass => ({
  sensorCode,
  atMs: Date.parse(start),
  chance,
})

function rankedOnce(
  isSimulationAllowed: boolean,
  { db, tenantId, matter, now }: Omit<PassesQuestion, 'subject'>,
): RankedPasses {
  const ofDatabase = kept.get(db) ?? new Map<string, { readonly untilMs: number; readonly ranked: RankedPasses }>()
  kept.set(db, ofDatabase)
  for (const [key, { untilMs }] of ofDatabase) if (untilMs <= now) ofDatabase.delete(key)
  const key = `${tenantId} ${matter}`
  const known = ofDatabase.get(key)
  if (known !== undefined) return known.ranked
  const platform = { db, now: () => now, isSimulationAllowed }
  const ranked = getEventTracking(platform, { caller: { tenantId }, signal: new AbortController().signal }, matter)
  ofDatabase.set(key, { untilMs: now + KEPT_MS, ranked })
  // A failed ranking is repeated for the next delivery.
  ranked.catch(() => ofDatabase.delete(key))
  return ranked
}
