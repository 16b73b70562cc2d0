import { quantile } from '../measures/quantile.ts'
import type { Phase } from './phase.ts'

const SHOWN = 10

/** Prints one line of the table for a kind of kill, then everything that was found wrong. */
export function printPhase({ kind, kills, verdict, recoveriesMs, settledMs }: Phase): void {
  const sorted = [...recoveriesMs].sort((a, b) => a - b)
  const ms = (share: number) => quantile(sorted, share).toFixed(0).padStart(6)
  const count = (value: number) => String(value).padStart(7)
  const { acknowledged, unacknowledged, lost, duplicated, broken } = verdict
  process.stdout.write(
    `${kind.padEnd(22)}${count(kills)}${count(acknowledged)}${count(lost.length)}${count(duplicated.length)}` +
      `${count(broken.length)}${count(unacknowledged)}   ${ms(0.5)}${ms(0.99)}${ms(1)}   ${(settledMs / 1_000).toFixed(1).padStart(6)}\n`,
  )
  for (const [title, findings] of Object.entries({ lost, duplicated, broken }))
    for (const finding of findings.slice(0, SHOWN)) process.stdout.write(`    ${title}: ${finding}\n`)
}

/** Prints the head of the table. */
export function printHead(): void {
  process.stdout.write(
    'killed with -9          kills  acked   lost doubled broken unacked   recovery p50, p99, max (ms)   settled (s)\n',
  )
}

/** True when nothing was lost, doubled or broken. */
export function isClean({ verdict: { lost, duplicated, broken } }: Phase): boolean {
  return lost.length + duplicated.length + broken.length === 0
}
