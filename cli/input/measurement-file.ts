import type { Observation, TimeEvent } from '@apsis/astro/measurement/observation.ts'
import { standardAir } from '@apsis/astro/measurement/troposphere.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { describeFault, type Fault } from '@apsis/ccsds/fault.ts'
import { type CrdSession, readCrd } from '@apsis/ccsds/ilrs/crd.ts'
import { crdObservations } from '@apsis/ccsds/ilrs/crd-observations.ts'
import { LASER_SATELLITES, type LaserSatellite } from '@apsis/ccsds/ilrs/laser-satellites.data.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import type { TdmSegment } from '@apsis/ccsds/tdm/tdm.ts'
import { INSTANT_S, tdmObservations } from '@apsis/ccsds/tdm/tdm-observations.ts'
import { InputError } from '../terminal/command.ts'
import type { MeasuringSensor } from './sensor-file.ts'

/** The measurements of a file, and their object if the file names it. */
export interface Measurements {
  readonly observations: readonly Observation[]
  readonly isLaser: boolean
  /** True for a table (CSV), which does not say to which event its time tags refer. */
  readonly isTable: boolean
  readonly satellite: LaserSatellite | null
  /** The assumptions that were made about the file. */
  readonly notes: readonly string[]
}

/**
 * Reads the measurements of a TDM (KVN or XML), of laser ranges (CRD), or of a table (CSV) with the columns utc and range_km, range_rate_kmps,
 * azimuth_deg and elevation_deg, or ra_deg and dec_deg, and optionally sensor. Throws an InputError that names file, line and keyword.
 */
export function readMeasurements(
  name: string,
  text: string,
  {
    sensors,
    object,
    timeOf = 'bounce',
  }: {
    readonly sensors: readonly MeasuringSensor[]
    readonly object: string | undefined
    /** The signal event to which the times of ranges and range rates in a table refer. */
    readonly timeOf?: TimeEvent
  },
): Measurements {
  if (/^\s*h1\s+crd/i.test(text)) return readLaser(name, text, object)
  const first = text.trimStart().split(/\r?\n/, 1)[0] ?? ''
  if (/(^|,)\s*utc\s*(,|$)/i.test(first)) {
    const observations = readTable(name, text, { sensors, timeOf })
    return { observations, isLaser: false, isTable: true, satellite: null, notes: [] }
  }
  const { messages, faults } = readMessages([text], { strict: false })
  refuse(name, faults)
  const all = messages.flatMap(({ reading }): readonly TdmSegment[] => {
    if (!reading.ok) return refuse(name, reading.errors)
    if (reading.message.kind !== 'TDM') throw new InputError(`${name}: a ${reading.message.kind} has no measurements`)
    return reading.message.message.segments
  })
  if (messages.length === 0) throw new InputError(`${name} is no TDM, CRD or table of measurements`)
  const segments = ofOneObject(name, all, {
    object,
    namesOf: (segment) => [objectOf(segment, sensors).toUpperCase(), objectOf(segment, sensors)],
  })
  const observations = segments.flatMap((segment) => observationsOf(name, segment, sensors))
  return { observations, isLaser: false, isTable: false, satellite: null, notes: assumedOf(name, segments, sensors) }
}

/**
 * Returns the parts of a file that belong to one object, because one orbit fits one object: all parts, or, if there are several objects, those of the
 * object in `--object`.
 */
function ofOneObject<Part>(
  name: string,
  parts: readonly Part[],
  {
    object,
    namesOf,
  }: { readonly object: string | undefined; readonly namesOf: (part: Part) => readonly [key: string, shown: string] },
): readonly Part[] {
  const shown = [...new Map(parts.map(namesOf)).values()]
  if (shown.length < 2 && object === undefined) return parts
  if (object === undefined)
    throw new InputError(`${name}: the measurements are of several objects, ${shown.join(', ')}: give --object NAME`)
  const own = parts.filter((part) => namesOf(part).some((one) => one.toUpperCase() === object.toUpperCase()))
  if (own.length === 0) throw new InputError(`${name}: no measurements are of ${object}; there are ${shown.join(', ')}`)
  return own
}

/** Returns the participant that is not a sensor; if no sensor is known, the participant after the first. */
function objectOf({ metadata }: TdmSegment, sensors: readonly MeasuringSensor[]): string {
  const { participant1, participant2, participant3 } = metadata
  const names = [participant1, participant2, participant3].filter((one) => one !== undefined)
  const others = names.filter((one) => !sensors.some(({ id }) => id.toUpperCase() === one.toUpperCase()))
  return (others.length < names.length ? others[0] : participant2) ?? participant1
}

/** Returns the participants that were assumed to be the only sensor. */
function assumedOf(name: string, segments: readonly TdmSegment[], sensors: readonly MeasuringSensor[]): string[] {
  const [only, ...others] = sensors
  if (only === undefined || others.length > 0) return []
  const unknown = segments.flatMap(({ metadata: { participant1, participant2, participant3 } }) => {
    const names = [participant1, participant2, participant3]
    return names.some((one) => one?.toUpperCase() === only.id.toUpperCase()) ? [] : [participant1]
  })
  return [...new Set(unknown)].map(
    (participant) => `${name}: PARTICIPANT_1 ${participant} is taken for ${only.id}, the only sensor there is`,
  )
}

function refuse(name: string, faults: readonly Fault[]): never[] {
  const [first] = faults
  if (first !== undefined) throw new InputError(`${name}: ${describeFault(first)}`)
  return []
}

function readLaser(name: string, text: string, object: string | undefined): Measurements {
  const reading = readCrd(text)
  if (!reading.ok) {
    refuse(name, reading.errors)
    throw new InputError(`${name}: no laser ranges`)
  }
  const sessions = ofOneObject(name, reading.message.sessions, { object, namesOf: laserNames })
  const satellite = sessions.map(satelliteOf).find((one) => one !== null) ?? null
  const centreOfMassM = satellite?.centreOfMassM ?? 0
  return {
    observations: crdObservations({ ...reading.message, sessions }, { centreOfMassM }),
    isLaser: true,
    isTable: false,
    satellite,
    notes: [],
  }
}

/** Returns the NORAD number. Stations write it with leading zeros, or −1 if they do not know it; all of them know the ILRS number. */
const noradOf = ({ noradId }: CrdSession) => noradId.replace(/^0+(?=\d)/, '')

function laserNames(session: CrdSession): readonly [key: string, shown: string] {
  const { ilrsId, target } = session
  return [/^0*$/.test(ilrsId) ? noradOf(session) : ilrsId, target]
}

/** Returns the satellite by its number, otherwise by its name: lageos2 is LAGEOS-2. */
function satelliteOf(session: CrdSession): LaserSatellite | null {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const named = Object.values(LASER_SATELLITES).find((one) => plain(one.name) === plain(session.target))
  return LASER_SATELLITES[noradOf(session)] ?? named ?? null
}

function sensorNamed(where: string, names: readonly (string | undefined)[], sensors: readonly MeasuringSensor[]) {
  const same = (name: string | undefined) =>
    name === undefined ? undefined : sensors.find(({ id }) => id.toUpperCase() === name.toUpperCase())
  const found = names.map(same).find((one) => one !== undefined) ?? (sensors.length === 1 ? sensors[0] : undefined)
  if (found === undefined) throw new InputError(`${where}: no sensor is called ${names.filter(Boolean).join(' or ')}`)
  return found
}

function observationsOf(name: string, segment: TdmSegment, sensors: readonly MeasuringSensor[]): Observation[] {
  const { participant1, participant2, participant3 } = segment.metadata
  const sensor = sensorNamed(`${name}: PARTICIPANT_1`, [participant1, participant2, participant3], sensors)
  try {
    return tdmObservations(segment, sensor)
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(`${name}: ${error.message}`)
    throw error
  }
}

interface Table {
  readonly sensors: readonly MeasuringSensor[]
  readonly timeOf: TimeEvent
}

/**
 * Reads a table of a radar or a telescope. The times of its directions are those of reception; it does not say to which event its range times refer.
 */
function readTable(name: string, text: string, { sensors, timeOf }: Table): Observation[] {
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
    try {
      return rowObservations({ epoch, number, sensor: sensorNamed(where, [cell('sensor')], sensors), timeOf })
    } catch (error) {
      if (error instanceof RangeError) throw new InputError(`${where}: ${error.message}`)
      throw error
    }
  })
}

interface TableRow {
  readonly epoch: Epoch
  readonly number: (column: string) => number | undefined
  readonly sensor: MeasuringSensor
  readonly timeOf: TimeEvent
}

function rowObservations({ epoch, number, sensor, timeOf }: TableRow): Observation[] {
  const tag = { epoch, sensorId: sensor.id }
  const air = sensor.hasDelayInTable ? { air: standardAir('radio', sensor.place.heightM) } : {}
  const signal = { ...tag, way: 'two-way', timeOf, ...air } as const
  const [rangeKm, rateKmps] = [number('range_km'), number('range_rate_kmps')]
  const [azimuth, elevation, ra, dec] = ['azimuth_deg', 'elevation_deg', 'ra_deg', 'dec_deg'].map(number)
  const { noise } = sensor
  const found: Observation[] = []
  if (rangeKm !== undefined) found.push({ ...signal, kind: 'range', rangeM: 1000 * rangeKm, sigmaM: noise.rangeM })
  if (rateKmps !== undefined) {
    const rangeRateMps = 1000 * rateKmps
    found.push({ ...signal, kind: 'range-rate', rangeRateMps, sigmaMps: noise.rangeRateMps, intervalS: INSTANT_S })
  }
  if ((azimuth === undefined) !== (elevation === undefined))
    throw new RangeError('azimuth_deg and elevation_deg go together')
  if ((ra === undefined) !== (dec === undefined)) throw new RangeError('ra_deg and dec_deg go together')
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
