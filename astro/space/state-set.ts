import { GM_EARTH } from '../constants.ts'
import type { KernelCatalogue, StatePlanes } from '../kernel/kernel.ts'

/**
 * The unit of places in a set of states, m. As whole numbers of it, places to 536 870 km from the Earth's centre fit 32 bits, and the
 * difference of two places is exact, in a shader too; as a 32-bit float, the place of a geostationary satellite would have steps of 4 m.
 */
export const PLACE_UNIT_M = 0.25
/** The numbers of one object in a set: its place as three whole numbers, then velocity (m/s) and acceleration (m/s²) as 32-bit floats. */
export const STATE_WORDS = 9
/** The first number of an object that has no state at this time. */
export const NO_STATE = -(2 ** 31)
/** The farthest place that can be written, in units. */
const FARTHEST = 2 ** 31 - 1

/** Seconds of real time between two sets, at clock speeds up to 240 times real time. */
const EVERY_S = 0.5
/**
 * The longest step of shown time between two sets, s. The error between two sets grows with the sixth power of the step: it is below a metre for
 * the whole public catalogue at 120 s, and 12 m at 300 s, for a rocket body at a perigee of 200 km (docs/decisions/230).
 */
const LONGEST_STEP_S = 120

/** Returns the step of shown time between two sets, s, for a clock that runs at `speed` times real time, forwards or backwards. */
export function stepAtSpeed(speed: number): number {
  return Math.min(LONGEST_STEP_S, Math.max(EVERY_S, EVERY_S * Math.abs(speed)))
}

/**
 * Returns how far a drawn place is at most from that of SGP4, m, for a step of so many seconds between two sets; 0 for a place that is the
 * kernel's own, which is rounded to units on three axes. engine/space-states.test.ts holds it for every regime.
 */
export const drawnWithinM = (stepS: number): number => (stepS === 0 ? PLACE_UNIT_M : 1)

/**
 * The distance in time of the two further places from which velocity and acceleration are computed, s. The third derivative of a place makes an
 * error of δ²/6 of it in the velocity, 2 mm/s at the lowest perigee; rounding makes one of 10⁻⁵ m/s² in the acceleration.
 */
const DELTA_S = 0.5

/**
 * Writes the states of a catalogue at a time, s after its origin, to `set`: STATE_WORDS numbers for each object, in the order of the catalogue
 * and not of the kernel; places are in TEME of date. Returns the number of objects without a state.
 *
 * Velocity and acceleration are the derivatives of the kernel's own places, by differences. SGP4's velocity is not the derivative of its place:
 * drag raises the mean motion and lowers the orbit by two polynomials that do not agree, which makes 11 m/s for some objects in deep space, and
 * between two sets a place would be wrong by hundreds of metres. Nor is the acceleration that of gravity alone: the same objects would be wrong
 * by 30 m.
 */
export function writeStates(
  catalogue: Pick<KernelCatalogue, 'order' | 'propagateAll' | 'size'>,
  seconds: number,
  set: ArrayBuffer,
): number {
  const [places, rates] = [new Int32Array(set), new Float32Array(set)]
  const { order, size } = catalogue
  if (places.length < size * STATE_WORDS) throw new RangeError(`${size} objects do not fit ${places.length} numbers`)
  const before = copyOf(catalogue.propagateAll((seconds - DELTA_S) / 60))
  const after = copyOf(catalogue.propagateAll((seconds + DELTA_S) / 60))
  const now = catalogue.propagateAll(seconds / 60)
  let missing = 0
  for (let k = 0; k < size; k += 1) {
    const first = (order[k] as number) * STATE_WORDS
    const [x, y, z] = [now.x[k] as number, now.y[k] as number, now.z[k] as number]
    const [x0, y0, z0] = [before.x[k] as number, before.y[k] as number, before.z[k] as number]
    const [x1, y1, z1] = [after.x[k] as number, after.y[k] as number, after.z[k] as number]
    const [vx, vy, vz] = [(x1 - x0) / (2 * DELTA_S), (y1 - y0) / (2 * DELTA_S), (z1 - z0) / (2 * DELTA_S)]
    if (!isState(x, y, z, vx ** 2 + vy ** 2 + vz ** 2)) {
      missing += 1
      places[first] = NO_STATE
      rates.fill(0, first + 1, first + STATE_WORDS)
      continue
    }
    places[first] = Math.round(x / PLACE_UNIT_M)
    places[first + 1] = Math.round(y / PLACE_UNIT_M)
    places[first + 2] = Math.round(z / PLACE_UNIT_M)
    rates[first + 3] = vx
    rates[first + 4] = vy
    rates[first + 5] = vz
    rates[first + 6] = (x1 - 2 * x + x0) / DELTA_S ** 2
    rates[first + 7] = (y1 - 2 * y + y0) / DELTA_S ** 2
    rates[first + 8] = (z1 - 2 * z + z0) / DELTA_S ** 2
  }
  return missing
}

/** Copies the places of planes, which are views that the next call writes again. */
const copyOf = ({ x, y, z }: StatePlanes) => ({ x: x.slice(), y: y.slice(), z: z.slice() })

/**
 * True for a place that can be written and a speed below that of escape. Nothing in the catalogue leaves the Earth: a faster state is that of a
 * drag polynomial days beyond its use, which ends at several hundred km/s (14 objects of 23 939 within three days). Comparisons with NaN are false:
 * there is no state, or none before or after, next to decay.
 */
const isState = (x: number, y: number, z: number, speed2: number): boolean =>
  speed2 * Math.sqrt(x * x + y * y + z * z) < 2 * GM_EARTH &&
  Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < FARTHEST * PLACE_UNIT_M
