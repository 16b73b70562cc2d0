import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { ownMessageId } from '@apsis/ccsds/cdm/own-cdm.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { originatorOf } from '../../platform/auth/originator.ts'
import { type FileAnswer, markedName } from '../../platform/http/answer-file.ts'
import { pool } from '../../platform/thread/pool.ts'
import { reasonOf } from '../../platform/thread/task-failure.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { findAssessedCdm } from './cdm.repository.ts'
import { ENDINGS, MEDIA, plainName } from './cdm.service.ts'
import { WRITE_OWN_MESSAGE } from './tasks.ts'

type OwnCdmQuestion = { readonly id: string; readonly format: Cdm['format']; readonly first: 'object1' | 'object2' }

/** Returns the message of an encounter for others: the originator and the probability are the organisation's own. */
export async function getOwnCdm(
  { db, now }: Pick<CaPlatform, 'db' | 'now'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { id, format, first }: OwnCdmQuestion,
): Promise<FileAnswer> {
  const row = await db.tenant(tenantId, (tx) => findAssessedCdm(tx, id))
  if (row === undefined) throw new ApiError('not-found', 'There is no such message.')
  if (row.withdrawn_at !== null)
    throw new ApiError('conflict', 'A track in this message was withdrawn: no new message is made of it for others.')
  const { assessment, object1 } = row.derived
  const at = new Date(now())
  const messageId = ownMessageId(row.message_id, { at, first: first === 'object1' ? 1 : 2 })
  const own = {
    originator: originatorOf(tenantId),
    messageId,
    creationDate: parseTime(at.toISOString()),
    probability: assessment.probability,
    method: assessment.method,
    reason: assessment.reason,
    radiusM: assessment.hardBodyRadius,
    radiusFrom: assessment.hardBodyRadiusFrom,
    version: assessment.version,
  }
  pool.requireRoom(tenantId)
  try {
    const sides = { object1: object1.designator, isExchanged: first === 'object2' }
    const task = { original: row.original, format, own, ...sides, isSimulated: row.is_simulated }
    const bytes = Buffer.from(await pool.run(WRITE_OWN_MESSAGE, tenantId, task))
    const name = markedName(plainName(messageId), ENDINGS[format], row.is_simulated)
    return { mediaType: MEDIA[format], name, bytes }
  } catch (error) {
    throw new ApiError('not-acceptable', `The message cannot be written in this notation: ${reasonOf(error)}`)
  }
}
