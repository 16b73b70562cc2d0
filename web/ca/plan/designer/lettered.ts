import type { Candidate, CandidateName } from './design.ts'

/** Burns that differ by less are one: no bus starts or sizes a burn finer, and the table writes both alike. */
const SAME_IGNITION_MS = 1_000
const SAME_DELTA_V_MPS = 1e-4

/** What is offered first: what costs nothing more, the cheapest, and what leaves the most time; the strategies come last. */
const ORDER: readonly CandidateName[] = ['keeping', 'cheapest', 'late', 'along', 'margin', 'short', 'long']
const LETTERS = 'BCDEFGH'

/** A burn that is suggested, with its letter on the map and in the table, and all the kinds that end at it. */
export type LetteredCandidate = Candidate & { readonly letter: string; readonly names: readonly CandidateName[] }

/** Equal for burns that are one and the same. */
export const burnKey = ({ ignitionMs, deltaVRtn }: Pick<Candidate, 'ignitionMs' | 'deltaVRtn'>): string =>
  [ignitionMs / SAME_IGNITION_MS, ...deltaVRtn.map((mps) => mps / SAME_DELTA_V_MPS)].map(Math.round).join(' ')

/** The suggestions by their letters: the chosen burn is A. What is found in two ways stands once. */
export function lettered(suggestions: readonly Candidate[]): readonly LetteredCandidate[] {
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
