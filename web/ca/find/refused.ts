import type { ApiProblem } from '../../api/problem.ts'

/** The fields of a query in the form. */
export type AskedField = 'object' | 'with' | 'from' | 'hours' | 'km'

const FIELDS: Readonly<Record<string, AskedField>> = {
  tle: 'object',
  'norad-id': 'object',
  'satellite-id': 'object',
  'oem-id': 'object',
  with: 'with',
  from: 'from',
  to: 'hours',
  hours: 'hours',
  'max-km': 'km',
}

/**
 * Returns the errors that the server found, in the server's words, each at the field that it names; an error without a field is shown at
 * the object.
 */
export function refusedFields(problem: ApiProblem | null): Partial<Record<AskedField, string>> {
  const refused: Partial<Record<AskedField, string>> = {}
  if (problem?.status !== 422 && problem?.status !== 400) return refused
  for (const { parameter = '', message } of problem.details) {
    const field = FIELDS[parameter] ?? 'object'
    refused[field] = refused[field] === undefined ? message : `${refused[field]}; ${message}`
  }
  return problem.details.length > 0 ? refused : { object: problem.message }
}
