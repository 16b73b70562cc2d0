import type { ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import { openScreener } from '@apsis/engine/screener.ts'
import { KNOT_S, KNOTS_PER_STRETCH } from '../peers/grid-ephemeris.ts'
import { type Peer, startPeer } from '../peers/peer-run.ts'
import { type BenchCatalogue, START, THRESHOLD_M } from '../screening/catalogue.ts'
import { compareEvents, describeComparison, type Events } from '../screening/compare.ts'
import { median } from '../stage/machine.ts'
import { type AloneTask, screenAlone } from './alone.ts'
import { mostForeign, type TimedResult, takeTurns } from './clock.ts'
import { inSeconds, type Row, ratioRow } from './row.ts'

export interface AllVsAllOptions {
  readonly durationS: number
  readonly threads: number
  readonly rounds: number
  /** The reference for the peers' events; if absent, the engine's own events of the same run. */
  readonly truth?: Events
}

/**
 * The time that one task of a peer covers: 72 minutes for the sweep in plain JS, and for the grid pipeline the time for which it keeps positions in
 * memory.
 */
const PLAIN_STRETCH_S = 4320
const PLAIN = 'plain-JS sweep, satellite.js'
const GRID = 'grid pipeline, satellite.js'
const WARM = 'apsis, its threads started and the catalogue loaded before'

/**
 * Screens the whole catalogue against itself, by the engine and by both peers on as many threads; and counts how many of the true events each of them
 * finds.
 */
export async function measureAllVsAll(
  catalogue: BenchCatalogue,
  options: AllVsAllOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const { durationS, threads, rounds } = options
  const [plain, grid] = await startPeers(catalogue, options)
  const screener = await openScreener(catalogue.models, START, { threads })
  try {
    const timed = await takeTurns<ScreeningResult>(
      [
        { name: WARM, run: () => screener.screen({ durationS, thresholdM: THRESHOLD_M }) },
        { name: PLAIN, run: () => plain.run() },
        { name: GRID, run: () => grid.run() },
      ],
      rounds,
    )
    const truth = options.truth ?? timed[0]?.result
    for (const { name, result, medianS, firstS, processorS } of timed)
      if (truth !== undefined)
        say(
          `  ${name}, first turn ${inSeconds(firstS)}, then ${inSeconds(medianS)}, ${inSeconds(processorS)} of processors: ${describeComparison(compareEvents(result, truth, THRESHOLD_M))}`,
        )
    const cold = await measureCold({ durationS, threads }, rounds)
    return rowsOf(
      timed,
      cold,
      `all-vs-all, ${durationS / 3600} h, ${catalogue.models.length} objects, ${threads} threads`,
    )
  } finally {
    await Promise.all([plain.stop(), grid.stop(), screener.close()])
  }
}

/** Returns the median over fresh processes, in which nothing was compiled and no thread was started before. */
async function measureCold(task: AloneTask, rounds: number): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round < rounds; round += 1) seconds.push((await screenAlone(task)).seconds)
  return median(seconds)
}

function rowsOf([warm, plain, grid]: readonly TimedResult<ScreeningResult>[], coldS: number, what: string): Row[] {
  if (warm === undefined || plain === undefined || grid === undefined) throw new Error('not measured')
  const foreignCores = mostForeign([warm, plain, grid].flatMap((each) => each.rounds))
  return [
    { what: `${what}, cold: a fresh process that has read the catalogue`, medianS: coldS },
    { what: 'the same, threads and catalogue warm, as the peers have them', medianS: warm.medianS },
  ].flatMap(({ what: title, medianS }): Row[] => {
    const shared = { what: title, ours: inSeconds(medianS), foreignCores }
    return [
      { ...shared, beside: '', ratio: '', goal: 'aim 1.0 s', isReached: medianS <= 1 },
      ratioRow({ ...shared, beside: `${PLAIN} ${inSeconds(plain.medianS)}` }, plain.medianS / medianS, 10),
      ratioRow({ ...shared, beside: `${GRID} ${inSeconds(grid.medianS)}` }, grid.medianS / medianS, 35),
    ]
  })
}

async function startPeers({ sets }: BenchCatalogue, { durationS, threads }: AllVsAllOptions): Promise<[Peer, Peer]> {
  const work = { sets, durationS, thresholdKm: THRESHOLD_M / 1000 }
  return [
    await startPeer(new URL('../peers/plain-thread.ts', import.meta.url), work, { threads, stretchS: PLAIN_STRETCH_S }),
    await startPeer(new URL('../peers/grid-thread.ts', import.meta.url), work, {
      threads,
      stretchS: KNOTS_PER_STRETCH * KNOT_S,
    }),
  ]
}
