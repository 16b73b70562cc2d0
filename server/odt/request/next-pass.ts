import type { TenantDb } from '../../platform/database/database.ts'
import { findNextPass } from './request.repository.ts'

type Asked = {
  readonly matter: string
  readonly designators: readonly string[]
  readonly tcaMs: number
  readonly now: number
}

/** The next pass in which an event or one of its objects is tracked before the closest approach; undefined: none is ordered. */
export async function nextPassOf(
  tx: TenantDb,
  { matter, designators, tcaMs, now }: Asked,
): Promise<{ sensorCode: string; atMs: number } | undefined> {
  // A designator may be none of the catalogue.
  const noradIds = designators.filter((one) => /^\d{1,9}$/.test(one)).map(Number)
  const span = { from: new Date(now), to: new Date(tcaMs) }
  const pass = await findNextPass(tx, { conjunctionId: matter, noradIds, ...span })
  return pass && { sensorCode: pass.sensor_code, atMs: pass.starts_at.getTime() }
}
