import type { ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import { screen } from '@apsis/engine/screen.ts'
import { KNOT_S, KNOTS_PER_STRETCH } from '../peers/grid-ephemeris.ts'
import { type Peer, startPeer } from '../peers/peer-run.ts'
import { type BenchCatalogue, screeningOf, THRESHOLD_M } from '../screening/catalogue.ts'
import { compareEvents, describeComparison, type Events } from '../screening/compare.ts'
import { mostForeign, takeTurns } from './clock.ts'
import { inSeconds, type Row, ratioRow } from './row.ts'

export interface AllVsAllOptions {
  readonly durationS: number
  readonly threads: number
  readonly rounds: number
  /** What the peers' events are compared with; default: the engine's of the same run. */
  readonly truth?: Events
}

/** A plain-JS sweep takes two hours at once; a grid pipeline as much as it holds in memory. */
const PLAIN_STRETCH_S = 4320
const PLAIN = 'plain-JS sweep, satellite.js'
const GRID = 'grid pipeline, satellite.js'

/** Everything against everything, beside both peers on as many threads; and how much of the truth each of them finds. */
export async function measureAllVsAll(
  catalogue: BenchCatalogue,
  options: AllVsAllOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const { durationS, threads, rounds } = options
  const screening = screeningOf(catalogue, durationS)
  const [plain, grid] = await startPeers(catalogue, options)
  try {
    const timed = await takeTurns<ScreeningResult>(
      [
        { name: 'apsis', run: () => screen(screening, { threads }) },
        { name: PLAIN, run: () => plain.run() },
        { name: GRID, run: () => grid.run() },
      ],
      rounds,
    )
    const [ours, ...peers] = timed
    if (ours === undefined) throw new Error('nothing was measured')
    const truth = options.truth ?? ours.result
    for (const { name, result } of timed)
      say(`  ${name}: ${describeComparison(compareEvents(result, truth, THRESHOLD_M))}`)
    const hours = `all-vs-all, ${durationS / 3600} h, ${catalogue.models.length} objects, ${threads} threads`
    const foreignCores = mostForeign(timed.flatMap((each) => each.rounds))
    const shared = { what: hours, ours: inSeconds(ours.medianS), foreignCores }
    return [
      { ...shared, beside: '', ratio: '', goal: 'aim 1.0 s', isReached: ours.medianS <= 1 },
      ...peers.map(({ name, medianS }) =>
        ratioRow(
          { ...shared, beside: `${name} ${inSeconds(medianS)}` },
          medianS / ours.medianS,
          name === PLAIN ? 10 : 35,
        ),
      ),
    ]
  } finally {
    await Promise.all([plain.stop(), grid.stop()])
  }
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
