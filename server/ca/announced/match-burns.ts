import { DAY_MS } from '@apsis/astro/constants.ts'

/** Newer element sets move the epochs on both sides of a burn by less than this. */
const SAME_BURN_MS = DAY_MS

/**
 * Returns, for each burn that was found, the same burn among the earlier ones, or undefined if it is new. The nearest pairs are matched
 * first, and each burn is matched once, because an avoidance burn and the burn back may be less than a day apart.
 */
export function matchBurns<Before extends { readonly to_at: Date }>(
  before: readonly Before[],
  found: readonly { readonly to: string }[],
): (Before | undefined)[] {
  const pairs = found.flatMap(({ to }, place) =>
    before.map((one) => ({ one, place, apartMs: Math.abs(one.to_at.getTime() - Date.parse(to)) })),
  )
  const matched: (Before | undefined)[] = found.map(() => undefined)
  const taken = new Set<Before>()
  for (const { one, place, apartMs } of pairs.toSorted((a, b) => a.apartMs - b.apartMs)) {
    if (apartMs > SAME_BURN_MS || taken.has(one) || matched[place] !== undefined) continue
    matched[place] = one
    taken.add(one)
  }
  return matched
}
