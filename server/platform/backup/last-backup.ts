import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in the data folder with the time of the last backup, for monitoring. */
export const LAST_BACKUP = 'last-backup.json'

/** Stores the time at which a backup ended; the file is never half written. */
export function keepLastBackup(
  dataDir: string,
  { id, endedAt }: { readonly id: string; readonly endedAt: string },
): void {
  const file = join(dataDir, LAST_BACKUP)
  writeFileSync(`${file}.new`, JSON.stringify({ id, endedAt }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
