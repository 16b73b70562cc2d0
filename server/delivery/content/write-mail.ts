import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { digestMail } from './digest.ts'
import type { DeliveryContent } from './facts.ts'
import { type Mail, type MailOptions, mailOf } from './mail.ts'
import { type SituationNow, type SituationOptions, situationMail } from './situation-mail.ts'

/** The content of a mail as data; its files are added afterwards. */
export type MailOrder =
  | { readonly kind: 'mail'; readonly content: DeliveryContent; readonly options: Omit<MailOptions, 'attachments'> }
  | {
      readonly kind: 'digest'
      readonly contents: readonly DeliveryContent[]
      readonly options: Parameters<typeof digestMail>[1]
    }
  | { readonly kind: 'situation-report'; readonly situation: SituationNow; readonly options: SituationOptions }

export function writeMail(order: MailOrder): Mail {
  if (order.kind === 'mail') return mailOf(order.content, order.options)
  return order.kind === 'digest'
    ? digestMail(order.contents, order.options)
    : situationMail(order.situation, order.options)
}

/** Does nothing. After this task a process has loaded everything that it needs to write mails. */
export const getReady = (_: null): null => null

const PLACE = {
  module: new URL(import.meta.url),
  limits: { seconds: 10, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 16 },
}

/**
 * Writes a mail in a process of the pool. A mail contains names given by strangers, and one worker sends the mails of all
 * organisations: no other delivery may wait for the writing, however long it takes. A mail with two pictures takes some tens of
 * milliseconds; a mail longer than any mail server accepts is not sent.
 */
export const WRITE_MAIL = task<typeof writeMail>({ ...PLACE, name: 'writeMail' })
export const GET_READY = task<typeof getReady>({ ...PLACE, name: 'getReady' })
