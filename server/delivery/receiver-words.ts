import { oneLine } from './content/facts.ts'

/** The maximum number of characters that are shown, and read, of a receiver's refusal. */
const MOST_SHOWN = 200
const MOST_READ = 2_000
/** A shorter part of a receiver's address is not a secret. */
const SHORTEST_SECRET = 6
/** Keys and tokens have at least this length and contain a digit. */
const SHORTEST_KEY = 16
const PIECE = /[\w+=~.-]+/g
const LINK = /https?:\/\/[^\s"'<>]*/gi

/**
 * Returns the beginning of a refusal, on one line and without control characters. Receivers repeat what was sent to them: addresses, keys and the
 * secrets of the receiver itself are masked.
 */
export function refusalWords(body: string, target: URL): string | undefined {
  const line = oneLine(body.slice(0, MOST_READ)).replace(/\s+/g, ' ')
  const masked = secretsOf(target)
    .reduce((text, secret) => text.replaceAll(secret, '…'), line.replace(LINK, '…'))
    .split(' ')
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ')
    .replace(PIECE, (piece) => (piece.length >= SHORTEST_KEY && /\d/.test(piece) ? '…' : piece))
  const shown = [...masked].slice(0, MOST_SHOWN).join('').trim()
  return shown === '' ? undefined : shown
}

/** Returns the secret parts of an address: the parts of its path and the values of its query. */
function secretsOf({ pathname, searchParams, username, password }: URL): string[] {
  const parts = [...pathname.split('/'), ...searchParams.values(), username, password]
  return parts.flatMap((part) => [part, decoded(part)]).filter((part) => part.length >= SHORTEST_SECRET)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A percent sign in the part is not followed by a valid code, so the part cannot be decoded.
    return part
  }
}
