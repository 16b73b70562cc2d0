import type { Endpoint } from '@apsis/contract/endpoint.ts'
import type { Call } from '../../ui/file/printed-call.ts'
import type { Operation, Parameter } from './reference.ts'
import { exampleOf, type Schema, type Schemas, shapeOf } from './schema.ts'

/** The values of the reader's organisation: values of parameters and fields by name, and whole bodies by operation. */
export type OwnValues = {
  readonly values: Readonly<Record<string, string | number>>
  readonly bodies: Readonly<Record<string, unknown>>
  /** The values for one operation only. */
  readonly ofOperations: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  /** The version for the `If-Match` header of each operation, from the `ETag` of the answer. */
  readonly versions: Readonly<Record<string, string>>
}
export const NOTHING_OWN: OwnValues = { values: {}, bodies: {}, ofOperations: {}, versions: {} }

export type Reader = { readonly subject: string; readonly origin: string; readonly own: OwnValues }
type EndpointAndSchemas = { readonly schemas: Schemas; readonly endpoint: Endpoint | undefined }

/** A call composed for the reader: it works if it is copied unchanged. */
export type Sample = {
  readonly call: Call
  /** The values in the address, by parameter. */
  readonly given: Readonly<Record<string, string>>
  /** Ids that the reader must insert, because there is no item to name yet. */
  readonly missing: readonly string[]
}

/** The header that names the version that was read. */
const VERSION = 'If-Match'
/** Parameters that can only be the caller's own subject. */
const OWN_SUBJECT = ['config-id', 'user-config-id']
/** Calls that return nothing unless one of these optional parameters is given. */
const ASKED_BY: Readonly<Record<string, readonly string[]>> = {
  findConjunctions: ['satellite-id'],
  predictPasses: ['catalogue-id'],
}

/** The environment variables of a program that signs in (guide of service accounts). */
const VARIABLES: Readonly<Record<string, string>> = {
  client_id: 'APSIS_CLIENT_ID',
  client_secret: 'APSIS_CLIENT_SECRET',
}

export function sampleOf(operation: Operation, { schemas, endpoint }: EndpointAndSchemas, reader: Reader): Sample {
  const { id, method, path, parameters, body, isStream, replies } = operation
  const known = { ...reader.own.values, ...reader.own.ofOperations[id] }
  const filling = ({ name, in: where, required, schema }: Parameter): string => {
    if (where === 'header') return name === VERSION ? (reader.own.versions[id] ?? '') : ''
    if (OWN_SUBJECT.includes(name)) return reader.subject
    if (!required && !ASKED_BY[id]?.includes(name)) return ''
    return String(known[name] ?? (hasExample(schema) ? exampleOf(schema, schemas) : ''))
  }
  const given = Object.fromEntries(parameters.map((one) => [one.name, filling(one)]))
  const filled = path.replace(/\{([^{}]+)\}/g, (hole, name: string) => encodeURIComponent(given[name] ?? '') || hole)
  const query = parameters.flatMap(({ name, in: where }) =>
    where === 'query' && given[name] ? [`${name}=${encodeURIComponent(given[name])}`] : [],
  )
  const example = body && (reader.own.bodies[id] ?? withOwn(exampleOf(body, schemas), known, reader.subject))
  const form = formOf(operation, { schemas, endpoint }, known, reader.origin)
  const raw = form === undefined ? rawOf(endpoint, reader.origin) : undefined
  const encoded = operation.encoded && encodedOf(operation.encoded, schemas)
  const version = reader.own.versions[id]
  const media = replies.find(({ status }) => status.startsWith('2'))?.media
  return {
    call: {
      method,
      url: `${reader.origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      body: example,
      isStream,
      isText: media !== 'application/json',
      ...(operation.requires === undefined ? { isOpen: true } : {}),
      ...(version === undefined ? {} : { version }),
      ...(form ? { form } : {}),
      ...(raw ? { raw } : {}),
      ...(encoded ? { encoded } : {}),
    },
    given,
    missing: parameters.flatMap((one) =>
      one.required && !isSignature(one) && given[one.name] === '' ? [one.name] : [],
    ),
  }
}

/** True for the signature of a sender, which this page does not create. */
const isSignature = ({ name, in: where }: Parameter) => where === 'header' && name !== VERSION

const hasExample = ({ examples }: Parameter['schema']) => Array.isArray(examples)

/** Fields of the body have the names of parameters or the names in answers. */
const FIELDS: Readonly<Record<string, string>> = { satelliteId: 'satellite-id', oemFileId: 'oem-id' }

/** The ids of the example belong to nobody, so a body must name the caller's items. */
function withOwn(example: unknown, known: OwnValues['values'], subject: string): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      name === '_id' ? subject : (known[FIELDS[name] ?? name] ?? value),
    ]),
  )
}

/** Returns the body of an example of a form without files: the required fields, and those whose values are in variables. */
function encodedOf(schema: Schema, schemas: Schemas): NonNullable<Call['encoded']> {
  const values = exampleOf(schema, schemas) as Readonly<Record<string, unknown>>
  const fields = shapeOf(schema, schemas).parts.filter(({ name, isRequired }) => isRequired && !(name in VARIABLES))
  return {
    fields: Object.fromEntries(fields.map(({ name }) => [name, String(values[name])])),
    variables: Object.fromEntries(Object.entries(VARIABLES).filter(([name]) => name in values)),
  }
}

/** Returns the body of an example that is only a file: one of the samples, in the first media type of the call. */
function rawOf(endpoint: Endpoint | undefined, origin: string): Call['raw'] {
  const { sample, media: [media] = [] } = endpoint?.upload ?? {}
  if (sample === undefined || media === undefined) return undefined
  return { file: sample.file, from: `${origin}/samples/${sample.file}`, media }
}

/** Returns the body of an example of a form: each required field, and the file, which is one of the samples. */
function formOf(
  { form }: Operation,
  { schemas, endpoint }: EndpointAndSchemas,
  known: OwnValues['values'],
  origin: string,
): Call['form'] {
  const sample = endpoint?.upload?.sample
  if (form === undefined || sample === undefined) return undefined
  const fields = shapeOf(form, schemas).parts.filter(({ name, isRequired }) => isRequired && name !== 'file')
  const values = exampleOf(form, schemas) as Readonly<Record<string, unknown>>
  return {
    fields: Object.fromEntries(fields.map(({ name }) => [name, String(known[name] ?? values[name])])),
    from: `${origin}/samples/${sample.file}`,
    ...sample,
  }
}
