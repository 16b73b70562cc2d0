import type { Candidate, CandidateName } from './design.ts'

/**
 * Burns with smaller differences are equal: no satellite starts or sizes a burn more finely, and the table shows the same numbers for both.
 */
const SAME_IGNITION_MS = 1_000
const SAME_DELTA_V_MPS = 1e-4

/**
 * The order of the suggestions: the one without extra cost, the cheapest, and the one that leaves the most time; the strategies are last.
 */
const ORDER: readonly CandidateName[] = ['keeping', 'cheapest', 'late', 'along', 'margin', 'short', 'long']
const LETTERS = 'BCDEFGH'

/** A suggested burn, with its letter on the map and in the table, and all kinds of suggestions that lead to it. */
export type CandidateWithLetter = Candidate & { readonly letter: string; readonly names: readonly CandidateName[] }

/** Returns the same text for equal burns. */
export const burnKey = ({ ignitionMs, deltaVRtn }: Pick<Candidate, 'ignitionMs' | 'deltaVRtn'>): string =>
  [ignitionMs / SAME_IGNITION_MS, ...deltaVRtn.map((mps) => mps / SAME_DELTA_V_MPS)].map(Math.round).join(' ')

/** Returns the suggestions with their letters; A is the chosen burn. A burn that is found twice appears once. */
export function withLetters(suggestions: readonly Candidate[]): readonly CandidateWithLetter[] {
  const byBurn = new Map<string, Candidate[]>()
  for (const one of suggestions.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))) {
    const key = `${burnKey(one)} ${one.meetsTarget}`
    byBurn.set(key, [...(byBurn.get(key) ?? []), one])
  }
  return [...byBurn.values()].flatMap((same, place) => {
    const [first] = same
    return first === undefined
      ? []
      : [{ ...first, letter: LETTERS[place] ?? String(place + 1), names: same.map(({ name }) => name) }]
  })
}
