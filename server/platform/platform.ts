import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Database, TenantDb } from './database.ts'
import type { EndedSessions } from './ended-sessions.ts'
import type { Queue } from './jobs.ts'
import type { KeySource } from './jwks.ts'
import type { Limits } from './limits.ts'
import type { Listener } from './listener.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { TokenRules } from './token.ts'

/** What every part of a running API process is handed; there is nothing global. */
export type Platform = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  readonly db: Database
  readonly queue: Queue
  readonly listener: Listener
  readonly keys: KeySource
  readonly tokens: TokenRules
  /** Sign the tokens of service accounts. */
  readonly signingKeys: SigningKeys
  readonly endedSessions: EndedSessions
  readonly limits: Limits
  readonly metrics: Metrics
  readonly now: () => number
  /** Called within the transaction that first remembers a person. */
  readonly onFirstSeen: (tx: TenantDb, caller: Caller) => Promise<void>
}
