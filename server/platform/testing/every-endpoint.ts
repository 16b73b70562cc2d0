import { SERVICE_ENDPOINTS } from '@apsis/contract/api/services.ts'
import type { Endpoint } from '@apsis/contract/endpoint.ts'
import fc from 'fast-check'
import type { z } from 'zod'
import { anyOf } from './any-input.ts'

export type NamedEndpoint = { readonly name: string; readonly endpoint: Endpoint }

/** Every endpoint that the contract promises, by method and path. */
export const EVERY_ENDPOINT: readonly NamedEndpoint[] = Object.values(SERVICE_ENDPOINTS)
  .flatMap((endpoints) => Object.values(endpoints))
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))

export const isRoleBound = ({ endpoint }: NamedEndpoint): boolean =>
  endpoint.access !== 'anyone' && endpoint.access.length > 0
export const isOpen = ({ endpoint }: NamedEndpoint): boolean => endpoint.access === 'anyone'

/** Returns the address of an endpoint with the same id in every place of its path, even if it is not valid there. */
export function rawAddressOf({ endpoint }: NamedEndpoint, id: string): string {
  return endpoint.path.replace(/\{[^}]+\}/g, encodeURIComponent(id))
}

/** Returns the address of an endpoint with the id in every place of its path that accepts it, and an unknown one elsewhere. */
export function addressOf({ endpoint }: NamedEndpoint, id: string): string {
  return endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const schema = endpoint.params?.shape[name] as z.ZodType | undefined
    const taken = schema === undefined || schema.safeParse(id).success
    const other = NOBODYS.find((one) => schema?.safeParse(one).success)
    return encodeURIComponent(taken ? id : (other ?? id))
  })
}

/** Ids of every kind that belong to no object. */
const NOBODYS = ['00000000-0000-4000-8000-000000000000', '999999999', '899999999', '2026-11']

/** Returns the required query of an endpoint, which is always the same; empty if none is required. */
export function goodQuery({ endpoint: { query } }: NamedEndpoint): string {
  if (query === undefined || query.safeParse({}).success) return ''
  const values = fc.sample(anyOf(query), { seed: 7, numRuns: TRIES })
  const value = values.find((one) => query.safeParse(one).success)
  return value === undefined ? '' : `?${new URLSearchParams(value as Record<string, string>)}`
}

/** Returns a body that the endpoint's schema accepts, always the same; undefined if the endpoint has no body. */
export function goodBody({ endpoint }: NamedEndpoint): RequestInit {
  const media = endpoint.upload?.media
  if (media !== undefined) return media.includes('multipart/form-data') ? aForm() : aText(media[0])
  if (endpoint.body === undefined) return {}
  const { body } = endpoint
  const known = goodBodies.get(body)
  if (known !== undefined) return bodyFor(endpoint, known)
  // The generator does not know rules between fields: if exactly one of three fields is allowed, few generated values have exactly one.
  const drawn = (numRuns: number) =>
    fc.sample(anyOf(body), { seed: 7, numRuns }).find((one) => body.safeParse(one).success)
  const value = drawn(TRIES) ?? drawn(MANY_TRIES)
  if (value === undefined) throw new TypeError(`no value that ${endpoint.method} ${endpoint.path} takes was found`)
  goodBodies.set(body, value)
  return bodyFor(endpoint, value)
}

const [TRIES, MANY_TRIES] = [30, 3_000]
const goodBodies = new Map<z.ZodType, unknown>()

/** Returns a file in an unknown format. */
function aText(type = 'text/plain'): RequestInit {
  return { headers: { 'content-type': type }, body: 'nothing' }
}

/** Returns a form with a file in an unknown format. */
function aForm(): RequestInit {
  const part = 'Content-Disposition: form-data; name="file"; filename="nothing.txt"\r\nContent-Type: text/plain'
  const body = `--edge\r\n${part}\r\n\r\nnothing\r\n--edge--\r\n`
  return { headers: { 'content-type': 'multipart/form-data; boundary=edge' }, body }
}

/** Returns a value as the body of a request, in the media type of the endpoint. */
export function bodyFor(endpoint: Endpoint, value: unknown): RequestInit {
  const type = endpoint.accepts ?? 'application/json'
  const isForm = type === 'application/x-www-form-urlencoded'
  const body = isForm ? new URLSearchParams(Object.entries(value as object)).toString() : JSON.stringify(value)
  return { headers: { 'content-type': type }, body }
}
