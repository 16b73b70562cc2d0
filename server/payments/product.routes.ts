import * as contract from '@apsis/contract/payments/product.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { tellPages } from '../platform/http/paging.ts'
import * as service from './product.service.ts'
import type { Platform } from './write/request.ts'

export function productRoutes(door: Door, platform: Platform): void {
  bind(door, contract.listProducts, async ({ query, header, ...request }) => {
    const { items, total } = await service.listProducts(platform, request, query)
    tellPages(header, { path: contract.listProducts.path, query, total })
    return items
  })
  bind(door, contract.createProduct, ({ body, ...request }) => service.createProduct(platform, request, body))
}
