import { degToRad } from '@apsis/astro/units.ts'

/** The place of the camera, in degrees and metres around a target. */
export type Camera = {
  /** `earth`, the name of an object, or `encounter`, which means the first object of the encounter. */
  readonly target: string
  readonly azimuthDeg: number
  readonly elevationDeg: number
  readonly distanceM: number
}

export const HOME: Camera = { target: 'earth', azimuthDeg: 300, elevationDeg: 25, distanceM: 26_000_000 }
/** The angle of view from top to bottom, deg. */
export const FIELD_DEG = 45
/** The size of a still picture on a printed sheet. */
export const STILL = { widthPx: 680, heightPx: 380 } as const
const NEAREST_M = 1
const FARTHEST_M = 1e9
const STEP_DEG = 5
const ZOOM_FACTOR = 1.25

/** Returns the camera after a rotation by degrees, and a zoom by a factor. */
export function turned(camera: Camera, { right = 0, up = 0, zoom = 1 }): Camera {
  return within({
    ...camera,
    azimuthDeg: camera.azimuthDeg + right,
    elevationDeg: camera.elevationDeg + up,
    distanceM: camera.distanceM * zoom,
  })
}

/** Returns the camera after a key: arrows rotate it, plus and minus move it nearer and farther; undefined for any other key. */
export function afterKey(camera: Camera, key: string): Camera | undefined {
  const moves: Readonly<Record<string, Parameters<typeof turned>[1]>> = {
    ArrowLeft: { right: -STEP_DEG },
    ArrowRight: { right: STEP_DEG },
    ArrowUp: { up: STEP_DEG },
    ArrowDown: { up: -STEP_DEG },
    '+': { zoom: 1 / ZOOM_FACTOR },
    '-': { zoom: ZOOM_FACTOR },
  }
  const move = moves[key]
  return move && turned(camera, move)
}

/** Returns the camera within the range that a picture can show. */
export function within({ target, azimuthDeg, elevationDeg, distanceM }: Camera): Camera {
  return {
    target,
    azimuthDeg: ((azimuthDeg % 360) + 360) % 360,
    // Directly above the target, up and down would have no meaning.
    elevationDeg: Math.max(-89, Math.min(89, elevationDeg)),
    distanceM: Math.max(NEAREST_M, Math.min(FARTHEST_M, distanceM)),
  }
}

/** Returns the width of a still picture at the distance of its target, m. */
export const stillWidthM = ({ distanceM }: Camera): number =>
  (2 * distanceM * Math.tan(degToRad(FIELD_DEG / 2)) * STILL.widthPx) / STILL.heightPx
