import { formatInstant } from '../../../clock/format.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { refusalInWords } from '../refusal-in-words.ts'
import { NotMade } from './burn-size.ts'
import { designWords } from './words.data.ts'

/** Returns `planned on message 6 of 2026-11-20 05:41:00 Z`. */
export function basisNote({ number, atMs }: NumberedMessage): string {
  return designWords('basis', { number, time: formatInstant(atMs) })
}

/** Returns the reason why there is no burn: a rule that forbids it, or a failure. */
export const failureInWords = (failure: Error): string =>
  failure instanceof NotMade ? refusalInWords(failure.refusal) : failure.message
