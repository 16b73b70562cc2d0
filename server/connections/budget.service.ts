import { createHash } from 'node:crypto'
import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { ConnectionBudget } from '@apsis/contract/connections/connection.ts'
import type { Database, SharedDb } from '../platform/database/database.ts'
import { lockUntilEnd } from '../platform/database/lock.repository.ts'
import * as repository from './budget.repository.ts'
import { type Budget, earliest, freeAt, longestWindowMs, usedOf } from './budget.ts'

/** Sending one more request now would exceed a limit of the service. */
export class BudgetError extends Error {
  readonly againMs: number
  constructor(againMs: number) {
    super(`the limits of the service allow no further request before ${new Date(againMs).toISOString()}`)
    this.name = 'BudgetError'
    this.againMs = againMs
  }
}

/** Counts the requests to one account or address for all processes. */
export type Ledger = {
  /** Counts a request before it is sent, and returns its number; throws a BudgetError if a limit allows none now. */
  readonly take: (asked: string) => Promise<number>
  /** Removes a request from the count of its class, because the service has not answered it. */
  readonly release: (request: number) => Promise<void>
  /** The time until a request of a class is possible, ms; 0: now. Another reader of the account who has queued for longer goes first. */
  readonly wait: (asked: string) => Promise<number>
  /** Gives the reader a place among those who wait for a request of a class; it comes again after `waitMs`, or loses its place. */
  readonly queue: (asked: string, waitMs: number) => Promise<void>
  /** Gives up the place of the reader, because it does not come again soon. */
  readonly leave: (asked: string) => Promise<void>
  readonly present: () => Promise<ConnectionBudget[]>
}

/** A reader that has not come for this time after it wanted to come loses its place. */
const ABSENT_MS = 30 * MINUTE_MS
/** A reader who lets another go first asks again after this time. */
const AFTER_OTHER_MS = 10 * MINUTE_MS

/** Returns the name under which the requests of an account are counted; it does not reveal the account. */
export const limitKeyOf = (address: string, account: string): string =>
  createHash('sha256')
    .update(`${new URL(address).host}\n${account.toLowerCase()}`)
    .digest('base64url')

type LedgerOptions = {
  readonly db: Database
  readonly limitKey: string
  readonly budget: Budget
  /** The id of the connection, if several connections may share the limits. */
  readonly reader?: string
  /** Only tests set this; otherwise the time of the database is used. */
  readonly clock?: (() => number) | undefined
}

export function openLedger({ db, limitKey, budget, reader = '', clock }: LedgerOptions): Ledger {
  const timeOf = async (tx: SharedDb) => clock?.() ?? (await repository.readDatabaseTime(tx))
  const sentBy = (tx: SharedDb, nowMs: number) =>
    repository.listRequests(tx, limitKey, new Date(nowMs - longestWindowMs(budget)))
  return {
    take: (asked) =>
      db.shared(async (tx) => {
        await lockUntilEnd(tx, `connections.request:${limitKey}`)
        const nowMs = await timeOf(tx)
        const freeMs = earliest(budget, await sentBy(tx, nowMs), asked, nowMs)
        if (freeMs > nowMs) throw new BudgetError(freeMs)
        await repository.deleteOldRequests(tx, limitKey, new Date(nowMs - longestWindowMs(budget)))
        await repository.deleteWaiting(tx, { limitKey, class: asked, reader })
        await repository.deleteOldWaiting(tx, limitKey, new Date(nowMs - longestWindowMs(budget)))
        return repository.insertRequest(tx, { limitKey, class: asked, at: new Date(nowMs) })
      }),
    release: (id) => db.shared((tx) => repository.updateClass(tx, { limitKey, id, to: 'session' })),
    wait: (asked) =>
      db.shared(async (tx) => {
        const nowMs = await timeOf(tx)
        const freeMs = earliest(budget, await sentBy(tx, nowMs), asked, nowMs) - nowMs
        const waiting = { limitKey, class: asked, reader }
        const isSecond = await repository.isOtherFirst(tx, waiting, new Date(nowMs - ABSENT_MS))
        return isSecond ? Math.max(freeMs, AFTER_OTHER_MS) : freeMs
      }),
    queue: (asked, waitMs) =>
      db.shared(async (tx) => {
        const nowMs = await timeOf(tx)
        await repository.upsertWaiting(tx, {
          limitKey,
          class: asked,
          reader,
          at: new Date(nowMs),
          againAt: new Date(nowMs + waitMs),
          absentSince: new Date(nowMs - ABSENT_MS),
        })
      }),
    leave: (asked) => db.shared((tx) => repository.deleteWaiting(tx, { limitKey, class: asked, reader })),
    present: () =>
      db.shared(async (tx) => {
        const nowMs = await timeOf(tx)
        const sent = await sentBy(tx, nowMs)
        return budget.limits.map((limit) => {
          const freeMs = freeAt(limit, sent, nowMs)
          return {
            requests: limit.classes?.join(', ') ?? 'all',
            withinS: limit.withinMs / 1_000,
            allowed: limit.allowed,
            most: limit.most,
            used: usedOf(limit, sent, nowMs).length,
            freeAt: freeMs > nowMs ? new Date(freeMs).toISOString() : null,
          }
        })
      }),
  }
}
