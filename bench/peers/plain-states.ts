import type { PeerObjects } from './peer-objects.ts'

/** Half of a window, s. */
export const HALF_S = 60
/** Knots are this far apart near the Earth, and twice as far above FAR_KM. */
const KNOT_S = 240
export const WINDOWS_PER_BLOCK = 4
const FAR_KM = 15_000

/** States of all objects at the centre of a window, km and km/s. */
export interface PlainStates {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
  readonly vx: Float64Array
  readonly vy: Float64Array
  readonly vz: Float64Array
}

/** Walks through time in blocks of eight minutes, each with three knots of SGP4 and four windows between them. */
export interface StateWalk {
  /** Moves to the block that begins at this time; a block reuses the last knot of the previous block. */
  moveTo(seconds: number): void
  /** Returns the states at the centre of a window of the block, 0 to 3, by cubic Hermite interpolation. */
  fillWindow(index: number): PlainStates
}

export function makeStateWalk(objects: PeerObjects): StateWalk {
  const { count } = objects
  const numbers = () => new Float64Array(6 * count)
  const column = () => new Float64Array(count)
  let [first, middle, last] = [numbers(), numbers(), numbers()]
  const isFar = new Uint8Array(count)
  const states = { x: column(), y: column(), z: column(), vx: column(), vy: column(), vz: column() }
  let reached = Number.NaN
  return {
    moveTo: (seconds) => {
      if (seconds === reached) [first, last] = [last, first]
      else for (let place = 0; place < count; place += 1) objects.writeState(place, seconds, first, 6 * place)
      for (let place = 0; place < count; place += 1) {
        const at = 6 * place
        const r2 = square(first, at) + square(first, at + 1) + square(first, at + 2)
        isFar[place] = r2 > FAR_KM * FAR_KM ? 1 : 0
        if (isFar[place] === 0) objects.writeState(place, seconds + KNOT_S, middle, at)
        objects.writeState(place, seconds + 2 * KNOT_S, last, at)
      }
      reached = seconds + 2 * KNOT_S
    },
    fillWindow: (index) => {
      const t = (2 * index + 1) * HALF_S
      const isFirst = t < KNOT_S
      for (let place = 0; place < count; place += 1) {
        if (isFar[place] === 1) interpolate(states, place, { from: first, to: last, h: 2 * KNOT_S, t })
        else if (isFirst) interpolate(states, place, { from: first, to: middle, h: KNOT_S, t })
        else interpolate(states, place, { from: middle, to: last, h: KNOT_S, t: t - KNOT_S })
      }
      return states
    },
  }
}

function square(values: Float64Array, at: number): number {
  const value = values[at] as number
  return value * value
}

interface Interval {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly h: number
  readonly t: number
}

function interpolate(states: PlainStates, place: number, { from, to, h, t }: Interval): void {
  const u = t / h
  const at = 6 * place
  // The weights of both positions and both velocities, and the derivatives of these weights.
  const p1 = u * u * (3 - 2 * u)
  const p0 = 1 - p1
  const m0 = h * u * (1 - u) * (1 - u)
  const m1 = h * u * u * (u - 1)
  const q = (6 * u * (1 - u)) / h
  const n0 = (1 - u) * (1 - 3 * u)
  const n1 = u * (3 * u - 2)
  const [x0, y0, z0] = [from[at] as number, from[at + 1] as number, from[at + 2] as number]
  const [x1, y1, z1] = [to[at] as number, to[at + 1] as number, to[at + 2] as number]
  const [a0, b0, c0] = [from[at + 3] as number, from[at + 4] as number, from[at + 5] as number]
  const [a1, b1, c1] = [to[at + 3] as number, to[at + 4] as number, to[at + 5] as number]
  states.x[place] = p0 * x0 + p1 * x1 + m0 * a0 + m1 * a1
  states.y[place] = p0 * y0 + p1 * y1 + m0 * b0 + m1 * b1
  states.z[place] = p0 * z0 + p1 * z1 + m0 * c0 + m1 * c1
  states.vx[place] = q * (x1 - x0) + n0 * a0 + n1 * a1
  states.vy[place] = q * (y1 - y0) + n0 * b0 + n1 * b1
  states.vz[place] = q * (z1 - z0) + n0 * c0 + n1 * c1
}
