import type { SatelliteStep } from '@apsis/contract/ca/satellite/satellite.ts'
import type { SatelliteRow } from './record/satellite.repository.ts'

type Field = SatelliteStep['fields'][number]
type FieldSide = Field['from']

/** Returns the fields that differ between two versions of a satellite, with the names of the contract, in the order of their names. */
export function changedFields(before: SatelliteRow, after: SatelliteRow): Field[] {
  const [old, young] = [leaves(spelt(before)), leaves(spelt(after))]
  return [...new Set([...old.keys(), ...young.keys()])].toSorted().flatMap((field) => {
    const [from, to] = [old.get(field) ?? null, young.get(field) ?? null]
    return from === to ? [] : [{ field, from, to }]
  })
}

function spelt({ name, norad_id, cospar_id, tag, configuration }: SatelliteRow) {
  return { name, noradId: norad_id, cosparId: cospar_id, group: tag, configuration }
}

/** Returns every value of an object, by its path with dots. */
function leaves(value: unknown, path = ''): Map<string, FieldSide> {
  if (typeof value !== 'object' || value === null)
    return new Map(value === undefined || value === null ? [] : [[path, value as FieldSide]])
  return new Map(
    Object.entries(value).flatMap(([name, part]) => [...leaves(part, path === '' ? name : `${path}.${name}`)]),
  )
}
