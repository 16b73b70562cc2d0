import type Provider from 'oidc-provider'
import type { Account } from '../accounts/accounts.ts'
import type { RecordRepository } from './record.repository.ts'

export type Middleware = Parameters<Provider['use']>[0]
export type Context = Parameters<Middleware>[0]
export type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

/** The common data of every route of this member. */
export type Realm = {
  readonly provider: Provider
  readonly issuer: string
  readonly origin: string
  readonly basePath: string
  readonly clientId: string
  readonly allowedOrigins: readonly string[]
  readonly accounts: ReadonlyMap<string, Account>
  readonly repository: RecordRepository
  readonly log: Log
  readonly now: () => number
}

/** Returns true if a page of another origin sent a form: such a request must not change anything here. */
export function isForeign(ctx: Context, origin: string): boolean {
  const from = ctx.get('origin')
  const site = ctx.get('sec-fetch-site')
  return (from !== '' && from !== origin) || site === 'cross-site' || site === 'same-site'
}

/** Returns the fields of a posted form; its size was already checked. */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
