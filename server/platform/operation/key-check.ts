import { keepKeyMark } from '../auth/key-mark.repository.ts'
import { createSecretBox } from '../auth/secret-box.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'

const DELIVERY = 'delivery'

type Checking = {
  readonly db: Database
  readonly keyFile: string
  /** True if the database belongs to this process: no other machine uses it. */
  readonly isEmbedded: boolean
  readonly log: Log
}

/**
 * Refuses a key file that differs from that of the first processes on this database: values sealed with one key could not be
 * opened with the other, and notices would be lost. With an embedded database a process only warns: the file is part of the
 * restored folder there, and an operator who has lost it must be able to start.
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

/** Returns the mark that identifies the key in a file; undefined if there is no key and none could be created. */
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
