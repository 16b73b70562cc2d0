import { missing } from '@apsis/astro/missing.ts'
import { norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import {
  AmbientLight,
  ArrowHelper,
  BufferAttribute,
  BufferGeometry,
  type Color,
  DirectionalLight,
  Group,
  Line,
  LineBasicMaterial,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
  SphereGeometry,
  Vector3,
  Scene as World,
} from 'three'
import type { Camera } from '../../chart/three/camera.ts'
import { type Colour, createView, labelOf, type ViewOfWorld } from '../../chart/three/canvas-view.ts'
import { drawnAt, type Ellipsoid, type EncounterScene } from './encounter-scene.ts'
import type { Arrow } from './look.ts'

/** The content of the picture: the encounter at a moment and, if there is a burn, the encounter without the burn as a thin line. */
export type Picture = {
  readonly scene: EncounterScene
  readonly without: EncounterScene | undefined
  /** The names of both objects and of the Sun. */
  readonly names: readonly [one: string, two: string, sun: string]
  readonly seconds: number
  readonly sigma: number
  readonly arrows: readonly Arrow[]
  readonly camera: Camera
}

const ORIGIN: Vec3 = [0, 0, 0]
/** The names in the legend. */
export const VELOCITY_NAMES = ['v₁', 'v₂'] as const
const PATH_POINTS = 80
/**
 * The lengths of the axes, of the arrow to the Sun, and of the velocity of the faster object, as fractions of the distance of the camera.
 */
const [AXIS_SHARE, SUN_SHARE, VELOCITY_SHARE] = [0.12, 0.16, 0.22]
const SPHERE_SIDES = 48

/** Returns a view of an encounter that has no canvas yet. */
export const createEncounterView = () => createView<Picture>(build)

function build(
  picture: Picture,
  { colour, heightPx }: { readonly colour: Colour; readonly heightPx: number },
): ViewOfWorld {
  const { scene, without, names, seconds, sigma, camera } = picture
  const all = new World()
  const light = new DirectionalLight(0xffffff, 2)
  light.position.set(1, -2, 3)
  const centre = centreOf(picture)
  // The centre of the view is in the middle of the picture.
  const world = new Group()
  world.position.set(...drawnAt(scale(centre, -1)))
  all.add(light, new AmbientLight(0xffffff, 1.6), world)
  const place = scene.placeAt(seconds)
  const places: readonly Vec3[] = [ORIGIN, place]
  for (const [k, ellipsoid] of scene.ellipsoids.entries()) {
    const own = colour(k === 0 ? '--series-1' : '--series-2')
    const at = places[k] ?? place
    world.add(bodyOf(ellipsoid, { at, sigma, colour: own }))
    world.add(new Points(lineOf([at]), new PointsMaterial({ color: own, size: 8, sizeAttenuation: false })))
    world.add(
      labelOf(names[k] ?? '', {
        at: new Float32Array(drawnAt(at)),
        colour: colour('--ink-1'),
        halo: colour('--bg-inset'),
        heightPx,
      }),
    )
  }
  if (without !== undefined) world.add(new Line(pathOf(without), new LineBasicMaterial({ color: colour('--ink-3') })))
  world.add(new Line(pathOf(scene), new LineBasicMaterial({ color: colour('--series-2') })))
  world.add(new Line(lineOf([ORIGIN, place]), new LineBasicMaterial({ color: colour('--ink-1') })))
  for (const { name, from, direction, share, token } of arrowsOf(picture)) {
    const [start, along] = [new Vector3(...drawnAt(from)), new Vector3(...drawnAt(direction))]
    const lengthM = share * camera.distanceM
    world.add(new ArrowHelper(along, start, lengthM, colour(token).getHex()))
    const at = new Float32Array(along.multiplyScalar(lengthM).add(start).toArray())
    world.add(labelOf(name, { at, colour: colour('--ink-2'), halo: colour('--bg-inset'), heightPx }))
  }
  return { world: all, camera }
}

/** Returns the centre of the view: object 1, the current place of object 2, or the middle of the miss vector. */
export function centreOf({ scene, seconds, camera }: Pick<Picture, 'scene' | 'seconds' | 'camera'>): Vec3 {
  if (camera.target === 'object2') return scene.placeAt(seconds)
  return camera.target === 'miss' ? scale(scene.placeAt(0), 1 / 2) : ORIGIN
}

type Pointer = {
  readonly name: string
  readonly from: Vec3
  /** A unit vector. */
  readonly direction: Vec3
  readonly share: number
  readonly token: string
}

/**
 * Returns the axes and the direction to the Sun from the centre of the view, and the velocities from their objects, with longer arrows for
 * faster objects.
 */
export function arrowsOf(picture: Omit<Picture, 'without' | 'sigma'>): readonly Pointer[] {
  const { scene, seconds, names, arrows } = picture
  const from = centreOf(picture)
  const axis = { from, share: AXIS_SHARE, token: '--ink-3' }
  const fastest = Math.max(...scene.velocities.map(norm))
  const velocities = scene.velocities.map((velocity, k) => ({
    name: VELOCITY_NAMES[k] ?? missing(),
    from: k === 0 ? ORIGIN : scene.placeAt(seconds),
    direction: scale(velocity, 1 / norm(velocity)),
    share: (VELOCITY_SHARE * norm(velocity)) / fastest,
    token: k === 0 ? '--series-1' : '--series-2',
  }))
  return [
    { ...axis, name: 'R', direction: [1, 0, 0] },
    { ...axis, name: 'T', direction: [0, 1, 0] },
    { ...axis, name: 'N', direction: [0, 0, 1] },
    ...(arrows.includes('velocity') ? velocities : []),
    ...(arrows.includes('sun')
      ? [{ from, name: names[2], direction: scene.sun, share: SUN_SHARE, token: '--series-4' }]
      : []),
  ]
}

/** Returns points along the path of object 2 relative to object 1. */
const pathOf = (scene: EncounterScene) =>
  lineOf(Array.from({ length: PATH_POINTS + 1 }, (_, k) => scene.placeAt(((2 * k) / PATH_POINTS - 1) * scene.spanS)))

function lineOf(points: readonly Vec3[]): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points.flatMap((one) => drawnAt(one))), 3))
  return geometry
}

type Body = { readonly at: Vec3; readonly sigma: number; readonly colour: Color }

/** Returns the ellipsoid as a translucent ball that is stretched along its axes, so that the other ellipsoid stays visible. */
function bodyOf(ellipsoid: Ellipsoid, { at, sigma, colour }: Body): Mesh {
  const material = new MeshLambertMaterial({ color: colour, transparent: true, opacity: 0.35, depthWrite: false })
  const body = new Mesh(new SphereGeometry(1, SPHERE_SIDES, SPHERE_SIDES / 2), material)
  body.applyMatrix4(placedAs(ellipsoid, { at, sigma }))
  return body
}

/**
 * Returns the matrix that turns a ball of radius 1 into the ellipsoid of this number of sigma, with its centre at a
 * place.
 */
export function placedAs({ halfAxesM, directions }: Ellipsoid, { at, sigma }: Omit<Body, 'colour'>): Matrix4 {
  const [a, b, c] = directions.map((one) => new Vector3(...drawnAt(one))) as [Vector3, Vector3, Vector3]
  const [x, y, z] = halfAxesM.map((length) => Math.max(length * sigma, Number.MIN_VALUE))
  return new Matrix4()
    .makeBasis(a, b, c)
    .scale(new Vector3(x, y, z))
    .setPosition(new Vector3(...drawnAt(at)))
}
