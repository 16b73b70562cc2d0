import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '@apsis/contract/notifications/mail.ts'
import { z } from 'zod'
import type { Caller } from '../platform/auth/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { mailboxOf } from './mail-door.ts'
import { listReceivers } from './receiver.repository.ts'

const MOST_MAILS = 50
/** The number of mails that are read to find the caller's mails. */
const MOST_READ = 500

const Kept = z.object({ to: z.string(), subject: z.string(), at: z.iso.datetime(), text: z.string() })

/** Returns the newest simulated mails to the caller's addresses. */
export async function listMails(db: Database, { tenantId, subject }: Caller, mailboxDir: string): Promise<Mail[]> {
  const rows = await db.tenant(tenantId, (tx) => listReceivers(tx, subject))
  const own = new Set(rows.filter(({ channel }) => channel === 'email').map(({ shown }) => shown.toLowerCase()))
  if (own.size === 0) return []
  const folder = mailboxOf(mailboxDir, { tenantId, subject })
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, MOST_READ)
  const mails: Mail[] = []
  for (const name of newest) {
    const mail = Kept.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    if (mail.success && own.has(mail.data.to.toLowerCase())) mails.push(mail.data)
    if (mails.length === MOST_MAILS) break
  }
  return mails
}
