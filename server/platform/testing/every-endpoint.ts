import type { Endpoint } from '@apsis/contract/endpoint.ts'
import { SERVICE_ENDPOINTS } from '@apsis/contract/services.ts'
import fc from 'fast-check'
import { anyOf } from './any-input.ts'

export type Named = { readonly name: string; readonly endpoint: Endpoint }

/** Every endpoint that the contract promises, by method and path. */
export const EVERY_ENDPOINT: readonly Named[] = Object.values(SERVICE_ENDPOINTS)
  .flatMap((endpoints) => Object.values(endpoints))
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))

export const isRoleBound = ({ endpoint }: Named): boolean => endpoint.access !== 'anyone' && endpoint.access.length > 0
export const isOpen = ({ endpoint }: Named): boolean => endpoint.access === 'anyone'

/** The address of an endpoint with the same id in every place of its path. */
export function addressOf({ endpoint }: Named, id: string): string {
  return endpoint.path.replace(/\{[^}]+\}/g, encodeURIComponent(id))
}

/** A body that the endpoint's schema takes, always the same; undefined where there is none to send. */
export function goodBody({ endpoint }: Named): RequestInit {
  if (endpoint.body === undefined) return {}
  const [value] = fc.sample(anyOf(endpoint.body), { seed: 7, numRuns: 1 })
  return bodyFor(endpoint, value)
}

/** A value as the body of a request, in the media type of the endpoint. */
export function bodyFor(endpoint: Endpoint, value: unknown): RequestInit {
  const type = endpoint.accepts ?? 'application/json'
  const isForm = type === 'application/x-www-form-urlencoded'
  const body = isForm ? new URLSearchParams(Object.entries(value as object)).toString() : JSON.stringify(value)
  return { headers: { 'content-type': type }, body }
}
