import type { Caller } from '../auth/caller.ts'
import type { EndedSessions } from '../auth/ended-sessions.ts'
import type { KeySource } from '../auth/jwks.ts'
import type { Limits } from '../auth/rate-limit.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import type { SigningKeys } from '../auth/signing-keys.ts'
import type { TokenRules } from '../auth/token.ts'
import type { Config } from '../config.ts'
import type { Database, TenantDb } from '../database/database.ts'
import type { Listener } from '../database/listener.ts'
import type { Queue } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'

/** The services that every part of a running API process receives; none of them is a global variable. */
export type Platform = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  readonly db: Database
  readonly queue: Queue
  readonly listener: Listener
  readonly keys: KeySource
  readonly tokens: TokenRules
  /** The keys that sign the tokens of service accounts. */
  readonly signingKeys: SigningKeys
  /** Seals values that must not be readable in the database. */
  readonly box: SecretBox
  readonly endedSessions: EndedSessions
  readonly limits: Limits
  readonly metrics: Metrics
  readonly now: () => number
  /** Returns the time by which `now` was moved on purpose, ms (database/moved-clock.ts). */
  readonly movedMs: () => number
  /** Called within the transaction that first stores a person. */
  readonly onFirstSeen: (tx: TenantDb, caller: Caller) => Promise<void>
}
