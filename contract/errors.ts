import { z } from 'zod'
import { Finding } from './finding.ts'

type ErrorKind = { readonly status: number; readonly title: string; readonly meaning: string }

/** Every problem that the API can answer: code, status, title and meaning (reliability: one table, RFC 9457). */
export const ERRORS = {
  'request-invalid': {
    status: 400,
    title: 'Bad Request',
    meaning: 'The request does not fit the contract; `errors` names each field.',
  },
  'token-missing': { status: 401, title: 'Unauthorized', meaning: 'The call needs a bearer token.' },
  'token-invalid': { status: 401, title: 'Unauthorized', meaning: 'The bearer token is not accepted.' },
  'client-invalid': {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The client id and secret are not accepted: unknown, wrong, ended or revoked.',
  },
  'grant-unsupported': {
    status: 400,
    title: 'Bad Request',
    meaning: 'Tokens are given for client credentials only.',
  },
  'insufficient-balance': {
    status: 402,
    title: 'Payment Required',
    meaning: 'What is available, with the credit line, does not reach for it; nothing was held.',
  },
  forbidden: { status: 403, title: 'Forbidden', meaning: 'The token is good, but lacks a role that the call needs.' },
  'not-found': {
    status: 404,
    title: 'Not Found',
    meaning: 'There is no such thing, or it belongs to another organisation.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method Not Allowed',
    meaning: 'The path exists with the methods of the Allow header.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not Acceptable',
    meaning: 'None of the media types of the Accept header is produced.',
  },
  'request-timeout': { status: 408, title: 'Request Timeout', meaning: 'The request did not arrive in time.' },
  conflict: { status: 409, title: 'Conflict', meaning: 'The state of the thing does not allow the change.' },
  'version-stale': {
    status: 412,
    title: 'Precondition Failed',
    meaning: 'The thing has changed since the version in If-Match.',
  },
  'body-too-large': { status: 413, title: 'Content Too Large', meaning: 'The body is larger than the call takes.' },
  'uri-too-long': { status: 414, title: 'URI Too Long', meaning: 'The address of the request is too long.' },
  'media-type': {
    status: 415,
    title: 'Unsupported Media Type',
    meaning: 'The call does not take this media type or encoding.',
  },
  unprocessable: {
    status: 422,
    title: 'Unprocessable Content',
    meaning: 'Well formed, but its content cannot be used; `errors` says why.',
  },
  'version-missing': {
    status: 428,
    title: 'Precondition Required',
    meaning: 'The change has to say in If-Match on which version it was made.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too Many Requests',
    meaning: 'The rate limit is used up; Retry-After says for how long.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request Header Fields Too Large',
    meaning: 'The headers of the request are too long.',
  },
  internal: {
    status: 500,
    title: 'Internal Server Error',
    meaning: 'A fault on our side; the request id finds it in the log.',
  },
  unavailable: {
    status: 503,
    title: 'Service Unavailable',
    meaning: 'For the moment the call cannot be served; try again after Retry-After.',
  },
  timeout: { status: 504, title: 'Gateway Timeout', meaning: 'Something the call depends on took too long.' },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERRORS

/** The errors that any call can answer. */
export const COMMON_ERRORS = [
  'request-invalid',
  'token-missing',
  'token-invalid',
  'forbidden',
  'not-found',
  'uri-too-long',
  'headers-too-large',
  'too-many-requests',
  'internal',
  'unavailable',
  'timeout',
] as const satisfies readonly ErrorCode[]

/** The additional errors of a call with a body. */
export const BODY_ERRORS = ['request-timeout', 'body-too-large', 'media-type'] as const satisfies readonly ErrorCode[]

/** The additional errors of a call with an Idempotency-Key. */
export const KEY_ERRORS = ['conflict', 'unprocessable'] as const satisfies readonly ErrorCode[]

/** One fault with its place: a JSON pointer, a parameter or header, or a line and keyword of a message. */
export const ProblemDetail = z.object({
  code: z.string().meta({ description: 'Stable code of this kind of fault' }),
  message: z.string(),
  pointer: z
    .string()
    .optional()
    .meta({ description: 'JSON pointer into the body', examples: ['#/notifications/email'] }),
  parameter: z.string().optional().meta({ description: 'Name of the path or query parameter' }),
  header: z.string().optional(),
  line: z.int().optional().meta({ description: 'Line of the uploaded message, from 1' }),
  column: z.int().optional(),
  keyword: z.string().optional().meta({ description: 'Keyword of the uploaded message' }),
  expected: z.array(z.string()).optional(),
  values: Finding.shape.values.optional().meta({
    description: 'What the message names, as data: a page says it in the language of its reader',
  }),
})
export type ProblemDetail = z.infer<typeof ProblemDetail>

/** The body of every error: RFC 9457, with `error` and `message` for the notification mapping of spec §8. */
export const Problem = z
  .object({
    type: z.string().meta({ examples: ['/problems/request-invalid'] }),
    title: z.string(),
    status: z.int().meta({ description: 'The HTTP status of the answer' }),
    detail: z.string(),
    instance: z.string(),
    error: z.string().meta({ description: 'Same as title: title of the notification' }),
    message: z.string().meta({ description: 'Same as detail: text of the notification' }),
    requestId: z.string(),
    errors: z.array(ProblemDetail).optional(),
    truncated: z.boolean().optional().meta({ description: 'True when more faults were found than are listed' }),
  })
  .meta({
    id: 'Problem',
    description: 'RFC 9457 problem details',
    examples: [
      {
        type: '/problems/request-invalid',
        title: 'Bad Request',
        status: 400,
        detail: '#/notifications/pager: is not a field of this request',
        instance: '/problems/instances/224ac13e-9ce7-42a7-b9cb-3a494e14e61e',
        error: 'Bad Request',
        message: '#/notifications/pager: is not a field of this request',
        requestId: '224ac13e-9ce7-42a7-b9cb-3a494e14e61e',
        errors: [
          {
            code: 'body.unrecognized_keys',
            message: 'is not a field of this request',
            pointer: '#/notifications/pager',
          },
        ],
        truncated: false,
      },
    ],
  })
export type Problem = z.infer<typeof Problem>
