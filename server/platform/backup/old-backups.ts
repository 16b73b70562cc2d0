import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@apsis/astro/constants.ts'
import type { PlatformLog } from '../postgres/server-log.ts'
import { readManifest } from './manifest.ts'

/** Names that sort by time. */
const NAME = /^apsis-\d{8}T\d{6}Z\.tar$/
/** The part of the name that marks a backup while it is written; a killed run leaves a file with this mark. */
export const UNFINISHED = '.unfinished-'

/** Returns the name of a backup of this instant in a folder of backups. */
export const backupName = (at: Date): string => `apsis-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar`

export type Keeping = {
  readonly folder: string
  readonly keep: number
  /**
   * The newest backup, which was just made: it is always kept. Only older backups of the same installation are
   * removed.
   */
  readonly newest: { readonly file: string; readonly systemIdentifier: string }
  readonly now: Date
  readonly log: PlatformLog
}

/**
 * Removes the oldest backups of an installation, so that the wanted number remains, and returns their paths. Other files, and unreadable
 * backups, are left alone: a folder may contain backups of several installations. It must be called after the newest is proven.
 */
export async function removeOldBackups({ folder, keep, newest, now, log }: Keeping): Promise<readonly string[]> {
  const names = await readdir(folder)
  const files = names.filter((name) => NAME.test(name)).map((name) => join(folder, name))
  const own: string[] = []
  for (const file of files.filter((one) => one !== newest.file).sort()) {
    try {
      const { manifest } = await readManifest(file)
      if (manifest.systemIdentifier === newest.systemIdentifier) own.push(file)
    } catch (err) {
      log.warn({ err, file }, 'an old backup cannot be read: it does not count, and is not removed')
    }
  }
  const old = own.slice(0, Math.max(0, own.length - (keep - 1)))
  for (const file of old) await rm(file)
  for (const name of names.filter((one) => one.startsWith('apsis-') && one.includes(UNFINISHED))) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now.getTime() }))
    if (now.getTime() - mtimeMs > DAY_MS) await rm(file, { force: true })
  }
  return old
}
