/** The data of an encounter that decide whether its objects stay together. */
export interface Passage {
  /** The two objects: the same text for both orders. */
  readonly pair: string
  readonly seconds: number
  readonly relativeSpeedMps: number
  /** The orbital speed of the primary at the time of the passage. */
  readonly orbitalSpeedMps: number
  readonly periodS: number
}

/** The limit of the relative speed as a fraction of the orbital speed: 11 m/s in low orbit, 4.6 m/s in the geostationary orbit. */
export const SLOW_SHARE = 0.0015
/** Two slow passages of one pair that are no further apart in time than this belong together. */
export const LONGEST_GAP_REVOLUTIONS = 30

/** Returns true if two objects with this relative speed stay near each other: within about 0.0015 of the orbit's radius in a revolution. */
export function isSlow({
  relativeSpeedMps,
  orbitalSpeedMps,
}: Pick<Passage, 'relativeSpeedMps' | 'orbitalSpeedMps'>): boolean {
  return relativeSpeedMps < SLOW_SHARE * orbitalSpeedMps
}

/**
 * Returns the episode of each passage, or undefined for a fast passage. Episodes are numbered from 1 in the order in which they begin.
 * Objects that are docked, fly in formation or share a place in the geostationary ring are near each other all the time. Their distance has
 * up to two minima in every revolution, hundreds in a week, and all of them are the same event. An episode consists of all slow passages of
 * one pair in which each follows the previous one within 30 revolutions; faster passages between them belong to no episode. A single slow
 * passage is an episode with one minimum.
 *
 * The reason for these limits: if the relative speed is below 0.0015 of the orbital speed V, the directions of the two orbits differ by
 * less than 0.0015 rad. In a revolution the distance of the pair then oscillates by some 10 km in low orbit and 60 km in the geostationary
 * ring (Clohessy and Wiltshire). A limit in metres would be too wide for low orbit and too narrow for the geostationary ring. In addition
 * the pair can only drift, by at most 3 v + 6 n d per unit of time, with the relative speed v, the distance d and the mean motion n: about
 * 0.01 V for d up to a thousandth of the radius. At that rate one object needs 100 revolutions to lap the other. Two objects that are slow
 * and near twice within 30 revolutions have therefore been near all the time. In between, the distance may have had no minimum for hours
 * (between parts of a station whose element sets drift apart), or no minimum below the threshold.
 *
 * The numbers depend only on the passages and not on their order, so that a screening combined from windows has the same episodes as a
 * single one.
 */
export function episodesOf(passages: readonly Passage[]): (number | undefined)[] {
  return episodeCounter()(passages)
}

/**
 * Returns a function that numbers the episodes of passages in batches, each later than all previous ones: the numbers continue from the
 * last batch.
 */
export function episodeCounter(): (batch: readonly Passage[]) => (number | undefined)[] {
  const last = new Map<string, { readonly passage: Passage; readonly episode: number }>()
  let count = 0
  return (batch) => {
    const slow = [...batch.entries()].filter(([, passage]) => isSlow(passage))
    const inOrder = slow.sort(([, a], [, b]) => a.seconds - b.seconds || compareText(a.pair, b.pair))
    const episodes: (number | undefined)[] = Array.from(batch, () => undefined)
    for (const [place, passage] of inOrder) {
      const before = last.get(passage.pair)
      const goesOn = before !== undefined && isSoon(before.passage, passage)
      if (!goesOn) count += 1
      const episode = goesOn ? before.episode : count
      episodes[place] = episode
      last.set(passage.pair, { passage, episode })
    }
    return episodes
  }
}

function isSoon(before: Passage, { seconds, periodS }: Passage): boolean {
  return seconds - before.seconds <= LONGEST_GAP_REVOLUTIONS * Math.max(periodS, before.periodS)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
