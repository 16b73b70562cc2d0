import * as contract from '@apsis/contract/odt/tracking/track-history.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import { listTrackHistories } from './track-history.service.ts'

export function trackHistoryRoutes(door: Door, { db }: Pick<Platform, 'db'>): void {
  bind(door, contract.listTrackHistories, async ({ caller, query, header }) => {
    const { items, total } = await listTrackHistories({ db }, caller, query)
    tellPages(header, { path: contract.listTrackHistories.path, query, total })
    return items
  })
}
