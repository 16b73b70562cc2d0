import { ApiError } from '../api-error.ts'

/** An object that is stored with a number that grows with each change. */
type WithVersion = { readonly version: number }

/** Returns the version as an entity tag. */
export const etagOf = ({ version }: WithVersion): string => `"${version}"`

/**
 * Returns the version that If-Match names, which is a strong tag of ours; `*` means any version, as does a missing header. Throws for any
 * other text, naming the object in `what`: "this satellite".
 */
export function expectedVersion(ifMatch: string | undefined, what: string): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const match = /^"(\d{1,9})"$/.exec(ifMatch.trim())
  if (match === null) throw new ApiError('version-stale', `If-Match does not hold a version of ${what}.`)
  return Number(match[1])
}

/** Returns true if If-Match names a version that differs from the stored one. */
export function isStale(ifMatch: string | undefined, stored: WithVersion): boolean {
  return ifMatch !== undefined && ifMatch.trim() !== '*' && ifMatch.trim() !== etagOf(stored)
}
