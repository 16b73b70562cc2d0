/**
 * Compares the engine with other programs in one run: first it checks that the results are right, then it prints one table of medians and ratios.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAllVsAll } from './measures/all-vs-all.ts'
import { measureCandidates } from './measures/candidates.ts'
import { measureCommand } from './measures/command.ts'
import { measureTheory } from './measures/kernel-rows.ts'
import { measureOneObject } from './measures/one-object.ts'
import { foreignCoresNow, MOST_FOREIGN_CORES } from './measures/quiet.ts'
import { formatTable, type Row } from './measures/row.ts'
import { measureWeek } from './measures/week.ts'
import { measureWorkers } from './measures/worker-processes.ts'
import { type BenchCatalogue, readWholeCatalogue } from './screening/catalogue.ts'
import type { Events } from './screening/compare.ts'
import { passGates } from './screening/gates.ts'
import { machineLine } from './stage/machine.ts'

const PARTS = ['gates', 'kernels', 'day', 'week', 'command', 'candidates', 'one', 'workers'] as const
const USAGE = `Usage: npm run bench -- all [--quick] [--third] [--busy] [--rounds N] [--threads N] [--only ${PARTS.join(',')}]
  --quick  small: whether everything runs, and nothing about speed
  --third  the exhaustive reference over 8 of the 24 hours of the whole catalogue; then recall is not judged by it
  --busy   measure on a machine that others use, and judge nothing`
const DAY_S = 86_400

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    third: { type: 'boolean', default: false },
    busy: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    threads: { type: 'string', default: String(availableParallelism()) },
    only: { type: 'string', default: PARTS.join(',') },
    help: { type: 'boolean', default: false },
  },
})
const { quick } = values
const full = !quick && !values.third
const rounds = quick ? 1 : Number(values.rounds)
const threads = Number(values.threads)
const only = values.only.split(',')

async function main(): Promise<number> {
  const isKnown = only.every((part) => (PARTS as readonly string[]).includes(part))
  if (values.help || !isKnown || ![rounds, threads].every((value) => Number.isInteger(value) && value > 0)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  const foreign = await foreignCoresNow()
  const isBusy = foreign > MOST_FOREIGN_CORES
  if (isBusy && !quick && !values.busy) {
    say(
      `Others use ${foreign.toFixed(2)} cores of this machine: what is measured now says nothing. --busy measures all the same.`,
    )
    return 3
  }
  const catalogue = readWholeCatalogue()
  const load = loadavg().map((value) => value.toFixed(1))
  say(`${machineLine()}; ${threads} threads; load averages ${load.join(', ')}`)
  say(`${catalogue.name}, ${catalogue.models.length} objects; medians of ${rounds} rounds, contestants in turn`)
  const passed: boolean[] = []
  let truth: Events | undefined
  if (only.includes('gates')) {
    say('\nGates')
    const gates = await passGates(catalogue, gateOptions(), say)
    passed.push(gates.isPassed)
    if (full) truth = gates.truth
  }
  const rows = await measureAll(catalogue, truth, passed)
  const wasDisturbed = ({ foreignCores }: Row) => (foreignCores ?? 0) > MOST_FOREIGN_CORES
  const judged = rows.map((row) => (quick || isBusy || wasDisturbed(row) ? { ...row, isReached: undefined } : row))
  if (rows.length > 0) say(`\n${formatTable(judged)}`)
  if (judged.some(wasDisturbed)) say('Rows that others disturbed are not judged: run them again on a quiet machine.')
  say('\nforeign: the most that others used of the machine meanwhile, in cores. Peers: their threads started and their')
  say(
    'elements initialised before the clock starts, their first turn left out of the median; for apsis the clock runs for the whole call, in a fresh process, where it is not said to be warm.',
  )
  const isPassed = passed.every(Boolean)
  say(isPassed ? 'All gates passed.' : 'NOT all gates passed: the numbers above are worth nothing.')
  return isPassed ? 0 : 1
}

function gateOptions() {
  const wholeS = full ? DAY_S : quick ? 1200 : DAY_S / 3
  return quick
    ? { threads, syntheticObjects: 1000, syntheticS: 3600, wholeS }
    : { threads, syntheticObjects: 3000, syntheticS: DAY_S, wholeS }
}

async function measureAll(catalogue: BenchCatalogue, truth: Events | undefined, passed: boolean[]): Promise<Row[]> {
  const rows: Row[] = []
  const keep = (measured: { readonly rows: readonly Row[]; readonly isPassed: boolean }) => {
    rows.push(...measured.rows)
    passed.push(measured.isPassed)
  }
  if (only.includes('kernels')) {
    say('\nKernels')
    const options = { objects: quick ? 200 : 1500, times: 288, rounds: quick ? 1 : 9 }
    for (const theory of ['SGP4', 'SDP4'] as const) keep(await measureTheory(catalogue, theory, options, say))
  }
  if (only.includes('day')) {
    say('\nEverything against everything')
    const durationS = quick ? 3600 : DAY_S
    const beside = quick || truth === undefined ? {} : { truth }
    rows.push(...(await measureAllVsAll(catalogue, { durationS, threads, rounds, ...beside }, say)))
  }
  if (only.includes('week') && !quick) rows.push(await measureWeek({ threads, rounds }))
  if (only.includes('command') && !quick) rows.push(...(await measureCommand(catalogue, { threads, rounds })))
  if (only.includes('candidates')) {
    say('\nCandidates')
    const size = quick
      ? { candidates: 40, singles: 4, durationS: 3600 }
      : { candidates: 1000, singles: 20, durationS: DAY_S }
    keep(await measureCandidates(catalogue, { ...size, threads, rounds }, say))
  }
  if (only.includes('one') && !quick) rows.push(...(await measureOneObject(catalogue, { threads, rounds: 5 })))
  if (only.includes('workers')) {
    const options = { durationS: quick ? 3600 : DAY_S, rounds, processors: availableParallelism() }
    keep(await measureWorkers(catalogue, options))
  }
  return rows
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
