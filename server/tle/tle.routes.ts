import { getTle } from '@apsis/contract/tle/tle.ts'
import { bindFile, type Door } from '../platform/bind.ts'
import type { Database } from '../platform/database.ts'
import { readTle } from './tle.service.ts'

export function tleRoutes(door: Door, db: Database): void {
  bindFile(door, getTle, ({ caller, query, accept }) => readTle(db, caller, { ...query, accept }))
}
