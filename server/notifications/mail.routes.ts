import * as contract from '@apsis/contract/notifications/mail.ts'
import { listMails } from '../delivery/mailbox.service.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'

export function mailRoutes(door: Door, { db, config: { delivery } }: Pick<Platform, 'db' | 'config'>): void {
  bind(door, contract.listMails, async ({ caller }) => {
    const isSimulated = delivery.smtp === undefined
    return { isSimulated, mails: isSimulated ? await listMails(db, caller, delivery.mailboxDir) : [] }
  })
}
