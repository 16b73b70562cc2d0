import * as contract from '@apsis/contract/payments/price.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { cutPage, tellPages } from '../platform/http/paging.ts'
import { listPrices } from './product.service.ts'
import type { Platform } from './write/request.ts'

export function priceRoutes(door: Door, platform: Platform): void {
  bind(door, contract.listPrices, async ({ query, header, ...request }) => {
    const prices = await listPrices(platform, request)
    tellPages(header, { path: contract.listPrices.path, query, total: prices.length })
    return cutPage(prices, query)
  })
}
