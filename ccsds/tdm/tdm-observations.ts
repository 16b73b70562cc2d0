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

/** One sigma of what a sensor measures; SI. */
export interface SensorNoise {
  readonly rangeM: number
  readonly rangeRateMps: number
  readonly azimuthRad: number
  readonly elevationRad: number
  readonly directionRad: number
}

/** A sensor that measures: where it is, how well it measures, and whether its elevations are as bent by the air. */
export interface TdmSensor {
  readonly id: string
  readonly place: Geodetic
  readonly noise: SensorNoise
  readonly isRefracted: boolean
  /** Its ranges come without the delay of the air. No keyword of a TDM says so: it is agreed with the operator of the sensor. */
  readonly isDelayTakenOff?: boolean
}

const PASCALS_PER_HPA = 100

/** What a Doppler that is told as of an instant is counted over, s. */
export const INSTANT_S = 0.1

/**
 * The measurements of a segment. Time tags are of reception unless TIMETAG_REF says otherwise. Throws RangeError for what cannot be
 * read as a measurement: a unit, a frame or a kind of angles.
 */
export function tdmObservations(segment: TdmSegment, sensor: TdmSensor): Observation[] {
  const { metadata } = segment
  const isOneWay = metadata.path !== undefined && metadata.path.split(',').length === 2
  const timeOf: TimeEvent = metadata.timetagRef === 'TRANSMIT' ? 'transmit' : 'receive'
  const signal = {
    sensorId: sensor.id,
    way: (isOneWay ? 'one-way' : 'two-way') as Way,
    timeOf,
    // CORRECTION_RANGE is one number for a segment, as the delay of a station is: it takes off no air, which grows with the way through it.
    ...(sensor.isDelayTakenOff ? {} : { air: airOf(segment, sensor.place.heightM) }),
  }
  // Corrections that are stated and not applied are added.
  const isOpen = metadata.correctionsApplied === 'NO'
  const correction = (value: number | undefined) => (isOpen ? (value ?? 0) : 0)
  const toCarry = rangeFactor(metadata.rangeUnits, isOneWay)
  const intervalS = metadata.integrationIntervalS ?? INSTANT_S
  const middle = { START: 0.5, MIDDLE: 0, END: -0.5 }[metadata.integrationRef ?? 'MIDDLE'] ?? 0
  const angles = pairAngles(segment)
  const single = segment.observations.flatMap(({ keyword, epoch, value }): Observation[] => {
    if (!isResolved(epoch)) return []
    if (keyword === 'RANGE') {
      // The reader turns kilometres into metres in the data, and leaves the correction in the unit of the segment.
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

/** The weather at the sensor as the message first has it; what it lacks is that of the standard atmosphere. */
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

/** Metres of the range there and back, or one way, in the unit of the segment. */
function rangeFactor(units: string | undefined, isOneWay: boolean): number {
  // The reader gives kilometres as metres.
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
  // A yearly aberration that is stated and not taken off is that of the stars on the same image.
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
