import * as contract from '@apsis/contract/odt/sensor/sensor.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { cutPage, tellPages } from '../../platform/http/paging.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import * as service from './sensor.service.ts'

export function sensorRoutes(door: Door, { db, now, config }: Pick<Platform, 'db' | 'now' | 'config'>): void {
  const platform = { db, now, isSimulationAllowed: config.demoFleet }
  bind(door, contract.listSensors, async ({ caller, query, header }) => {
    const sensors = await service.listSensors(platform, { caller }, query)
    tellPages(header, { path: contract.listSensors.path, query, total: sensors.length })
    return cutPage(sensors, query)
  })
  bind(door, contract.createSensor, async ({ caller, requestId, body, header }) => {
    const sensor = await service.createSensor(platform, { caller, requestId }, body)
    header('etag', etagOf(sensor))
    return sensor
  })
  bind(door, contract.updateSensor, async ({ caller, requestId, query, body, ifMatch, header }) => {
    const change = { code: query['sensor-code'], sensor: body, ifMatch }
    const sensor = await service.updateSensor(platform, { caller, requestId }, change)
    header('etag', etagOf(sensor))
    return sensor
  })
  bind(door, contract.removeSensor, async ({ caller, requestId, query }) => {
    await service.removeSensor(platform, { caller, requestId }, query['sensor-code'])
    return undefined
  })
}
