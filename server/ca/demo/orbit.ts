import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { buildMatrix } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { type ElementSet, fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds, type Epoch, makeEpoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, norm, scale } from '@apsis/astro/vec3.ts'
import { DEMO_EPOCH, DEMO_FLEET, type DemoSatellite, type OrbitQuality } from './fleet.data.ts'

/** The epoch of a time in milliseconds since 1970, to the millisecond. */
export function epochOf(ms: number): Epoch {
  return parseTime(new Date(Math.round(ms)).toISOString().replace('Z', ''))
}

/** Returns the element set of a satellite of the demo. It has no drag, so its orbit is the same for every opening time. */
export function demoElements({ input, orbit }: DemoSatellite): ElementSet {
  const { noradId, name, cosparId } = input
  const published = { ...UNSAID, noradId, objectName: name, internationalDesignator: cosparId, ...orbit, bstar: 0 }
  return fromPublished({ ...published, epoch: parseTime(DEMO_EPOCH) })
}

const MODELS = new Map(DEMO_FLEET.map((satellite) => [satellite.input.noradId, initSgp4(demoElements(satellite))]))

function modelOf({ input }: DemoSatellite): Sgp4Model {
  const model = MODELS.get(input.noradId)
  if (model === undefined) throw new RangeError(`${input.noradId} is no satellite of the demo`)
  return model
}

/** Returns the state of a satellite of the demo in GCRF, m and m/s; after a burn that only its operator knows, use `model`. */
export function demoState(satellite: DemoSatellite, epoch: Epoch, model = modelOf(satellite)): CartesianState {
  const { r, v } = stateInTeme(satellite, epoch, model)
  const state = transformState({ frame: 'TEME', epoch, r, v }, 'GCRF', { outside: 'hold' })
  return { r: state.r, v: state.v }
}

/** Returns the orbit of a satellite of the demo after a burn along its velocity, m/s. */
export function orbitAfterBurn(satellite: DemoSatellite, epoch: Epoch, alongMps: number): Sgp4Model {
  const { r, v } = stateInTeme(satellite, epoch, modelOf(satellite))
  const fitted = fitElements({ epoch, r, v: add(v, scale(v, alongMps / norm(v))), bstar: 0 })
  if (!fitted.ok) throw new RangeError(`${satellite.input.name} cannot burn: ${fitted.reason}`)
  return initSgp4(fitted.elements)
}

function stateInTeme({ input }: DemoSatellite, epoch: Epoch, model: Sgp4Model): CartesianState {
  const state = propagateSgp4(model, epoch)
  if (!state.ok) throw new RangeError(`${input.name} has no state: ${state.reason}`)
  return state
}

/** The best accuracy of an orbit determination: 1 m, and 1 mm/s; it also keeps the matrix positive definite. */
const FLOOR = [1, 1, 1, 1e-3, 1e-3, 1e-3] as const

/**
 * Returns the covariance in RTN, m and m/s, of a nearly circular orbit that was last observed `ageS` ago. It has one column for each way in
 * which elements may be wrong (semi-major axis, eccentricity along and across, drag, plane), so that positions and velocities are
 * correlated as in an orbit. The velocity is inertial, along the axes of the message.
 */
export function demoCovariance(meanMotion: number, ageS: number, quality: OrbitQuality): number[][] {
  const n = meanMotion
  const { semiMajorAxisM: a, eccentricityM: e, normalM, dragMPerDay2 } = quality
  const drift = 1.5 * n * ageS * a
  const drag = dragMPerDay2 * (ageS / SECONDS_PER_DAY) ** 2
  // A displacement along the track turns the velocity with it: it changes by −n times the displacement, along R.
  const modes: readonly (readonly number[])[] = [
    [a, -drift, 0, n * drift, -0.5 * n * a, 0],
    [0, drag, 0, -n * drag, 0, 0],
    [-e, 0, 0, 0, n * e, 0],
    [0, 2 * e, 0, -n * e, 0, 0],
    [0, 0, normalM, 0, 0, 0],
    [0, 0, 0, 0, 0, n * normalM],
  ]
  const product = (i: number, j: number) =>
    modes.reduce((sum, mode) => sum + (mode[i] ?? missing()) * (mode[j] ?? missing()), 0)
  return buildMatrix(6, 6, (i, j) => product(i, j) + (i === j ? (FLOOR[i] ?? missing()) ** 2 : 0))
}

/** Rounds an epoch to whole milliseconds, as a message writes it. */
export function roundedEpoch(ms: number, seconds: number): Epoch {
  const { taiS, taiFs } = addSeconds(epochOf(ms), seconds)
  return makeEpoch(taiS, Math.round(taiFs / 1e12) * 1e12)
}
