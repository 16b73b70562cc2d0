import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { OBJECT_KINDS, type ObjectKind } from '@apsis/contract/tle/object-kind.ts'
import { type DrawnPaths, NO_PATHS } from './operator-path.ts'

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
  /** The paths that operators expect, as far as they were read: such an object is drawn by its path. */
  readonly paths: DrawnPaths
}

const LAUNCH = /^\d{4}-\d{3}/
/** Returns the launch that a designator names, as 1999-025; undefined for one that names none. */
export const launchOf = (designator: string | undefined): string | undefined => LAUNCH.exec(designator ?? '')?.[0]

const DEBRIS = OBJECT_KINDS.indexOf('debris')
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
    paths: NO_PATHS,
  }
}

/** The conditions for an object to be drawn; all hold together. */
export type SpaceFilter = {
  readonly kinds: readonly ObjectKind[]
  readonly shells: readonly ShellId[]
  /** Place in the owners of the catalogue; -1: unknown; undefined: every owner. */
  readonly owner: number | undefined
  /** The places of the only objects that are drawn, as a search left them; undefined: every object. */
  readonly within?: ReadonlySet<number> | undefined
  /** Only debris of this launch is drawn; undefined: every object. */
  readonly cloud?: string | undefined
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
  { kinds, shells, owner, within, cloud }: SpaceFilter,
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
    const isMeant =
      (owner === undefined || columns.owner[k] === owner) &&
      (within === undefined || within.has(k)) &&
      (cloud === undefined || (ofKind === DEBRIS && launchOf(columns.internationalDesignator[k]) === cloud))
    if (isMeant && isShell[ofShell]) byKind[ofKind] = (byKind[ofKind] ?? missing()) + 1
    if (isMeant && isKind[ofKind]) byShell[ofShell] = (byShell[ofShell] ?? missing()) + 1
    const isDrawn = (isMeant && isKind[ofKind] && isShell[ofShell]) || kept.has(k)
    if (!isDrawn) continue
    mask[k] = 1
    drawn += 1
  }
  return { mask, drawn, byKind, byShell }
}

/** The debris of one launch, which is mostly that of one breakup. */
export type DebrisCloud = { readonly launch: string; readonly name: string; readonly pieces: number }

/** Returns the launches with the most debris, the largest first, named as most of their pieces are: FENGYUN 1C DEB is of FENGYUN 1C. */
export function largestClouds({ columns, size, kind }: SpaceCatalogue, most: number): readonly DebrisCloud[] {
  const launches = new Map<string, Map<string, number>>()
  for (let k = 0; k < size; k += 1) {
    const launch = kind[k] === DEBRIS ? launchOf(columns.internationalDesignator[k]) : undefined
    if (launch === undefined) continue
    const parents = launches.get(launch) ?? new Map<string, number>()
    const [parent = ''] = (columns.name[k] ?? '').split(/ ?\bDEB/)
    parents.set(parent, (parents.get(parent) ?? 0) + 1)
    launches.set(launch, parents)
  }
  return [...launches]
    .map(([launch, parents]): DebrisCloud => {
      const [[name] = ['']] = [...parents].toSorted(([, a], [, b]) => b - a)
      return { launch, name, pieces: [...parents.values()].reduce((sum, one) => sum + one, 0) }
    })
    .toSorted((a, b) => b.pieces - a.pieces || a.launch.localeCompare(b.launch))
    .slice(0, most)
}
