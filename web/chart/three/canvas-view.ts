import { degToRad } from '@apsis/astro/units.ts'
import {
  CanvasTexture,
  Color,
  Line,
  type Material,
  Mesh,
  PerspectiveCamera,
  Points,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
  type Scene as World,
} from 'three'
import { elapsedMs } from '../../clock/stopwatch.ts'
import { onPreference } from '../../ui/preference/preference.ts'
import { createStore, type Store } from '../../ui/store/store.ts'
import { type Camera, FIELD_DEG, STILL } from './camera.ts'
import { spreadLabels } from './spread-labels.ts'

/** The duration of drawing the last picture, the number of calls to the graphics card, and the number of its lines and points. */
export type Frame = { readonly ms: number; readonly calls: number; readonly points: number }
export type ViewState = { readonly kind: 'none' | 'drawn' | 'noWebGl' | 'lost'; readonly frame: Frame | undefined }

/** Draws pictures into a canvas, each on demand, and reports the duration of the last one. */
export type View<Picture> = {
  /** The function for `ref`, which draws into the canvas until that is removed. */
  readonly attach: (canvas: HTMLCanvasElement | null) => (() => void) | undefined
  readonly show: (picture: Picture) => void
  /** For `ref`: draws the picture for paper, because nothing can be drawn once the browser lays out the page. */
  readonly still: (sheet: HTMLCanvasElement | null) => void
  readonly state: Store<ViewState>
}

/** The contents of a picture, and the camera. */
export type ViewOfWorld = { readonly world: World; readonly camera: Camera }
/** Builds a picture; `colour` returns a token's colour in the current theme. */
type Build<Picture> = (picture: Picture, of: { readonly colour: Colour; readonly heightPx: number }) => ViewOfWorld
export type Colour = (token: string) => Color

const LABEL_PX = 14
/** The number of printer dots for each pixel of the layout. */
const STILL_RATIO = 2

/** Creates a view that has no canvas yet. */
export function createView<Picture>(build: Build<Picture>): View<Picture> {
  const state = createStore<ViewState>({ kind: 'none', frame: undefined })
  let picture: Picture | undefined
  let drawNow: (() => void) | undefined
  let printOn: ((sheet: HTMLCanvasElement) => void) | undefined
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
      const size = { widthPx: canvas.clientWidth, heightPx: canvas.clientHeight, ratio: devicePixelRatio }
      // A hidden canvas, as during printing, has no size.
      if (picture !== undefined && size.heightPx > 0)
        state.set({ kind: 'drawn', frame: draw({ renderer, canvas, size }, picture, build) })
    }
    printOn = (sheet) => {
      if (picture === undefined) return
      // Paper is ink on white, whatever the theme of the screen is.
      canvas.style.colorScheme = 'light'
      draw({ renderer, canvas, size: { ...STILL, ratio: STILL_RATIO } }, picture, build)
      canvas.style.colorScheme = ''
      Object.assign(sheet, { width: canvas.width, height: canvas.height })
      sheet.getContext('2d')?.drawImage(canvas, 0, 0)
      ask()
    }
    const unhear = hear(canvas, { ask, onLost: () => state.set({ kind: 'lost', frame: undefined }) })
    return () => {
      unhear()
      cancelAnimationFrame(asked)
      renderer.dispose()
      drawNow = undefined
      printOn = undefined
    }
  }
  return {
    attach,
    show: (next) => {
      picture = next
      ask()
    },
    still: (sheet) => {
      if (sheet) printOn?.(sheet)
    },
    state,
  }
}

/** Asks for a picture whenever size, theme or graphics card change; returns a function that stops this. */
function hear(canvas: HTMLCanvasElement, { ask, onLost }: { readonly ask: () => void; readonly onLost: () => void }) {
  const lose = (event: Event) => {
    event.preventDefault()
    onLost()
  }
  canvas.addEventListener('webglcontextlost', lose)
  canvas.addEventListener('webglcontextrestored', ask)
  const forget = onPreference(ask)
  // The theme of the system may change while the picture is visible.
  const isDark = matchMedia('(prefers-color-scheme: dark)')
  isDark.addEventListener('change', ask)
  const observer = new ResizeObserver(ask)
  observer.observe(canvas)
  return () => {
    canvas.removeEventListener('webglcontextlost', lose)
    canvas.removeEventListener('webglcontextrestored', ask)
    forget()
    isDark.removeEventListener('change', ask)
    observer.disconnect()
  }
}

function rendererOf(canvas: HTMLCanvasElement): WebGLRenderer | undefined {
  // The context is requested first, because the renderer would log an error of its own if there is none.
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true, powerPreference: 'low-power' })
  if (!context) return undefined
  // One picture shows distances from a metre to the far side of the Earth.
  return new WebGLRenderer({ canvas, context, antialias: true, alpha: true, logarithmicDepthBuffer: true })
}

type Sheet = {
  readonly renderer: WebGLRenderer
  readonly canvas: HTMLCanvasElement
  readonly size: { readonly widthPx: number; readonly heightPx: number; readonly ratio: number }
}

/** Builds the picture, draws it, and releases its resources. */
function draw<Picture>({ renderer, canvas, size }: Sheet, picture: Picture, build: Build<Picture>): Frame {
  const start = elapsedMs()
  const { widthPx, heightPx, ratio } = size
  const { world, camera } = build(picture, { colour: (token) => colourOf(canvas, token), heightPx })
  renderer.setPixelRatio(ratio)
  renderer.setSize(widthPx, heightPx, false)
  const eye = eyeOf(camera, widthPx / heightPx)
  spread(world, eye, { widthPx, heightPx })
  renderer.render(world, eye)
  const frame = { calls: renderer.info.render.calls, points: renderer.info.render.lines + renderer.info.render.points }
  release(world)
  return { ...frame, ms: elapsedMs() - start }
}

function eyeOf({ azimuthDeg, elevationDeg, distanceM }: Camera, aspect: number): PerspectiveCamera {
  const eye = new PerspectiveCamera(FIELD_DEG, aspect, distanceM / 100, distanceM + 1e9)
  const [azimuth, elevation] = [degToRad(azimuthDeg), degToRad(elevationDeg)]
  eye.up.set(0, 0, 1)
  eye.position.set(
    distanceM * Math.cos(elevation) * Math.cos(azimuth),
    distanceM * Math.cos(elevation) * Math.sin(azimuth),
    distanceM * Math.sin(elevation),
  )
  eye.lookAt(0, 0, 0)
  return eye
}

/** Moves names that would overlap to another side of their points; the names that were added first stay. */
function spread(
  world: World,
  eye: PerspectiveCamera,
  { widthPx, heightPx }: Pick<Sheet['size'], 'widthPx' | 'heightPx'>,
) {
  eye.updateMatrixWorld()
  world.updateMatrixWorld()
  const names: Sprite[] = []
  world.traverse((part) => {
    if (part instanceof Sprite) names.push(part)
  })
  const perPx = (2 * Math.tan(degToRad(FIELD_DEG / 2))) / heightPx
  const placed = names.map((name) => {
    const { x, y } = name.getWorldPosition(new Vector3()).project(eye)
    const [width, height] = [name.scale.x / perPx, name.scale.y / perPx]
    return { x: ((x + 1) / 2) * widthPx, y: ((1 - y) / 2) * heightPx, width, height }
  })
  for (const [k, anchor] of spreadLabels(placed, widthPx, heightPx).entries()) names[k]?.center.set(...anchor)
}

type Label = { readonly at: Float32Array; readonly colour: Color; readonly halo: Color; readonly heightPx: number }

/** Returns a name that has the same size at every distance. */
export function labelOf(text: string, { at, colour, halo, heightPx }: Label): Sprite {
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
  const map = new CanvasTexture(canvas)
  // The canvas has the colours of the page; without this line, dark ink would appear grey.
  map.colorSpace = SRGBColorSpace
  const material = new SpriteMaterial({ map, sizeAttenuation: false, depthTest: false })
  const sprite = new Sprite(material)
  // Without attenuation, a sprite of size 1 is as high as it would be at a distance of one metre.
  const perPx = (2 * Math.tan(degToRad(FIELD_DEG / 2))) / heightPx / 2
  sprite.scale.set(canvas.width * perPx, canvas.height * perPx, 1)
  sprite.center.set(0, 0.5)
  sprite.position.fromArray(at)
  return sprite
}

/** Returns a token's colour in the current theme. */
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
