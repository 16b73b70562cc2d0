import { OBJECT_KINDS, type ObjectKind } from '@apsis/contract/tle/object-kind.ts'
import { SHELLS, type ShellId, type SpaceFilter } from '../../space/space-catalogue.ts'
import { RANGES, type RangeName } from '../../space/time/marks.ts'
import type { SEARCH_NAMES } from './search-names.ts'

export type SpaceSearch = { readonly [K in (typeof SEARCH_NAMES)[number]]?: string | undefined }

/** The views of the page. A globe, `view=globe`, will be the third. */
export const VIEWS = ['flat', 'table'] as const
export type SpaceViewName = (typeof VIEWS)[number]

export type SpaceView = {
  readonly view: SpaceViewName
  readonly range: RangeName
  /** The catalogue number of the picked object. */
  readonly pick: number | undefined
  readonly kinds: readonly ObjectKind[]
  readonly shells: readonly ShellId[]
  /** The code of an owner, `-` for objects without one, undefined for every owner. */
  readonly owner: string | undefined
}

const SHELL_IDS = SHELLS.map(({ id }) => id)
/** The letters of the kinds in the address, in their order: `pdru` is every kind. */
const LETTERS: Readonly<Record<ObjectKind, string>> = { payloads: 'p', debris: 'd', rocketBodies: 'r', unknown: 'u' }

/** Returns the state of the page from its address; invalid values are ignored. */
export function spaceViewOf({ view, range, pick, kind, shell, owner }: SpaceSearch): SpaceView {
  const number = Number(pick)
  const shells = shell?.split(',')
  return {
    view: VIEWS.find((one) => one === view) ?? 'flat',
    range: range !== undefined && range in RANGES ? (range as RangeName) : '48h',
    pick: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    kinds: kind === undefined ? OBJECT_KINDS : OBJECT_KINDS.filter((one) => kind.includes(LETTERS[one])),
    shells: shells === undefined ? SHELL_IDS : SHELL_IDS.filter((id) => shells.includes(id)),
    owner,
  }
}

/** Returns the parameters of kinds and shells; all of them are left out of the address, and none is `-`. */
export function searchOfFilter({ kinds, shells }: Pick<SpaceView, 'kinds' | 'shells'>) {
  const kind = kinds.map((one) => LETTERS[one]).join('')
  return {
    kind: kinds.length === OBJECT_KINDS.length ? undefined : kind || '-',
    shell: shells.length === SHELL_IDS.length ? undefined : shells.join(',') || '-',
  }
}

/** Returns the filter of a view for a catalogue with these owners; an owner whom it does not have leaves nothing. */
export function filterOf({ kinds, shells, owner }: SpaceView, owners: readonly string[]): SpaceFilter {
  const NOBODY = owners.length
  const place = owner === undefined ? undefined : owner === '-' ? -1 : owners.indexOf(owner)
  return { kinds, shells, owner: place === -1 && owner !== '-' ? NOBODY : place }
}
