import { compareEncounters, type NotScreened, type ScreeningResult } from '@apsis/astro/screening/screened-object.ts'

/**
 * The result of a screening from those of its parts, in any order. An object that was lost in one part is lost from there
 * on: what later parts found of it is taken away, as when all is screened in one go.
 */
export function mergeParts(parts: readonly ScreeningResult[]): ScreeningResult {
  const lost = new Map<number, NotScreened>()
  for (const loss of parts.flatMap(({ notScreened }) => notScreened)) {
    const known = lost.get(loss.place)
    if (known === undefined || untilOf(loss) < untilOf(known)) lost.set(loss.place, loss)
  }
  const limits = new Map([...lost].map(([place, loss]) => [place, untilOf(loss)]))
  const limitOf = (place: number) => limits.get(place) ?? Number.POSITIVE_INFINITY
  const encounters = parts
    .flatMap((part) => part.encounters)
    .filter(({ first, second, seconds }) => seconds <= limitOf(first) && seconds <= limitOf(second))
    .sort(compareEncounters)
  return { encounters, notScreened: [...lost.values()].sort((a, b) => a.place - b.place) }
}

function untilOf({ untilS }: NotScreened): number {
  return untilS ?? Number.NEGATIVE_INFINITY
}
