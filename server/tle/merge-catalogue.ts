import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { elementSetAt } from '@apsis/astro/sgp4/element-set-at.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'

/** A set that a source lists, with the source's facts about its object. */
export type ListedSet = {
  readonly noradId: number
  readonly epoch: Epoch
  readonly objectName: string
  readonly internationalDesignator: string
  readonly objectType?: string | undefined
  readonly rcs?: string | undefined
  /** The owner of the object, as the catalogue's code. */
  readonly country?: string | undefined
  /** True if the set was fitted to the ephemeris of the object's operator; it applies from its epoch on. */
  readonly isSupplemental: boolean
  /** If two sets are equally good, the one with the lower rank is used. */
  readonly rank: number
}

/** Facts about an object that do not come from its sets. */
export type ObjectFacts = {
  readonly objectType?: string | undefined
  readonly rcs?: string | undefined
  readonly country?: string | undefined
  /** The object has come down before this time. */
  readonly decayedAt?: Date | undefined
}

/**
 * A supplemental set that is older than this, and older than a general set, is not used any more, because its operator publishes new
 * ephemerides every day. We chose this number.
 */
const SUPPLEMENTAL_HOLDS_S = SECONDS_PER_DAY

/**
 * Merges the sets of all sources into one set for each object, sorted by number. The supplemental set that applies at an instant is the
 * last one whose epoch is not after the instant. It is chosen if it is newer than every general set, or at most a day old; otherwise the
 * newest general set is chosen. An object is omitted if no set remains, or if it has come down since the epoch of its set. Name,
 * designator, type, size and owner are from the first set that has them, general sets first; type, size and owner may also be from `facts`.
 */
export function mergeCatalogue(
  sets: Iterable<ListedSet>,
  at: Epoch,
  facts: ReadonlyMap<number, ObjectFacts> = new Map(),
): ListedSet[] {
  const byObject = new Map<number, { readonly general: ListedSet[]; readonly supplemental: ListedSet[] }>()
  for (const set of sets) {
    const known = byObject.get(set.noradId)
    if (known === undefined)
      byObject.set(
        set.noradId,
        set.isSupplemental ? { general: [], supplemental: [set] } : { general: [set], supplemental: [] },
      )
    else if (set.isSupplemental) known.supplemental.push(set)
    else known.general.push(set)
  }
  const merged: ListedSet[] = []
  for (const [noradId, { general, supplemental }] of byObject) {
    if (general.length > 1) general.sort(byQuality)
    const [newest] = general
    const fitted = supplemental.length === 0 ? null : elementSetAt(supplemental.toSorted(byRank), at)
    const chosen = fitted !== null && (newest === undefined || isBetter(fitted, newest, at)) ? fitted : newest
    const known = facts.get(noradId)
    if (chosen === undefined || hasDecayed(chosen, known)) continue
    const isAlone = general.length + supplemental.length === 1 && known === undefined
    merged.push(isAlone ? chosen : describe(chosen, [...general, ...supplemental], known))
  }
  return merged.sort((a, b) => a.noradId - b.noradId)
}

/** Puts the newest set first; of sets with one epoch, the one with the lowest rank. */
const byQuality = (a: ListedSet, b: ListedSet) => compareEpochs(b.epoch, a.epoch) || a.rank - b.rank

/** Puts the lowest rank last, because the last of several sets with one epoch is used. */
const byRank = (a: ListedSet, b: ListedSet) => b.rank - a.rank

const isBetter = (fitted: ListedSet, newest: ListedSet, at: Epoch) =>
  compareEpochs(fitted.epoch, newest.epoch) > 0 || secondsBetween(fitted.epoch, at) <= SUPPLEMENTAL_HOLDS_S

function hasDecayed({ epoch }: ListedSet, { decayedAt }: ObjectFacts = {}): boolean {
  return decayedAt !== undefined && compareEpochs(epoch, parseTime(decayedAt.toISOString())) < 0
}

/** Returns a set with the facts from the first set that has them; type, size and owner may also be from `known`. */
function describe(chosen: ListedSet, all: readonly ListedSet[], known: ObjectFacts = {}): ListedSet {
  const first = all.find(({ objectName }) => objectName !== '') ?? chosen
  const { internationalDesignator } = all.find((one) => one.internationalDesignator !== '') ?? chosen
  return {
    ...chosen,
    objectName: first.objectName,
    internationalDesignator,
    objectType: all.find(({ objectType }) => objectType !== undefined)?.objectType ?? known.objectType,
    rcs: all.find(({ rcs }) => rcs !== undefined)?.rcs ?? known.rcs,
    country: all.find(({ country }) => country !== undefined)?.country ?? known.country,
  }
}
