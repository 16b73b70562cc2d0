import { createHash, randomBytes } from 'node:crypto'
import type { Context, Realm } from '../context/context.ts'

/** As long as a person may be away and still be known at their own browser. */
const KNOWN_DAYS = 90
const DAY_MS = 86_400_000
const VALUE = /^(\d{1,16})\.([\w-]{22})$/

/** The cookie of one user at one browser; several people may share a browser. */
function cookieOf(username: string): string {
  return `PLATFORM_KNOWN_${createHash('sha256').update(username).digest('base64url').slice(0, 22)}`
}

/**
 * The number of a browser at which this user has signed in before, from a cookie that only we can sign; undefined for any
 * other. It lets nobody in: it decides only with whose tries a guess is counted.
 */
export function knownBrowser(ctx: Context, username: string, now: number): string | undefined {
  const [, at, id] = VALUE.exec(ctx.cookies.get(cookieOf(username), { signed: true }) ?? '') ?? []
  return id !== undefined && now - Number(at) < KNOWN_DAYS * DAY_MS ? id : undefined
}

/** Remembers that this user has signed in at this browser, under a new number. */
export function rememberBrowser(ctx: Context, username: string, { issuer, basePath, now }: Realm): void {
  ctx.cookies.set(cookieOf(username), `${now()}.${randomBytes(16).toString('base64url')}`, {
    path: `${basePath}/login-actions`,
    maxAge: KNOWN_DAYS * DAY_MS,
    httpOnly: true,
    sameSite: 'lax',
    secure: issuer.startsWith('https:'),
    signed: true,
    overwrite: true,
  })
}
