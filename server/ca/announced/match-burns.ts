import { DAY_MS } from '@apsis/astro/constants.ts'

/** Newer sets move the epochs beside a burn by less than this. */
const SAME_BURN_MS = DAY_MS

/**
 * For each burn that was found the one of before that it is, or undefined where it is new. The nearest are matched first, and each
 * once: an avoidance burn and the burn back from it may lie within a day of each other, and are two.
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
