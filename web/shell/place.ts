import { linkOptions, useParams, useRouterState } from '@tanstack/react-router'
import { paths } from '../site/paths.ts'
import type { shellWords } from './words.data.ts'

/** The screens that have a name in the breadcrumbs: the addresses for which the frame has words. */
export type PageName = Extract<Parameters<typeof shellWords>[0], keyof typeof paths | 'findConjunctions'>

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The name of the screen, for breadcrumbs and its title. */
    readonly page?: PageName
    /** The screens that lead to this screen, outermost first. */
    readonly below?: readonly PageName[]
  }
}

/** The screens of a service that are side by side in its page head. */
export const SECTIONS = {
  ca: ['conjunctions', 'space', 'findConjunctions', 'ephemerides', 'overview', 'assets'],
  odt: ['observations', 'passes', 'sensors'],
} as const satisfies Readonly<Record<string, readonly PageName[]>>
export type Service = keyof typeof SECTIONS

export type Place = {
  readonly page: PageName | undefined
  readonly below: readonly PageName[]
  readonly service: Service | undefined
}

/** Returns the place of the current page, from the metadata of its route. */
export function usePlace(): Place {
  return useRouterState({ select: placeOf, structuralSharing: true })
}

type Match = { readonly fullPath: string; readonly staticData: { page?: PageName; below?: readonly PageName[] } }

function placeOf({ matches }: { readonly matches: readonly Match[] }): Place {
  const match = matches.at(-1)
  const first = match?.fullPath.split('/')[1]
  return {
    page: match?.staticData.page,
    below: match?.staticData.below ?? [],
    service: first === 'ca' || first === 'odt' ? first : undefined,
  }
}

/** Returns links to the screens that lead to this one; the ids of their objects are also in this screen's address. */
export function useLinkTo() {
  const { satellite_id = '', conjunction_id = '' } = useParams({ strict: false })
  return (page: PageName) => {
    if (page === 'conjunctions') return linkOptions({ to: paths.conjunctions })
    if (page === 'catalogue') return linkOptions({ to: paths.catalogue })
    if (page === 'observations') return linkOptions({ to: paths.observations })
    if (page === 'satellite') return linkOptions({ to: paths.satellite, params: { satellite_id } })
    if (page === 'conjunction') return linkOptions({ to: paths.conjunction, params: { satellite_id, conjunction_id } })
    return undefined
  }
}
