import { WGS84_FLATTENING, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  DirectionalLight,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  WebGLRenderer,
  Scene as World,
} from 'three'
import type { Camera } from '../../chart/three/camera.ts'
import { elapsedMs } from '../../clock/stopwatch.ts'
import { onPreference } from '../../ui/preference/preference.ts'
import { createStore, type Store } from '../../ui/store/store.ts'

import { graticule } from './graticule.ts'
import { relativeTo } from './path.ts'
import { anchorOf, type Scene } from './scene.ts'

export type Frame = { readonly ms: number; readonly calls: number; readonly points: number }
export type ViewState = { readonly kind: 'none' | 'drawn' | 'noWebGl' | 'lost'; readonly frame: Frame | undefined }
export type Picture = { readonly scene: Scene; readonly camera: Camera; readonly sun: Vec3 }

/** Draws pictures into a canvas, each when it is asked for; tells how long the last one took. */
export type View = {
  /** For `ref`: draws there until the canvas goes. */
  readonly attach: (canvas: HTMLCanvasElement | null) => (() => void) | undefined
  readonly show: (picture: Picture) => void
  readonly state: Store<ViewState>
}

const FIELD_DEG = 45
const SERIES = ['--series-1', '--series-2', '--series-3', '--series-4']
const DEGREE = Math.PI / 180
const LABEL_PX = 14

/** A view that has no canvas yet. */
export function createView(): View {
  const state = createStore<ViewState>({ kind: 'none', frame: undefined })
  let picture: Picture | undefined
  let drawNow: (() => void) | undefined
  let asked = 0
  const ask = () => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(() => drawNow?.())
  }
  const attach = (canvas: HTMLCanvasElement | null) => {
    if (!canvas) return undefined
    const renderer = rendererOf(canvas)
    if (!renderer) {
      queueMicrotask(() => state.set({ kind: 'noWebGl', frame: undefined }))
      return undefined
    }
    drawNow = () => {
      if (picture) state.set({ kind: 'drawn', frame: draw(renderer, canvas, picture) })
    }
    const onLost = (event: Event) => {
      event.preventDefault()
      state.set({ kind: 'lost', frame: undefined })
    }
    canvas.addEventListener('webglcontextlost', onLost)
    canvas.addEventListener('webglcontextrestored', ask)
    const forget = onPreference(ask)
    const observer = new ResizeObserver(ask)
    observer.observe(canvas)
    return () => {
      canvas.removeEventListener('webglcontextlost', onLost)
      canvas.removeEventListener('webglcontextrestored', ask)
      forget()
      observer.disconnect()
      cancelAnimationFrame(asked)
      renderer.dispose()
      drawNow = undefined
    }
  }
  return {
    attach,
    show: (next) => {
      picture = next
      ask()
    },
    state,
  }
}

function rendererOf(canvas: HTMLCanvasElement): WebGLRenderer | undefined {
  // Asked for first, since the renderer would write an error of its own where there is none.
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true, powerPreference: 'low-power' })
  if (!context) return undefined
  // From a metre to the far side of the Earth in one picture.
  return new WebGLRenderer({ canvas, context, antialias: true, alpha: true, logarithmicDepthBuffer: true })
}

/** Builds the picture around its anchor, draws it, and gives back what was made for it. */
function draw(renderer: WebGLRenderer, canvas: HTMLCanvasElement, { scene, camera, sun }: Picture): Frame {
  const start = elapsedMs()
  const { clientWidth: width, clientHeight: height } = canvas
  const colour = (token: string) => colourOf(canvas, token)
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
        heightPx: height,
      }),
    )
  }
  for (const link of scene.links)
    world.add(new Line(pointsOf(anchor, link), new LineBasicMaterial({ color: colour('--ink-1') })))
  renderer.setPixelRatio(devicePixelRatio)
  renderer.setSize(width, height, false)
  renderer.render(world, eyeOf(camera, width / height))
  const frame = { calls: renderer.info.render.calls, points: renderer.info.render.lines + renderer.info.render.points }
  release(world)
  return { ...frame, ms: elapsedMs() - start }
}

function eyeOf({ azimuthDeg, elevationDeg, distanceM }: Camera, aspect: number): PerspectiveCamera {
  const eye = new PerspectiveCamera(FIELD_DEG, aspect, distanceM / 100, distanceM + 1e9)
  const [azimuth, elevation] = [azimuthDeg * DEGREE, elevationDeg * DEGREE]
  eye.up.set(0, 0, 1)
  eye.position.set(
    distanceM * Math.cos(elevation) * Math.cos(azimuth),
    distanceM * Math.cos(elevation) * Math.sin(azimuth),
    distanceM * Math.sin(elevation),
  )
  eye.lookAt(0, 0, 0)
  return eye
}

/** The Earth as a body with day and night, and its graticule; far from the anchor half a metre is not seen. */
function earthAt(anchor: Vec3, colour: (token: string) => Color): Group {
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
  // The ball of three has its poles along y, the net along z.
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

type Label = { readonly at: Float32Array; readonly colour: Color; readonly halo: Color; readonly heightPx: number }

/** A name that is as large at every distance. */
function labelOf(text: string, { at, colour, halo, heightPx }: Label): Sprite {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const font = `500 ${LABEL_PX * 2}px "IBM Plex Sans", sans-serif`
  if (context) context.font = font
  canvas.width = Math.ceil(context?.measureText(text).width ?? 1) + 24
  canvas.height = LABEL_PX * 3
  if (context) {
    context.font = font
    context.fillStyle = `#${colour.getHexString()}`
    context.textBaseline = 'middle'
    context.strokeStyle = `#${halo.getHexString()}`
    context.lineWidth = 6
    context.lineJoin = 'round'
    context.strokeText(text, 20, canvas.height / 2)
    context.fillText(text, 20, canvas.height / 2)
  }
  const material = new SpriteMaterial({ map: new CanvasTexture(canvas), sizeAttenuation: false, depthTest: false })
  const sprite = new Sprite(material)
  // Without attenuation a sprite of 1 is as high as it would be a metre away.
  const perPx = (2 * Math.tan((FIELD_DEG / 2) * DEGREE)) / heightPx / 2
  sprite.scale.set(canvas.width * perPx, canvas.height * perPx, 1)
  sprite.center.set(0, 0.5)
  sprite.position.fromArray(at)
  return sprite
}

/** A token as the theme shows it now. */
function colourOf(canvas: HTMLCanvasElement, token: string): Color {
  canvas.style.color = `var(${token})`
  return new Color().setStyle(getComputedStyle(canvas).color)
}

function release(world: World): void {
  world.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof Line || part instanceof Points || part instanceof Sprite)) return
    part.geometry.dispose()
    const materials: readonly Material[] = Array.isArray(part.material) ? part.material : [part.material]
    for (const material of materials) {
      if (material instanceof SpriteMaterial) material.map?.dispose()
      material.dispose()
    }
  })
}
