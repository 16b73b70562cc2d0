import type { Vec3 } from '@apsis/astro/vec3.ts'
import {
  AmbientLight,
  ArrowHelper,
  BufferAttribute,
  BufferGeometry,
  type Color,
  DirectionalLight,
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
import { type Colour, createView, type Drawn, labelOf } from '../../chart/three/canvas-view.ts'
import { drawnAt, type Ellipsoid, type EncounterScene } from './encounter-scene.ts'

/** What is drawn: the encounter at a moment, and the one without the burn as a thin line where there is a burn. */
export type Picture = {
  readonly scene: EncounterScene
  readonly without: EncounterScene | undefined
  readonly names: readonly [string, string]
  readonly seconds: number
  readonly sigma: number
  readonly camera: Camera
}

const PATH_POINTS = 80
const ARROW_SHARE = 0.12
const SIDES = 48

/** A view of an encounter that has no canvas yet. */
export const createEncounterView = () => createView<Picture>(build)

function build(
  { scene, without, names, seconds, sigma, camera }: Picture,
  { colour, heightPx }: { readonly colour: Colour; readonly heightPx: number },
): Drawn {
  const world = new World()
  const light = new DirectionalLight(0xffffff, 2)
  light.position.set(1, -2, 3)
  world.add(light, new AmbientLight(0xffffff, 1.6))
  const place = scene.placeAt(seconds)
  const places: readonly Vec3[] = [[0, 0, 0], place]
  for (const [k, ellipsoid] of scene.ellipsoids.entries()) {
    const own = colour(k === 0 ? '--series-1' : '--series-2')
    const at = places[k] ?? place
    world.add(bodyOf(ellipsoid, { at, sigma, colour: own }))
    world.add(new Points(lineOf([at]), new PointsMaterial({ color: own, size: 8, sizeAttenuation: false })))
    world.add(
      labelOf(names[k] ?? '', {
        at: new Float32Array(drawnAt(at)),
        ...{ colour: colour('--ink-1'), halo: colour('--bg-inset'), heightPx },
      }),
    )
  }
  if (without !== undefined) world.add(new Line(pathOf(without), new LineBasicMaterial({ color: colour('--ink-3') })))
  world.add(new Line(pathOf(scene), new LineBasicMaterial({ color: colour('--series-2') })))
  world.add(new Line(lineOf([[0, 0, 0], place]), new LineBasicMaterial({ color: colour('--ink-1') })))
  const axes = [
    ['R', [1, 0, 0]],
    ['T', [0, 1, 0]],
    ['N', [0, 0, 1]],
  ] as const
  const lengthM = ARROW_SHARE * camera.distanceM
  for (const [name, axis] of axes) {
    const direction = new Vector3(...drawnAt(axis))
    world.add(new ArrowHelper(direction, new Vector3(), lengthM, colour('--ink-3').getHex()))
    const at = new Float32Array(direction.multiplyScalar(lengthM).toArray())
    world.add(labelOf(name, { at, colour: colour('--ink-2'), halo: colour('--bg-inset'), heightPx }))
  }
  return { world, camera }
}

/** Points along the way of object 2 past object 1. */
const pathOf = (scene: EncounterScene) =>
  lineOf(Array.from({ length: PATH_POINTS + 1 }, (_, k) => scene.placeAt(((2 * k) / PATH_POINTS - 1) * scene.spanS)))

function lineOf(points: readonly Vec3[]): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points.flatMap((one) => drawnAt(one))), 3))
  return geometry
}

type Body = { readonly at: Vec3; readonly sigma: number; readonly colour: Color }

/** The ellipsoid as a ball that is stretched along its axes: it lets the other one be seen through it. */
function bodyOf(ellipsoid: Ellipsoid, { at, sigma, colour }: Body): Mesh {
  const material = new MeshLambertMaterial({ color: colour, transparent: true, opacity: 0.35, depthWrite: false })
  const body = new Mesh(new SphereGeometry(1, SIDES, SIDES / 2), material)
  body.applyMatrix4(placedAs(ellipsoid, { at, sigma }))
  return body
}

/** Of a ball of radius 1: its half axes become those of the ellipsoid of so many sigma, about a place. */
export function placedAs({ halfAxesM, directions }: Ellipsoid, { at, sigma }: Omit<Body, 'colour'>): Matrix4 {
  const [a, b, c] = directions.map((one) => new Vector3(...drawnAt(one))) as [Vector3, Vector3, Vector3]
  const [x, y, z] = halfAxesM.map((length) => Math.max(length * sigma, Number.MIN_VALUE))
  return new Matrix4()
    .makeBasis(a, b, c)
    .scale(new Vector3(x, y, z))
    .setPosition(new Vector3(...drawnAt(at)))
}
