import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { OBJECT_KINDS, type ObjectKind } from '@apsis/contract/tle/object-kind.ts'

/** The shells by the height of the perigee: the upper limit of each, km. Objects that cross them all are in that of their perigee. */
export const SHELLS = [
  { id: '500', belowKm: 500 },
  { id: '700', belowKm: 700 },
  { id: '1000', belowKm: 1_000 },
  { id: '2000', belowKm: 2_000 },
  { id: 'meo', belowKm: 34_000 },
  { id: 'geo', belowKm: Number.POSITIVE_INFINITY },
] as const
export type ShellId = (typeof SHELLS)[number]['id']

/** A catalogue with what filters and inspector need of each object; columns and not objects, since there are 30,000. */
export type SpaceCatalogue = {
  readonly columns: CatalogueElements
  readonly size: number
  /** Place in OBJECT_KINDS. */
  readonly kind: Uint8Array
  /** Place in SHELLS. */
  readonly shell: Uint8Array
  readonly perigeeKm: Float32Array
  readonly apogeeKm: Float32Array
  /** The place of each object by its catalogue number. */
  readonly placeOf: ReadonlyMap<number, number>
  /** The epoch of the newest set, ms since 1970. */
  readonly newestMs: number
}

const EARTH_KM = 6_378.137
const TAU = 2 * Math.PI

/** Returns the epoch of an object's set, ms since 1970. */
export const epochMsOf = ({ columns }: Pick<SpaceCatalogue, 'columns'>, k: number): number =>
  Date.parse(columns.origin) + 1_000 * (columns.epochS[k] ?? Number.NaN)

/** Prepares a catalogue as it was answered. Heights are those of the mean orbit above the equator, by Kepler's third law. */
export function openSpaceCatalogue(columns: CatalogueElements): SpaceCatalogue {
  const size = columns.noradId.length
  const kinds = columns.kinds.map((one) => OBJECT_KINDS.indexOf(one))
  const [kind, shell] = [new Uint8Array(size), new Uint8Array(size)]
  const [perigeeKm, apogeeKm] = [new Float32Array(size), new Float32Array(size)]
  let newestS = Number.NEGATIVE_INFINITY
  for (let k = 0; k < size; k += 1) {
    const radiansPerS = ((columns.meanMotionRevPerDay[k] ?? Number.NaN) * TAU) / SECONDS_PER_DAY
    const axisKm = Math.cbrt(GM_EARTH / radiansPerS ** 2) / 1_000
    const eccentricity = columns.eccentricity[k] ?? missing()
    const perigee = axisKm * (1 - eccentricity) - EARTH_KM
    perigeeKm[k] = perigee
    apogeeKm[k] = axisKm * (1 + eccentricity) - EARTH_KM
    kind[k] = kinds[columns.kind[k] ?? -1] ?? OBJECT_KINDS.indexOf('unknown')
    shell[k] = SHELLS.findIndex(({ belowKm }) => perigee < belowKm)
    newestS = Math.max(newestS, columns.epochS[k] ?? newestS)
  }
  return {
    columns,
    size,
    kind,
    shell,
    perigeeKm,
    apogeeKm,
    placeOf: new Map(columns.noradId.map((number, k) => [number, k])),
    newestMs: Date.parse(columns.origin) + 1_000 * newestS,
  }
}

/** What is drawn; all conditions hold together. */
export type SpaceFilter = {
  readonly kinds: readonly ObjectKind[]
  readonly shells: readonly ShellId[]
  /** Place in the owners of the catalogue; -1: unknown; undefined: every owner. */
  readonly owner: number | undefined
}

export type FilterResult = {
  /** 1 for each object that is drawn. */
  readonly mask: Uint8Array
  readonly drawn: number
  /** The number of objects of each kind, and of each shell, that the other conditions leave. */
  readonly byKind: readonly number[]
  readonly byShell: readonly number[]
}

/** Applies a filter; objects that are `kept` are always drawn: own satellites, those of the next events and the picked one. */
export function filterCatalogue(
  { columns, size, kind, shell }: SpaceCatalogue,
  { kinds, shells, owner }: SpaceFilter,
  kept: ReadonlySet<number>,
): FilterResult {
  const isKind = OBJECT_KINDS.map((one) => kinds.includes(one))
  const isShell = SHELLS.map(({ id }) => shells.includes(id))
  const mask = new Uint8Array(size)
  const byKind = OBJECT_KINDS.map(() => 0)
  const byShell = SHELLS.map(() => 0)
  let drawn = 0
  for (let k = 0; k < size; k += 1) {
    const [ofKind, ofShell] = [kind[k] as number, shell[k] as number]
    const isOwner = owner === undefined || columns.owner[k] === owner
    if (isOwner && isShell[ofShell]) byKind[ofKind] = (byKind[ofKind] ?? missing()) + 1
    if (isOwner && isKind[ofKind]) byShell[ofShell] = (byShell[ofShell] ?? missing()) + 1
    const isDrawn = (isOwner && isKind[ofKind] && isShell[ofShell]) || kept.has(k)
    if (!isDrawn) continue
    mask[k] = 1
    drawn += 1
  }
  return { mask, drawn, byKind, byShell }
}
