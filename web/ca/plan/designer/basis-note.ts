import { formatInstant } from '../../../clock/format.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { designWords } from './words.data.ts'

/** Returns `planned on message 6 of 2026-11-20 05:41:00 Z`. */
export function basisNote({ number, atMs }: NumberedMessage): string {
  return designWords('basis', { number, time: formatInstant(atMs) })
}
