import { ERRORS, type ErrorCode, Problem, type ProblemDetail } from '@apsis/contract/errors.ts'

/** The failures without an answer of the server: the page's own texts for each, and its code (spec §8). */
const OWN = {
  cancelled: { code: 0, title: 'Cancelled', message: 'Server request was cancelled.' },
  unauthenticated: { code: 501, title: 'Unauthenticated', message: 'Authentication ran out, logging you out.' },
  // Without an answer there is no status; 404 is the default of the catalogue.
  'no-answer': { code: 404, title: 'No answer', message: 'The server did not answer in time.' },
  'no-connection': { code: 404, title: 'No connection', message: 'The server could not be reached.' },
  'unexpected-answer': {
    code: 404,
    title: 'Unexpected answer',
    message: 'The server’s answer does not fit this version of the page: reload it.',
  },
} as const
export type OwnKind = keyof typeof OWN

/** The status of a write with an outdated If-Match: somebody else has saved since the read. */
export const STALE_STATUS = 412

/** The text for an answer that gives no reason. */
export const NO_REASON = 'The server gave no reason.'

type Parts = {
  /** The kind of problem, if it is a known one, whose text can be shown in another language. */
  readonly kind?: ErrorCode | OwnKind | undefined
  readonly code: number
  /** The status of the server's answer; absent if there was none. */
  readonly status?: number
  readonly title: string
  readonly message: string
  readonly requestId?: string | undefined
  readonly details?: readonly ProblemDetail[] | undefined
}

/** Every way in which a call can fail, with the texts of the error catalogue (spec §8). */
export class ApiProblem extends Error {
  /** The status of the answer, else the code of the error, else 404; 0 for a cancelled call, 501 if the session has ended. */
  readonly code: number
  /** The status of the server's answer; undefined if there was none. Only this field shows what the server has answered. */
  readonly status: number | undefined
  readonly title: string
  readonly kind: ErrorCode | OwnKind | undefined
  readonly requestId: string | undefined
  readonly details: readonly ProblemDetail[]
  /** The path of the call's endpoint, as in the contract. */
  path: string | undefined

  constructor(parts: Parts, options?: ErrorOptions) {
    super(parts.message, options)
    this.name = 'ApiProblem'
    this.code = parts.code
    this.status = parts.status
    this.title = parts.title
    this.kind = parts.kind
    this.requestId = parts.requestId
    this.details = parts.details ?? []
  }
}

/** Returns the problem that an answer reports; a proxy in front of the server may answer without a problem document. */
export function problemOfAnswer(answer: { status: number; statusText: string }, body: unknown): ApiProblem {
  const parsed = Problem.safeParse(body)
  const title = parsed.data?.error || answer.statusText || `Status ${answer.status}`
  return new ApiProblem({
    kind: kindOf(parsed.data?.type),
    code: answer.status,
    status: answer.status,
    title,
    message: parsed.data?.message || NO_REASON,
    requestId: parsed.data?.requestId,
    details: parsed.data?.errors,
  })
}

function kindOf(type: string | undefined): ErrorCode | undefined {
  const name = type?.replace(/^\/problems\//, '') ?? ''
  return Object.hasOwn(ERRORS, name) ? (name as ErrorCode) : undefined
}

function own(kind: OwnKind, cause?: unknown): ApiProblem {
  return new ApiProblem({ kind, ...OWN[kind] }, cause === undefined ? undefined : { cause })
}

/** Returns the problem of a call that was refused before it was sent, or was cut off, because nobody is signed in any more. */
export function unauthenticated(): ApiProblem {
  return own('unauthenticated')
}

/**
 * Returns the problem for the error that a call threw: cancelled, without a session, without an answer, or with an invalid answer.
 * "Cancelled" (spec §8) means that somebody stopped the call while waiting for its answer: the user with our Cancel button, or the browser.
 * A read that the page no longer needs, because the screen was left or the read was restarted, is different. The query cache stops waiting
 * for such a read before it aborts it, so the read never counts as failed and is not reported.
 */
export function problemOfFailure(failure: unknown, authenticated: boolean): ApiProblem {
  if (failure instanceof ApiProblem) return failure
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'AbortError') return authenticated ? own('cancelled', failure) : unauthenticated()
  if (name === 'TimeoutError') return own('no-answer', failure)
  if (name === 'ZodError' || name === '$ZodError' || name === 'SyntaxError') return own('unexpected-answer', failure)
  return own('no-connection', failure)
}

/** True if the server has answered that the item does not exist; a missing answer, or an error of the server, does not mean that. */
export function saysNotFound(problem: ApiProblem | null | undefined): boolean {
  return problem?.status === 404
}

type QueryResult = { readonly data: unknown; readonly error: ApiProblem | null }

/**
 * True if the item that an address names does not exist: its answer is empty, or the server does not know it, or its name is not valid
 * (400).
 */
export function isNotThere({ data, error }: QueryResult): boolean {
  return data === null || saysNotFound(error) || error?.status === 400
}

const FIRST_UNAVAILABLE_STATUS = 502

/**
 * True if the server could not answer: there is no connection, no answer in time, or the server itself cannot work. It may work again soon.
 */
export function isOutage(problem: ApiProblem | null | undefined): boolean {
  if (!problem) return false
  if (problem.status !== undefined) return problem.status >= FIRST_UNAVAILABLE_STATUS
  return problem.kind === 'no-connection' || problem.kind === 'no-answer'
}
