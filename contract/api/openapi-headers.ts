import { type Endpoint, readsIdempotencyKey } from '../endpoint.ts'

type Json = { [key: string]: unknown }

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example })
const whole = (description: string, example: number): Json => ({ description, schema: { type: 'integer' }, example })

/** The headers of answers; each occurs once in a document. */
const ANSWER_HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': text('Finds the request in the log of the installation', '224ac13e-9ce7-42a7-b9cb-3a494e14e61e'),
  RateLimit: text(
    'What is left of the rate limit (r) and in how many seconds it is full again (t)',
    '"read";r=299;t=1',
  ),
  'RateLimit-Policy': text('The rate limit: so many calls (q) in so many seconds (w)', '"read";q=300;w=60'),
  'Retry-After': whole('Try again after so many seconds', 2),
  ETag: text('The version of what is answered, for If-Match and If-None-Match', '"7"'),
  'X-Total-Count': whole('How many match in all', 49),
  Link: text(
    'The first, previous, next and last page (RFC 8288), where they exist',
    '</api/v1/notifications?page=2>; rel="next"',
  ),
}

type HeaderParameter = { readonly name: string; readonly required: boolean; readonly description: string }

/** Returns the headers that a call reads in addition to those of every HTTP call. */
export function headersRead(e: Endpoint): Json[] {
  const { ifMatch, ifNoneMatch } = e.headers ?? {}
  const some: HeaderParameter[] = []
  const add = (name: string, description: string, required = false) => some.push({ name, required, description })
  if (ifMatch !== undefined) {
    const without =
      ifMatch === 'required' ? '428 without it' : 'without it the last save wins, unless the call says 428'
    add(
      'If-Match',
      `The ETag of what was read: 412 where somebody saved in between; ${without}`,
      ifMatch === 'required',
    )
  }
  if (ifNoneMatch) add('If-None-Match', 'The ETag of what is known already: 304 where it still holds')
  if (readsIdempotencyKey(e))
    add(
      'Idempotency-Key',
      'A text of your own for this request, 1 to 255 visible characters of ASCII: sent again within 24 hours with the same key it does nothing more and gets the first answer; anything else under the same key is refused with 422. A refusal keeps no key',
    )
  if (e.media === 'text/event-stream') add('Last-Event-ID', 'The last event that was seen: the stream goes on after it')
  if (e.signed !== undefined) for (const [name, description] of SIGNATURES[e.signed]) add(name, description, true)
  return some.map((one) => ({ ...one, in: 'header', schema: { type: 'string' } }))
}

const SIGNATURES = {
  'standard-webhooks': [
    ['webhook-id', 'The id of the message, the same with every attempt'],
    ['webhook-timestamp', 'When it was sent, seconds since 1970'],
    ['webhook-signature', 'v1 and the HMAC-SHA256 of id, timestamp and body, or several of them with a space between'],
  ],
  pagerduty: [['X-PagerDuty-Signature', 'v1 and the HMAC-SHA256 of the body, or several of them with a comma between']],
} as const

/** Returns references to the headers of an answer. */
const referTo = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const ALWAYS = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

/** Returns the headers of a successful answer. */
export function headersAnswered(e: Endpoint): Json {
  const { page, limit } = e.query?.shape ?? {}
  const isList = page !== undefined && limit !== undefined
  return referTo([...ALWAYS, ...(e.headers?.etag ? ['ETag'] : []), ...(isList ? ['X-Total-Count', 'Link'] : [])])
}

const WAITS = ['429', '503']

/** Returns the headers of a refusal. */
export const headersRefused = (status: string): Json =>
  referTo([...ALWAYS, ...(WAITS.includes(status) ? ['Retry-After'] : [])])

/** Returns the headers that the calls of a document refer to. */
export function headersOf(paths: Json): Json {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(ANSWER_HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  )
}
