import { getElementSetHistory } from '@apsis/contract/tle/history.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { historyOf } from './history.service.ts'

export function historyRoutes(door: Door, { db, now }: Pick<Platform, 'db' | 'now'>): void {
  bind(door, getElementSetHistory, ({ caller, query }) => historyOf({ db, now }, caller, query))
}
