import { createHash } from 'node:crypto'
import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { SECONDS_PER_DAY, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { makeHarrisPriester } from '@apsis/astro/dynamics/harris-priester.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { cholesky, entry } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { type ElementSet, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { norm } from '@apsis/astro/vec3.ts'
import { type Cdm, readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'

/** An object of an event from a message, and the other object. */
export type ObjectOfMessage = {
  readonly message: Cdm
  readonly place: 0 | 1
  readonly tca: Epoch
  readonly designator: string
  readonly tracked: EncounterObject
  readonly other: EncounterObject
}

/** Reads a stored message, and returns both of its objects in GCRF at its TCA. Throws a RangeError for a frame that cannot be transformed. */
export function objectsOfMessage(original: Uint8Array): readonly [ObjectOfMessage, ObjectOfMessage] {
  const reading = readCdm(Buffer.from(original).toString('utf8'), { strict: false })
  // The message was read when it was received, and never changes.
  if (!reading.ok) throw new TypeError('a stored message cannot be read')
  const { message } = reading
  const [first, second] = encounterOfCdm(message)
  const tca = message.relative.tca
  const of = (place: 0 | 1, tracked: EncounterObject, other: EncounterObject): ObjectOfMessage => ({
    message,
    place,
    tca,
    tracked,
    other,
    designator: plain(message.objects[place].metadata.objectDesignator),
  })
  return [of(0, first, second), of(1, second, first)]
}

/** Writes a designator as events do. */
const plain = (designator: string) => (/^\d+$/.test(designator) ? designator.replace(/^0+(?=\d)/, '') : designator)

/**
 * Returns elements that fit the state of an object at the TCA of its message, without drag. They are accurate enough
 * to point a sensor some days before TCA, and simulated objects move by them. Undefined if SGP4 has no such orbit.
 */
export function elementsThrough(
  { r, v }: CartesianState,
  { epoch, noradId, name }: { readonly epoch: Epoch; readonly noradId: number; readonly name: string },
): ElementSet | undefined {
  const state = transformState({ frame: 'GCRF', epoch, r, v }, 'TEME', { outside: 'hold' })
  const fitted = fitElements({ epoch, r: state.r, v: state.v, bstar: 0 })
  return fitted.ok ? { ...UNSAID, ...fitted.elements, noradId, objectName: name } : undefined
}

/**
 * Returns the true state of a simulated object: it differs from its message by an error drawn from the message's covariance, the same in
 * each call with the same message. Undefined if the message has no covariance of position and velocity.
 */
export function drawnTruth({ tracked, designator, message }: ObjectOfMessage): CartesianState | undefined {
  const { covariance, r, v } = tracked
  if (covariance.length !== 6) return undefined
  const sizes = covariance.map((_row, i) => Math.sqrt(entry(covariance, i, i)))
  if (sizes.some((size) => !(size > 0))) return undefined
  const factor = cholesky(
    covariance.map((row, i) => row.map((value, j) => value / ((sizes[i] ?? 1) * (sizes[j] ?? 1)))),
  )
  if (factor === null) return undefined
  const seed = createHash('sha256').update(`${message.header.messageId} ${designator}`).digest().readUInt32LE(0)
  const normal = standardNormal(seededRandom(seed))
  const drawn = Array.from({ length: 6 }, normal)
  const off = factor.map(
    (row, i) => (sizes[i] ?? 1) * row.reduce((sum, value, j) => sum + value * (drawn[j] ?? missing()), 0),
  )
  const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = off
  return { r: [r[0] + x, r[1] + y, r[2] + z], v: [v[0] + vx, v[1] + vy, v[2] + vz] }
}

/** The area over mass times drag coefficient of an object without data, m²/kg: a compact satellite. */
const USUAL_BALLISTIC_M2_PER_KG = 0.02
/** The error of density forecasts over some days, one sigma (flight rules, F18). */
const FORECAST_ERROR = 0.15
/** Above this altitude drag is negligible. */
const HIGHEST_AIR_M = 1_000_000

/**
 * Returns the drag of an object, m/s²: from its energy dissipation rate if the message has it, else from its
 * ballistic coefficient, or a usual one, in the air of the Harris-Priester model. The error of that air model is half
 * of the drag (UNKNOWN_DRAG_SHARE in fuse-task.ts).
 */
export function dragOf({ message, place, tca, tracked }: ObjectOfMessage): number {
  const { r, v } = tracked
  const said = message.objects[place].additional
  if (said?.sedrWPerKg !== undefined && said.sedrWPerKg > 0) return said.sedrWPerKg / norm(v)
  if (norm(r) - WGS84_RADIUS_M > HIGHEST_AIR_M) return 0
  const sky = makeEnvironment(tca, { outside: 'hold' })
  const density = makeHarrisPriester({ sun: sky.sun, toEarthFixed: sky.toEarthFixed })
  const rho = density({ epoch: tca, rEarthFixed: transform(sky.toEarthFixed(tca), r) })
  const ballistic = said?.cdAreaOverMassM2PerKg ?? USUAL_BALLISTIC_M2_PER_KG
  return 0.5 * rho * norm(v) ** 2 * ballistic
}

/** Returns the unknown acceleration along the track before TCA, 1 sigma, m/s². A simulated object has no drag. */
export const unknownAcceleration = (object: ObjectOfMessage, isSimulated: boolean): number =>
  isSimulated ? SIMULATED_ACCELERATION : FORECAST_ERROR * dragOf(object)

/** The value for simulated objects: the drag in the covariances of the demo, 28 m a day² along the track (server/ca/demo/secondary.ts). */
const SIMULATED_ACCELERATION = 28 / (1.5 * SECONDS_PER_DAY ** 2)
