import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the data folder: when the last backup ended, for who watches over it. */
export const LAST_BACKUP = 'last-backup.json'

/** Keeps when a backup ended; nothing is ever half written. */
export function keepLastBackup(
  dataDir: string,
  { id, endedAt }: { readonly id: string; readonly endedAt: string },
): void {
  const file = join(dataDir, LAST_BACKUP)
  writeFileSync(`${file}.new`, JSON.stringify({ id, endedAt }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
