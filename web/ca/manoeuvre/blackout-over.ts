import type { Blackout } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'

/** The blackout that a burn of a length meets: one that ends as the blackout begins is outside of it, as for the server. */
export function blackoutOver(
  { blackouts }: { readonly blackouts: readonly Blackout[] },
  fromMs: number,
  lengthS: number,
) {
  return blackouts.find(
    (shut) => shut.toMs > fromMs && (shut.fromMs <= fromMs || shut.fromMs < fromMs + lengthS * 1_000),
  )
}
