/** The kinds of object in a catalogue; an object without a stated kind is unknown. */
export const OBJECT_KINDS = ['payloads', 'rocketBodies', 'debris', 'unknown'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
/** The number of objects of each kind. */
export type KindCounts = Readonly<Record<ObjectKind, number>>

/** The values of OBJECT_TYPE, in Space-Track and in CelesTrak's SATCAT. */
const TYPES: Readonly<Record<string, ObjectKind>> = {
  PAYLOAD: 'payloads',
  PAY: 'payloads',
  'ROCKET BODY': 'rocketBodies',
  'R/B': 'rocketBodies',
  DEBRIS: 'debris',
  DEB: 'debris',
}
/** The last word of a name in the public catalogues, and what it means; no word means a payload. */
const NAME_ENDINGS: Readonly<Record<string, ObjectKind>> = { DEB: 'debris', 'R/B': 'rocketBodies' }

/** Returns the kind of an object: from its element set, otherwise from the ending of its name, otherwise unknown. */
export function kindOfObject({
  objectType,
  name,
}: {
  readonly objectType?: string
  readonly name: string
}): ObjectKind {
  const said = TYPES[(objectType ?? '').trim().toUpperCase().replaceAll('_', ' ')]
  return said ?? NAME_ENDINGS[lastWordOf(name.toUpperCase())] ?? 'unknown'
}

/**
 * Returns the last word of a name that can mean a kind: what follows it in `BREEZE-M DEB [TANK]`, `SL-12 R/B(2)` and `SL-8 DEB *` names the part or
 * the observer.
 */
function lastWordOf(name: string): string {
  let text = name.trimEnd()
  for (;;) {
    const closed = { ')': '(', ']': '[' }[text.at(-1) ?? '']
    const end = closed === undefined ? (text.endsWith('*') ? text.length - 1 : -1) : text.lastIndexOf(closed)
    if (end < 0) return text.slice(text.lastIndexOf(' ') + 1)
    text = text.slice(0, end).trimEnd()
  }
}

export function countKinds(kinds: Iterable<ObjectKind>): KindCounts {
  const counts = { payloads: 0, rocketBodies: 0, debris: 0, unknown: 0 }
  for (const kind of kinds) counts[kind] += 1
  return counts
}

export const objectsIn = (counts: KindCounts): number => OBJECT_KINDS.reduce((sum, kind) => sum + counts[kind], 0)

/** The kinds of object that a screening misses if the catalogue lacks them. */
export const LACKED_KINDS = ['DEBRIS', 'ROCKET_BODIES'] as const
export type LackedKind = (typeof LACKED_KINDS)[number]
const COUNTED: Readonly<Record<LackedKind, ObjectKind>> = { DEBRIS: 'debris', ROCKET_BODIES: 'rocketBodies' }

/**
 * Complete public catalogues have 55 and 40 % debris, and 8 % rocket bodies (Space-Track, January 2022; CelesTrak, November 2024). If fewer than one
 * object in a hundred is of such a kind, the catalogue was made without that kind; single objects that were looked up by number may still be in it.
 */
const LEAST_SHARE = 0.01

/** Returns what a catalogue lacks: kinds of which it contains no objects, or hardly any. An empty catalogue lacks every kind. */
export function lacksOf(counts: KindCounts): LackedKind[] {
  const total = objectsIn(counts)
  return LACKED_KINDS.filter((kind) => total === 0 || counts[COUNTED[kind]] < LEAST_SHARE * total)
}

/** Returns the number of objects of a kind that the catalogue lacks. */
export const countLacked = (counts: KindCounts, kind: LackedKind): number => counts[COUNTED[kind]]
