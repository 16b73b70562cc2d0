import { oneLine } from './content/facts.ts'

/** So much of what a receiver answers to a refusal is shown, and read for it. */
const MOST_SHOWN = 200
const MOST_READ = 2_000
/** What is shorter in the address of a receiver is no secret. */
const SHORTEST_SECRET = 6
/** Keys and tokens are so long at least, and have a digit. */
const SHORTEST_KEY = 16
const PIECE = /[\w+=~.-]+/g
const LINK = /https?:\/\/[^\s"'<>]*/gi

/**
 * The first words that a receiver refuses with, on one line and without control characters. Receivers repeat what they were sent:
 * addresses, keys and what opens the receiver itself are masked.
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

/** What of an address opens it: the parts of its path and the values of its query. */
function secretsOf({ pathname, searchParams, username, password }: URL): string[] {
  const parts = [...pathname.split('/'), ...searchParams.values(), username, password]
  return parts.flatMap((part) => [part, decoded(part)]).filter((part) => part.length >= SHORTEST_SECRET)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // It is written with a percent sign that begins no character: as it stands it is all there is.
    return part
  }
}
