/** Shows that the campaign can fail: it plants faults one by one, and makes a database that really forgets writes. */
import { FAULTS, judgePlanted, makeForgetful } from '@apsis/server/platform/testing/witness/planted-fault.ts'
import type { Parts } from '../stage/parts.ts'
import { raise } from '../stage/parts.ts'
import { runPhase } from './phase.ts'

const FORGETFUL_KILLS = 4

/** Resolves with the losses that the checker did not find; empty if it finds all. */
export async function proveChecker(parts: Parts, random: () => number): Promise<string[]> {
  const missed: string[] = []
  const say = (found: boolean, text: string) => {
    process.stdout.write(`  ${found ? 'found ' : 'MISSED'}  ${text}\n`)
    if (!found) missed.push(text)
  }
  const clean = await runPhase(parts, { name: 'nothing', kills: 0, kill: () => undefined }, random)
  const { lost, duplicated, broken } = clean.verdict
  say(lost.length + duplicated.length + broken.length === 0, 'nothing, where nothing was planted')
  const testimony = clean.testimonies[0] ?? raise('there is no writer')
  for (const fault of FAULTS) {
    const verdict = await judgePlanted(parts.database, fault, testimony)
    say(verdict[fault.found].length > 0, `${fault.found}: ${fault.name}`)
  }
  // A commit that does not wait for the disk is acknowledged before it is safe, so killing the database must lose writes.
  const remember = await makeForgetful(parts.database)
  const kind = { name: 'forgetful', kills: FORGETFUL_KILLS, kill: () => parts.killDatabase() }
  const forgetful = await runPhase(parts, kind, random)
  const { acknowledged, lost: gone } = forgetful.verdict
  say(
    gone.length > 0,
    `lost: ${gone.length} of ${acknowledged} writes with synchronous_commit = off, database killed ${FORGETFUL_KILLS}×`,
  )
  await remember()
  return missed
}
