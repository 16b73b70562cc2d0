import { randomUUID } from 'node:crypto'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type {
  Balance,
  Customer,
  createCorrection as createCorrectionCall,
  createCustomer as createCustomerCall,
  ServiceUsageSnapshot,
  Statement,
  updateBalance as updateBalanceCall,
} from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import { PAYMENTS_ADMIN } from '@apsis/contract/roles.ts'
import { emit } from '../events/event.service.ts'
import { notify } from '../notifications/notification.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { isStale } from '../platform/http/etag.ts'
import { upsertRecurringWork } from '../platform/jobs/recurring-work.repository.ts'
import * as repository from './ledger/customer.repository.ts'
import * as entries from './ledger/entry.repository.ts'
import { post, type Writer } from './ledger/post.ts'
import { monthOf, spanOfMonth, statementOf } from './ledger/statement.ts'
import { findOrder } from './order.repository.ts'
import { presentAll, presentBalance, presentEntry } from './present.ts'
import { usageOf } from './usage.ts'
import { type Platform, type Request, record, write } from './write/request.ts'

/** The name of the recurring work on the ledgers of an organisation. It is on the list from the first customer on. */
export const EXPIRY_WORK = 'payments.expiry'
export const EXPIRY_EVERY_S = 60
export const RECONCILIATION_WORK = 'payments.reconciliation'
export const RECONCILIATION_EVERY_S = 3_600

type CustomerRow = repository.CustomerRow

const isAdmin = ({ roles }: Request['caller']): boolean => roles.has(PAYMENTS_ADMIN as 'payments:admin')
const noCustomer = () => new ApiError('not-found', 'There is no such customer.')

/** Returns the customer for whom a caller orders; undefined if there is none. */
export const customerOf = (tx: TenantDb, { subject }: Pick<Request['caller'], 'subject'>) =>
  repository.findCustomerFor(tx, subject)

/** Returns a customer that the caller may see: their own, or any in the organisation for an administrator. */
export async function requireCustomer(tx: TenantDb, caller: Request['caller'], id: string): Promise<CustomerRow> {
  const row = isAdmin(caller) ? await repository.findCustomer(tx, id) : await customerOf(tx, caller)
  if (row?.id !== id) throw noCustomer()
  return row
}

/** Returns the same customer, locked until the transaction ends, so that nobody else changes its balance. */
export async function lockVisibleCustomer(tx: TenantDb, caller: Request['caller'], id: string): Promise<CustomerRow> {
  await requireCustomer(tx, caller, id)
  const row = await repository.lockCustomer(tx, id)
  if (row === undefined) throw noCustomer()
  return row
}

type Listing = { readonly userId?: string | undefined; readonly page: number; readonly limit: number }

export function listCustomers(
  { db, now }: Platform,
  { caller }: Request,
  { userId, page, limit }: Listing,
): Promise<{ items: Customer[]; total: number }> {
  return db.tenant(caller.tenantId, async (tx) => {
    const own = isAdmin(caller) ? undefined : await customerOf(tx, caller)
    if (!isAdmin(caller) && own === undefined) return { items: [], total: 0 }
    const listing = { id: own?.id, userId, limit, offset: (page - 1) * limit }
    const { rows, total } = await repository.listCustomers(tx, listing)
    return { items: await presentAll(tx, rows, new Date(now())), total }
  })
}

type NewCustomer = ParsedRequest<typeof createCustomerCall>['body']

export function createCustomer(platform: Platform, request: Request, input: NewCustomer): Promise<Customer> {
  const now = new Date(platform.now())
  return write(platform, request, async (tx) => {
    const row = await addCustomer(tx, request, { ...input, isSimulated: false, now })
    const [customer] = await presentAll(tx, [row], now)
    if (customer === undefined) throw new TypeError('a customer was made and cannot be shown')
    return customer
  })
}

type Adding = NewCustomer & { readonly isSimulated: boolean; readonly now: Date }

/** Creates a customer in the organisation, and adds the recurring work on its ledger to the list. */
export async function addCustomer(tx: TenantDb, request: Request, adding: Adding): Promise<CustomerRow> {
  const { tenantId } = request.caller
  const { userId, name, currency, isSimulated, now } = adding
  const id = randomUUID()
  const row = { id, user_id: userId, name, currency, is_simulated: isSimulated, created_at: now }
  if (!(await repository.insertCustomer(tx, { tenantId, ...row })))
    throw new ApiError('conflict', 'There is a customer of this userId already.')
  await upsertRecurringWork(tx, { name: EXPIRY_WORK, tenantId }, EXPIRY_EVERY_S)
  await upsertRecurringWork(tx, { name: RECONCILIATION_WORK, tenantId }, RECONCILIATION_EVERY_S)
  await record(tx, request, { action: 'customer.create', object: id, detail: { userId, name, currency, isSimulated } })
  emit(tx, { tenantId, type: 'payments', data: { customerId: id, change: 'customer' } })
  const made = await repository.findCustomer(tx, id)
  if (made === undefined) throw new TypeError(`the customer ${id} was made and is not there`)
  return made
}

export type BalanceVersion = { readonly balance: Balance; readonly version: number }

export function getBalance({ db }: Platform, { caller }: Request, id: string): Promise<BalanceVersion> {
  return db.tenant(caller.tenantId, async (tx) => presentBalance(tx, await requireCustomer(tx, caller, id)))
}

type BalanceChange = ParsedRequest<typeof updateBalanceCall>['body'] & {
  readonly id: string
  readonly ifMatch: string | undefined
}

/** Posts the difference to a new balance as a correction, and stores a new credit line. */
export function updateBalance(platform: Platform, request: Request, change: BalanceChange): Promise<BalanceVersion> {
  const { caller } = request
  const { id, ifMatch, available, limit, transaction_ids: known } = change
  return write(platform, request, async (tx) => {
    const row = await lockVisibleCustomer(tx, caller, id)
    if (ifMatch === undefined)
      throw new ApiError('version-missing', 'A balance is changed with If-Match: the version that it is changed from.')
    if (isStale(ifMatch, row)) throw new ApiError('version-stale', 'The balance has moved in between: read it again.')
    await requireSameLedger(tx, id, known)
    const difference = available === undefined ? 0 : available - row.available
    const credit = limit ?? row.credit_limit
    if (row.available + difference + credit < 0) throw new ApiError('conflict', 'available + limit would be below 0.')
    // The credit line is changed first, because the correction may need it.
    if (credit !== row.credit_limit) await repository.updateLimit(tx, id, credit)
    const changed = { ...row, credit_limit: credit }
    if (difference !== 0)
      await post(tx, writerOf(request, platform), changed, { kind: 'CORRECTION', amount: difference })
    if (difference !== 0 || credit !== row.credit_limit) {
      await record(tx, request, { action: 'balance.update', object: id, detail: { difference, limit: credit } })
      await tell(tx, row, caller.tenantId, {
        finding: { code: 'balance-corrected', values: { difference, limit: credit, currency: row.currency } },
      })
      emit(tx, { tenantId: caller.tenantId, type: 'payments', data: { customerId: id, change: 'balance' } })
    }
    return presentBalance(tx, await requireCustomer(tx, caller, id))
  })
}

async function requireSameLedger(tx: TenantDb, id: string, known: readonly string[] | undefined): Promise<void> {
  if (known === undefined) return
  const ids = (await entries.listEntryIds(tx, [id])).get(id) ?? []
  if (ids.length !== known.length || ids.some((one, place) => one !== known[place]))
    throw new ApiError('conflict', 'transaction_ids are not those of the ledger: entries are never changed or removed.')
}

export const writerOf = ({ caller, requestId }: Request, { now }: Pick<Platform, 'now'>): Writer => ({
  tenantId: caller.tenantId,
  actor: caller.subject,
  requestId,
  now: new Date(now()),
})

type CustomerNews = {
  readonly finding: Finding
  readonly level?: 'caution' | 'ok'
}

/** Notifies the owner of the money. */
export async function tell(
  tx: TenantDb,
  { user_id: subject }: Pick<CustomerRow, 'user_id'>,
  tenantId: string,
  told: CustomerNews,
): Promise<void> {
  await notify(tx, { tenantId, subject, audience: 'payments', link: '/account/balance', ...told })
}

type Correction = ParsedRequest<typeof createCorrectionCall>['body'] & { readonly id: string }

/** Posts a credit note, a refund or tax. A wrong entry is corrected by another entry and is never changed. */
export function createCorrection(platform: Platform, request: Request, correction: Correction): Promise<Entry> {
  const { caller } = request
  const { id, kind, amount, orderId, note } = correction
  return write(platform, request, async (tx) => {
    const row = await lockVisibleCustomer(tx, caller, id)
    if (kind === 'CREDIT_NOTE') await requireCaptured(tx, { customerId: id, orderId, amount })
    else if (orderId !== undefined && (await findOrder(tx, orderId))?.customer_id !== id)
      throw new ApiError('not-found', 'There is no such order.')
    const of = orderId === undefined ? {} : { orderId }
    const { entryId } = await post(tx, writerOf(request, platform), row, { kind, amount, note, ...of })
    await record(tx, request, { action: 'correction.create', object: id, detail: { kind, amount, note, ...of } })
    await tell(tx, row, caller.tenantId, {
      finding: { code: 'correction-posted', values: { kind, amount, currency: row.currency, note } },
    })
    const entry = await entries.findEntry(tx, entryId)
    if (entry === undefined) throw new TypeError(`the entry ${entryId} was posted and is not there`)
    return presentEntry(entry)
  })
}

type CreditOfOrder = { readonly customerId: string; readonly orderId: string | undefined; readonly amount: number }

async function requireCaptured(tx: TenantDb, { customerId, orderId, amount }: CreditOfOrder): Promise<void> {
  if (orderId === undefined) {
    const errors = [{ code: 'body.missing', pointer: '#/orderId', message: 'is needed for a credit note' }]
    throw new ApiError('request-invalid', '#/orderId: is needed for a credit note', { errors })
  }
  const order = await findOrder(tx, orderId)
  if (order?.customer_id !== customerId) throw new ApiError('not-found', 'There is no such order.')
  const left = order.captured - (await entries.sumCredited(tx, orderId))
  if (amount > left) throw new ApiError('conflict', `Of this order ${left} is captured and not given back yet.`)
}

type Ledger = {
  readonly id: string
  readonly month?: string | undefined
  readonly page: number
  readonly limit: number
}

export function listTransactions(
  { db }: Platform,
  { caller }: Request,
  { id, month, page, limit }: Ledger,
): Promise<{ items: Entry[]; total: number }> {
  const span = month === undefined ? undefined : spanOfMonth(month)
  return db.tenant(caller.tenantId, async (tx) => {
    await requireCustomer(tx, caller, id)
    const query = { customerId: id, span, limit, offset: (page - 1) * limit }
    const { rows, total } = await entries.listEntries(tx, query)
    return { items: rows.map(presentEntry), total }
  })
}

export function getStatement(
  { db, now }: Platform,
  { caller }: Request,
  { id, month }: { readonly id: string; readonly month: string },
): Promise<Statement> {
  const span = spanOfMonth(month)
  return db.tenant(caller.tenantId, async (tx) => {
    const { name, currency, is_simulated: isSimulated } = await requireCustomer(tx, caller, id)
    const opening = await entries.findFundsBefore(tx, id, span.from)
    const lines = (await entries.listEntriesOf(tx, id, span)).map(presentEntry)
    const isClosed = span.to.getTime() <= now()
    return { customerId: id, name, month, currency, isSimulated, isClosed, ...statementOf(opening, lines) }
  })
}

export function getServiceUsageSnapshot(
  { db, now }: Platform,
  { caller }: Request,
  { id, month }: { readonly id: string; readonly month?: string | undefined },
): Promise<ServiceUsageSnapshot> {
  const at = new Date(now())
  return db.tenant(caller.tenantId, async (tx) => {
    await requireCustomer(tx, caller, id)
    return (await usageOf(tx, [id], { month: month ?? monthOf(at), at }))(id)
  })
}

/** Sets the customer for whom another subject orders: the caller's own, or any in the organisation for an administrator. */
export async function nameCustomerFor(
  tx: TenantDb,
  caller: Request['caller'],
  { subject, customerId }: { readonly subject: string; readonly customerId: string },
): Promise<void> {
  const { id } = await requireCustomer(tx, caller, customerId)
  await repository.insertDelegate(tx, caller.tenantId, { subject, customerId: id })
}

/** Returns the customers that were set for subjects, by subject. */
export const customersNamedFor = repository.listDelegates
