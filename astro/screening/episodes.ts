/** The data of an encounter that decide whether its objects stay together. */
export interface Passage {
  /** The two objects: the same text for both orders. */
  readonly pair: string
  readonly seconds: number
  readonly relativeSpeedMps: number
  /** Of the primary at that time. */
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
 * The episode that each passage belongs to, by number from 1 on in the order of their beginnings, or undefined where it is an
 * encounter in passing. Objects that are docked, fly in formation or share a place in the geostationary ring are near each
 * other all the time; their distance has up to two minima in every revolution, hundreds in a week, and each of them is the same
 * story. An episode is all slow passages of one pair, none more than 30 revolutions after the one before; faster ones between
 * them belong to none. A single slow passage is an episode with one minimum.
 *
 * Why so. A relative speed below 0.0015 of the orbital speed V means orbits turned against each other by less than 0.0015 rad,
 * so that in a revolution the pair swings by some 10 km in low orbit and 60 km in the geostationary one (Clohessy and Wiltshire):
 * a bound in the units of the orbit, where one in metres would be too wide for the one and too narrow for the other. Beyond
 * that it can only drift, by 3 v + 6 n d per unit of time at most, v being the relative speed, d the distance and n the mean
 * motion: about 0.01 V for d up to a thousandth of the radius. One lap at that rate takes 100 revolutions. Two objects that are
 * slow and near twice within 30 have therefore been near all the while, though the distance may have had no minimum for hours,
 * as between parts of a station whose element sets drift apart, or none below the threshold.
 *
 * The numbers depend on the passages alone, in whatever order they come, so that screenings put together from windows agree
 * with those made at once.
 */
export function episodesOf(passages: readonly Passage[]): (number | undefined)[] {
  return episodeCounter()(passages)
}

/** Returns the same for passages that come in batches, each later than all previous ones: the numbers continue from the last batch. */
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
