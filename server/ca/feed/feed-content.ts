import type { WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { BULK_LIMITS, takeInCdms } from '../message/intake.service.ts'
import { type FileAnswer, type FileContent, ingestEphemeris } from './ingest-ephemeris.ts'

/** The kind of files in a folder or a mailbox, and their processing. */
export type FeedContent = {
  /** The noun that is counted in the text about a refused file. */
  readonly noun: 'messages' | 'ephemerides'
  readonly ingest: (platform: WorkPlatform, file: FileContent) => Promise<readonly FileAnswer[]>
}

export const FEED_CONTENTS: Readonly<Record<'MESSAGES' | 'EPHEMERIDES', FeedContent>> = {
  /** Conjunction data messages, and zips of them. */
  MESSAGES: {
    noun: 'messages',
    ingest: ({ db, queue, now }, { tenantId, name, bytes, isStaging, source }) =>
      takeInCdms({ db, queue }, { tenantId, subject: source }, [{ name, bytes }], {
        source,
        isSimulated: isStaging,
        now: new Date(now()),
        limits: BULK_LIMITS,
      }),
  },
  EPHEMERIDES: { noun: 'ephemerides', ingest: ingestEphemeris },
}

/** Returns a line for each fault of a refused message: the file, the place in it, and the reason. */
export function sayRefused({ name, messageId, errors }: FileAnswer): string[] {
  return errors.map(({ line, keyword, message }) => {
    const where = [line === undefined ? '' : `line ${line}`, keyword ?? ''].filter((text) => text !== '').join(', ')
    return `${name}${messageId === null ? '' : ` (${messageId})`}: ${where === '' ? '' : `${where}: `}${message}`
  })
}
