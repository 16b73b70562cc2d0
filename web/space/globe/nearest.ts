import { NO_STATE, PLACE_UNIT_M } from '@apsis/astro/space/state-set.ts'
import { dot, type Vec3 } from '@apsis/astro/vec3.ts'
import { type GlobeView, isBehindEarth, project } from './globe-camera.ts'

/** A point this near to the pointer can be meant, px. */
const REACH_PX = 8

type ObjectPlaces = {
  /** As `writePlaces` writes them. */
  readonly places: Int32Array
  /** 1 for each object that is drawn. */
  readonly mask: Uint8Array
}

/**
 * Returns the objects under the pointer, the nearest first: own ones alone where there are some, else those in front of the middle of the
 * Earth, else those beside it. What the Earth hides cannot be picked.
 */
export function objectsUnder(
  view: GlobeView,
  { places, mask }: ObjectPlaces,
  at: { readonly x: number; readonly y: number },
  own: ReadonlySet<number>,
): readonly number[] {
  const { eye, right, back, focalPx, widthPx } = view
  const middleM = dot(eye, back)
  const acrossPx = at.x - widthPx / 2
  const found: { readonly k: number; readonly awayPx: number; readonly isFront: boolean }[] = []
  for (let k = 0; k < mask.length; k += 1) {
    if (mask[k] === 0 || places[3 * k] === NO_STATE) continue
    // Nearly all objects are far beside the pointer: they are passed over without a vector of their own.
    const x = (places[3 * k] as number) * PLACE_UNIT_M - eye[0]
    const y = (places[3 * k + 1] as number) * PLACE_UNIT_M - eye[1]
    const z = (places[3 * k + 2] as number) * PLACE_UNIT_M - eye[2]
    const awayM = -(x * back[0] + y * back[1] + z * back[2])
    const besideM = x * right[0] + y * right[1] + z * right[2]
    if (Math.abs(focalPx * besideM - acrossPx * awayM) > REACH_PX * awayM) continue
    const place = placeOf(places, k)
    const point = project(view, place)
    if (!point) continue
    const awayPx = Math.hypot(point.x - at.x, point.y - at.y)
    if (awayPx > REACH_PX || isBehindEarth(eye, place)) continue
    found.push({ k, awayPx, isFront: awayM < middleM })
  }
  const groups = [found.filter(({ k }) => own.has(k)), found.filter(({ isFront }) => isFront), found]
  const best = groups.find(({ length }) => length > 0) ?? []
  return best.toSorted((a, b) => a.awayPx - b.awayPx).map(({ k }) => k)
}

const placeOf = (places: Int32Array, k: number): Vec3 => [
  (places[3 * k] as number) * PLACE_UNIT_M,
  (places[3 * k + 1] as number) * PLACE_UNIT_M,
  (places[3 * k + 2] as number) * PLACE_UNIT_M,
]
