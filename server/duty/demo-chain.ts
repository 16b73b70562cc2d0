import type { DutyDemo } from '@apsis/contract/duty/plan.ts'
import { findDemoOnCall } from '../ca/demo/demo.service.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { holdersAt } from './rota.ts'

/**
 * The chain that an open demo shows of an organisation that never set one; null: the demo is closed. It is written down nowhere,
 * so that it is gone with the demo, and the work that calls people knows nothing of it.
 */
export async function findDemoChain(tx: TenantDb, now: number): Promise<DutyDemo | null> {
  const demo = await findDemoOnCall(tx)
  if (demo === undefined) return null
  const { rota, telephones, calls } = demo
  const [first] = calls
  return {
    steps: rota.chain.map(({ people }, place) => ({ people, telephone: telephones[place] ?? null })),
    now: holdersAt(rota, now, (person) => person),
    escalation:
      first === undefined
        ? null
        : {
            conjunctionId: first.conjunction_id,
            satelliteId: first.satellite_id,
            steps: calls.map(({ at, by_name, why, call }) => ({ at: at.toISOString(), by: by_name, why, call })),
          },
  }
}
