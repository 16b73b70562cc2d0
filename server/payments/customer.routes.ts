import * as contract from '@apsis/contract/payments/customer.ts'
import { chooseMedia } from '../platform/http/answer-file.ts'
import { bind, bindFile, type Door } from '../platform/http/bind.ts'
import { etagOf } from '../platform/http/etag.ts'
import { tellPages } from '../platform/http/paging.ts'
import * as service from './customer.service.ts'
import * as invoices from './invoice.service.ts'
import { statementCsv } from './ledger/statement.ts'
import type { Platform } from './write/request.ts'

const CUSTOMER = 'customer-id'

export function customerRoutes(door: Door, platform: Platform): void {
  bind(door, contract.listCustomers, async ({ query, header, ...request }) => {
    const { items, total } = await service.listCustomers(platform, request, query)
    tellPages(header, { path: contract.listCustomers.path, query, total })
    return items
  })
  bind(door, contract.createCustomer, ({ body, ...request }) => service.createCustomer(platform, request, body))
  bind(door, contract.getBalance, async ({ params, header, ...request }) =>
    tellVersion(header, await service.getBalance(platform, request, params[CUSTOMER])),
  )
  bind(door, contract.updateBalance, async ({ params, body, header, ifMatch, ...request }) =>
    tellVersion(header, await service.updateBalance(platform, request, { ...body, id: params[CUSTOMER], ifMatch })),
  )
  bind(door, contract.getServiceUsageSnapshot, ({ params, query, ...request }) =>
    service.getServiceUsageSnapshot(platform, request, { id: params[CUSTOMER], ...query }),
  )
  bind(door, contract.listTransactions, async ({ params, query, header, ...request }) => {
    const { items, total } = await service.listTransactions(platform, request, { id: params[CUSTOMER], ...query })
    tellPages(header, { path: pathOf(contract.listTransactions.path, params[CUSTOMER]), query, total })
    return items
  })
  bindFile(door, contract.getStatement, async ({ params, accept, ...request }) => {
    const mediaType = chooseMedia(accept, ['application/json', 'text/csv'])
    const { month } = params
    const statement = await service.getStatement(platform, request, { id: params[CUSTOMER], month })
    const isCsv = mediaType === 'text/csv'
    const text = isCsv ? statementCsv(statement) : JSON.stringify(contract.Statement.parse(statement))
    return {
      mediaType,
      name: `statement-${month}.${isCsv ? 'csv' : 'json'}`,
      bytes: Buffer.from(text),
      isInline: !isCsv,
    }
  })
  bind(door, contract.createCorrection, ({ params, body, ...request }) =>
    service.createCorrection(platform, request, { ...body, id: params[CUSTOMER] }),
  )
  bind(door, contract.listInvoices, async ({ params, query, header, ...request }) => {
    const { items, total } = await invoices.listInvoices(platform, request, { id: params[CUSTOMER], ...query })
    tellPages(header, { path: pathOf(contract.listInvoices.path, params[CUSTOMER]), query, total })
    return items
  })
  bind(door, contract.createInvoice, ({ params, body, ...request }) =>
    invoices.createInvoice(platform, request, { id: params[CUSTOMER], ...body }),
  )
  bind(door, contract.bookInvoice, ({ params, ...request }) =>
    invoices.bookInvoice(platform, request, { id: params[CUSTOMER], invoiceId: params['invoice-id'] }),
  )
}

const pathOf = (path: string, id: string) => path.replace(`{${CUSTOMER}}`, id)

function tellVersion(header: (name: 'etag', value: string) => void, { balance, version }: service.BalanceVersion) {
  header('etag', etagOf({ version }))
  return balance
}
