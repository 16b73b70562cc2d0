import type { Schema, Schemas } from './schema.ts'

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>
type DescribedContent = { readonly description: string; readonly content?: Content }
type RawOperation = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, DescribedContent>>
  readonly 'x-requires'?: readonly string[]
  /** The kinds of tokens; empty if no token is needed. */
  readonly security?: readonly unknown[]
}
/** The document that the server prints for a service (`contract/api/openapi.ts`): the part of OpenAPI 3.1 that it uses. */
export type Document = {
  readonly info: { readonly title: string; readonly description: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: { readonly schemas: Schemas }
}

export type Reply = {
  readonly status: string
  readonly description: string
  readonly media: string | undefined
  readonly schema: Schema | undefined
}
/** One call as the reference shows it. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The requirements of spec §6: empty for every signed-in user, undefined if no sign-in is needed. */
  readonly requires: readonly string[] | undefined
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** The form with files, if the call accepts one. */
  readonly form: Schema | undefined
  /** The form without files, if the call accepts one. */
  readonly encoded: Schema | undefined
  readonly replies: readonly Reply[]
  /** True if the answer is a stream that does not end. */
  readonly isStream: boolean
}
export type Group = { readonly tag: string; readonly operations: readonly Operation[] }

/** Methods that the reference shows (spec §2). */
const SHOWN = ['get', 'post', 'put']
const HIDDEN_TAG = 'admin'

type ListedOperation = { readonly path: string; readonly method: string; readonly raw: RawOperation }

function listed({ paths }: Document): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .map(([method, raw]) => ({ path, method, raw }))
      // These calls are also hidden from administrators, whose document contains them (spec §6).
      .filter(({ raw }) => !raw.tags.includes(HIDDEN_TAG)),
  )
}

/** Returns the operations that the reference shows, grouped by their first tag, in the order of the document. */
export function groupsOfEndpoints(document: Document): Group[] {
  const shown = listed(document).filter(({ method }) => SHOWN.includes(method))
  const groups = Map.groupBy(shown, ({ raw }) => raw.tags[0] ?? '')
  return [...groups].map(([tag, operations]) => ({ tag, operations: operations.map(operationOf) }))
}

/** Returns the calls that exist but are not shown, for example `DELETE /api/…`. */
export function notShown(document: Document): string[] {
  return listed(document)
    .filter(({ method }) => !SHOWN.includes(method))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
}

/** Returns the body of a call: JSON, a form, or files; if there are several ways to send files, the form is shown. */
function bodyOf(content: Content): Pick<Operation, 'body' | 'form' | 'encoded'> {
  const [json, form] = [content['application/json']?.schema, content['multipart/form-data']?.schema]
  const encoded = content['application/x-www-form-urlencoded']?.schema
  return { body: form === undefined ? json : undefined, form, encoded }
}

function operationOf({ path, method, raw }: ListedOperation): Operation {
  const replies = Object.entries(raw.responses).map(([status, { description, content }]) => {
    const [media, answer] = Object.entries(content ?? {})[0] ?? []
    return { status, description, media, schema: answer?.schema }
  })
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description,
    requires: raw.security?.length === 0 ? undefined : (raw['x-requires'] ?? []),
    parameters: raw.parameters,
    ...bodyOf(raw.requestBody?.content ?? {}),
    replies,
    isStream: replies.some(({ media }) => media === 'text/event-stream'),
  }
}
