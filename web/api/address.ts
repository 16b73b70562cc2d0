import type { Endpoint } from '@apsis/contract/endpoint.ts'

/** The parts of a request, named as in the contract; absent if the endpoint has none. */
export type RequestParts = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** The bytes that are sent unchanged instead of a body. */
  readonly bytes?: FormData | Blob
}

/** Returns path and query of a call, with each parameter escaped. */
export function addressOf(e: Endpoint, { params = {}, query = {} }: RequestParts): string {
  const path = e.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new RangeError(`${e.method} ${e.path} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  return search.size > 0 ? `${path}?${search}` : path
}
