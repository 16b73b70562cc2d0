import { z } from 'zod'
import { type Endpoint, readsIdempotencyKey, type UploadBody } from '../endpoint.ts'
import { BODY_ERRORS, COMMON_ERRORS, ERRORS, type ErrorCode, KEY_ERRORS, Problem } from '../errors.ts'
import { SPEC_CALLS, SPEC_FIELDS, SPEC_QUERY } from '../spec.data.ts'
import { headersAnswered, headersOf, headersRead, headersRefused } from './openapi-headers.ts'

type Json = { [key: string]: unknown }

/** The data about the whole service in a document. */
export type ServiceInfo = {
  readonly title: string
  readonly description: string
  readonly version: string
  /** The descriptions of the tags of its calls. */
  readonly tags: Readonly<Record<string, string>>
}

/** The printed schemas, which are cached: a type occurs in several calls, and a call in the documents of several readers. */
const known = { input: new WeakMap<z.ZodType, Json>(), output: new WeakMap<z.ZodType, Json>() }

/** Returns a schema as zod prints it, adapted for generators. The result must not be changed. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = known[io].get(schema)
  if (made !== undefined) return made
  const printed = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: (one) => asGeneratorsRead(one, io),
  }) as Json
  known[io].set(schema, printed)
  return printed
}

/** Prints the types of a call, which is most of the work for a document. */
export function printTypes({ response, params, query, body, upload }: Endpoint): void {
  if (response !== undefined) jsonSchemaOf(response, 'output')
  for (const sent of [params, query, body, upload?.form]) if (sent !== undefined) jsonSchemaOf(sent, 'input')
}

/** The JSON Schemas of one document; each named type occurs once, under `components`. */
class Schemas {
  readonly components: Record<string, Json> = {}

  /** Returns the schema of an input (`input`) or an answer (`output`), with references to the components it uses. */
  print(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _, $defs, ...root } = jsonSchemaOf(schema, io)
    const definitions: Json = { ...($defs as Json | undefined) }
    // zod prints a named type at the root in place, so it is added to the components here.
    if (typeof root.id === 'string') definitions[root.id] = { ...root }
    const renamed = this.#namesFor(definitions, io)
    for (const [name, definition] of Object.entries(definitions)) {
      this.components[renamed.get(name) ?? name] = point(strip(definition as Json), renamed) as Json
    }
    return typeof root.id === 'string'
      ? { $ref: `#/components/schemas/${renamed.get(root.id)}` }
      : (point(root, renamed) as Json)
  }

  /**
   * Returns the names of the types. An input may differ from its output (defaults, synonyms), directly or in a part: then it gets a name of its own.
   */
  #namesFor(definitions: Json, io: 'input' | 'output'): Map<string, string> {
    const names = new Map(Object.keys(definitions).map((name) => [name, name]))
    if (io === 'output') return names
    const differs = (name: string) => {
      const known = this.components[name]
      return (
        known !== undefined && JSON.stringify(known) !== JSON.stringify(point(strip(definitions[name] as Json), names))
      )
    }
    // A part with another name also makes the types that refer to it different; this is repeated until no more types become different.
    const nextToDiffer = () => [...names].find(([name, given]) => name === given && differs(name))?.[0]
    for (let name = nextToDiffer(); name !== undefined; name = nextToDiffer()) names.set(name, `${name}Input`)
    return names
  }
}

type SchemaInPrint = { readonly zodSchema: z.core.$ZodType; readonly jsonSchema: z.core.JSONSchema.BaseSchema }

/** Changes a schema printed by zod so that client generators and linters read it correctly. */
function asGeneratorsRead({ zodSchema, jsonSchema }: SchemaInPrint, io: 'input' | 'output'): void {
  // If the input may also be a plain word that stands for one of the objects, the word is described as another form of the input.
  const { alsoTakes, oneOf } = jsonSchema
  delete jsonSchema.alsoTakes
  if (io === 'input' && Array.isArray(alsoTakes) && oneOf !== undefined)
    jsonSchema.oneOf = [...oneOf, { type: 'string', enum: alsoTakes }]
  const { def } = zodSchema._zod
  // The format is sufficient, and the Python and Java generators fail if there is also a pattern.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  // Linters omit the flag u, and without it a Unicode class does not work.
  if (jsonSchema.pattern !== undefined) jsonSchema.pattern = jsonSchema.pattern.replaceAll('\\P{Cc}', NO_CONTROL)
  // A flag in the query is sent as text, but a caller of a generated client uses true or false.
  if (isPipe(def) && def.out._zod.def.type === 'boolean') jsonSchema.type = 'boolean'
  // zod omits the examples of values that are converted when they are parsed; our examples are inputs.
  const { examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (jsonSchema.examples === undefined && Array.isArray(examples)) jsonSchema.examples = examples
  // zod also omits the default of a value that is converted when it is parsed.
  if (isDefault(def) && jsonSchema.default === undefined) jsonSchema.default = def.defaultValue
  // For a default next to a reference, Java's generator writes code that does not compile.
  if (jsonSchema.$ref !== undefined && jsonSchema.default !== undefined) {
    jsonSchema['x-default'] = jsonSchema.default
    delete jsonSchema.default
  }
  // A tuple of equal items is an array of this length; openapi-python-client does not support `items: false`.
  const { prefixItems: [part, ...others] = [] } = jsonSchema
  if (part !== undefined && others.every((other) => JSON.stringify(other) === JSON.stringify(part))) {
    jsonSchema.items = part
    delete jsonSchema.prefixItems
  }
  // For numbers that are not declared as integers, Java's generator writes an enumeration that does not compile.
  const choice = jsonSchema.enum ?? (jsonSchema.const === undefined ? [] : [jsonSchema.const])
  if (jsonSchema.type === 'number' && choice.length > 0 && choice.every(Number.isInteger)) jsonSchema.type = 'integer'
  // For a flag that is present only when it is true, Java's generator writes an enumeration of texts.
  if (jsonSchema.type === 'boolean') delete jsonSchema.const
  const { required, additionalProperties, propertyNames } = jsonSchema
  // An object with a value for each word of an enumeration gets these words as its fields.
  if (propertyNames === undefined || required === undefined) return
  jsonSchema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties ?? {}]))
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}

/** A character class of all characters except Unicode's control characters (Cc). */
const NO_CONTROL = '[^\\u0000-\\u001f\\u007f-\\u009f]'

function isDefault(def: z.core.$ZodTypeDef): def is z.core.$ZodDefaultDef {
  return def.type === 'default'
}

function isPipe(def: z.core.$ZodTypeDef): def is z.core.$ZodPipeDef {
  return def.type === 'pipe'
}

function strip({ id: _, ...rest }: Json): Json {
  return rest
}

/** Replaces `#/$defs/X` by the address of the component. */
function point(node: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => point(item, renamed))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, point(value, renamed)]
      const name = value.replace('#/$defs/', '')
      return [key, `#/components/schemas/${renamed.get(name) ?? name}`]
    }),
  )
}

/** The mark of parts that are not in the spec (decisions.md 2). */
const ADDITION = { 'x-addition': true } as const

/** Marks the fields that are not in the spec; a schema that is not in the spec is marked as a whole. */
function withAdditions(components: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const fixed = SPEC_FIELDS[name.replace(/Input$/, '')]
      if (fixed === 'all') return [name, schema]
      if (fixed === undefined) return [name, { ...schema, ...ADDITION }]
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
        ([field, part]): [string, Json] => (fixed.includes(field) ? [field, part] : [field, { ...part, ...ADDITION }]),
      )
      return [name, { ...schema, properties: Object.fromEntries(properties) }]
    }),
  )
}

/** Returns true for a query parameter that is not in the spec, if the spec names the query of the call. */
function isOwnParameter(call: string, name: string): boolean {
  const fixed = SPEC_QUERY[call]
  return fixed !== undefined && !fixed.includes(name) && name !== 'page' && name !== 'limit'
}

function parameters(schemas: Schemas, where: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (schema === undefined) return []
  const printed = schemas.print(schema, 'input')
  const required = (printed.required ?? []) as string[]
  return Object.entries((printed.properties ?? {}) as Record<string, Json>).map(([name, part]) => {
    const { description, 'x-addition': isAddition, ...rest } = part
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(isAddition === true ? ADDITION : {}),
      schema: rest,
    }
  })
}

/** Returns one response for each status; several problems may have the same status. */
function problems(e: Endpoint): Record<string, Json> {
  const common = e.access === 'anyone' ? COMMON_ERRORS.filter((code) => code !== 'forbidden') : COMMON_ERRORS
  const codes = new Set<ErrorCode>([
    ...common,
    ...(e.body || e.upload ? BODY_ERRORS : []),
    ...(readsIdempotencyKey(e) ? KEY_ERRORS : []),
    ...(e.errors ?? []),
  ])
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
        headers: headersRefused(String(status)),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

const BYTES = { type: 'string', format: 'binary' }

/** Returns the description of bytes in each of the media types. */
function filesOf(media: readonly string[]): Json {
  return Object.fromEntries(media.map((type) => [type, { schema: BYTES }]))
}

/**
 * Returns the description of an upload: a form has its fields, and its file with the name `file`. A call with a form is described only by the form,
 * because generators cannot write a client for a choice between media types; the text names the other types.
 */
function uploadOf(schemas: Schemas, { media, form, isMany }: UploadBody): Json {
  if (!media.includes(FORM)) return { content: filesOf(media) }
  const { properties = {}, required = [] } = form === undefined ? {} : schemas.print(form, 'input')
  const fields = {
    type: 'object',
    properties: { ...(properties as Json), file: isMany ? { type: 'array', items: BYTES } : BYTES },
    required: [...(required as string[]), 'file'],
  }
  const others = media.filter((type) => type !== FORM)
  return {
    ...(others.length > 0
      ? { description: `Or the file itself as the body: ${others.join(', ')}.`, 'x-also-takes': others }
      : {}),
    content: { [FORM]: { schema: fields } },
  }
}

const FORM = 'multipart/form-data'

function operation(schemas: Schemas, operationId: string, e: Endpoint): Json {
  const call = `${e.method} ${e.path}`
  const json = e.response && { [e.media ?? 'application/json']: { schema: schemas.print(e.response, 'output') } }
  const answer = (json || e.file) && { content: { ...filesOf(e.file ?? []), ...json } }
  const status = answer ? (e.status ?? 200) : 204
  const sent = e.body
    ? { content: { [e.accepts ?? 'application/json']: { schema: schemas.print(e.body, 'input') } } }
    : e.upload && uploadOf(schemas, e.upload)
  const body = sent && { required: true, ...sent }
  return {
    operationId,
    summary: e.summary,
    description: e.description,
    ...(SPEC_CALLS.includes(call) ? {} : ADDITION),
    tags: e.tags,
    ...(e.access === 'anyone' ? { security: [] } : { 'x-requires': e.access }),
    parameters: [
      ...parameters(schemas, 'path', e.params),
      ...parameters(schemas, 'query', e.query).map((one) =>
        isOwnParameter(call, String(one.name)) ? { ...one, ...ADDITION } : one,
      ),
      ...headersRead(e),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [status]: { description: answer ? 'Done' : 'Done, nothing to say', headers: headersAnswered(e), ...answer },
      ...(e.headers?.ifNoneMatch
        ? { 304: { description: 'What is known still holds', headers: headersAnswered(e) } }
        : {}),
      ...problems(e),
    },
  }
}

/** Prints the endpoints of one service as an OpenAPI 3.1 document. The names of endpoints become operation ids. */
export function openApi({ tags, ...info }: ServiceInfo, endpoints: Readonly<Record<string, Endpoint>>): Json {
  const schemas = new Schemas()
  // Answers are printed first, so that they get the plain names, and only an input that differs gets another name.
  for (const e of Object.values(endpoints)) if (e.response) schemas.print(e.response, 'output')
  schemas.print(Problem, 'output')
  const paths: Record<string, Json> = {}
  for (const [operationId, e] of Object.entries(endpoints)) {
    const item = paths[e.path] ?? {}
    item[e.method.toLowerCase()] = operation(schemas, operationId, e)
    paths[e.path] = item
  }
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { serviceAccount: [] }],
    tags: [...new Set(Object.values(endpoints).flatMap((e) => e.tags))].map((name) => ({
      name,
      ...(tags[name] === undefined ? {} : { description: tags[name] }),
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        serviceAccount: {
          type: 'oauth2',
          description: 'A program gets its token by the id and secret of a service account',
          flows: { clientCredentials: { tokenUrl: '/api/v1/session/token', scopes: {} } },
        },
      },
      headers: headersOf(paths),
      schemas: withAdditions(schemas.components),
    },
  }
}
