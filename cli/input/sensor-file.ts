import type { Bias } from '@apsis/astro/measurement/determination.ts'
import { degToRad } from '@apsis/astro/units.ts'
import type { SensorNoise, TdmSensor } from '@apsis/ccsds/tdm/tdm-observations.ts'
import { InputError } from '../terminal/command.ts'

/** A measuring sensor with its known biases. */
export interface MeasuringSensor extends TdmSensor {
  readonly biases: readonly Bias[]
  /** True if its ranges in a table include the delay of the atmosphere. By default the ranges in a table are corrected, unlike those in a TDM. */
  readonly hasDelayInTable: boolean
}

/** The noise of a sensor whose file gives none: of an average radar, and of a telescope as in domain.md C18. */
const USUAL_NOISE = { range_m: 10, range_rate_mps: 0.1, azimuth_deg: 0.01, elevation_deg: 0.01, direction_arcsec: 1.5 }

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the sensors of a JSON file: an array of objects, or an object that has them as `sensors`, `stations` or `features` (GeoJSON points), or one
 * as `site`. Each has a code, a latitude and longitude in degrees and a height, and may have `noise_sigma` and `known_bias_to_subtract`; the file may
 * give these for all sensors. Throws an InputError that names file, sensor and field.
 */
export function readSensorFile(name: string, text: string): MeasuringSensor[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InputError(`${name}: ${error instanceof Error ? error.message : 'no JSON'}`)
  }
  const file = isFields(value) ? value : {}
  const list = Array.isArray(value)
    ? value
    : ([file.sensors, file.stations, file.features, file.content].find(Array.isArray) ??
      (isFields(file.site) ? [file.site] : [value]))
  const sensors = list.map((one: unknown, index: number) => sensorOf(one, file, `${name}: sensor ${index + 1}`))
  if (sensors.length === 0) throw new InputError(`${name} has no sensors`)
  return sensors
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sensorOf(value: unknown, file: Fields, place: string): MeasuringSensor {
  if (!isFields(value)) throw new InputError(`${place} is no object`)
  const { geometry } = value
  if (isFields(geometry)) {
    const [lon, lat, altM = 0] = Array.isArray(geometry.coordinates) ? geometry.coordinates : []
    return sensorOf({ ...(isFields(value.properties) ? value.properties : {}), lat, lon, altM }, file, place)
  }
  const find = (names: readonly string[]) => names.map((key) => value[key]).find((one) => typeof one === 'number')
  const need = (names: readonly string[]): number => {
    const found = find(names)
    if (typeof found === 'number' && Number.isFinite(found)) return found
    throw new InputError(`${place}: ${names[0]} is missing or no number`)
  }
  const id = ['id', 'sensorCode', 'code', 'name'].map((key) => value[key]).find((one) => one !== undefined)
  const km = find(['altitude_km'])
  const latDeg = need(['lat', 'latDeg', 'latitude_deg', 'latitude'])
  if (Math.abs(latDeg) > 90) throw new InputError(`${place}: latitude ${latDeg} is not in -90 to 90 degrees`)
  const heightM = find(['altM', 'altitude_m', 'alt', 'altitude']) ?? (km === undefined ? 0 : 1000 * Number(km))
  const sensorId = id === undefined ? 'sensor' : String(id)
  return {
    id: sensorId,
    place: {
      latRad: degToRad(latDeg),
      lonRad: degToRad(need(['lon', 'lonDeg', 'longitude_deg', 'longitude'])),
      heightM: Number(heightM),
    },
    noise: noiseOf(value, file, place),
    biases: biasesOf(value, file, sensorId),
    isRefracted: value.refracted === true,
    isDelayTakenOff: value.range_corrected === true,
    hasDelayInTable: value.range_corrected === false,
  }
}

function noiseOf(value: Fields, file: Fields, place: string): SensorNoise {
  const given = [value.noise_sigma, file.noise_sigma].find(isFields) ?? {}
  const sigma = (key: keyof typeof USUAL_NOISE): number => {
    const found = given[key] ?? USUAL_NOISE[key]
    if (typeof found === 'number' && found > 0) return found
    throw new InputError(`${place}: noise_sigma.${key} is not above 0`)
  }
  return {
    rangeM: sigma('range_m'),
    rangeRateMps: sigma('range_rate_mps'),
    azimuthRad: degToRad(sigma('azimuth_deg')),
    elevationRad: degToRad(sigma('elevation_deg')),
    directionRad: degToRad(sigma('direction_arcsec') / 3600),
  }
}

function biasesOf(value: Fields, file: Fields, sensorId: string): Bias[] {
  const given = [value.known_bias_to_subtract, file.known_bias_to_subtract].find(isFields) ?? {}
  const known = (key: string, quantity: Bias['quantity'], unit: number): Bias[] => {
    const found = given[key]
    return typeof found === 'number' ? [{ sensorId, quantity, value: found * unit, sigma: 0 }] : []
  }
  return [
    ...known('range_m', 'range', 1),
    ...known('range_rate_mps', 'range-rate', 1),
    ...known('azimuth_deg', 'azimuth', degToRad(1)),
    ...known('elevation_deg', 'elevation', degToRad(1)),
    ...known('time_s', 'time', 1),
  ]
}
