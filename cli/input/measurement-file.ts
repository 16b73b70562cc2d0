import { SPEED_OF_LIGHT } from '@apsis/astro/constants.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { Observation, TimeEvent, Way } from '@apsis/astro/measurement/observation.ts'
import { unitVector } from '@apsis/astro/measurement/sight-line.ts'
import { standardAir } from '@apsis/astro/measurement/troposphere.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { describeFault, type Fault } from '@apsis/ccsds/fault.ts'
import { readCrd } from '@apsis/ccsds/ilrs/crd.ts'
import { crdObservations } from '@apsis/ccsds/ilrs/crd-observations.ts'
import { LASER_SATELLITES, type LaserSatellite } from '@apsis/ccsds/ilrs/laser-satellites.data.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import type { TdmSegment } from '@apsis/ccsds/tdm/tdm.ts'
import { InputError } from '../terminal/command.ts'
import type { MeasuringSensor } from './sensor-file.ts'

/** The measurements of a file, and what it is of where it says so. */
export interface Measurements {
  readonly observations: readonly Observation[]
  readonly isLaser: boolean
  readonly satellite: LaserSatellite | null
}

/** What a Doppler that is told as of an instant is counted over, s. */
const INSTANT_S = 0.1

/**
 * The measurements of a TDM (KVN or XML), of laser ranges (CRD), or of a table (CSV) with the columns utc and range_km,
 * range_rate_kmps, azimuth_deg and elevation_deg, or ra_deg and dec_deg, and perhaps sensor. Throws InputError naming file, line
 * and keyword.
 */
export function readMeasurements(name: string, text: string, sensors: readonly MeasuringSensor[]): Measurements {
  if (/^\s*h1\s+crd/i.test(text)) return readLaser(name, text)
  const first = text.trimStart().split(/\r?\n/, 1)[0] ?? ''
  if (/(^|,)\s*utc\s*(,|$)/i.test(first)) {
    return { observations: readTable(name, text, sensors), isLaser: false, satellite: null }
  }
  const { messages, faults } = readMessages([text], { strict: false })
  refuse(name, faults)
  const observations = messages.flatMap(({ reading }) => {
    if (!reading.ok) return refuse(name, reading.errors)
    if (reading.message.kind !== 'TDM') throw new InputError(`${name}: a ${reading.message.kind} has no measurements`)
    return reading.message.message.segments.flatMap((segment) => observationsOf(name, segment, sensors))
  })
  if (messages.length === 0) throw new InputError(`${name} is no TDM, CRD or table of measurements`)
  return { observations, isLaser: false, satellite: null }
}

function refuse(name: string, faults: readonly Fault[]): never[] {
  const [first] = faults
  if (first !== undefined) throw new InputError(`${name}: ${describeFault(first)}`)
  return []
}

function readLaser(name: string, text: string): Measurements {
  const reading = readCrd(text)
  if (!reading.ok) {
    refuse(name, reading.errors)
    throw new InputError(`${name}: no laser ranges`)
  }
  const satellite = LASER_SATELLITES[reading.message.sessions[0]?.noradId ?? ''] ?? null
  const centreOfMassM = satellite?.centreOfMassM ?? 0
  return { observations: crdObservations(reading.message, { centreOfMassM }), isLaser: true, satellite }
}

function sensorNamed(where: string, names: readonly (string | undefined)[], sensors: readonly MeasuringSensor[]) {
  const same = (name: string | undefined) =>
    name === undefined ? undefined : sensors.find(({ id }) => id.toUpperCase() === name.toUpperCase())
  const found = names.map(same).find((one) => one !== undefined) ?? (sensors.length === 1 ? sensors[0] : undefined)
  if (found === undefined) throw new InputError(`${where}: no sensor is called ${names.filter(Boolean).join(' or ')}`)
  return found
}

/** The measurements of a segment. Time tags are of reception unless TIMETAG_REF says otherwise. */
function observationsOf(name: string, segment: TdmSegment, sensors: readonly MeasuringSensor[]): Observation[] {
  const { metadata } = segment
  const sensor = sensorNamed(
    `${name}: PARTICIPANT_1`,
    [metadata.participant1, metadata.participant2, metadata.participant3],
    sensors,
  )
  const isOneWay = metadata.path !== undefined && metadata.path.split(',').length === 2
  const timeOf: TimeEvent = metadata.timetagRef === 'TRANSMIT' ? 'transmit' : 'receive'
  const signal = {
    sensorId: sensor.id,
    way: (isOneWay ? 'one-way' : 'two-way') as Way,
    timeOf,
    air: standardAir('radio', sensor.place.heightM),
  }
  // Corrections that are stated and not applied are added.
  const isOpen = metadata.correctionsApplied === 'NO'
  const correction = (value: number | undefined) => (isOpen ? (value ?? 0) : 0)
  const toCarry = rangeFactor(name, metadata.rangeUnits, isOneWay)
  const intervalS = metadata.integrationIntervalS ?? INSTANT_S
  const middle = { START: 0.5, MIDDLE: 0, END: -0.5 }[metadata.integrationRef ?? 'MIDDLE'] ?? 0
  const angles = pairAngles(segment)
  const single = segment.observations.flatMap(({ keyword, epoch, value }): Observation[] => {
    if (!isResolved(epoch)) return []
    if (keyword === 'RANGE') {
      const rangeM = (value + correction(metadata.correctionRange)) * toCarry
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
  return [...single, ...angles.map((pair) => angleOf(name, pair, { segment, sensor }))]
}

/** Metres of the range there and back, or one way, in the unit of the segment. */
function rangeFactor(name: string, units: string | undefined, isOneWay: boolean): number {
  const unit = (units ?? 'km').toLowerCase()
  // The reader gives kilometres as metres.
  if (unit === 'km') return 1
  if (unit === 's') return isOneWay ? SPEED_OF_LIGHT : SPEED_OF_LIGHT / 2
  throw new InputError(`${name}: RANGE_UNITS ${units} is not km or s: what a unit is worth is not in the message`)
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

interface Angled {
  readonly segment: TdmSegment
  readonly sensor: MeasuringSensor
}

function angleOf(name: string, { epoch, first, second }: Pair, { segment, sensor }: Angled): Observation {
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
  if (type !== 'RADEC') throw new InputError(`${name}: ANGLE_TYPE ${metadata.angleType} is not read`)
  const frame = toFrame(metadata.referenceFrame ?? 'EME2000')
  if (frame === null) throw new InputError(`${name}: REFERENCE_FRAME ${metadata.referenceFrame} cannot be transformed`)
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

/** A table of a radar or a telescope; its times are of the reflection, as such tables have no light time in them. */
function readTable(name: string, text: string, sensors: readonly MeasuringSensor[]): Observation[] {
  const [head = '', ...lines] = text.split(/\r?\n/)
  const names = head.split(',').map((cell) => cell.trim().toLowerCase())
  return lines.flatMap((line, index): Observation[] => {
    if (line.trim() === '') return []
    const cells = line.split(',').map((cell) => cell.trim())
    const where = `${name}: line ${index + 2}`
    const cell = (column: string) => {
      const at = names.indexOf(column)
      return at < 0 ? undefined : cells[at]
    }
    const number = (column: string): number | undefined => {
      const found = cell(column)
      if (found === undefined || found === '') return undefined
      if (!Number.isFinite(Number(found)))
        throw new InputError(`${where}: ${column} is ${JSON.stringify(found)}, no number`)
      return Number(found)
    }
    let epoch: Epoch
    try {
      epoch = parseTime((cell('utc') ?? '').replace(/Z$/, ''))
    } catch {
      throw new InputError(`${where}: utc is ${JSON.stringify(cell('utc') ?? '')}, no time`)
    }
    return rowObservations({ epoch, number, sensor: sensorNamed(where, [cell('sensor')], sensors) })
  })
}

interface TableRow {
  readonly epoch: Epoch
  readonly number: (column: string) => number | undefined
  readonly sensor: MeasuringSensor
}

function rowObservations({ epoch, number, sensor }: TableRow): Observation[] {
  const tag = { epoch, sensorId: sensor.id }
  const signal = { ...tag, way: 'two-way', timeOf: 'bounce' } as const
  const [rangeKm, rateKmps] = [number('range_km'), number('range_rate_kmps')]
  const [azimuth, elevation, ra, dec] = ['azimuth_deg', 'elevation_deg', 'ra_deg', 'dec_deg'].map(number)
  const { noise } = sensor
  const found: Observation[] = []
  if (rangeKm !== undefined) found.push({ ...signal, kind: 'range', rangeM: 1000 * rangeKm, sigmaM: noise.rangeM })
  if (rateKmps !== undefined) {
    const rangeRateMps = 1000 * rateKmps
    found.push({ ...signal, kind: 'range-rate', rangeRateMps, sigmaMps: noise.rangeRateMps, intervalS: INSTANT_S })
  }
  if (azimuth !== undefined && elevation !== undefined) {
    found.push({
      ...tag,
      kind: 'azimuth-elevation',
      azimuthRad: degToRad(azimuth),
      elevationRad: degToRad(elevation),
      azimuthSigmaRad: noise.azimuthRad,
      elevationSigmaRad: noise.elevationRad,
      isRefracted: sensor.isRefracted,
    })
  }
  if (ra !== undefined && dec !== undefined) {
    found.push({
      ...tag,
      kind: 'right-ascension-declination',
      raRad: degToRad(ra),
      decRad: degToRad(dec),
      sigmaRad: noise.directionRad,
      reduction: 'light-time',
    })
  }
  return found
}
