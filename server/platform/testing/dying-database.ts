import type { Database } from '../database/database.ts'

export type DyingDatabase = {
  readonly db: Database
  /** The number of transactions that were begun. */
  readonly count: () => number
}

/** Returns a database whose transactions fail as in a killed process: after the first `last` of them, and while `isDead` returns true. */
export function dyingAt(db: Database, last: number, isDead = () => false): DyingDatabase {
  let begun = 0
  const die = <T>(work: () => Promise<T>): Promise<T> => {
    begun += 1
    return begun > last || isDead() ? Promise.reject(new Error('killed')) : work()
  }
  return {
    count: () => begun,
    db: {
      ...db,
      tenant: (id, work) => die(() => db.tenant(id, work)),
      shared: (work) => die(() => db.shared(work)),
    },
  }
}
