import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** The cost of one password check: N as a power of two, r and p of scrypt. */
export type PasswordCost = { readonly ln: number; readonly r: number; readonly p: number }
/** OWASP's scrypt setting for 32 MiB, which the product uses. */
export const PASSWORD_COST: PasswordCost = { ln: 15, r: 8, p: 3 }
const KEY_BYTES = 32
const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]{22,86})\$([A-Za-z0-9_-]{43})$/

type ParsedHash = { readonly options: ScryptOptions; readonly salt: Buffer; readonly key: Buffer }

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

function scryptOptions(ln: number, r: number, p: number): ScryptOptions {
  return { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
}

function parse(hash: string, leastLn: number): ParsedHash | undefined {
  const match = FORMAT.exec(hash)
  if (!match) return undefined
  const [ln, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (ln < leastLn || ln > 20 || r < 8 || r > 16 || p < 1 || p > 8) return undefined
  return {
    options: scryptOptions(ln, r, p),
    salt: Buffer.from(match[4] ?? '', 'base64url'),
    key: Buffer.from(match[5] ?? '', 'base64url'),
  }
}

/** Returns true if `verifyPassword` can read `hash`: it must be scrypt with N from 2^15 to 2^20. */
export function isPasswordHash(hash: string): boolean {
  return parse(hash, PASSWORD_COST.ln) !== undefined
}

/** Hashes a password with scrypt and a new salt; the result contains its parameters. */
export async function hashPassword(password: string, { ln, r, p } = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, scryptOptions(ln, r, p))
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Returns true if `password` belongs to `hash`, which is compared in constant time; a hash with a smaller N than that of the cost is refused. */
export async function verifyPassword(password: string, hash: string, { ln } = PASSWORD_COST): Promise<boolean> {
  const parsed = parse(hash, ln)
  if (!parsed) throw new Error('not a password hash of this program')
  return timingSafeEqual(await derive(password, parsed.salt, parsed.options), parsed.key)
}
