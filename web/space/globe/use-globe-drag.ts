import { useRef } from 'react'
import { type GlobeCamera, turned } from './globe-camera.ts'

type Finger = { readonly x: number; readonly y: number }
/** A pointer that has moved by less than this has pressed and not dragged, px. */
const PRESS_PX = 4

/** Turns the camera with one finger or the mouse, moves it nearer with two fingers or the wheel, and picks by a press. */
export function useGlobeDrag(
  globe: { readonly look: (camera: GlobeCamera) => void; readonly dragDegrees: (camera: GlobeCamera) => number },
  camera: GlobeCamera,
  onPress: (at: Finger) => void,
) {
  const fingers = useRef(new Map<number, Finger>())
  const held = useRef<{ readonly camera: GlobeCamera; readonly from: ReadonlyMap<number, Finger> }>(undefined)
  const placeIn = ({ currentTarget, clientX, clientY }: React.PointerEvent): Finger => {
    const box = currentTarget.getBoundingClientRect()
    return { x: clientX - box.left, y: clientY - box.top }
  }
  const begin = () => {
    held.current = fingers.current.size === 0 ? undefined : { camera, from: new Map(fingers.current) }
  }
  const apart = ([a, b]: readonly Finger[]) => (a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1)
  return {
    onPointerDown: (event: React.PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, placeIn(event))
      begin()
    },
    onPointerMove: (event: React.PointerEvent) => {
      const start = held.current
      if (!start?.from.has(event.pointerId)) return
      fingers.current.set(event.pointerId, placeIn(event))
      const [before, after] = [[...start.from.values()], [...fingers.current.values()]]
      const [one, other] = [before[0], after[0]]
      if (!one || !other) return
      if (before.length > 1) globe.look(turned(start.camera, { zoom: apart(before) / apart(after) }))
      else if (Math.hypot(other.x - one.x, other.y - one.y) >= PRESS_PX) {
        const perPx = globe.dragDegrees(start.camera)
        globe.look(turned(start.camera, { east: (one.x - other.x) * perPx, north: (other.y - one.y) * perPx }))
      }
    },
    onPointerUp: (event: React.PointerEvent) => {
      const from = held.current?.from.get(event.pointerId)
      const at = placeIn(event)
      const isPress = from && held.current?.from.size === 1 && Math.hypot(at.x - from.x, at.y - from.y) < PRESS_PX
      fingers.current.delete(event.pointerId)
      begin()
      if (isPress) onPress(at)
    },
    onPointerCancel: ({ pointerId }: React.PointerEvent) => {
      fingers.current.delete(pointerId)
      begin()
    },
  }
}
