import { WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { PlotTable } from '../../ui/file/csv.ts'
import type { TypedOrbit } from './orbit-text.ts'
import { drawnDistanceM, pathOf } from './path.ts'

/** An object of the drawing: a dot with its name, and its path. */
export type SceneObject = { readonly name: string; readonly r: Vec3; readonly path: readonly Vec3[] }
export type Scene = {
  readonly objects: readonly SceneObject[]
  /** Lines between objects that show a distance. */
  readonly links: readonly (readonly [Vec3, Vec3])[]
}

const PATH_POINTS = 720
const CENTRE: Vec3 = [0, 0, 0]

/** Returns the scene of the typed orbits. */
export function sceneOf(orbits: readonly TypedOrbit[]): Scene {
  return {
    objects: orbits.map(({ name, state, elements }) => ({ name, r: state.r, path: pathOf(elements, PATH_POINTS) })),
    links: [],
  }
}

/** Returns a test scene for precision: two points a metre apart at 7000 km from the centre of the Earth. */
export function tortureScene(): Scene {
  const along = 7_000_000 / Math.sqrt(3)
  const a: Vec3 = [along, along, along]
  const b: Vec3 = [along - Math.SQRT1_2, along + Math.SQRT1_2, along]
  return {
    objects: [
      { name: 'A', r: a, path: [] },
      { name: 'B', r: b, path: [] },
    ],
    links: [[a, b]],
  }
}

/** Returns the origin of the picture: the object at which the camera looks, else the centre of the Earth. */
export function anchorOf({ objects }: Scene, target: string): Vec3 {
  return objects.find(({ name }) => name === target)?.r ?? CENTRE
}

const COLUMNS = [
  'object',
  'x, m',
  'y, m',
  'z, m',
  'height above the equatorial radius, m',
  'from anchor, m',
  'from anchor as drawn, m',
]

/** Returns the scene as a table: each object, its place, and its distance from the anchor in the drawing. */
export function twinOf({ objects }: Scene, anchor: Vec3): PlotTable {
  return {
    columns: COLUMNS,
    rows: objects.map(({ name, r }) => [
      name,
      ...r,
      norm(r) - WGS84_RADIUS_M,
      norm(subtract(r, anchor)),
      drawnDistanceM(anchor, anchor, r),
    ]),
  }
}
