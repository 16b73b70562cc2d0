import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Inspection } from './inspect.ts'

export type NamedSatellite = Pick<Satellite, 'noradId' | 'cosparId' | 'name'>

/**
 * Returns the satellite that a file names: by its number, else by its designator, else by its name, which several satellites may have had.
 */
export function satelliteOf<S extends NamedSatellite>(
  { segments }: Pick<Inspection, 'segments'>,
  satellites: readonly S[],
): S | undefined {
  const [first] = segments
  if (!first) return undefined
  const plain = (id: string) => id.toUpperCase().replaceAll(/[\s-]/g, '').replace(/^0+/, '')
  const id = plain(first.objectId)
  return (
    satellites.find(({ noradId }) => id === String(noradId)) ??
    satellites.find(({ cosparId }) => cosparId !== undefined && id === plain(cosparId)) ??
    satellites.find(({ name }) => name === first.objectName)
  )
}
