import * as contract from '@apsis/contract/payments/order.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { tellPages } from '../platform/http/paging.ts'
import * as service from './order.service.ts'
import { type KnowsSensors, requireSensors } from './product.service.ts'
import type { Platform } from './write/request.ts'

export function orderRoutes(door: Door, platform: Platform & KnowsSensors): void {
  bind(door, contract.listOrders, async ({ query, header, ...request }) => {
    const { items, total } = await service.listOrders(platform, request, query)
    tellPages(header, { path: contract.listOrders.path, query, total })
    return items
  })
  bind(door, contract.createOrder, async ({ body, ...request }) => {
    const named = (body.lines ?? []).map(({ 'sensor-code': code }, place) => {
      return { code, pointer: `#/lines/${place}/sensor-code` }
    })
    await requireSensors(platform, request, named)
    return service.createOrder(platform, request, body)
  })
  bind(door, contract.cancelOrder, ({ params, ...request }) =>
    service.cancelOrder(platform, request, params['order-id']),
  )
}
