import * as contract from '@apsis/contract/payments/price-estimation.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { estimatePrice, type KnowsSensors, requireSensors } from './product.service.ts'
import type { Floor } from './write/request.ts'

export function priceEstimationRoutes(door: Door, floor: Floor & KnowsSensors): void {
  bind(door, contract.estimatePrice, async ({ query, ...request }) => {
    await requireSensors(floor, request, [{ code: query.sensor, parameter: 'sensor' }])
    return estimatePrice(floor, request, query)
  })
}
