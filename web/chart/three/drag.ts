import { type Camera, turned } from './camera.ts'

const DEG_PER_PX = 0.35

export type Place = { readonly x: number; readonly y: number }
/** The start of a drag: the camera that is moved, and the place of each finger. */
export type DragStart = { readonly camera: Camera; readonly from: ReadonlyMap<number, Place> }

/** Returns the camera after fingers have moved: one finger rotates it, two fingers move it nearer as they spread. */
export function dragged({ camera, from }: DragStart, to: ReadonlyMap<number, Place>): Camera {
  const pairs = [...from].flatMap(([id, start]) => {
    const end = to.get(id)
    return end === undefined ? [] : [{ start, end }]
  })
  const [one, two] = pairs
  if (one === undefined) return camera
  if (two === undefined)
    return turned(camera, { right: (one.start.x - one.end.x) * DEG_PER_PX, up: (one.end.y - one.start.y) * DEG_PER_PX })
  return turned(camera, { zoom: apart(one.start, two.start) / apart(one.end, two.end) })
}

/** At least one pixel, because two fingers in one place have no distance to compare with. */
const apart = (a: Place, b: Place) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
