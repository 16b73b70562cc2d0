import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { placed } from '../sensor/sensor.service.ts'
import type { KeptRow } from './conjunction.repository.ts'
import type { StoredTrack } from './kept-track.ts'

/** Returns stored tracks, each with its sensor at its place at that time; tracks of unknown sensors are left out. */
export const keptOf = (
  rows: readonly KeptRow[],
  sensors: readonly Sensor[],
): (StoredTrack & { readonly row: KeptRow })[] =>
  rows.flatMap((row): (StoredTrack & { readonly row: KeptRow })[] => {
    const given = { row, tdm: row.tdm, positionSigmaM: row.position_sigma_m }
    if (row.sensor_code === POSITION_SENSOR) return [{ ...given, sensor: null }]
    const sensor = sensors.find(({ sensorCode }) => sensorCode === row.sensor_code)
    return sensor === undefined ? [] : [{ ...given, sensor: placed(sensor, row.sensor_place) }]
  })
