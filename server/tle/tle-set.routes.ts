import { createTleSet } from '@apsis/contract/tle/tle-set.ts'
import type { Database } from '../platform/database/database.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { readTleSet } from './tle-set.service.ts'

export function tleSetRoutes(door: Door, db: Database): void {
  bind(door, createTleSet, ({ caller, body, requestId, signal }) => readTleSet(db, { caller, requestId, signal }, body))
}
