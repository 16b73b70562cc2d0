import { PLACE_UNIT_M } from '@apsis/astro/space/state-set.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { useRef } from 'react'
import { now } from '../../clock/clock.ts'
import { readShownTime } from '../../clock/shown-time.ts'
import { elapsedMs } from '../../clock/stopwatch.ts'
import type { Fragments } from '../../space/fragments/use-fragments.ts'
import {
  afterWheel,
  dragDegrees,
  earthAxes,
  focalOf,
  type GlobeCamera,
  type GlobeTarget,
  HOME,
  orbitAxes,
  turned,
  viewOf,
} from '../../space/globe/globe-camera.ts'
import { FORMS, type GlobeLine } from '../../space/globe/globe-canvas.ts'
import { groundLines, partsOf } from '../../space/globe/globe-lines.ts'
import { drawnState, greenwichAt, modelOf } from '../../space/model-of.ts'
import type { SpaceCatalogue } from '../../space/space-catalogue.ts'
import { type DrawnGlobe, type GlobeShow, type SceneAt, useGlobeCanvas } from '../../space/use-globe-canvas.ts'
import type { ThreadState } from '../../space/use-states.ts'
import type { TypedObject } from './orbit-text.ts'

export type StageProps = {
  readonly objects: readonly TypedObject[]
  readonly catalogue: SpaceCatalogue | undefined
  readonly thread: ThreadState
  readonly fragments: Fragments
  readonly camera: GlobeCamera
  readonly onCamera: (camera: GlobeCamera) => void
}
/** The times of a run of pictures: each until the graphics card had drawn it. */
export type FrameTimes = {
  readonly frames: number
  readonly medianMs: number
  readonly slowMs: number
  readonly calls: number
  readonly points: number
}
/** The distances of the drawn places from SGP4 itself. */
export type DrawnErrors = { readonly compared: number; readonly most95M: number; readonly mostM: number }

const CENTRE: Vec3 = [0, 0, 0]
const INERTIAL: GlobeTarget['axes'] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const FRAMES = 30
const TURN_DEG = 1
const ORBIT_PLACES = 360
const COMPARED = 1_000
const SLOW_SHARE = 0.95

/** Returns what the camera looks at: a typed object in its own axes, or the Earth. */
export function targetOf(objects: readonly TypedObject[], { at, frame }: GlobeCamera, atMs: number): GlobeTarget {
  const state = objects.find(({ name }) => name === at)?.stateAt(atMs)
  if (state) return { place: state.r, axes: orbitAxes(state) }
  return { place: CENTRE, axes: frame === 'ef' ? earthAxes(greenwichAt(atMs)) : INERTIAL }
}

/** Draws the stage while it is shown, and measures it on request. */
export function useStage(
  { objects, catalogue, thread, fragments, camera, onCamera }: StageProps,
  onState: (state: GlobeShow) => void,
) {
  const forms = useRef<{ readonly of: SpaceCatalogue; readonly forms: Uint8Array<ArrayBuffer> }>(undefined)
  const orbits = useRef<{ readonly key: string; readonly lines: readonly GlobeLine[] }>(undefined)

  const formsOf = (of: SpaceCatalogue) => {
    if (forms.current?.of !== of) forms.current = { of, forms: of.kind.map((kind) => kind + 1) }
    return forms.current.forms
  }
  /** The orbits from the time on: they are made again each minute. */
  const orbitsAt = (atMs: number) => {
    const minuteMs = Math.floor(atMs / 60_000) * 60_000
    const key = [minuteMs, ...objects.map(({ name }) => name)].join(' ')
    if (orbits.current?.key !== key) orbits.current = { key, lines: objects.flatMap((one) => orbitOf(one, minuteMs)) }
    return orbits.current.lines
  }
  const sceneOf =
    (wanted: GlobeCamera): SceneAt =>
    (atMs, size) => {
      const seen = wanted.at === 'earth' || objects.some(({ name }) => name === wanted.at) ? wanted : HOME
      const exact = objects.flatMap(({ stateAt }) => {
        const place = stateAt(atMs)?.r
        return place ? [{ place, form: FORMS.own }] : []
      })
      return {
        view: viewOf(seen, targetOf(objects, seen, atMs), size),
        forms: catalogue ? formsOf(catalogue) : new Uint8Array(),
        fragments:
          fragments.kind === 'ready' && atMs >= fragments.atMs
            ? { cloud: fragments.cloud, seconds: (atMs - fragments.atMs) / 1_000 }
            : undefined,
        exact,
        lines: [...groundLines(atMs), ...orbitsAt(atMs)],
        orbitNow: 0,
        bodies: [],
      }
    }
  const { attach, canvas, ask, paint, sizeNow } = useGlobeCanvas({
    thread,
    catalogue,
    sceneAt: sceneOf(camera),
    onWheel: (px) => onCamera(afterWheel(camera, px)),
    onState,
  })

  return {
    attach,
    dragDegrees: (seen: GlobeCamera) => dragDegrees(seen, focalOf(sizeNow())),
    /** Draws pictures while the camera goes around, and waits for each: the graphics card would otherwise draw them later. */
    measureFrames: (): FrameTimes | undefined => {
      const gl = canvas.current?.getContext('webgl2')
      if (!gl) return undefined
      const pixel = new Uint8Array(4)
      const times: number[] = []
      let drawn: DrawnGlobe | undefined
      for (let k = 0; k < FRAMES; k += 1) {
        const start = elapsedMs()
        drawn = paint(sceneOf(turned(camera, { east: k * TURN_DEG })))
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
        times.push(elapsedMs() - start)
      }
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(FRAMES - 1, Math.floor(share * FRAMES))] ?? Number.NaN
      ask()
      if (!drawn) return undefined
      const dust = fragments.kind === 'ready' ? fragments.cloud.count : 0
      const points = drawn.points + dust + objects.length
      return { frames: FRAMES, medianMs: at(0.5), slowMs: at(SLOW_SHARE), calls: drawn.calls, points }
    },
    /** Compares what is drawn at the shown time with SGP4 itself; undefined while there is no picture of the catalogue. */
    compare: (): DrawnErrors | undefined => {
      if (thread.kind !== 'ready' || catalogue === undefined) return undefined
      const found = thread.clock.placesAt(readShownTime(), now())
      if (!found) return undefined
      const { columns, size } = catalogue
      const origin = parseTime(columns.origin)
      const step = Math.max(1, Math.floor(size / COMPARED))
      const errors: number[] = []
      for (let k = 0; k < size && errors.length < COMPARED; k += step) {
        const state = drawnState(modelOf(columns, k, origin), found.atMs)
        const [x = 0, y = 0, z = 0] = found.places.subarray(3 * k, 3 * k + 3)
        if (state) errors.push(norm(subtract([x * PLACE_UNIT_M, y * PLACE_UNIT_M, z * PLACE_UNIT_M], state.r)))
      }
      const sorted = errors.toSorted((a, b) => a - b)
      return {
        compared: sorted.length,
        most95M: sorted[Math.floor(SLOW_SHARE * sorted.length)] ?? Number.NaN,
        mostM: sorted.at(-1) ?? Number.NaN,
      }
    },
  }
}

/** Returns the line of an object over its next revolution, from where it is; none if it has no place. */
function orbitOf({ name, periodS, stateAt }: TypedObject, fromMs: number): readonly GlobeLine[] {
  const places = Array.from({ length: ORBIT_PLACES + 1 }, (_, k) => (k / ORBIT_PLACES) * periodS).flatMap((s) => {
    const r = stateAt(fromMs + 1_000 * s)?.r
    return r ? [{ r, s }] : []
  })
  const anchor = places[0]?.r
  if (!anchor || places.length < 2) return []
  const parts = partsOf([places], anchor)
  return [{ id: name, parts, anchor, isEarthFixed: false, ink: 'one', widthPx: 1.2, alpha: 0.8 }]
}
