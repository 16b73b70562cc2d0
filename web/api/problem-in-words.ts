import { ERRORS, type ErrorCode } from '@apsis/contract/errors.ts'
import { type ApiProblem, NO_REASON, type OwnKind } from './problem.ts'
import { apiWords } from './words.data.ts'

/**
 * Returns title and message in the chosen language: the page's own texts and the titles of the contract are translated; other texts of the
 * server are unchanged.
 */
export function problemInWords(
  problem: Pick<ApiProblem, 'kind' | 'title' | 'message'>,
): Record<'title' | 'message', string> {
  const { kind, title, message } = problem
  if (kind !== undefined && !isOfContract(kind)) return { title: apiWords(kind), message: apiWords(`${kind}Message`) }
  return {
    // A title that differs from the contract's is more specific than our translation.
    title: kind !== undefined && title === ERRORS[kind].title ? apiWords(kind) : title,
    message: message === NO_REASON ? apiWords('noReason') : message,
  }
}

function isOfContract(kind: ErrorCode | OwnKind): kind is ErrorCode {
  return Object.hasOwn(ERRORS, kind)
}

/** Returns the text in brackets after the name of the failure: the status of the answer, or a note that there was no answer. */
export function codeInWords(problem: Pick<ApiProblem, 'status' | 'kind' | 'title' | 'message'>): string {
  return problem.status === undefined ? problemInWords(problem).title : String(problem.status)
}

/** Returns the text of a pane whose data could not be read at all. */
export function failureInWords(problem: ApiProblem) {
  return { code: codeInWords(problem), requestId: problem.requestId, message: problemInWords(problem).message }
}
