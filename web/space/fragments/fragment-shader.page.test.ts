import { GM_EARTH } from '@apsis/astro/constants.ts'
import { toCartesian } from '@apsis/astro/orbit/elements.ts'
import { expect, test } from 'vitest'
import { page as open } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'
import { CLOUD_S, makeFragmentCloud, placeOfFragment } from './fragment-cloud.ts'
import { FRAGMENT_GLSL } from './fragment-shader.ts'

const FRAGMENTS = 2_000
/** A mean anomaly of a hundred radians has steps of 8 µrad as a 32-bit float, and the product with the time rounds as often again. */
const FLOAT_M = 400

const cloud = makeFragmentCloud({
  breakup: { cause: 'collision', massKg: 1, body: 'spacecraft' },
  state: toCartesian(
    { semiMajorAxisM: 7.1e6, eccentricity: 0.01, incRad: 1.2, raanRad: 1, argPeriapsisRad: 2, trueAnomalyRad: 4 },
    GM_EARTH,
  ),
  seed: 5,
})

test('the shader has every fragment where the page computes it', async () => {
  const page = await open(world.nothing, 'demo', '/services')
  for (const seconds of [0, 5_000, CLOUD_S]) {
    const places = await page.evaluate(
      ({ glsl, shape, angle, rate, count, atS }) => {
        const gl = document.createElement('canvas').getContext('webgl2')
        if (!gl) throw new Error('There is no WebGL 2.')
        const program = gl.createProgram()
        const add = (kind: number, text: string) => {
          const shader = gl.createShader(kind)
          if (!shader) throw new Error('There is no shader.')
          gl.shaderSource(shader, `#version 300 es\nprecision highp float;\n${text}`)
          gl.compileShader(shader)
          gl.attachShader(program, shader)
        }
        add(
          gl.VERTEX_SHADER,
          `in vec4 shape; in vec3 angle; in vec3 rate; uniform float seconds; out vec3 place;\n${glsl}
          void main() { place = fragmentPlace(shape, angle, rate, seconds); gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }`,
        )
        add(gl.FRAGMENT_SHADER, 'out vec4 colour; void main() { colour = vec4(1.0); }')
        gl.transformFeedbackVaryings(program, ['place'], gl.INTERLEAVED_ATTRIBS)
        gl.linkProgram(program)
        if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? '')
        gl.useProgram(program)
        for (const [name, size, numbers] of [
          ['shape', 4, shape],
          ['angle', 3, angle],
          ['rate', 3, rate],
        ] as const) {
          gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
          gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW)
          const at = gl.getAttribLocation(program, name)
          gl.enableVertexAttribArray(at)
          gl.vertexAttribPointer(at, size, gl.FLOAT, false, 0, 0)
        }
        gl.uniform1f(gl.getUniformLocation(program, 'seconds'), atS)
        gl.bindBuffer(gl.ARRAY_BUFFER, null)
        const out = gl.createBuffer()
        gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out)
        gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 12 * count, gl.STATIC_READ)
        gl.enable(gl.RASTERIZER_DISCARD)
        gl.beginTransformFeedback(gl.POINTS)
        gl.drawArrays(gl.POINTS, 0, count)
        gl.endTransformFeedback()
        const read = new Float32Array(3 * count)
        gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, read)
        return [...read]
      },
      {
        glsl: FRAGMENT_GLSL,
        shape: [...cloud.shape.slice(0, 4 * FRAGMENTS)],
        angle: [...cloud.angle.slice(0, 3 * FRAGMENTS)],
        rate: [...cloud.rate.slice(0, 3 * FRAGMENTS)],
        count: FRAGMENTS,
        atS: seconds,
      },
    )
    const errors = Array.from({ length: FRAGMENTS }, (_, k) => {
      const expected = placeOfFragment(cloud, k, seconds)
      return Math.hypot(...expected.map((m, axis) => m - places[3 * k + axis]!))
    })
    expect(cloud.count).toBeGreaterThan(FRAGMENTS)
    expect(Math.max(...errors), `${seconds} s`).toBeLessThan(FLOAT_M)
  }
})
