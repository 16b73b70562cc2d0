import { ERRORS, type ErrorCode, type Problem, type ProblemDetail } from '@apsis/contract/errors.ts'
import type { z } from 'zod'

const MAX_DETAILS = 100
const MOST_MESSAGE_CHARACTERS = 300

export type ErrorExtras = {
  readonly errors?: readonly ProblemDetail[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** An expected failure of a request: a code of the contract and one sentence for a person. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly ProblemDetail[]
  readonly headers: Readonly<Record<string, string>>
  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'ApiError'
    this.code = code
    this.errors = extras.errors ?? []
    this.headers = extras.headers ?? {}
  }
}

/** Returns the body that reports an error to a client. */
export function problemOf(error: ApiError, requestId: string): Problem {
  const { status, title } = ERRORS[error.code]
  const detail = error.message.slice(0, MOST_MESSAGE_CHARACTERS)
  const listed = error.errors.slice(0, MAX_DETAILS)
  return {
    type: `/problems/${error.code}`,
    title,
    status,
    detail,
    instance: `/problems/instances/${requestId}`,
    error: title,
    message: detail,
    requestId,
    ...(listed.length > 0 ? { errors: listed, truncated: error.errors.length > listed.length } : {}),
  }
}

type Part = 'params' | 'query' | 'body'

/** Returns the faults found by a schema, each with its place in the request. */
export function detailsOf(error: z.ZodError, part: Part): ProblemDetail[] {
  return error.issues
    .flatMap((issue) => insideUnion(issue))
    .flatMap((issue): ProblemDetail[] => {
      // A field that the contract does not know is reported under its own name, not its parent's.
      const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      const message = issue.code === 'unrecognized_keys' ? 'is not a field of this request' : issue.message
      return paths.map((path) => ({ code: `${part}.${issue.code}`, message, ...placeOf(path, part) }))
    })
}

/** Returns the faults of a value that may have several forms: the faults of the form whose type the value has. */
function insideUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.filter(
    (faults) => !faults.some((one) => one.code === 'invalid_type' && one.path.length === 0),
  )
  const [only] = meant
  if (only === undefined || meant.length > 1) return [issue]
  return only.flatMap((one) => insideUnion({ ...one, path: [...issue.path, ...one.path] }))
}

function placeOf(path: readonly PropertyKey[], part: Part): { pointer: string } | { parameter: string } {
  if (part !== 'body') return { parameter: String(path[0] ?? '') }
  return { pointer: `#${path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}` }
}

/** Returns a sentence that names the first fault. All faults are in `errors`. */
export function sentenceOf(details: readonly ProblemDetail[]): string {
  const [first] = details
  if (first === undefined) return 'The request is not valid.'
  const place = first.parameter ?? first.pointer ?? first.header ?? 'the request'
  const more = details.length > 1 ? ` (${details.length} problems in all)` : ''
  return `${place}: ${first.message}${more}`
}
