import * as contract from '@apsis/contract/notifications/notification.ts'
import type { Database } from '../platform/database/database.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { tellPages } from '../platform/http/paging.ts'
import * as service from './notification.service.ts'

export function notificationRoutes(door: Door, db: Database): void {
  bind(door, contract.listNotifications, async ({ caller, query, header }) => {
    const { items, total } = await service.listNotifications(db, caller, { ...query, state: query.state })
    tellPages(header, { path: contract.listNotifications.path, query, total })
    return items
  })
  bind(door, contract.updateNotifications, ({ caller, body }) => service.updateNotifications(db, caller, body))
}
