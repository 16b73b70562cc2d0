import type { SentRequest } from '@apsis/contract/endpoint.ts'
import { listSensors } from '@apsis/contract/odt/sensor/sensor.ts'
import {
  bookInvoice,
  type Customer,
  getStatement,
  listCustomers,
  listInvoices,
  listTransactions,
} from '@apsis/contract/payments/customer.ts'
import { listOrders } from '@apsis/contract/payments/order.ts'
import { listPrices } from '@apsis/contract/payments/price.ts'
import { estimatePrice } from '@apsis/contract/payments/price-estimation.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callAll } from '../../api/call.ts'

/** The type of the event that announces a change in payments is the first part of the keys of all these queries. */
const KEY = 'payments'
export const PAYMENTS_WRITES = [[KEY]]

/** Reads the customers that the user may see: their own, or all of the organisation for an administrator of payments. */
export const customersQuery = () =>
  queryOptions({
    queryKey: [KEY, 'customers'],
    queryFn: ({ signal }) => callAll(listCustomers, { query: { limit: 200 } }, signal),
  })

/** Reads the complete ledger, newest first. */
export const ledgerQuery = ({ customerId }: Pick<Customer, 'customerId'>) =>
  queryOptions({
    queryKey: [KEY, 'ledger', customerId],
    queryFn: ({ signal }) =>
      callAll(listTransactions, { params: { 'customer-id': customerId }, query: { limit: 1_000 } }, signal),
  })

export const statementQuery = (customerId: string, month: string) =>
  queryOptions({
    queryKey: [KEY, 'statement', customerId, month],
    queryFn: ({ signal }) => call(getStatement, { params: { 'customer-id': customerId, month } }, signal),
  })

export const invoicesQuery = (customerId: string) =>
  queryOptions({
    queryKey: [KEY, 'invoices', customerId],
    queryFn: ({ signal }) =>
      callAll(listInvoices, { params: { 'customer-id': customerId }, query: { limit: 500 } }, signal),
  })

export const ordersQuery = (customerId: string) =>
  queryOptions({
    queryKey: [KEY, 'orders', customerId],
    queryFn: ({ signal }) => callAll(listOrders, { query: { 'customer-id': customerId, limit: 1_000 } }, signal),
  })

export const pricesQuery = () =>
  queryOptions({
    queryKey: [KEY, 'prices'],
    queryFn: ({ signal }) => callAll(listPrices, { query: { limit: 500 } }, signal),
  })

export type Question = NonNullable<SentRequest<typeof estimatePrice>['query']>

export const estimateQuery = (question: Question) =>
  queryOptions({
    queryKey: [KEY, 'estimate', question],
    queryFn: ({ signal }) => call(estimatePrice, { query: question }, signal),
  })

/** Reads the codes of the sensors that are radars. */
export const radarsQuery = () =>
  queryOptions({
    queryKey: [KEY, 'radars'],
    queryFn: async ({ signal }) => {
      const sensors = await callAll(listSensors, { query: { limit: 500 } }, signal)
      return new Set(
        sensors.filter(({ sensorType }) => sensorType === 'RADAR_ACTIVE').map(({ sensorCode }) => sensorCode),
      )
    },
  })

export const useBook = (customerId: string) =>
  useMutation({
    meta: { silent: 'book-invoice', writes: PAYMENTS_WRITES },
    mutationFn: (invoiceId: string) =>
      call(bookInvoice, { params: { 'customer-id': customerId, 'invoice-id': invoiceId } }),
  })
