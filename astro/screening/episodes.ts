/** An encounter of two objects as far as it matters to the question whether they stay together. */
export interface Passage {
  /** Which two: the same text for both orders. */
  readonly pair: string
  readonly seconds: number
  readonly relativeSpeedMps: number
  /** Of the primary at that time. */
  readonly orbitalSpeedMps: number
  readonly periodS: number
}

/** Slower past each other than this share of their orbital speed: 11 m/s in low orbit, 4.6 m/s in the geostationary one. */
export const SLOW_SHARE = 0.0015
/** Minima of two objects that stay together come once or twice a revolution; some may be above the threshold. */
export const LONGEST_GAP_REVOLUTIONS = 2

/** Whether two objects that pass each other so slowly stay near: within about 0.0015 of the orbit's radius in a revolution. */
export function isSlow({ relativeSpeedMps, orbitalSpeedMps }: Passage): boolean {
  return relativeSpeedMps < SLOW_SHARE * orbitalSpeedMps
}

/**
 * The episode that each passage belongs to, by number from 1 on in the order of their beginnings, or undefined where it is an
 * encounter in passing. Objects that are docked, fly in formation or share a place in the geostationary ring are near each
 * other all the time; their distance has a minimum once or twice in every revolution, hundreds in a week, and each of them is
 * the same story. An episode is a run of passages of one pair that are all slow, none more than two revolutions after the one
 * before. A relative speed below 0.0015 of the orbital speed means that the orbits are turned against each other by less than
 * 0.0015 rad, so that over a revolution the pair parts by about 10 km in low orbit and 60 km in the geostationary one, as
 * the equations of Clohessy and Wiltshire have it: a bound in the units of the orbit, where one in metres would be too wide for
 * the one and too narrow for the other. A single slow passage is an episode with one minimum.
 *
 * The numbers depend on the passages alone, in whatever order they come, so that screenings put together from windows agree
 * with those made at once.
 */
export function episodesOf(passages: readonly Passage[]): (number | undefined)[] {
  const inOrder = [...passages.entries()].sort(([, a], [, b]) => a.seconds - b.seconds || compareText(a.pair, b.pair))
  const last = new Map<string, { readonly passage: Passage; readonly episode: number | undefined }>()
  const episodes: (number | undefined)[] = Array.from(passages, () => undefined)
  let count = 0
  for (const [place, passage] of inOrder) {
    const before = last.get(passage.pair)
    let episode: number | undefined
    if (isSlow(passage)) {
      const goesOn = before?.episode !== undefined && isSoon(before.passage, passage)
      if (!goesOn) count += 1
      episode = goesOn ? before.episode : count
    }
    episodes[place] = episode
    last.set(passage.pair, { passage, episode })
  }
  return episodes
}

function isSoon(before: Passage, { seconds, periodS }: Passage): boolean {
  return seconds - before.seconds <= LONGEST_GAP_REVOLUTIONS * Math.max(periodS, before.periodS)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
