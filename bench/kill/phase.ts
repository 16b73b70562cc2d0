/** A part of the campaign: writers write, processes are killed in one way, and then everything that was acknowledged is checked. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@apsis/server/platform/database/database.ts'
import type { TestIssuer } from '@apsis/server/platform/testing/test-issuer.ts'
import { judge, type Verdict } from '@apsis/server/platform/testing/witness/verdict.ts'
import { nameWriters, startWitness, type Testimony } from '@apsis/server/platform/testing/witness/witness.ts'
import {
  seedNotifications,
  untilHeard,
  untilJobsAreDone,
} from '@apsis/server/platform/testing/witness/witness-database.ts'

const WRITERS = 16
const MOVABLE = 3_000
/** The smallest number of writes that are acknowledged between a recovery and the next kill. */
const WRITES_BETWEEN = 50
const LONGEST_PAUSE_MS = 1_000
const RECOVERY_LIMIT_MS = 60_000
const SETTLING_LIMIT_MS = 180_000

export type Target = { readonly origin: string; readonly issuer: TestIssuer; readonly database: Database }

export type Kind = {
  readonly name: string
  readonly kills: number
  /** Kills processes and restarts those that nothing else restarts; resolves when every dead process is replaced. */
  kill(): void | Promise<void>
  /** Returns a sentence for each thing that should have survived the kill and did not. */
  readonly casualties?: () => readonly string[]
}

export type Phase = {
  readonly kind: string
  readonly kills: number
  readonly verdict: Verdict
  /** For each kill, the time until a write that was sent after the kill was acknowledged. */
  readonly recoveriesMs: readonly number[]
  /** The time from the end of the writing until the last job was done and the last event was received. */
  readonly settledMs: number
  readonly testimonies: readonly Testimony[]
}

/** Writes, kills again and again, and checks what was stored. */
export async function runPhase(target: Target, kind: Kind, random: () => number): Promise<Phase> {
  const writers = nameWriters(kind.name.replace(/[^a-z]+/gi, '-'), WRITERS)
  const ids = await seedNotifications(target.database, { writers, each: MOVABLE })
  const witness = startWitness({
    writers,
    issuer: target.issuer,
    origin: () => target.origin,
    random,
    notifications: (subject) => ids.get(subject) ?? [],
  })
  const recoveriesMs: number[] = []
  const writeOn = async () => {
    const enough = witness.acknowledged() + WRITES_BETWEEN
    while (witness.acknowledged() < enough) await sleep(10)
    await sleep(random() * LONGEST_PAUSE_MS)
  }
  for (let count = 0; count < kind.kills; count++) {
    await within(RECOVERY_LIMIT_MS, writeOn(), `${kind.name}: writing went on after kill ${count}`)
    const silence = witness.watchSilence()
    await kind.kill()
    await within(RECOVERY_LIMIT_MS, witness.recovered(), `${kind.name}: recovery ${count + 1}`)
    recoveriesMs.push(silence())
  }
  await within(RECOVERY_LIMIT_MS, writeOn(), `${kind.name}: writing went on`)
  await witness.stop()
  const stoppedAt = performance.now()
  const settle = async () => {
    await untilJobsAreDone(target.database)
    await untilHeard(target.database, witness.testimonies)
  }
  await within(SETTLING_LIMIT_MS, settle(), `${kind.name}: jobs done and events heard`)
  const settledMs = performance.now() - stoppedAt
  witness.close()
  const verdict = await target.database.shared((tx) => judge(tx, witness.testimonies))
  const broken = [...verdict.broken, ...(kind.casualties?.() ?? [])]
  const { testimonies } = witness
  return { kind: kind.name, kills: kind.kills, verdict: { ...verdict, broken }, recoveriesMs, settledMs, testimonies }
}

async function within<T>(limitMs: number, work: Promise<T>, what: string): Promise<T> {
  const timer = new AbortController()
  const late = sleep(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`not within ${limitMs / 1_000} s: ${what}`)
  })
  // The timer is aborted when the work is done, so its rejection is no error.
  late.catch(() => undefined)
  return Promise.race([work, late]).finally(() => timer.abort())
}
