import { createTleSet } from '@apsis/contract/tle/tle-set.ts'
import { bind, type Door } from '../platform/bind.ts'
import type { Database } from '../platform/database.ts'
import { readTleSet } from './tle-set.service.ts'

export function tleSetRoutes(door: Door, db: Database): void {
  bind(door, createTleSet, ({ caller, body, requestId }) => readTleSet(db, { caller, requestId }, body))
}
