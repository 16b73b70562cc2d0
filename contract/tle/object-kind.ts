/** What kinds of object a catalogue holds; what it does not say is unknown. */
export const OBJECT_KINDS = ['payloads', 'rocketBodies', 'debris', 'unknown'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
/** How many objects there are of each kind. */
export type KindCounts = Readonly<Record<ObjectKind, number>>

/** What OBJECT_TYPE may say: the words of Space-Track, and those of CelesTrak's SATCAT. */
const TYPES: Readonly<Record<string, ObjectKind>> = {
  PAYLOAD: 'payloads',
  PAY: 'payloads',
  'ROCKET BODY': 'rocketBodies',
  'R/B': 'rocketBodies',
  DEBRIS: 'debris',
  DEB: 'debris',
}
/** The last word of a name in the public catalogues. A name never says that its object is a payload. */
const NAME_ENDINGS: Readonly<Record<string, ObjectKind>> = { DEB: 'debris', 'R/B': 'rocketBodies' }

/** The kind of an object: what its element set says, else what the ending of its name says, else unknown. */
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

/** `BREEZE-M DEB [TANK]`, `SL-12 R/B(2)`, `SL-8 DEB *`: what is added behind the last word says which part it is, or who watches it. */
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

/** The kinds that a screening misses where the catalogue lacks them. */
export const LACKED_KINDS = ['DEBRIS', 'ROCKET_BODIES'] as const
export type LackedKind = (typeof LACKED_KINDS)[number]
const COUNTED: Readonly<Record<LackedKind, ObjectKind>> = { DEBRIS: 'debris', ROCKET_BODIES: 'rocketBodies' }

/**
 * Whole public catalogues have 55 and 40 % debris, and 8 % rocket bodies (Space-Track, January 2022; CelesTrak, November
 * 2024). One in which fewer than one object in a hundred is of such a kind was made without it, though an object looked up
 * by its number may be there.
 */
const LEAST_SHARE = 0.01

/** What a catalogue lacks: kinds of which it holds nothing, or hardly anything. One without any object lacks everything. */
export function lacksOf(counts: KindCounts): LackedKind[] {
  const total = objectsIn(counts)
  return LACKED_KINDS.filter((kind) => total === 0 || counts[COUNTED[kind]] < LEAST_SHARE * total)
}

/** How many objects there are of a kind that is lacked. */
export const countLacked = (counts: KindCounts, kind: LackedKind): number => counts[COUNTED[kind]]
