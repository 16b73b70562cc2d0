import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { lagrange } from '@apsis/astro/ephemeris/polynomial.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { type Frame, isTerrestrial, rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { type CpfPoint, readCpf } from '@apsis/ccsds/ilrs/cpf.ts'
import { InputError, type Terminal } from '../terminal/command.ts'
import { readObjects } from './read-objects.ts'
import { openSource, readWhole } from './source.ts'

/** A state in GCRF, m and m/s, at an epoch. */
export interface StartState extends CartesianState {
  readonly epoch: Epoch
}

const HELD = { outside: 'hold' } as const
/** The number of positions of a prediction that one polynomial interpolates. */
const INTERPOLATED_POSITIONS = 10
const HALF_STEP_S = 1

/**
 * Reads the state of --initial: JSON at its own epoch, a laser prediction (CPF) at `at` or as near to it as it covers, or an object that can be
 * propagated (OPM, OEM, OCM, OMM, TLE) at `at`.
 */
export async function readStart(terminal: Terminal, file: string, at: Epoch): Promise<StartState> {
  const text = (await readWhole(await openSource(terminal, file))).join('')
  if (/^\s*h1\s+cpf/i.test(text)) return stateOfPrediction(file, text, at)
  if (text.trimStart().startsWith('{') && text.includes('position_m')) return stateOfJson(file, text)
  const reach = { first: addSeconds(at, -SECONDS_PER_DAY), last: addSeconds(at, SECONDS_PER_DAY) }
  for await (const object of readObjects(terminal, file, { forces: null, craft: {}, reach: () => reach })) {
    if (!object.ok) throw new InputError(`${file}: ${object.reason}`)
    const motion = object.stateAt(at)
    if (!motion.ok) throw new InputError(`${file}: ${motion.reason}`)
    return { epoch: at, ...toGcrf(object.frame, motion, at) }
  }
  throw new InputError(`${file} has no orbit`)
}

function toGcrf(frame: Frame, state: CartesianState, epoch: Epoch): CartesianState {
  return rotateState(rotationBetween(frame, 'GCRF', earthAt(epoch, HELD)), state)
}

function stateOfJson(file: string, text: string): StartState {
  try {
    const json = JSON.parse(text)
    const row = json.initial ?? json
    if (row.epoch_utc === undefined) throw new RangeError('epoch_utc is missing')
    const epoch = parseTime(String(row.epoch_utc).replace(/Z$/, ''))
    const frame = toFrame(String(row.frame ?? 'EME2000'))
    if (frame === null || isTerrestrial(frame)) throw new RangeError(`frame ${row.frame} is not read`)
    const three = (name: string): Vec3 => {
      const [x, y, z] = Array.isArray(row[name]) ? row[name] : []
      if (![x, y, z].every(Number.isFinite)) throw new RangeError(`${name} is not three numbers`)
      return [x, y, z]
    }
    return { epoch, ...toGcrf(frame, { r: three('position_m'), v: three('velocity_mps') }, epoch) }
  } catch (error) {
    throw new InputError(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}

function stateOfPrediction(file: string, text: string, wanted: Epoch): StartState {
  const reading = readCpf(text)
  if (!reading.ok) throw new InputError(`${file}: ${reading.errors.map(describeFault)[0]}`)
  const { frame, points } = reading.message
  const at = nearestIn(points, wanted)
  const next = points.findIndex(({ epoch }) => secondsBetween(at, epoch) >= 0)
  const first = Math.max(0, Math.min(points.length - INTERPOLATED_POSITIONS, next - INTERPOLATED_POSITIONS / 2))
  const near = points.slice(first, first + INTERPOLATED_POSITIONS)
  if (near.length < INTERPOLATED_POSITIONS)
    throw new InputError(`${file}: the prediction has fewer than ${INTERPOLATED_POSITIONS} positions`)
  const placeAt = (seconds: number): Vec3 =>
    lagrange(
      near.map((point) => sampleOf(point, at)),
      seconds,
    )
  const [before, here, after] = [placeAt(-HALF_STEP_S), placeAt(0), placeAt(HALF_STEP_S)]
  const v = scale(add(after, scale(before, -1)), 1 / (2 * HALF_STEP_S))
  return { epoch: at, ...toGcrf(frame, { r: here, v }, at) }
}

/** Returns a time, or the first or last time of a prediction that does not cover it, because ranges often begin days earlier. */
function nearestIn(points: readonly CpfPoint[], wanted: Epoch): Epoch {
  const [first, last] = [points[0]?.epoch ?? wanted, points.at(-1)?.epoch ?? wanted]
  if (secondsBetween(first, wanted) < 0) return first
  return secondsBetween(wanted, last) < 0 ? last : wanted
}

function sampleOf({ epoch, r }: CpfPoint, at: Epoch) {
  return { time: secondsBetween(at, epoch), values: [r] }
}

/** Returns a state propagated to another epoch on its Kepler orbit, which is good enough as an initial state for some minutes. */
export function carried({ epoch, r, v }: StartState, to: Epoch): StartState {
  return { epoch: to, ...propagateTwoBody({ r, v }, secondsBetween(epoch, to), GM_EARTH).state }
}
