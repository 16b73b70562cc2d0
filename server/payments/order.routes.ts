import * as contract from '@apsis/contract/payments/order.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { tellPages } from '../platform/http/paging.ts'
import * as service from './order.service.ts'
import { type KnowsSensors, requireSensors } from './product.service.ts'
import type { Floor } from './write/request.ts'

export function orderRoutes(door: Door, floor: Floor & KnowsSensors): void {
  bind(door, contract.listOrders, async ({ query, header, ...request }) => {
    const { items, total } = await service.listOrders(floor, request, query)
    tellPages(header, { path: contract.listOrders.path, query, total })
    return items
  })
  bind(door, contract.createOrder, async ({ body, ...request }) => {
    const named = (body.lines ?? []).map(({ 'sensor-code': code }, place) => {
      return { code, pointer: `#/lines/${place}/sensor-code` }
    })
    await requireSensors(floor, request, named)
    return service.createOrder(floor, request, body)
  })
  bind(door, contract.cancelOrder, ({ params, ...request }) => service.cancelOrder(floor, request, params['order-id']))
}
