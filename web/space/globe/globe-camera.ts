import { WGS84_FLATTENING, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'

/** The frame in which the camera stands still: that of the Earth, or one that does not turn. */
export const FRAMES = ['ef', 'in'] as const
export type GlobeFrame = (typeof FRAMES)[number]

/** The place of the camera: in a direction and at a distance from its target. */
export type GlobeCamera = {
  /** `earth` for the middle of the Earth, `pick` for the picked object, else the id of an event. */
  readonly at: string
  readonly frame: GlobeFrame
  /** The direction from the target to the camera, degrees; for a picked object in its own frame, with radial up and along-track right. */
  readonly lat: number
  readonly lon: number
  readonly distanceKm: number
}

/** The parameters of an address that hold the camera. */
export type CameraSearch = { readonly [K in 'at' | 'frame' | 'lat' | 'lon' | 'r']?: string | undefined }

/** The distances from which low, middle and geostationary orbits are seen as a whole, km. */
export const SCALES_KM = { leo: 31_500, meo: 113_000, geo: 220_000 } as const
export const HOME: GlobeCamera = { at: 'earth', frame: 'ef', lat: 20, lon: 0, distanceKm: SCALES_KM.leo }

/** Half of the angle of view over the shorter side of the picture, deg. */
const HALF_FIELD_DEG = 15
const EARTH_KM = WGS84_RADIUS_M / 1_000
/** The camera stays this far above the ground, and from any other target, km. */
const [LOWEST_KM, NEAREST_KM, FARTHEST_KM] = [EARTH_KM + 100, 0.005, 400_000]
const [KEY_DEG, FINE_KEY_DEG, ZOOM] = [5, 1, 1.25]
/** Fingers turn the camera by this at most, degrees for each pixel; near the ground by less, so that the ground stays under the finger. */
const DRAG_DEG = 0.35

/** Returns the camera of an address, or undefined if the address has none. */
export function cameraIn({ at, frame, lat, lon, r }: CameraSearch): GlobeCamera | undefined {
  const [latitude, longitude, distanceKm] = [lat, lon, r].map((text) => (text ? Number(text) : Number.NaN))
  if (![latitude, longitude, distanceKm].every(Number.isFinite)) return undefined
  const known = FRAMES.find((one) => one === frame) ?? 'ef'
  return within({
    at: at ?? 'earth',
    frame: known,
    lat: latitude ?? 0,
    lon: longitude ?? 0,
    distanceKm: distanceKm ?? 0,
  })
}

/** Returns the parameters of a camera. */
export function searchOfCamera({ at, frame, lat, lon, distanceKm }: GlobeCamera): CameraSearch {
  return {
    at: at === 'earth' ? undefined : at,
    frame: frame === 'ef' ? undefined : frame,
    lat: String(rounded(lat, 0.001)),
    lon: String(rounded(lon, 0.001)),
    r: String(rounded(distanceKm, 10 ** (Math.floor(Math.log10(distanceKm)) - 5))),
  }
}

/** Returns a number to the nearest unit, a power of ten of at most 1, without the noise of a product. */
const rounded = (value: number, unit: number) => Math.round(value / unit) / Math.round(1 / unit)

function within({ at, frame, lat, lon, distanceKm }: GlobeCamera): GlobeCamera {
  const nearest = at === 'earth' ? LOWEST_KM : NEAREST_KM
  return {
    at,
    frame,
    lat: Math.max(-90, Math.min(90, lat)),
    lon: lon - 360 * Math.round(lon / 360),
    distanceKm: Math.max(nearest, Math.min(FARTHEST_KM, distanceKm)),
  }
}

/** Returns the camera after a turn by degrees and a zoom by a factor. */
export function turned(camera: GlobeCamera, { east = 0, north = 0, zoom = 1 }): GlobeCamera {
  const { at, lat, lon, distanceKm } = camera
  // Above the Earth it is the height that is multiplied.
  const groundKm = at === 'earth' ? EARTH_KM : 0
  const nextKm = groundKm + (distanceKm - groundKm) * zoom
  return within({ ...camera, lat: lat + north, lon: lon + east, distanceKm: nextKm })
}

/** Returns the camera after a key: arrows turn it, with Shift by one degree, plus and minus move it; undefined for any other key. */
export function afterKey(camera: GlobeCamera, key: string, isFine = false): GlobeCamera | undefined {
  const step = isFine ? FINE_KEY_DEG : KEY_DEG
  const moves: Readonly<Record<string, Parameters<typeof turned>[1]>> = {
    ArrowLeft: { east: -step },
    ArrowRight: { east: step },
    ArrowUp: { north: step },
    ArrowDown: { north: -step },
    '+': { zoom: 1 / ZOOM },
    '-': { zoom: ZOOM },
  }
  const move = moves[key]
  return move && turned(camera, move)
}

/** Returns the camera after the wheel was turned by pixels. */
export const afterWheel = (camera: GlobeCamera, px: number): GlobeCamera =>
  turned(camera, { zoom: Math.exp(Math.max(-1, Math.min(1, px / 400))) })

/** Returns how far a pixel of a drag turns the camera, deg. */
export function dragDegrees({ at, distanceKm }: GlobeCamera, focalPx: number): number {
  if (at !== 'earth') return DRAG_DEG
  return Math.min(DRAG_DEG, radToDeg((distanceKm / EARTH_KM - 1) / focalPx))
}

/** The target of the camera: a place in TEME of date, m, and the axes of the frame in which the camera stands. */
export type GlobeTarget = { readonly place: Vec3; readonly axes: readonly [x: Vec3, y: Vec3, z: Vec3] }

/** Returns the axes of the Earth in TEME, turned by the angle of Greenwich. */
export function earthAxes(greenwichRad: number): GlobeTarget['axes'] {
  const [sine, cosine] = [Math.sin(greenwichRad), Math.cos(greenwichRad)]
  return [
    [cosine, sine, 0],
    [-sine, cosine, 0],
    [0, 0, 1],
  ]
}

/** Returns the axes of an object in flight: radial is up and along-track to the right, seen from the south of the orbit. */
export function orbitAxes({ r, v }: { readonly r: Vec3; readonly v: Vec3 }): GlobeTarget['axes'] {
  const radial = scale(r, 1 / norm(r))
  const across = cross(r, v)
  const along = cross(scale(across, 1 / norm(across)), radial)
  return [cross(along, radial), along, radial]
}

/** Turns a vector of a frame with these axes into TEME. */
export const outOf = ([x, y, z]: GlobeTarget['axes'], [a, b, c]: Vec3): Vec3 =>
  add(add(scale(x, a), scale(y, b)), scale(z, c))

/** A picture of the world through the camera: all vectors in TEME of date, m. */
export type GlobeView = {
  readonly target: Vec3
  readonly eye: Vec3
  readonly right: Vec3
  readonly up: Vec3
  /** From the target to the eye. */
  readonly back: Vec3
  readonly widthPx: number
  readonly heightPx: number
  readonly focalPx: number
}
type Size = { readonly widthPx: number; readonly heightPx: number }

export const focalOf = ({ widthPx, heightPx }: Size): number =>
  Math.min(widthPx, heightPx) / 2 / Math.tan(degToRad(HALF_FIELD_DEG))

/** Returns what a camera sees of a target. */
export function viewOf({ lat, lon, distanceKm }: GlobeCamera, { place, axes }: GlobeTarget, size: Size): GlobeView {
  const [north, east] = [degToRad(lat), degToRad(lon)]
  const back = outOf(axes, [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)])
  const right = outOf(axes, [-Math.sin(east), Math.cos(east), 0])
  return {
    target: place,
    eye: add(place, scale(back, 1_000 * distanceKm)),
    right,
    up: cross(back, right),
    back,
    ...sized(size),
  }
}

const sized = ({ widthPx, heightPx }: Size) => ({ widthPx, heightPx, focalPx: focalOf({ widthPx, heightPx }) })

/** Returns the view on the way from one view to another; the distance changes by a factor, so that a flight to a metre takes as long as one to a city. */
export function viewBetween(from: GlobeView, to: GlobeView, share: number): GlobeView {
  const mixed = (a: Vec3, b: Vec3) => add(scale(a, 1 - share), scale(b, share))
  const unit = (a: Vec3, instead: Vec3) => (norm(a) > 1e-6 ? scale(a, 1 / norm(a)) : instead)
  const back = unit(mixed(from.back, to.back), to.back)
  const aside = mixed(from.right, to.right)
  const right = unit(subtract(aside, scale(back, dot(aside, back))), to.right)
  const [first, last] = [norm(subtract(from.eye, from.target)), norm(subtract(to.eye, to.target))]
  const distance = first ** (1 - share) * last ** share
  // The target is reached as fast as the distance shrinks, so that it does not leave the picture.
  const left = Math.abs(last - first) > 1 ? (distance - last) / (first - last) : 1 - share
  const target = add(scale(from.target, left), scale(to.target, 1 - left))
  const { widthPx, heightPx, focalPx } = to
  const eye = add(target, scale(back, distance))
  return { target, eye, right, up: cross(back, right), back, widthPx, heightPx, focalPx }
}

export type ScreenPoint = { readonly x: number; readonly y: number; readonly awayM: number }

/** Returns the point of the picture at which a place is; undefined behind the camera. */
export function project(
  { eye, right, up, back, widthPx, heightPx, focalPx }: GlobeView,
  place: Vec3,
): ScreenPoint | undefined {
  const from = subtract(place, eye)
  const awayM = -dot(from, back)
  if (awayM <= 0) return undefined
  const perM = focalPx / awayM
  return { x: widthPx / 2 + perM * dot(from, right), y: heightPx / 2 - perM * dot(from, up), awayM }
}

const POLAR_M = WGS84_RADIUS_M * (1 - WGS84_FLATTENING)
/** A place on the ground itself is in front of the Earth: the line to it may end this share before it. */
const GROUND_SHARE = 0.995

/** Returns true if the Earth lies between the eye and a place: the line of sight meets the ellipsoid before it (as in the shader). */
export function isBehindEarth(eye: Vec3, place: Vec3): boolean {
  const scaled = ([x, y, z]: Vec3): Vec3 => [x / WGS84_RADIUS_M, y / WGS84_RADIUS_M, z / POLAR_M]
  const [from, way] = [scaled(eye), scaled(subtract(place, eye))]
  const [a, b, c] = [dot(way, way), dot(from, way), dot(from, from) - 1]
  const root = b * b - a * c
  return b < 0 && root > 0 && (-b - Math.sqrt(root)) / a < GROUND_SHARE
}

/** The corners of the limb. */
const LIMB_CORNERS = 90

/** Returns the places at which lines of sight touch the Earth, from the first to the first again. */
export function limbOf(eye: Vec3): readonly Vec3[] {
  const scaled: Vec3 = [eye[0] / WGS84_RADIUS_M, eye[1] / WGS84_RADIUS_M, eye[2] / POLAR_M]
  // On a ball of radius 1 the limb is a circle around the line to the eye.
  const away = norm(scaled)
  const out = scale(scaled, 1 / away)
  const aside = cross(out, Math.abs(out[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])
  const right = scale(aside, 1 / norm(aside))
  const up = cross(out, right)
  const radius = Math.sqrt(1 - 1 / away ** 2)
  return Array.from({ length: LIMB_CORNERS + 1 }, (_, k): Vec3 => {
    const angle = (2 * Math.PI * k) / LIMB_CORNERS
    const around = add(scale(right, Math.cos(angle)), scale(up, Math.sin(angle)))
    const [x, y, z] = add(scale(out, 1 / away), scale(around, radius))
    return [x * WGS84_RADIUS_M, y * WGS84_RADIUS_M, z * POLAR_M]
  })
}

/** Returns the distance from which places around a target fill two thirds of a picture, km, for a camera in the direction of `back`. */
export function framingKm(
  target: Vec3,
  { right, up, back }: Pick<GlobeView, 'right' | 'up' | 'back'>,
  places: readonly Vec3[],
  size: Size,
): number {
  const { widthPx, heightPx, focalPx } = sized(size)
  const needed = places.map((place) => {
    const from = subtract(place, target)
    const [x, y] = [Math.abs(dot(from, right)), Math.abs(dot(from, up))]
    return dot(from, back) + Math.max((3 * focalPx * x) / widthPx, (3 * focalPx * y) / heightPx)
  })
  return Math.max(NEAREST_KM, Math.max(0, ...needed) / 1_000)
}

/** Returns the direction of a place from the middle of the Earth in a frame with these axes, degrees. */
export function directionTo(place: Vec3, axes: GlobeTarget['axes']): Pick<GlobeCamera, 'lat' | 'lon'> {
  const [x, y, z] = axes.map((axis) => dot(axis, place)) as [number, number, number]
  return { lat: radToDeg(Math.atan2(z, Math.hypot(x, y))), lon: radToDeg(Math.atan2(y, x)) }
}
