import * as contract from '@apsis/contract/payments/price-estimation.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { estimatePrice, type KnowsSensors, requireSensors } from './product.service.ts'
import type { Platform } from './write/request.ts'

export function priceEstimationRoutes(door: Door, platform: Platform & KnowsSensors): void {
  bind(door, contract.estimatePrice, async ({ query, ...request }) => {
    await requireSensors(platform, request, [{ code: query.sensor, parameter: 'sensor' }])
    return estimatePrice(platform, request, query)
  })
}
