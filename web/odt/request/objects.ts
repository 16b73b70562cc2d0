import { useQuery } from '@tanstack/react-query'
import { useSatelliteChoices } from '../pass/satellites-query.ts'
import type { Draft } from './draft.ts'
import { analystObjectsQuery, requestsQuery } from './state/queries.ts'

/** An object that can be named: a satellite of the organisation by its id, any other by its number. */
export type NamedObject = {
  readonly name: string
  readonly satelliteId: string | undefined
  readonly catalogueId: number
}

/**
 * Returns the objects that the organisation knows by name: its satellites for users who may read them, the objects that it follows by its
 * own tracks, and the objects that were observed before. If several have the same number, the first is returned.
 */
export function useNamedObjects(): readonly NamedObject[] {
  const satellites = useSatelliteChoices()
  const analysts = useQuery(analystObjectsQuery())
  const requests = useQuery(requestsQuery())
  const all: readonly NamedObject[] = [
    ...satellites.map(({ satelliteId, name, noradId }) => ({ name, satelliteId, catalogueId: noradId })),
    ...(analysts.data ?? []).map(({ name, catalogueId }) => ({ name, satelliteId: undefined, catalogueId })),
    ...(requests.data ?? []).map(({ objectName, catalogueId, satelliteId }) => ({
      name: objectName,
      satelliteId: satelliteId ?? undefined,
      catalogueId,
    })),
  ]
  const seen = new Set<number>()
  return all.filter(({ catalogueId }) => !seen.has(catalogueId) && seen.add(catalogueId))
}

const plain = (text: string) => text.trim().toLowerCase()

/** Returns the draft with its object named as in requests, if the user typed a name. */
export function resolved<D extends Pick<Draft, 'satellite' | 'object'>>(draft: D, objects: readonly NamedObject[]): D {
  if (draft.satellite !== '' || draft.object.trim() === '') return draft
  const found = objects.find(({ name }) => plain(name) === plain(draft.object))
  if (found === undefined) return draft
  return found.satelliteId === undefined
    ? { ...draft, object: String(found.catalogueId) }
    : { ...draft, satellite: found.satelliteId, object: '' }
}

/** Returns the text of the object field: the typed text, or the name of the object that an address names by its id. */
export const writtenObject = (
  { satellite, object }: Pick<Draft, 'satellite' | 'object'>,
  objects: readonly NamedObject[],
): string =>
  satellite === '' ? object : (objects.find(({ satelliteId }) => satelliteId === satellite)?.name ?? satellite)

/** True if no name begins with a text: then further letters cannot make it a name. */
export const isNobody = (text: string, objects: readonly NamedObject[]): boolean =>
  plain(text) !== '' && !objects.some(({ name }) => plain(name).startsWith(plain(text)))
