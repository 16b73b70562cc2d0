import { createHash } from 'node:crypto'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import { makeStation } from '@apsis/astro/frames/topocentric.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import type { StateAt } from '@apsis/astro/measurement/light-path.ts'
import {
  exposureTimes,
  lateBy,
  type SimulatedPass,
  simulateDirections,
  simulateEchoes,
} from '@apsis/astro/measurement/simulate-track.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { standardMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import { opticalSight } from '@apsis/astro/visibility/optical.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import type { Tdm, TdmObservation } from '@apsis/ccsds/tdm/tdm.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { KnownOrbit } from '../object/known-orbit.ts'
import { SIMULATED_ORIGINATOR } from './may-simulate.ts'

const LABEL = 'SIMULATED: no sensor made these measurements and no such object was seen'

const EXPOSURE_EVERY_S = 5
/** The delay of a simulated object against its elements, one sigma, s: 0.4 km in low orbit. */
const LATE_SIGMA_S = 0.05
/** The noise of magnitudes for a sensor that states none (domain.md C21). */
const UNSTATED_MAGNITUDE_SIGMA = 0.15
/** The largest yearly aberration, 20.5″: the correction that was applied (F22). */
const ABERRATION_RAD = degToRad(0.005_694)
const UNKNOWN_RADIUS_M = 1

export type PassToSimulate = {
  /** The same pass id gives the same measurements in every computation. */
  readonly passId: string
  readonly sensor: Sensor
  readonly object: { readonly noradId: number; readonly name: string }
  readonly orbit: KnownOrbit
  /** True: the orbit is the object's true path, not only an estimate of it, so no delay is added. */
  readonly isTrue?: boolean
  readonly startsAt: Date
  readonly endsAt: Date
  readonly createdAt: Date
}

export type SimulatedResult =
  | { readonly ok: true; readonly tdm: Tdm }
  | { readonly ok: false; readonly reason: 'clouds' | 'no-orbit' }

/**
 * Simulates the result of a sensor's pass (domain.md C21): there is none in the share of nights when the sky is covered. Else it is a track
 * with the noise of image and clock, a clock error, and an object that is a little late. The directions include the light time, and the
 * yearly aberration is removed.
 */
export function simulatePass(pass: PassToSimulate): SimulatedResult {
  const { sensor } = pass
  if (isClouded(pass.passId, sensor)) return { ok: false, reason: 'clouds' }
  const random = randomOf(pass.passId)
  // The first number of the sequence was used for the clouds.
  random()
  const normal = standardNormal(random)
  const [lateS, clockErrorS] = [
    (pass.isTrue === true ? 0 : LATE_SIGMA_S) * normal(),
    (sensor.sigmaTimeMs / 1000) * normal(),
  ]
  const [start, end] = [epochOf(pass.startsAt), epochOf(pass.endsAt)]
  const place = { latRad: degToRad(sensor.latitude), lonRad: degToRad(sensor.longitude), heightM: sensor.altitude }
  const simulated: SimulatedPass = {
    stateAt: lateBy(gcrfPath(pass.orbit, start), lateS),
    site: makeGroundSite(place, makeEnvironment(start, { outside: 'hold' })),
    epochs: exposureTimes(start, end, EXPOSURE_EVERY_S),
    clockErrorS,
    normal,
  }
  try {
    const isRadar = sensor.sensorType === 'RADAR_ACTIVE'
    const observations = isRadar ? echoes(pass, simulated) : directions(pass, simulated)
    return { ok: true, tdm: tdmOf(pass, observations, isRadar) }
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, reason: 'no-orbit' }
    throw error
  }
}

const randomOf = (passId: string) => seededRandom(createHash('sha256').update(passId).digest().readUInt32LE(0))

/** Returns true if clouds hide a pass; the share of hidden passes is the covered share of the sensor's sky. */
export const isClouded = (passId: string, { clearSky }: Pick<Sensor, 'clearSky'>): boolean =>
  randomOf(passId)() >= (clearSky?.fraction ?? 1)

const epochOf = (date: Date): Epoch => parseTime(date.toISOString())

/** The axes of TEME rotate by a negligible angle within a pass. */
function gcrfPath(orbit: KnownOrbit, start: Epoch): StateAt {
  const rotation = rotationBetween('TEME', 'GCRF', earthAt(start, { outside: 'hold' }))
  return (epoch) => {
    const state = orbit.at(epoch)
    if (state === null) throw new RangeError('the object has no state then')
    return rotateState(rotation, state)
  }
}

/** Returns right ascension and declination in EME2000, and the magnitude. */
function directions(pass: PassToSimulate, simulated: SimulatedPass): TdmObservation[] {
  const { sensor, orbit, startsAt } = pass
  const noise = { sigmaRad: degToRad(sensor.sigmaArcsec / 3600), timeSigmaS: sensor.sigmaTimeMs / 1000 }
  const magnitudeSigma = sensor.sigmaMagnitude ?? UNSTATED_MAGNITUDE_SIGMA
  const { matrix } = rotationBetween('GCRF', 'EME2000', earthAt(epochOf(startsAt), { outside: 'hold' }))
  const station = makeStation(simulated.site.place)
  return simulateDirections(simulated, noise).flatMap(({ epoch, raRad, decRad }) => {
    const level = Math.cos(decRad)
    const [x, y, z] = turn(matrix, [level * Math.cos(raRad), level * Math.sin(raRad), Math.sin(decRad)])
    const ra = Math.atan2(y, x)
    const { magnitude } = opticalSight(
      {
        station,
        trajectory: (at) => {
          const state = orbit.at(at)
          if (state === null) throw new RangeError('the object has no state then')
          return rotateState(
            rotationBetween('TEME', 'ITRF', earthAt(at, { theory: 'IAU1980', outside: 'hold' })),
            state,
          )
        },
        conditions: { standardMagnitude: standardMagnitude(UNKNOWN_RADIUS_M) },
      },
      epoch,
    )
    const seen = (magnitude ?? 0) + magnitudeSigma * simulated.normal()
    return [
      { keyword: 'ANGLE_1', epoch, value: ra < 0 ? ra + 2 * Math.PI : ra },
      { keyword: 'ANGLE_2', epoch, value: Math.atan2(z, Math.hypot(x, y)) },
      { keyword: 'MAG', epoch, value: Math.round(seen * 100) / 100 },
    ]
  })
}

type Triple = readonly [number, number, number]
const turn = (matrix: readonly [Triple, Triple, Triple], [a, b, c]: Triple): Triple => {
  const [x, y, z] = matrix.map((row) => row[0] * a + row[1] * b + row[2] * c)
  return [x ?? 0, y ?? 0, z ?? 0]
}

function echoes({ sensor }: PassToSimulate, simulated: SimulatedPass): TdmObservation[] {
  const noise = { rangeSigmaM: sensor.sigmaRange ?? 1, angleSigmaRad: degToRad(sensor.sigmaArcsec / 3600) }
  return simulateEchoes(simulated, noise).flatMap(({ epoch, rangeM, azimuthRad, elevationRad }) => [
    { keyword: 'RANGE', epoch, value: rangeM },
    { keyword: 'ANGLE_1', epoch, value: azimuthRad },
    { keyword: 'ANGLE_2', epoch, value: elevationRad },
  ])
}

/**
 * The written digits of a measurement: microseconds (low objects move by a centimetre in one), millimetres of a range and millionths of a
 * degree, 0.004″. No clock or sensor has more digits, and programs that read microseconds refuse more digits.
 */
const MICROSECOND_DIGITS = 6
const PER_MILLIMETRE = 1_000
const PER_MILLIONTH = 1_000_000

const rounded = (value: number, perUnit: number) => Math.round(value * perUnit) / perUnit
const roundedAngle = (rad: number) => degToRad(rounded(radToDeg(rad), PER_MILLIONTH))
const roundedEpoch = (epoch: Epoch) => parseTime(formatTime(epoch, { digits: MICROSECOND_DIGITS }))

/** Rounds a measurement to the digits that a sensor would write. */
function written(one: TdmObservation): TdmObservation {
  const epoch = isResolved(one.epoch) ? roundedEpoch(one.epoch) : one.epoch
  if (one.keyword === 'RANGE') return { ...one, epoch, value: rounded(one.value, PER_MILLIMETRE) }
  if (one.keyword === 'ANGLE_1' || one.keyword === 'ANGLE_2') return { ...one, epoch, value: roundedAngle(one.value) }
  return { ...one, epoch }
}

function tdmOf(pass: PassToSimulate, observations: readonly TdmObservation[], isRadar: boolean): Tdm {
  const { sensor, object, createdAt, startsAt, endsAt } = pass
  const common = {
    comments: [LABEL],
    trackId: pass.passId,
    timeSystem: 'UTC',
    startTime: addSeconds(epochOf(startsAt), 0),
    stopTime: epochOf(endsAt),
    participant1: sensor.sensorCode,
    participant2: String(object.noradId),
    mode: 'SEQUENTIAL',
  }
  const metadata = isRadar
    ? { ...common, path: '1,2,1', timetagRef: 'RECEIVE', rangeUnits: 'km', angleType: 'AZEL' }
    : {
        ...common,
        path: '2,1',
        angleType: 'RADEC',
        referenceFrame: 'EME2000',
        correctionAberrationYearlyRad: ABERRATION_RAD,
        correctionsApplied: 'YES',
      }
  return {
    header: {
      comments: [LABEL],
      version: '2.0',
      creationDate: epochOf(createdAt),
      originator: SIMULATED_ORIGINATOR,
      messageId: pass.passId,
    },
    segments: [{ metadata, comments: [], observations: observations.map(written) }],
  }
}
