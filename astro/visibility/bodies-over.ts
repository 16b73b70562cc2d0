import type { EarthModel } from '../frames/earth.ts'
import { apparentBodyPosition } from '../sky/body.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import { earthTurns, turnVector } from './path.ts'

/** Sun and Moon at one moment, in ITRF, m. */
export interface Bodies {
  readonly sun: Vec3
  readonly moon: Vec3
}

// The Moon moves 0.27° in half an hour, on a curve that differs from its chord by 2e-4°: its radius is 0.26°.
const STEP_S = 1800
/** Three coordinates of the Sun, then three of the Moon. */
const NUMBERS = 6

/**
 * Returns Sun and Moon over a span, for all objects and sites of a search: apparentBodyPosition every half hour, linear between, rotated with the
 * Earth. Accuracy: agrees with opticalSight to 0.001° (path-passes.test.ts). They are rotated with the Earth after the interpolation: in GCRF the
 * Moon moves a quarter of a degree between two nodes, in ITRF both bodies move 7.5°.
 */
export function bodiesOver(start: Epoch, lengthS: number, model?: EarthModel): (epoch: Epoch) => Bodies {
  const turns = earthTurns('GCRF', start, lengthS, model)
  const count = Math.ceil(lengthS / STEP_S) + 1
  const known = new Float64Array(count * NUMBERS)
  for (let index = 0; index < count; index += 1) {
    const epoch = addSeconds(start, index * STEP_S)
    known.set([...apparentBodyPosition('Sun', epoch), ...apparentBodyPosition('Moon', epoch)], index * NUMBERS)
  }
  const both = new Float64Array(NUMBERS)
  const vector = (from: number): Vec3 => [both[from] as number, both[from + 1] as number, both[from + 2] as number]
  return (epoch) => {
    const seconds = secondsBetween(start, epoch)
    const index = Math.min(Math.max(Math.floor(seconds / STEP_S), 0), Math.max(count - 2, 0))
    // Linear between two positions in GCRF; the rotation of the Earth is applied afterwards, because it is far from linear in half an hour.
    const share = count < 2 ? 0 : seconds / STEP_S - index
    for (let k = 0; k < NUMBERS; k += 1) {
      const from = known[index * NUMBERS + k] as number
      const to = known[Math.min(index + 1, count - 1) * NUMBERS + k] as number
      both[k] = from + share * (to - from)
    }
    turnVector(turns, seconds, both, 0)
    turnVector(turns, seconds, both, 3)
    return { sun: vector(0), moon: vector(3) }
  }
}
