import { keepKeyMark } from '../auth/key-mark.repository.ts'
import { createSecretBox } from '../auth/secret-box.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'

const DELIVERY = 'delivery'

type Checking = {
  readonly db: Database
  readonly keyFile: string
  /** The database is this process's own: no other machine uses it. */
  readonly isEmbedded: boolean
  readonly log: Log
}

/**
 * Refuses a key file other than the one that processes on this database began with: what one has sealed the other could not
 * open, and notices would be lost. With a database of its own a process only warns: there the file belongs to the folder that
 * was restored, and whoever lost it has to be able to start.
 */
export async function checkDeliveryKey({ db, keyFile, isEmbedded, log }: Checking): Promise<void> {
  const mark = markOf(keyFile, log)
  if (mark === undefined) return
  const kept = await db.shared((tx) => keepKeyMark(tx, { name: DELIVERY, mark }))
  if (kept === mark) return
  const message = `${keyFile} is not the key that channels in this database are sealed with: every process needs the same file, named in APSIS_DELIVERY_KEY_FILE. deploy/run-book.md says what to do when it is lost.`
  if (!isEmbedded) throw new Error(message)
  log.warn(message)
}

/** By what the key of a file is recognised; undefined: there is none, and none could be made. */
function markOf(keyFile: string, log: Log): string | undefined {
  try {
    return createSecretBox(keyFile).derive('mark').toString('hex')
  } catch (error) {
    log.warn(
      { err: error },
      `the key file ${keyFile} cannot be used: channels can neither be saved nor sent to. Name one file for every process in APSIS_DELIVERY_KEY_FILE`,
    )
    return undefined
  }
}
