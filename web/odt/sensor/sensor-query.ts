import { createSensor, listSensors, type NewSensor, removeSensor, updateSensor } from '@apsis/contract/odt/sensor.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callAll, callVersioned } from '../../api/call.ts'

/** The name of the event that says that a sensor changed. */
const KEY = 'sensor'
const writes = [[KEY]]

/** The sensors in the order of the list: by type from Z to A, then by code. */
export const sensorsQuery = (isSpecialMode: boolean) =>
  queryOptions({
    queryKey: [KEY, { isSpecialMode }],
    queryFn: ({ signal }) =>
      callAll(listSensors, { query: { limit: 500, ...(isSpecialMode ? { 'special-mode': 'true' } : {}) } }, signal),
  })

/** A sensor as it is to be; with a version it replaces that one, without it is added. */
export type SensorChange = { readonly sensor: NewSensor; readonly version: number | undefined }

export const useWriteSensor = () =>
  useMutation({
    meta: { silent: 'write-sensor', writes },
    mutationFn: async ({ sensor, version }: SensorChange) => {
      if (version === undefined) return call(createSensor, { body: sensor })
      const query = { 'sensor-code': sensor.sensorCode }
      return (await callVersioned(updateSensor, { query, body: sensor }, { version: `"${version}"` })).answer
    },
  })

export const useRemoveSensor = () =>
  useMutation({
    meta: { silent: 'remove-sensor', writes },
    mutationFn: (code: string) => call(removeSensor, { query: { 'sensor-code': code } }),
  })
