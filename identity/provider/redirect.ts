const PRINTABLE = /^[\x21-\x5b\x5d-\x7e]+$/

/**
 * Returns true if a browser may be sent to `uri`: its origin is exactly one of `origins`. The text is also compared, so that a difference between two
 * URL parsers cannot be exploited.
 */
export function isAllowedRedirect(uri: unknown, origins: readonly string[]): uri is string {
  if (typeof uri !== 'string' || uri.length > 2048 || !PRINTABLE.test(uri)) return false
  const url = URL.parse(uri)
  if (!url || url.username || url.password || uri.includes('#')) return false
  if (!origins.includes(url.origin)) return false
  return uri === url.origin || uri.startsWith(`${url.origin}/`) || uri.startsWith(`${url.origin}?`)
}

/** Returns the origin in its exact form, or throws an error whose sentence names the field. */
export function exactOrigin(value: string, field: string): string {
  const url = URL.parse(value)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.origin !== value)
    throw new Error(`${field}: "${value}" is not an origin such as https://apsis.example (scheme, host, port, no path)`)
  return url.origin
}
