import * as contract from '@apsis/contract/payments/price-estimation.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { estimatePrice } from './product.service.ts'
import type { Floor } from './write/request.ts'

export function priceEstimationRoutes(door: Door, floor: Floor): void {
  bind(door, contract.estimatePrice, ({ query, ...request }) => estimatePrice(floor, request, query))
}
