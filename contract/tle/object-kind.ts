/** The kinds of object in a catalogue; unstated ones are unknown. */
export const OBJECT_KINDS = ['payloads', 'rocketBodies', 'debris', 'unknown'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
/** The number of objects of each kind. */
export type KindCounts = Readonly<Record<ObjectKind, number>>

/** The values of OBJECT_TYPE: the words of Space-Track, and those of CelesTrak's SATCAT. */
const TYPES: Readonly<Record<string, ObjectKind>> = {
  PAYLOAD: 'payloads',
  PAY: 'payloads',
  'ROCKET BODY': 'rocketBodies',
  'R/B': 'rocketBodies',
  DEBRIS: 'debris',
  DEB: 'debris',
}
/** The last word of a name in the public catalogues. A name never marks a payload. */
const NAME_ENDINGS: Readonly<Record<string, ObjectKind>> = { DEB: 'debris', 'R/B': 'rocketBodies' }

/** Returns the kind of an object: by its element set, else by the ending of its name, else unknown. */
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
 * Returns the last word of a name: the text after it in `BREEZE-M DEB [TANK]`, `SL-12 R/B(2)`, `SL-8 DEB *` names the part, or the
 * observer.
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

/** The kinds that a screening misses if the catalogue lacks them. */
export const LACKED_KINDS = ['DEBRIS', 'ROCKET_BODIES'] as const
export type LackedKind = (typeof LACKED_KINDS)[number]
const COUNTED: Readonly<Record<LackedKind, ObjectKind>> = { DEBRIS: 'debris', ROCKET_BODIES: 'rocketBodies' }

/**
 * Complete public catalogues have 55 and 40 % debris, and 8 % rocket bodies (Space-Track, January 2022; CelesTrak, November 2024). One in
 * which fewer than one object in a hundred is of such a kind was made without it, although an object looked up by its number may be in it.
 */
const LEAST_SHARE = 0.01

/** Returns the gaps of a catalogue: kinds of which it contains none, or hardly any. One without any object lacks everything. */
export function lacksOf(counts: KindCounts): LackedKind[] {
  const total = objectsIn(counts)
  return LACKED_KINDS.filter((kind) => total === 0 || counts[COUNTED[kind]] < LEAST_SHARE * total)
}

/** Returns the number of objects of a lacking kind. */
export const countLacked = (counts: KindCounts, kind: LackedKind): number => counts[COUNTED[kind]]
