import { SPEED_OF_LIGHT } from '@apsis/astro/constants.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import type { Geodetic } from '@apsis/astro/frames/geodetic.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { Observation, TimeEvent, Way } from '@apsis/astro/measurement/observation.ts'
import { unitVector } from '@apsis/astro/measurement/sight-line.ts'
import { type SiteAir, standardAir } from '@apsis/astro/measurement/troposphere.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { isResolved } from '../block/block.ts'
import { toFrame } from '../block/frame-name.ts'
import type { TdmSegment } from './tdm.ts'

/** One sigma of a sensor's measurements; SI. */
export interface SensorNoise {
  readonly rangeM: number
  readonly rangeRateMps: number
  readonly azimuthRad: number
  readonly elevationRad: number
  readonly directionRad: number
}

/** A measuring sensor: its position, its accuracy, and whether its elevations contain refraction. */
export interface TdmSensor {
  readonly id: string
  readonly place: Geodetic
  readonly noise: SensorNoise
  readonly isRefracted: boolean
  /** True if the sensor's ranges exclude the delay of the air. No keyword of a TDM says so; it is agreed with the sensor's operator. */
  readonly isDelayTakenOff?: boolean
}

const PASCALS_PER_HPA = 100

/** The time over which a Doppler measurement that is given at an instant is counted, s. */
export const INSTANT_S = 0.1

/**
 * Returns the measurements of a segment. Time tags are times of reception unless TIMETAG_REF says otherwise. Throws RangeError for a unit, a frame or
 * a kind of angles that cannot be read.
 */
export function tdmObservations(segment: TdmSegment, sensor: TdmSensor): Observation[] {
  const { metadata } = segment
  const isOneWay = metadata.path !== undefined && metadata.path.split(',').length === 2
  const timeOf: TimeEvent = metadata.timetagRef === 'TRANSMIT' ? 'transmit' : 'receive'
  const signal = {
    sensorId: sensor.id,
    way: (isOneWay ? 'one-way' : 'two-way') as Way,
    timeOf,
    // CORRECTION_RANGE is one number for a segment, like the delay of a station. It does not contain the delay of the air, which depends on the path
    // through the air.
    ...(sensor.isDelayTakenOff ? {} : { air: airOf(segment, sensor.place.heightM) }),
  }
  // Corrections that are stated but not applied are added.
  const isOpen = metadata.correctionsApplied === 'NO'
  const correction = (value: number | undefined) => (isOpen ? (value ?? 0) : 0)
  const toCarry = rangeFactor(metadata.rangeUnits, isOneWay)
  const intervalS = metadata.integrationIntervalS ?? INSTANT_S
  const middle = { START: 0.5, MIDDLE: 0, END: -0.5 }[metadata.integrationRef ?? 'MIDDLE'] ?? 0
  const angles = pairAngles(segment)
  const single = segment.observations.flatMap(({ keyword, epoch, value }): Observation[] => {
    if (!isResolved(epoch)) return []
    if (keyword === 'RANGE') {
      // The reader converts kilometres in the data to metres, but leaves the correction in the unit of the segment.
      const perUnit = isInKilometres(metadata.rangeUnits) ? 1_000 : 1
      const rangeM = (value + correction(metadata.correctionRange) * perUnit) * toCarry
      return [{ ...signal, kind: 'range', epoch, rangeM, sigmaM: sensor.noise.rangeM }]
    }
    if (keyword !== 'DOPPLER_INSTANTANEOUS' && keyword !== 'DOPPLER_INTEGRATED') return []
    const isInstant = keyword === 'DOPPLER_INSTANTANEOUS'
    return [
      {
        ...signal,
        kind: 'range-rate',
        epoch: isInstant ? epoch : addSeconds(epoch, middle * intervalS),
        rangeRateMps: value + correction(metadata.correctionDopplerMps),
        sigmaMps: sensor.noise.rangeRateMps,
        intervalS: isInstant ? INSTANT_S : intervalS,
      },
    ]
  })
  return [...single, ...angles.map((pair) => angleOf(pair, { segment, sensor }))]
}

/** Returns the weather at the sensor as first given in the message; values that are missing are those of the standard atmosphere. */
function airOf({ observations }: TdmSegment, heightM: number): SiteAir {
  const measured = (name: string) => observations.find(({ keyword }) => keyword === name)?.value
  const [usual, pressurePa] = [standardAir('radio', heightM), measured('PRESSURE')]
  return {
    ...usual,
    pressureHpa: pressurePa === undefined ? usual.pressureHpa : pressurePa / PASCALS_PER_HPA,
    temperatureK: measured('TEMPERATURE') ?? usual.temperatureK,
    humidityPercent: measured('RHUMIDITY') ?? usual.humidityPercent,
  }
}

const isInKilometres = (units = 'km') => units.toLowerCase() === 'km'

/** Returns the number of metres for one unit of the segment, for a two-way or a one-way range. */
function rangeFactor(units: string | undefined, isOneWay: boolean): number {
  // The reader has already converted kilometres to metres.
  if (isInKilometres(units)) return 1
  if (units?.toLowerCase() === 's') return isOneWay ? SPEED_OF_LIGHT : SPEED_OF_LIGHT / 2
  throw new RangeError(`RANGE_UNITS ${units} is not km or s: what a unit is worth is not in the message`)
}

interface Pair {
  readonly epoch: Epoch
  readonly first: number
  readonly second: number
}

function pairAngles({ observations }: TdmSegment): Pair[] {
  const firsts = new Map<string, number>()
  const seconds = new Map<string, number>()
  return observations.flatMap(({ keyword, epoch, value }): Pair[] => {
    if (!isResolved(epoch) || (keyword !== 'ANGLE_1' && keyword !== 'ANGLE_2')) return []
    const key = `${epoch.taiS} ${epoch.taiFs}`
    const own = keyword === 'ANGLE_1' ? firsts : seconds
    own.set(key, value)
    const [first, second] = [firsts.get(key), seconds.get(key)]
    return first === undefined || second === undefined ? [] : [{ epoch, first, second }]
  })
}

interface AngleSource {
  readonly segment: TdmSegment
  readonly sensor: TdmSensor
}

function angleOf({ epoch, first, second }: Pair, { segment, sensor }: AngleSource): Observation {
  const { metadata } = segment
  const type = metadata.angleType?.toUpperCase() ?? 'RADEC'
  const open = metadata.correctionsApplied === 'NO'
  const firstRad = first + (open ? (metadata.correctionAngle1Rad ?? 0) : 0)
  const secondRad = second + (open ? (metadata.correctionAngle2Rad ?? 0) : 0)
  if (type === 'AZEL') {
    return {
      kind: 'azimuth-elevation',
      epoch,
      sensorId: sensor.id,
      azimuthRad: firstRad,
      elevationRad: secondRad,
      azimuthSigmaRad: sensor.noise.azimuthRad,
      elevationSigmaRad: sensor.noise.elevationRad,
      isRefracted: sensor.isRefracted,
    }
  }
  if (type !== 'RADEC') throw new RangeError(`ANGLE_TYPE ${metadata.angleType} is not read`)
  const frame = toFrame(metadata.referenceFrame ?? 'EME2000')
  if (frame === null) throw new RangeError(`REFERENCE_FRAME ${metadata.referenceFrame} cannot be transformed`)
  const { matrix } = rotationBetween(frame, 'GCRF', earthAt(epoch, { outside: 'hold' }))
  const [x, y, z] = transform(matrix, unitVector(firstRad, secondRad))
  // If an annual aberration is stated but not subtracted, the direction was measured relative to the stars in the same image, which have this
  // aberration, too.
  const isPlate = open && metadata.correctionAberrationYearlyRad !== undefined
  return {
    kind: 'right-ascension-declination',
    epoch,
    sensorId: sensor.id,
    raRad: Math.atan2(y, x),
    decRad: Math.atan2(z, Math.hypot(x, y)),
    sigmaRad: sensor.noise.directionRad,
    reduction: isPlate ? 'astrometric' : 'light-time',
  }
}
