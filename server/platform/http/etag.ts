import { ApiError } from '../api-error.ts'

/** What is stored with a number that grows with each change of it. */
type WithVersion = { readonly version: number }

/** The version as an entity tag. */
export const etagOf = ({ version }: WithVersion): string => `"${version}"`

/**
 * The version that If-Match names, which is a strong tag of ours; `*` asks for any version, as does sending none. Throws for any other
 * text, naming `what` it is no version of: "this satellite".
 */
export function expectedVersion(ifMatch: string | undefined, what: string): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const match = /^"(\d{1,9})"$/.exec(ifMatch.trim())
  if (match === null) throw new ApiError('version-stale', `If-Match does not hold a version of ${what}.`)
  return Number(match[1])
}

/** Whether If-Match names another version than the stored one. */
export function isStale(ifMatch: string | undefined, stored: WithVersion): boolean {
  return ifMatch !== undefined && ifMatch.trim() !== '*' && ifMatch.trim() !== etagOf(stored)
}
