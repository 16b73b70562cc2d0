import { refusalInWords } from '../refusal-in-words.ts'
import { NotMade } from './not-made.ts'

/** Returns the reason why there is no burn: a rule that forbids it, or a failure. */
export const failureInWords = (failure: Error): string =>
  failure instanceof NotMade ? refusalInWords(failure.refusal) : failure.message
