import { missing } from '@apsis/astro/missing.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

type Box = { readonly radialM: number; readonly transverseM: number; readonly normalM: number }
type StoredVolume = {
  readonly thresholdM?: number
  readonly box?: Box
  readonly boxes?: readonly (readonly [place: number, box: Box, objectId?: string])[]
}

/**
 * The half sizes along R, T and N of the volume that a screening looks through around one of its primaries, m. Boxes that
 * differ are stored by the places and numbers of the primaries; a sphere is as large in all directions.
 */
export function volumeOf(threshold: unknown, objectId: string): Vec3 {
  const { thresholdM = 0, box, boxes } = threshold as StoredVolume
  const own = box ?? boxes?.find(([, , id]) => id === objectId)?.[1]
  return own === undefined ? [thresholdM, thresholdM, thresholdM] : [own.radialM, own.transverseM, own.normalM]
}

/** Whether a screening with one volume would have found what was found with the other. */
export const isWithin = (inner: Vec3, outer: Vec3): boolean =>
  inner.every((side, axis) => side <= (outer[axis] ?? missing()))
