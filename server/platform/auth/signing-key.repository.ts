import { sql } from 'kysely'
import type { SharedDb } from '../database/database.ts'

/** The public half of an elliptic-curve key as a JSON Web Key (RFC 7517). */
export type PublicKey = {
  readonly kid: string
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y: string
  readonly alg: string
  readonly use: string
}

/** Publishes a key, and deletes the keys whose tokens have expired. */
export async function insertSigningKey(
  tx: SharedDb,
  { jwk, endsAt, now }: { readonly jwk: PublicKey; readonly endsAt: Date; readonly now: Date },
): Promise<void> {
  await sql`
    insert into platform.signing_key (kid, jwk, ends_at)
    values (${jwk.kid}, ${JSON.stringify(jwk)}::jsonb, ${endsAt})`.execute(tx)
  await sql`delete from platform.signing_key where ends_at < ${now}`.execute(tx)
}

/** Returns every key with which any process may have signed a valid token. */
export async function listSigningKeys(tx: SharedDb, now: Date): Promise<PublicKey[]> {
  const { rows } = await sql<{ jwk: PublicKey }>`
    select jwk from platform.signing_key where ends_at >= ${now} order by kid`.execute(tx)
  return rows.map(({ jwk }) => jwk)
}
