import type { StatedBreakup } from '@apsis/astro/breakup/standard-breakup.ts'
import { NEAR_FLEET_LIMITS } from '@apsis/contract/ca/find/near-fleet.ts'
import { OBJECT_KINDS, type ObjectKind } from '@apsis/contract/tle/object-kind.ts'
import { launchOf, SHELLS, type ShellId, type SpaceFilter } from '../../space/space-catalogue.ts'
import { RANGES, type RangeName } from '../../space/time/marks.ts'
import type { SEARCH_NAMES } from './search-names.ts'

export type SpaceSearch = { readonly [K in (typeof SEARCH_NAMES)[number]]?: string | undefined }

/** The views of the page. */
export const VIEWS = ['globe', 'flat', 'table'] as const
export type SpaceViewName = (typeof VIEWS)[number]

export type SpaceView = {
  readonly view: SpaceViewName
  readonly range: RangeName
  /** The catalogue number of the picked object. */
  readonly pick: number | undefined
  /** True if the ellipsoid of 1σ of the picked object is drawn. */
  readonly hasEllipsoid: boolean
  /** True if the measured tracks of the picked object are drawn. */
  readonly hasTracks: boolean
  readonly kinds: readonly ObjectKind[]
  readonly shells: readonly ShellId[]
  /** The code of an owner, `-` for objects without one, undefined for every owner. */
  readonly owner: string | undefined
  /** Only objects that come near the fleet, or one satellite, are drawn; undefined: all. */
  readonly near: NearFilter | undefined
  /** The launch whose debris alone is drawn, as 1999-025; undefined: everything. */
  readonly cloud: string | undefined
  /** The breakup whose fragments are modelled; undefined: none. */
  readonly breakup: BreakupView | undefined
}

/** A breakup as somebody states it: of which object, when, and how. */
export type BreakupView = Pick<StatedBreakup, 'cause' | 'massKg'> & {
  readonly noradId: number
  readonly atMs: number
}

/** The mass of an object that may break up, kg: from a fragment to a station. */
export const BREAKUP_MASS_KG = { least: 1, most: 500_000 } as const

/** Returns the breakup of an address, as `25544,collision,1000,2026-11-30T18:00:00Z`; undefined for anything else. */
function breakupOf(text: string | undefined): BreakupView | undefined {
  const found = /^(\d{1,9}),(explosion|collision),(\d{1,6}),(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(text ?? '')
  const [noradId, massKg, atMs] = [Number(found?.[1]), Number(found?.[3]), Date.parse(found?.[4] ?? '')]
  const isAllowed = noradId >= 1 && massKg >= BREAKUP_MASS_KG.least && massKg <= BREAKUP_MASS_KG.most && atMs > 0
  return isAllowed
    ? { noradId, cause: found?.[2] === 'collision' ? 'collision' : 'explosion', massKg, atMs }
    : undefined
}
export const breakupText = ({ noradId, cause, massKg, atMs }: BreakupView): string =>
  [noradId, cause, massKg, `${new Date(atMs).toISOString().slice(0, 19)}Z`].join(',')

export type NearFilter = {
  readonly km: number
  readonly hours: number
  /** Absent: any satellite of the fleet. */
  readonly satelliteId?: string | undefined
}

/** Returns the filter of an address, as `100km,24h`, or with a satellite behind a second comma; undefined for anything else. */
function nearOf(text: string | undefined): NearFilter | undefined {
  const found = /^(\d{1,3})km,(\d{1,2})h(?:,([0-9a-f-]{36}))?$/.exec(text ?? '')
  const [km, hours] = [Number(found?.[1]), Number(found?.[2])]
  const isAllowed = km >= 1 && km <= NEAR_FLEET_LIMITS.mostKm && hours >= 1 && hours <= NEAR_FLEET_LIMITS.mostHours
  return isAllowed ? { km, hours, satelliteId: found?.[3] } : undefined
}
const nearText = ({ km, hours, satelliteId }: NearFilter) =>
  [`${km}km`, `${hours}h`, ...(satelliteId === undefined ? [] : [satelliteId])].join(',')

const SHELL_IDS = SHELLS.map(({ id }) => id)
/** The letters of the kinds in the address, in their order: `pdru` is every kind. */
const LETTERS: Readonly<Record<ObjectKind, string>> = { payloads: 'p', debris: 'd', rocketBodies: 'r', unknown: 'u' }

/** Returns the state of the page from its address; invalid values are ignored. */
export function spaceViewOf({
  view,
  range,
  pick,
  sigma,
  tracks,
  kind,
  shell,
  owner,
  near,
  cloud,
  breakup,
}: SpaceSearch): SpaceView {
  const number = Number(pick)
  const shells = shell?.split(',')
  return {
    view: VIEWS.find((one) => one === view) ?? 'flat',
    range: range !== undefined && range in RANGES ? (range as RangeName) : '48h',
    pick: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    hasEllipsoid: sigma === '1',
    hasTracks: tracks === '1',
    kinds: kind === undefined ? OBJECT_KINDS : OBJECT_KINDS.filter((one) => kind.includes(LETTERS[one])),
    shells: shells === undefined ? SHELL_IDS : SHELL_IDS.filter((id) => shells.includes(id)),
    owner,
    near: nearOf(near),
    cloud: launchOf(cloud),
    breakup: breakupOf(breakup),
  }
}

export type FilterView = Pick<SpaceView, 'kinds' | 'shells'> &
  Partial<Pick<SpaceView, 'owner' | 'near' | 'cloud' | 'breakup'>>

/** Returns the parameters of the filters; all kinds and all shells are left out of the address, and none is `-`. */
export function searchOfFilter({ kinds, shells, owner, near, cloud, breakup }: FilterView) {
  const kind = kinds.map((one) => LETTERS[one]).join('')
  return {
    kind: kinds.length === OBJECT_KINDS.length ? undefined : kind || '-',
    shell: shells.length === SHELL_IDS.length ? undefined : shells.join(',') || '-',
    owner,
    near: near && nearText(near),
    cloud,
    breakup: breakup && breakupText(breakup),
  }
}

/** Returns the filter of a view for a catalogue with these owners; an owner whom it does not have leaves nothing. */
export function filterOf(
  { kinds, shells, owner, cloud }: SpaceView,
  owners: readonly string[],
  within: ReadonlySet<number> | undefined,
): SpaceFilter {
  const NOBODY = owners.length
  const place = owner === undefined ? undefined : owner === '-' ? -1 : owners.indexOf(owner)
  return { kinds, shells, owner: place === -1 && owner !== '-' ? NOBODY : place, within, cloud }
}
