import { Problem, type ProblemDetail } from '@apsis/contract/errors.ts'

type Parts = {
  readonly code: number
  readonly title: string
  readonly message: string
  readonly requestId?: string | undefined
  readonly details?: readonly ProblemDetail[] | undefined
}

/** Every way in which a call can fail, in the words of the error catalogue (spec §8). */
export class ApiProblem extends Error {
  /** Status of the answer, else the code of the error, else 404; 0 when cancelled, 501 when the session has ended. */
  readonly code: number
  readonly title: string
  readonly requestId: string | undefined
  readonly details: readonly ProblemDetail[]

  constructor(parts: Parts, options?: ErrorOptions) {
    super(parts.message, options)
    this.name = 'ApiProblem'
    this.code = parts.code
    this.title = parts.title
    this.requestId = parts.requestId
    this.details = parts.details ?? []
  }
}

/** Without an answer there is no status: the catalogue's default (spec §8). */
const NO_STATUS = 404

/** The problem that an answer reports; whatever stands in for our own server may answer without a problem document. */
export function problemOfAnswer(answer: { status: number; statusText: string }, body: unknown): ApiProblem {
  const parsed = Problem.safeParse(body)
  const title = parsed.data?.error || answer.statusText || `Status ${answer.status}`
  const message = parsed.data?.message || 'The server gave no reason.'
  return new ApiProblem({
    code: answer.status,
    title,
    message,
    requestId: parsed.data?.requestId,
    details: parsed.data?.errors,
  })
}

/** A call that was refused before it was sent, or cut off, because nobody is signed in any more. */
export function unauthenticated(): ApiProblem {
  return new ApiProblem({ code: 501, title: 'Unauthenticated', message: 'Authentication ran out, logging you out.' })
}

/** What a call threw, told apart: cancelled, without a session, without an answer, or with one that makes no sense. */
export function problemOfFailure(failure: unknown, authenticated: boolean): ApiProblem {
  if (failure instanceof ApiProblem) return failure
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'AbortError')
    return authenticated
      ? new ApiProblem({ code: 0, title: 'Cancelled', message: 'Server request was cancelled.' }, { cause: failure })
      : unauthenticated()
  if (name === 'TimeoutError')
    return new ApiProblem(
      { code: NO_STATUS, title: 'No answer', message: 'The server did not answer in time.' },
      { cause: failure },
    )
  if (name === 'ZodError' || name === '$ZodError' || name === 'SyntaxError')
    return new ApiProblem(
      {
        code: NO_STATUS,
        title: 'Unexpected answer',
        message: 'The server’s answer does not fit this version of the page: reload it.',
      },
      { cause: failure },
    )
  return new ApiProblem(
    { code: NO_STATUS, title: 'No connection', message: 'The server could not be reached.' },
    { cause: failure },
  )
}
