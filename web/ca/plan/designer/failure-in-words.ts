import { refusalInWords } from '../refusal-in-words.ts'
import { NotMade } from './not-made.ts'

/** Why there is no burn: what forbids it, or what failed. */
export const failureInWords = (failure: Error): string =>
  failure instanceof NotMade ? refusalInWords(failure.refusal) : failure.message
