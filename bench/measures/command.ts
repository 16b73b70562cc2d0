import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { formatOmmCsv } from '@apsis/ccsds/omm/format-omm-csv.ts'
import { fromElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { type BenchCatalogue, CATALOGUE_FILE } from '../screening/catalogue.ts'
import { median } from '../stage/machine.ts'
import { screenAlone } from './alone.ts'
import { mostForeign, processorSecondsOf, type Timing, timeOther } from './clock.ts'
import { inSeconds, type Row } from './row.ts'

const COMMAND = new URL('../../cli/apsis.mjs', import.meta.url).pathname
const FROM = '2024-11-01'
/** The largest ratio of the command's time to that of the engine alone; both start cold. */
const MOST_RATIO = 1.3
const INSPECT_GOAL_S = 0.25
const CASES = [
  { days: 1, form: '--json' },
  { days: 7, form: '--csv' },
] as const

/**
 * Times the command that people run, from its start to the last byte of its answer, and the engine alone in its own process, whose clock starts after
 * it has read the catalogue. The two run alternately, and each starts cold. It also times how soon one small file is inspected.
 */
export async function measureCommand(
  catalogue: BenchCatalogue,
  { threads, rounds }: { readonly threads: number; readonly rounds: number },
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-bench-'))
  try {
    const file = catalogue.isReal ? CATALOGUE_FILE : join(folder, 'catalogue.csv')
    if (!catalogue.isReal) writeFileSync(file, formatOmmCsv(catalogue.sets.map((set) => fromElementSet(set, HEADER))))
    const rows: Row[] = []
    for (const { days, form } of CASES) {
      const args = ['screen', '--all', '--catalogue', file, '--from', FROM, '--days', String(days), form]
      const [commands, alone]: [Timing[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        commands.push(await timeCommand([...args, '--threads', String(threads)]))
        alone.push((await screenAlone({ durationS: days * 86_400, threads })).seconds)
      }
      rows.push(rowOf(`apsis screen --all, ${days === 1 ? '24 h' : `${days} days`}, ${form}`, commands, median(alone)))
    }
    return [...rows, await measureInspect(folder, rounds)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const HEADER = { comments: [], version: '2.0' }

/** Runs the command once; its answer goes to a file that nobody reads. */
async function timeCommand(args: readonly string[]): Promise<Timing> {
  return timeOther(async () => {
    const script = `"$0" "$@" > ${devNull}; code=$?; times; exit $code`
    const child = spawn('sh', ['-c', script, process.execPath, COMMAND, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [[code], told] = await Promise.all([once(child, 'exit'), readText(child.stdout)])
    if (code !== 0 && code !== 1) throw new Error(`apsis ${args.join(' ')} ended with ${code}`)
    return processorSecondsOf(told)
  })
}

/** Measures from the start of the process to the answer of `apsis inspect` about one object. */
async function measureInspect(folder: string, rounds: number): Promise<Row> {
  const file = join(folder, 'one.tle')
  writeFileSync(file, `${TLE.join('\n')}\n`)
  const timings: Timing[] = []
  for (let round = 0; round < rounds; round += 1) timings.push(await timeCommand(['inspect', file]))
  const medianS = median(timings.map(({ seconds }) => seconds))
  return {
    what: 'apsis inspect, one element set',
    ours: inSeconds(medianS),
    beside: '',
    ratio: '',
    goal: `≤ ${INSPECT_GOAL_S} s`,
    isReached: medianS <= INSPECT_GOAL_S,
    // A tenth of a second is too short to be measured in processor time, which is counted in hundredths.
    foreignCores: undefined,
  }
}

// The International Space Station, as Vallado prints its elements (AIAA 2006-6753).
const TLE = [
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
]

function rowOf(what: string, commands: readonly Timing[], aloneS: number): Row {
  const commandS = median(commands.map(({ seconds }) => seconds))
  const ratio = commandS / aloneS
  return {
    what,
    ours: inSeconds(commandS),
    beside: `engine alone, cold ${inSeconds(aloneS)}`,
    ratio: `${ratio.toFixed(2)} of it`,
    goal: `≤ ${MOST_RATIO} of it`,
    isReached: ratio <= MOST_RATIO,
    foreignCores: mostForeign(commands),
  }
}
