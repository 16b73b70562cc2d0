import { type Spread, spreadOf } from '../measures/quantile.ts'
import type { Gauges } from './gauges.ts'
import type { OpenLoop, Sample } from './generator.ts'

/** The limits for a release (reliability C1); those that can be measured now are checked. */
export const BAR = { p95: 100, p99: 300, p999: 1_000, rssMb: 512, loopLagP99Ms: 50, diskP99: 50 } as const

export const say = (line: string): void => void process.stdout.write(`${line}\n`)
const ms = (value: number) => value.toFixed(1).padStart(8)
const line = (name: string, count: number, { p50, p95, p99, p999, max }: Spread) =>
  say(`${name.padEnd(22)}${String(count).padStart(7)}${[p50, p95, p99, p999, max].map(ms).join('')}`)

/** Prints the table of one run: all operations together, then each operation. */
export function printRun(title: string, { samples, seconds }: OpenLoop): Spread {
  say(`\n${title}: ${samples.length} requests in ${seconds.toFixed(1)} s, ${(samples.length / seconds).toFixed(1)}/s`)
  say(`${'latency in ms'.padEnd(22)}  count     p50     p95     p99   p99.9     max`)
  const all = spreadOf(samples.map((sample) => sample.ms))
  line('all', samples.length, all)
  const operations = Map.groupBy(samples, ({ operation }) => operation)
  for (const [operation, some] of [...operations].sort(([a], [b]) => a.localeCompare(b)))
    line(operation, some.length, spreadOf(some.map((sample) => sample.ms)))
  const errors = errorsOf(samples)
  say(`errors: ${errors.size === 0 ? 'none' : [...errors].map(([kind, count]) => `${kind} ${count}×`).join(', ')}`)
  return all
}

/** Returns the failures and the answers other than 200, counted by kind. */
export function errorsOf(samples: readonly Sample[]): Map<string, number> {
  const bad = samples.filter(({ outcome }) => outcome !== '200')
  return new Map([...Map.groupBy(bad, ({ outcome }) => outcome)].map(([kind, some]) => [kind, some.length]))
}

export type Outcome = {
  readonly latency: Spread
  readonly errors: number
  readonly gauges: Gauges
  readonly disk: Spread
  readonly missingEvents: number
}

/** Compares the run with the limits and returns the exit code: 0 kept, 1 missed, 2 invalid run. */
export function printVerdict({ latency, errors, gauges, disk, missingEvents }: Outcome): number {
  if (!(disk.p99 <= BAR.diskP99)) {
    say(`VOID: fdatasync p99 ${disk.p99.toFixed(1)} ms: the disk is too slow just now to tell anything`)
    return 2
  }
  const missed = [
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(missingEvents > 0 ? [`${missingEvents} events missing`] : []),
    ...over('p95', latency.p95, BAR.p95),
    ...over('p99', latency.p99, BAR.p99),
    ...over('p99.9', latency.p999, BAR.p999),
    ...over('RSS in MB', gauges.rssMb, BAR.rssMb),
    ...over('event loop lag p99', gauges.loopLagP99Ms, BAR.loopLagP99Ms),
  ]
  const wanted = `0 errors, p95 ≤ ${BAR.p95}, p99 ≤ ${BAR.p99}, p99.9 ≤ ${BAR.p999} ms, RSS ≤ ${BAR.rssMb} MB, lag p99 ≤ ${BAR.loopLagP99Ms} ms`
  say(missed.length === 0 ? `kept: ${wanted}` : `MISSED: ${missed.join('; ')} (wanted: ${wanted})`)
  return missed.length === 0 ? 0 : 1
}

// A value that could not be measured is NaN, and counts as missed.
function over(name: string, value: number, bar: number): string[] {
  return value <= bar ? [] : [`${name} ${value.toFixed(1)} > ${bar}`]
}
