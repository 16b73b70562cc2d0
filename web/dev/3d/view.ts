import { WGS84_FLATTENING, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { degToRad } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
  SphereGeometry,
  Scene as World,
} from 'three'
import type { Camera } from '../../chart/three/camera.ts'
import {
  type Colour,
  createView,
  labelOf,
  type View as ViewOf,
  type ViewOfWorld,
} from '../../chart/three/canvas-view.ts'
import { relativeTo } from './path.ts'
import { anchorOf, type Scene } from './scene.ts'

const FINE_DEG = 3

export type Picture = { readonly scene: Scene; readonly camera: Camera; readonly sun: Vec3 }
export type View = ViewOf<Picture>

const SERIES = ['--series-1', '--series-2', '--series-3', '--series-4']

/** Returns a view of orbits that has no canvas yet. */
export const createOrbitView = () => createView(build)

/** Builds the picture around its anchor. */
function build(
  { scene, camera, sun }: Picture,
  { colour, heightPx }: { readonly colour: Colour; readonly heightPx: number },
): ViewOfWorld {
  const anchor = anchorOf(scene, camera.target)
  const world = new World()
  world.add(earthAt(anchor, colour), ...lightsFrom(sun))
  for (const [place, { name, r, path }] of scene.objects.entries()) {
    const own = colour(SERIES[place % SERIES.length] ?? '--ink-1')
    if (path.length > 1) world.add(new Line(pointsOf(anchor, path), new LineBasicMaterial({ color: own })))
    world.add(new Points(pointsOf(anchor, [r]), new PointsMaterial({ color: own, size: 8, sizeAttenuation: false })))
    world.add(
      labelOf(name, {
        at: relativeTo(anchor, [r]),
        colour: colour('--ink-1'),
        halo: colour('--bg-inset'),
        heightPx,
      }),
    )
  }
  for (const link of scene.links)
    world.add(new Line(pointsOf(anchor, link), new LineBasicMaterial({ color: colour('--ink-1') })))
  return { world, camera }
}

/** Returns the Earth as a body with day and night, and its graticule; far from the anchor an error of half a metre is not visible. */
function earthAt(anchor: Vec3, colour: Colour): Group {
  const earth = new Group()
  const ball = new Mesh(
    new SphereGeometry(WGS84_RADIUS_M, 96, 48),
    new MeshLambertMaterial({ color: colour('--line-3') }),
  )
  const net = new BufferGeometry()
  net.setAttribute('position', new BufferAttribute(graticule(WGS84_RADIUS_M * 1.001, 15), 3))
  const lines = new LineSegments(
    net,
    new LineBasicMaterial({ color: colour('--ink-3'), transparent: true, opacity: 0.5 }),
  )
  // A sphere in three.js has its poles along y, the graticule has them along z.
  ball.rotation.x = Math.PI / 2
  earth.add(ball, lines)
  earth.scale.z = 1 - WGS84_FLATTENING
  earth.position.set(-anchor[0], -anchor[1], -anchor[2])
  return earth
}

function lightsFrom([x, y, z]: Vec3) {
  const sun = new DirectionalLight(0xffffff, 2.2)
  sun.position.set(x, y, z)
  return [sun, new AmbientLight(0xffffff, 1.3)]
}

function pointsOf(anchor: Vec3, points: readonly Vec3[]): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(relativeTo(anchor, points), 3))
  return geometry
}

/** Returns meridians and parallels of a sphere as pairs of ends, with its poles along z. */
function graticule(radiusM: number, everyDeg: number): Float32Array {
  const at = (longitude: number, latitude: number) => [
    radiusM * Math.cos(degToRad(latitude)) * Math.cos(degToRad(longitude)),
    radiusM * Math.cos(degToRad(latitude)) * Math.sin(degToRad(longitude)),
    radiusM * Math.sin(degToRad(latitude)),
  ]
  const ends: number[] = []
  for (let longitude = 0; longitude < 360; longitude += everyDeg)
    for (let latitude = -90; latitude < 90; latitude += FINE_DEG)
      ends.push(...at(longitude, latitude), ...at(longitude, latitude + FINE_DEG))
  for (let latitude = everyDeg - 90; latitude < 90; latitude += everyDeg)
    for (let longitude = 0; longitude < 360; longitude += FINE_DEG)
      ends.push(...at(longitude, latitude), ...at(longitude + FINE_DEG, latitude))
  return new Float32Array(ends)
}
