import * as contract from '@apsis/contract/payments/customer.ts'
import { chooseMedia } from '../platform/http/answer-file.ts'
import { bind, bindFile, type Door } from '../platform/http/bind.ts'
import { etagOf } from '../platform/http/etag.ts'
import { tellPages } from '../platform/http/paging.ts'
import * as service from './customer.service.ts'
import * as invoices from './invoice.service.ts'
import { statementCsv } from './ledger/statement.ts'
import type { Floor } from './write/request.ts'

const CUSTOMER = 'customer-id'

export function customerRoutes(door: Door, floor: Floor): void {
  bind(door, contract.listCustomers, async ({ query, header, ...request }) => {
    const { items, total } = await service.listCustomers(floor, request, query)
    tellPages(header, { path: contract.listCustomers.path, query, total })
    return items
  })
  bind(door, contract.createCustomer, ({ body, ...request }) => service.createCustomer(floor, request, body))
  bind(door, contract.getBalance, async ({ params, header, ...request }) =>
    tellVersion(header, await service.getBalance(floor, request, params[CUSTOMER])),
  )
  bind(door, contract.updateBalance, async ({ params, body, header, ifMatch, ...request }) =>
    tellVersion(header, await service.updateBalance(floor, request, { ...body, id: params[CUSTOMER], ifMatch })),
  )
  bind(door, contract.getServiceUsageSnapshot, ({ params, query, ...request }) =>
    service.getServiceUsageSnapshot(floor, request, { id: params[CUSTOMER], ...query }),
  )
  bind(door, contract.listTransactions, async ({ params, query, header, ...request }) => {
    const { items, total } = await service.listTransactions(floor, request, { id: params[CUSTOMER], ...query })
    tellPages(header, { path: pathOf(contract.listTransactions.path, params[CUSTOMER]), query, total })
    return items
  })
  bindFile(door, contract.getStatement, async ({ params, accept, ...request }) => {
    const mediaType = chooseMedia(accept, ['application/json', 'text/csv'])
    const { month } = params
    const statement = await service.getStatement(floor, request, { id: params[CUSTOMER], month })
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
    service.createCorrection(floor, request, { ...body, id: params[CUSTOMER] }),
  )
  bind(door, contract.listInvoices, async ({ params, query, header, ...request }) => {
    const { items, total } = await invoices.listInvoices(floor, request, { id: params[CUSTOMER], ...query })
    tellPages(header, { path: pathOf(contract.listInvoices.path, params[CUSTOMER]), query, total })
    return items
  })
  bind(door, contract.createInvoice, ({ params, body, ...request }) =>
    invoices.createInvoice(floor, request, { id: params[CUSTOMER], ...body }),
  )
  bind(door, contract.bookInvoice, ({ params, ...request }) =>
    invoices.bookInvoice(floor, request, { id: params[CUSTOMER], invoiceId: params['invoice-id'] }),
  )
}

const pathOf = (path: string, id: string) => path.replace(`{${CUSTOMER}}`, id)

function tellVersion(header: (name: 'etag', value: string) => void, { balance, version }: service.BalanceVersion) {
  header('etag', etagOf({ version }))
  return balance
}
