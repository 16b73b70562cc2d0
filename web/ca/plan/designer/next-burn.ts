import { norm } from '@apsis/astro/vec3.ts'
import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'

/** The next announced burn of the satellite after closest approach, with its Δv. */
export type NextBurn = Pick<BurnNotice, 'ignition' | 'durationS' | 'announcedBy'> & {
  readonly deltaV: NonNullable<BurnNotice['deltaV']>
}

/** Returns the next announced burn of a satellite, by the rule of the server; undefined where there is none. */
export function nextBurnOf(notices: readonly BurnNotice[], tcaMs: number): NextBurn | undefined {
  const ahead = notices
    .filter(({ ignition, deltaV }) => Date.parse(ignition) >= tcaMs && deltaV !== null && norm(deltaV.vector) > 0)
    .toSorted((a, b) => Date.parse(a.ignition) - Date.parse(b.ignition))
  const [next] = ahead
  if (next === undefined || next.deltaV === null) return undefined
  const { ignition, durationS, announcedBy, deltaV } = next
  return { ignition, durationS, announcedBy, deltaV }
}
