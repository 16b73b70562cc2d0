import type { z } from 'zod'

/** The maximum number of allowed values that are listed for a field; if there are more, the first ones are listed. */
const MOST_LISTED = 12

/** The expected type, for somebody who does not program. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  null: 'null',
  date: 'a date',
  file: 'a file',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID, such as 0b8f5e0c-52a4-4c6f-9d55-6d4f6c1d2e10',
  email: 'must be an e-mail address, such as ops@example.org',
  url: 'must be a web address, such as https://example.org/hook',
  datetime: 'must be a time, such as 2026-11-20T10:00:00Z',
  date: 'must be a date, such as 2026-11-20',
  time: 'must be a time of day, such as 10:00:00',
  ipv4: 'must be an address of IPv4',
  ipv6: 'must be an address of IPv6',
  json_string: 'must be JSON',
}

/**
 * Returns the fault of a value, as the end of a sentence that begins with the name of its field: `limit: must be 1 or more`. A schema's own message
 * has precedence. This function is passed to each parse of an input from a person or a program, so that they do not get the library's texts.
 */
export function issueInWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ofKind(issue.expected, issue.input)
    case 'too_small':
    case 'too_big':
      return ofSize(issue)
    case 'invalid_format':
      return ofFormat(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return ofValues(issue.values, issue.input)
    case 'unrecognized_keys':
      return `has fields that are not of this request: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : 'has none of the forms that it may have'
    case 'invalid_key':
      return 'has a name that is not taken'
    case 'invalid_element':
      return 'has an item that is not taken'
    default:
      return 'is not valid'
  }
}

function ofKind(expected: string, input: unknown): string {
  if (input === undefined) return 'is missing'
  // A JSON number that is too large becomes Infinity.
  if (expected === 'number' && typeof input === 'number') return 'must be a number'
  if (expected === 'int' && typeof input === 'number') return 'must be a whole number'
  const wanted = KINDS[expected] ?? 'something else'
  return `must be ${wanted}, not ${kindOf(input)}`
}

function kindOf(input: unknown): string {
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'a list'
  return KINDS[typeof input] ?? typeof input
}

type Size = Extract<z.core.$ZodRawIssue, { readonly code: 'too_small' | 'too_big' }>

function ofSize(issue: Size): string {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum
  const { inclusive = true, exact = false } = issue
  const isLeast = issue.code === 'too_small'
  const thing = issue.origin === 'string' ? 'character' : isCounted(issue.origin) ? 'item' : undefined
  if (thing === undefined) {
    if (!inclusive) return `must be ${isLeast ? 'more' : 'less'} than ${limit}`
    return `must be ${limit} or ${isLeast ? 'more' : 'less'}`
  }
  const count = `${limit} ${thing}${Number(limit) === 1 ? '' : 's'}`
  if (exact) return `must have exactly ${count}`
  if (isLeast) return Number(limit) <= 1 ? 'must not be empty' : `must have ${count} or more`
  return `must have ${count} at most`
}

const isCounted = (origin: string): boolean => ['array', 'set', 'map', 'object'].includes(origin)

type Format = Extract<z.core.$ZodRawIssue, { readonly code: 'invalid_format' }>

function ofFormat(issue: Format): string {
  if ('prefix' in issue && typeof issue.prefix === 'string') return `must begin with ${issue.prefix}`
  if ('suffix' in issue && typeof issue.suffix === 'string') return `must end with ${issue.suffix}`
  if ('includes' in issue && typeof issue.includes === 'string') return `must have ${issue.includes} in it`
  return FORMATS[issue.format] ?? 'does not have the form that it must have'
}

function ofValues(values: readonly unknown[], input: unknown): string {
  if (input === undefined) return 'is missing'
  const listed = values.slice(0, MOST_LISTED).map(String)
  const more = values.length > listed.length ? ` and ${values.length - listed.length} more` : ''
  return listed.length === 1 ? `must be ${listed[0]}` : `must be one of ${listed.join(', ')}${more}`
}
