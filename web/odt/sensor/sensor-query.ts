import { createSensor, listSensors, type NewSensor, updateSensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callAll, callVersioned } from '../../api/call.ts'
import type { SavedOver } from '../../form/use-form.ts'

/** The name of the event that announces a changed sensor. */
const KEY = 'sensor'
export const SENSOR_WRITES = [[KEY]]

/** Reads the sensors in the order of the list: by type from Z to A, then by code. */
export const sensorsQuery = (isSpecialMode: boolean) =>
  queryOptions({
    queryKey: [KEY, { isSpecialMode }],
    queryFn: ({ signal }) =>
      callAll(listSensors, { query: { limit: 500, ...(isSpecialMode ? { 'special-mode': 'true' } : {}) } }, signal),
  })

/** Adds a sensor, or replaces a given version of one. */
export async function writeSensor(sensor: NewSensor, { version }: SavedOver<number>) {
  if (version === undefined) return call(createSensor, { body: sensor })
  const query = { 'sensor-code': sensor.sensorCode }
  return (await callVersioned(updateSensor, { query, body: sensor }, { version: `"${version}"` })).answer
}
