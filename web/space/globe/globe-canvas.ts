import { WGS84_FLATTENING, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import type { BetweenWeights } from '@apsis/astro/space/between.ts'
import { PLACE_UNIT_M, STATE_WORDS } from '@apsis/astro/space/state-set.ts'
import { norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { FragmentCloud } from '../fragments/fragment-cloud.ts'
import { areaOf, coastRings } from '../map/coast.ts'
import { earthAxes, type GlobeView, outOf } from './globe-camera.ts'
import { BODY_PROGRAM, FRAGMENT_PROGRAM, GROUND_PROGRAM, LINE_PROGRAM, POINT_PROGRAM } from './shaders.data.ts'

export type Rgb = readonly [number, number, number]
/** The colours of the theme, each part from 0 to 1. */
export type GlobeInk = Readonly<
  Record<'ink' | 'one' | 'two' | 'accent' | 'sea' | 'land' | 'coast' | 'grid' | 'night', Rgb>
> & { readonly isDark: boolean }

/** The form of a point: 0 is not drawn; the four kinds of the catalogue in their order; an own satellite, another object, a ring. */
export const FORMS = { own: 5, other: 6, ring: 7, hollow: 8 } as const

/** Parts of a line between two places: for each four numbers of the one and of the other, its place in m from the anchor and a parameter. */
export type GlobeLine = {
  readonly id: string
  readonly parts: Float32Array<ArrayBuffer>
  readonly anchor: Vec3
  /** True for lines that turn with the Earth. */
  readonly isEarthFixed: boolean
  readonly ink: 'ink' | 'one' | 'two' | 'accent' | 'coast' | 'grid'
  readonly widthPx: number
  readonly alpha: number
  /** The length of a dash with its gap in the parameter; 0 for a solid line. */
  readonly dash?: number
  /** True for an orbit: its parameter is a time, and what lies before the time of the picture is drawn faintly. */
  readonly isOrbit?: boolean
}

/** A ball that is stretched along three half axes, m, in the frame of the Earth. */
export type GlobeBody = {
  readonly middle: Vec3
  readonly halfAxes: readonly [Vec3, Vec3, Vec3]
  readonly ink: 'ink' | 'one' | 'two'
  readonly alpha: number
}

/** A point whose place the caller has computed for the instant itself. The form is one of `FORMS`, or one more than the kind of the object. */
export type ExactPoint = { readonly place: Vec3; readonly form: number }

export type GlobePicture = {
  readonly view: GlobeView
  readonly greenwichRad: number
  /** The unit vector to the Sun in the frame of the Earth. */
  readonly sun: Vec3
  readonly sets:
    | { readonly earlier: ArrayBuffer; readonly later: ArrayBuffer; readonly weights: BetweenWeights }
    | undefined
  /** The form of each object of the catalogue, in the order of the sets. */
  readonly forms: Uint8Array<ArrayBuffer>
  /** Modelled fragments, some seconds after their breakup. */
  readonly fragments: { readonly cloud: FragmentCloud; readonly seconds: number } | undefined
  readonly exact: readonly ExactPoint[]
  readonly lines: readonly GlobeLine[]
  /** The time of the picture in the parameter of the orbits. */
  readonly orbitNow: number
  readonly bodies: readonly GlobeBody[]
  readonly ink: GlobeInk
}

export type GlobeCanvas = {
  /** Draws a picture of the size of its view, with so many device pixels for each pixel, and returns the number of calls. */
  readonly draw: (picture: GlobePicture, ratio: number) => number
  readonly dispose: () => void
}

/** The catalogue is fainter in front of the Earth. */
const IN_FRONT = { dark: 0.42, light: 0.5 }
const NIGHT_SHARE = { dark: 0.36, light: 0.045 }
/** The part of an orbit before now is this faint. */
const FAINT = 0.4
const POLAR_M = WGS84_RADIUS_M * (1 - WGS84_FLATTENING)
/** The corners of the ball are this many around the equator; half as many from pole to pole. */
const SIDES = 128
const STATE_BYTES = STATE_WORDS * Float32Array.BYTES_PER_ELEMENT
/** A part of a line has this many numbers, and as a strip this many corners. */
const [PART, CORNERS] = [8, 4]

/** Returns a globe that draws into a canvas; undefined where there is no WebGL. All memory of the graphics card is kept between pictures. */
export function openGlobe(canvas: HTMLCanvasElement): GlobeCanvas | undefined {
  const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false, powerPreference: 'low-power' })
  return gl ? globeOn(gl, canvas) : undefined
}

type LineBuffers = {
  readonly array: WebGLVertexArrayObject
  readonly buffers: readonly WebGLBuffer[]
  /** The number of corners that are drawn. */
  readonly count: number
}

function globeOn(gl: WebGL2RenderingContext, canvas: HTMLCanvasElement): GlobeCanvas {
  const [ground, points, lines, body, dust] = [
    GROUND_PROGRAM,
    POINT_PROGRAM,
    LINE_PROGRAM,
    BODY_PROGRAM,
    FRAGMENT_PROGRAM,
  ].map((source) => programOf(gl, source)) as [Program, Program, Program, Program, Program]
  const ball = ballOf(gl)
  const landMap = textureOf(gl, paintLand())
  const sets = createSets(gl)
  const exact = createExact(gl)
  const cloud = createCloud(gl)
  const lineBuffers = new Map<GlobeLine, LineBuffers>()
  const bufferOf = (line: GlobeLine) => {
    const known = lineBuffers.get(line)
    if (known) return known
    const made = lineBufferOf(gl, line)
    lineBuffers.set(line, made)
    return made
  }
  const forget = (shown: readonly GlobeLine[]) => {
    for (const [line, { array, buffers }] of lineBuffers) {
      if (shown.includes(line)) continue
      gl.deleteVertexArray(array)
      for (const buffer of buffers) gl.deleteBuffer(buffer)
      lineBuffers.delete(line)
    }
  }
  gl.disable(gl.DEPTH_TEST)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  const draw: GlobeCanvas['draw'] = (picture, ratio) => {
    const { view, greenwichRad, sun, forms, ink, bodies } = picture
    const [width, height] = [Math.round(view.widthPx * ratio), Math.round(view.heightPx * ratio)]
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    gl.viewport(0, 0, width, height)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    const axes = earthAxes(greenwichRad)
    const turn = columns(axes)
    const common = {
      toCamera: rows([view.right, view.up, view.back]),
      lens: [(2 * view.focalPx) / view.widthPx, (2 * view.focalPx) / view.heightPx],
      ...sightOf(view.eye),
    }
    let calls = 1
    setValues(gl, ground, { ...common, turn, eye: view.eye, sun, sea: ink.sea, land: ink.land, night: ink.night })
    setValues(gl, ground, { nightShare: [ink.isDark ? NIGHT_SHARE.dark : NIGHT_SHARE.light] })
    gl.bindTexture(gl.TEXTURE_2D, landMap)
    ball.draw()
    // Without a buffer of depth the back of the Earth is left out by the order of its corners.
    const lineOf = (line: GlobeLine) => {
      const { anchor, isEarthFixed, widthPx, alpha, dash = 0, isOrbit = false } = line
      const at = isEarthFixed ? outOf(axes, anchor) : anchor
      const rgb = ink[line.ink]
      setValues(gl, lines, {
        ...common,
        turn: isEarthFixed ? turn : UNTURNED,
        anchor: subtract(at, view.eye),
        sizePx: [width, height],
        halfPx: [(widthPx * ratio) / 2],
        ink: [...rgb.map((part) => part * alpha), alpha],
        dash: [dash],
        now: [isOrbit ? picture.orbitNow : -1e30],
        before: [FAINT],
      })
      const { array, count } = bufferOf(line)
      gl.bindVertexArray(array)
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0)
      calls += 1
    }
    forget(picture.lines)
    for (const line of picture.lines) lineOf(line)
    const target = view.target.map((part) => Math.round(part / PLACE_UNIT_M))
    const inUnits = target.map((part) => part * PLACE_UNIT_M) as unknown as Vec3
    const ofPoints = {
      ...common,
      toEye: subtract(view.eye, inUnits),
      perPixel: [ratio],
      inFront: [ink.isDark ? IN_FRONT.dark : IN_FRONT.light],
    }
    const inks = [...ink.ink, ...ink.one, ...ink.two, ...ink.accent]
    const drawPoints = (weights: BetweenWeights) => {
      const { way, earlierVelocity, laterVelocity, earlierAcceleration, laterAcceleration } = weights
      const rates = [earlierVelocity, laterVelocity, earlierAcceleration, laterAcceleration]
      setValues(gl, points, { ...ofPoints, way: [way], rates })
      gl.uniform3iv(points.at('target'), target)
      gl.uniform3fv(points.at('inks'), inks)
      calls += 1
    }
    if (picture.sets) {
      drawPoints(picture.sets.weights)
      sets.draw(picture.sets, forms)
    }
    if (picture.fragments) {
      setValues(gl, dust, { ...ofPoints, eye: view.eye, seconds: [picture.fragments.seconds] })
      gl.uniform3fv(dust.at('inks'), inks)
      cloud.draw(picture.fragments.cloud)
      calls += 1
    }
    for (const one of bodies) {
      const middle = subtract(outOf(axes, one.middle), view.eye)
      const half = one.halfAxes.map((axis) => outOf(axes, axis)) as [Vec3, Vec3, Vec3]
      // The normal of an ellipsoid is along each half axis divided by the square of its length.
      const normals = half.map((axis) => scale(axis, 1 / Math.max(norm(axis) ** 2, 1e-12))) as [Vec3, Vec3, Vec3]
      const rgb = ink[one.ink]
      setValues(gl, body, {
        ...common,
        axes: columns(half),
        normals: columns(normals),
        middle,
        towards: view.back,
        ink: [...rgb.map((part) => part * one.alpha), one.alpha],
      })
      ball.draw()
      calls += 1
    }
    if (picture.exact.length > 0) {
      drawPoints(STILL)
      exact.draw(picture.exact)
    }
    gl.bindVertexArray(null)
    return calls
  }
  return { draw, dispose: () => gl.getExtension('WEBGL_lose_context')?.loseContext() }
}

const STILL: BetweenWeights = {
  way: 0,
  earlierVelocity: 0,
  laterVelocity: 0,
  earlierAcceleration: 0,
  laterAcceleration: 0,
}
const UNTURNED = [1, 0, 0, 0, 1, 0, 0, 0, 1]
/** WebGL wants the columns of a matrix one after the other. */
const columns = (axes: readonly [Vec3, Vec3, Vec3]): number[] => axes.flat()
const rows = ([x, y, z]: readonly [Vec3, Vec3, Vec3]): number[] =>
  [0, 1, 2].flatMap((k) => [x[k], y[k], z[k]] as number[])

function sightOf(eye: Vec3) {
  const [x, y, z] = [eye[0] / WGS84_RADIUS_M, eye[1] / WGS84_RADIUS_M, eye[2] / POLAR_M]
  return { eyeInRadii: [x, y, z], eyeAboveGround: [x * x + y * y + z * z - 1] }
}

type Program = { readonly program: WebGLProgram; readonly at: (name: string) => WebGLUniformLocation | null }

function programOf(
  gl: WebGL2RenderingContext,
  { vertex, fragment }: { readonly vertex: string; readonly fragment: string },
): Program {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) continue
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const said = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader))
    throw new Error(`A program of the globe does not compile: ${[...said, gl.getProgramInfoLog(program)].join(' ')}`)
  }
  const places = new Map<string, WebGLUniformLocation | null>()
  return {
    program,
    at: (name) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name))
      return places.get(name) ?? null
    },
  }
}

/** Sets values of a program by their number of parts; a name that the program does not use is left out. */
function setValues(
  gl: WebGL2RenderingContext,
  { program, at }: Program,
  values: Readonly<Record<string, readonly number[]>>,
): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: this is a call of WebGL, and no hook.
  gl.useProgram(program)
  for (const [name, parts] of Object.entries(values)) {
    const place = at(name)
    if (place === null) continue
    if (parts.length === 9) gl.uniformMatrix3fv(place, false, parts)
    else if (parts.length === 4) gl.uniform4fv(place, parts)
    else if (parts.length === 3) gl.uniform3fv(place, parts)
    else if (parts.length === 2) gl.uniform2fv(place, parts)
    else gl.uniform1fv(place, parts)
  }
}

/** Returns a ball with its corners by longitude and latitude, rad, of which only the side towards the eye is drawn. */
function ballOf(gl: WebGL2RenderingContext) {
  const [across, down] = [SIDES, SIDES / 2]
  const corners: number[] = []
  for (let row = 0; row <= down; row += 1)
    for (let column = 0; column <= across; column += 1)
      corners.push(Math.PI * ((2 * column) / across - 1), Math.PI * (row / down - 0.5))
  const order: number[] = []
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const first = row * (across + 1) + column
      const above = first + across + 1
      order.push(first, first + 1, above + 1, first, above + 1, above)
    }
  const array = gl.createVertexArray()
  gl.bindVertexArray(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners), gl.STATIC_DRAW)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(order), gl.STATIC_DRAW)
  gl.bindVertexArray(null)
  return {
    draw: () => {
      gl.enable(gl.CULL_FACE)
      gl.bindVertexArray(array)
      gl.drawElements(gl.TRIANGLES, order.length, gl.UNSIGNED_SHORT, 0)
      gl.disable(gl.CULL_FACE)
    },
  }
}

function textureOf(gl: WebGL2RenderingContext, map: TexImageSource): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, gl.RED, gl.UNSIGNED_BYTE, map)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.REPEAT)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}

/** Describes the states in the bound buffer, the first of three attributes. */
function describeStates(gl: WebGL2RenderingContext, first: number): void {
  for (const [place, kind] of [gl.INT, gl.FLOAT, gl.FLOAT].entries()) {
    gl.enableVertexAttribArray(first + place)
    if (kind === gl.INT) gl.vertexAttribIPointer(first + place, 3, kind, STATE_BYTES, 12 * place)
    else gl.vertexAttribPointer(first + place, 3, kind, false, STATE_BYTES, 12 * place)
  }
}

function describeForms(gl: WebGL2RenderingContext): void {
  gl.enableVertexAttribArray(6)
  gl.vertexAttribIPointer(6, 1, gl.UNSIGNED_BYTE, 0, 0)
}

/** Keeps sets of states on the graphics card: each is sent once, and what was the later set becomes the earlier one. */
function createSets(gl: WebGL2RenderingContext) {
  let slots = [0, 1].map(() => ({ buffer: gl.createBuffer(), set: undefined as ArrayBuffer | undefined }))
  const formBuffer = gl.createBuffer()
  let sentForms: Uint8Array | undefined
  const array = gl.createVertexArray()
  const fill = (slot: { buffer: WebGLBuffer; set: ArrayBuffer | undefined }, set: ArrayBuffer) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, slot.buffer)
    if (slot.set !== set) gl.bufferData(gl.ARRAY_BUFFER, set, gl.DYNAMIC_DRAW)
    slot.set = set
  }
  return {
    draw: ({ earlier, later }: NonNullable<GlobePicture['sets']>, forms: Uint8Array<ArrayBuffer>) => {
      if (slots[1]?.set === earlier && slots[0]?.set !== earlier) slots = slots.toReversed()
      gl.bindVertexArray(array)
      for (const [place, set] of [earlier, later].entries()) {
        const slot = slots[place]
        if (!slot) continue
        fill(slot, set)
        describeStates(gl, 3 * place)
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, formBuffer)
      if (sentForms !== forms) gl.bufferData(gl.ARRAY_BUFFER, forms, gl.DYNAMIC_DRAW)
      sentForms = forms
      describeForms(gl)
      gl.drawArrays(gl.POINTS, 0, forms.length)
    },
  }
}

/** Keeps the orbits of fragments on the graphics card, which computes their places. */
function createCloud(gl: WebGL2RenderingContext) {
  const buffers = [gl.createBuffer(), gl.createBuffer(), gl.createBuffer()]
  const array = gl.createVertexArray()
  let sent: FragmentCloud | undefined
  return {
    draw: (cloud: FragmentCloud) => {
      gl.bindVertexArray(array)
      if (sent !== cloud)
        for (const [place, values] of [cloud.shape, cloud.angle, cloud.rate].entries()) {
          gl.bindBuffer(gl.ARRAY_BUFFER, buffers[place] ?? null)
          gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW)
          gl.enableVertexAttribArray(place)
          gl.vertexAttribPointer(place, place === 0 ? 4 : 3, gl.FLOAT, false, 0, 0)
        }
      sent = cloud
      gl.drawArrays(gl.POINTS, 0, cloud.count)
    },
  }
}

/** Draws a few points at places of the instant itself: the same program, with two sets that are one. */
function createExact(gl: WebGL2RenderingContext) {
  const [states, forms] = [gl.createBuffer(), gl.createBuffer()]
  const array = gl.createVertexArray()
  return {
    draw: (points: readonly ExactPoint[]) => {
      const words = new Int32Array(STATE_WORDS * points.length)
      for (const [k, { place }] of points.entries())
        for (const [axis, part] of place.entries()) words[STATE_WORDS * k + axis] = Math.round(part / PLACE_UNIT_M)
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, states)
      gl.bufferData(gl.ARRAY_BUFFER, words, gl.STREAM_DRAW)
      describeStates(gl, 0)
      describeStates(gl, 3)
      gl.bindBuffer(gl.ARRAY_BUFFER, forms)
      gl.bufferData(
        gl.ARRAY_BUFFER,
        Uint8Array.from(points, ({ form }) => form),
        gl.STREAM_DRAW,
      )
      describeForms(gl)
      gl.drawArrays(gl.POINTS, 0, points.length)
    },
  }
}

/**
 * Sends a line to the graphics card, each part with four corners. Instances of four corners would need a quarter of the memory, but take a
 * software renderer three times as long (docs/decisions/229).
 */
function lineBufferOf(gl: WebGL2RenderingContext, { parts }: GlobeLine): LineBuffers {
  const count = parts.length / PART
  const corners = new Float32Array(CORNERS * parts.length)
  const order = new Uint32Array(6 * count)
  for (let part = 0; part < count; part += 1) {
    const first = CORNERS * part
    for (let corner = 0; corner < CORNERS; corner += 1)
      corners.set(parts.subarray(PART * part, PART * (part + 1)), PART * (first + corner))
    order.set([first, first + 1, first + 2, first + 2, first + 1, first + 3], 6 * part)
  }
  const [array, buffer, indices] = [gl.createVertexArray(), gl.createBuffer(), gl.createBuffer()]
  gl.bindVertexArray(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW)
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices)
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW)
  for (const place of [0, 1]) {
    gl.enableVertexAttribArray(place)
    gl.vertexAttribPointer(place, 4, gl.FLOAT, false, 4 * PART, 16 * place)
  }
  return { array, buffers: [buffer, indices], count: order.length }
}

/** A sixth of a degree at the equator; the coast line is drawn above it from its own places. */
const [MAP_WIDTH, MAP_HEIGHT] = [2048, 1024]

/** Paints the land of the coast lines white on black, as a flat map from 180° west, north up. */
function paintLand(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: MAP_WIDTH, height: MAP_HEIGHT })
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.fillRect(0, 0, MAP_WIDTH, MAP_HEIGHT)
  context.fillStyle = 'white'
  context.beginPath()
  // A ring may continue past 180°, so the whole map is painted three times beside itself.
  for (const turn of [-360, 0, 360])
    for (const ring of coastRings()) {
      for (const { longitude, latitude } of areaOf(ring))
        context.lineTo(((longitude + turn + 180) / 360) * MAP_WIDTH, ((90 - latitude) / 180) * MAP_HEIGHT)
      context.closePath()
    }
  context.fill('evenodd')
  return canvas
}
