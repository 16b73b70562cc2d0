// Lists every measurement by its name: `npm run bench -- NAME`; without a name it prints them.
import { type NamedCommands, runNamedCommand } from '@apsis/tools/named-command.ts'

export const BENCHES: NamedCommands = {
  all: { file: 'bench/all.ts', about: 'whole catalogues screened beside other engines, with gates of correctness' },
  sgp4: { file: 'bench/sgp4.ts', about: 'SGP4 in TypeScript beside satellite.js' },
  probability: { file: 'bench/probability.ts', about: 'probabilities of collision beside the method of PcElrod' },
  ccsds: { file: 'bench/ccsds.ts', about: 'messages read beside fast-xml-parser' },
  fuzz: {
    file: 'bench/ccsds-fuzz.ts',
    about: 'damaged messages of every format read; what crashes or hangs is counted',
  },
  space: { file: 'bench/space.ts', about: 'the states of a whole catalogue, to draw them, beside satellite.js' },
  passes: { file: 'bench/passes.ts', about: 'passes over sites beside satellite.js, and over HTTP' },
  orbit: { file: 'bench/orbit.ts', about: 'orbits determined beside a differential correction after the textbooks' },
  'initial-orbits': { file: 'bench/initial-orbits.ts', about: 'orbits determined without a start, and counted' },
  plans: { file: 'bench/measures/plans.ts', about: 'avoidance manoeuvres planned beside the published method' },
  burns: { file: 'bench/measures/burns.ts', about: 'burns found beside the jump of the mean motion' },
  statistics: { file: 'bench/statistics.ts', about: 'collision statistics beside plain resampling and a Monte Carlo' },
  orders: { file: 'bench/orders.ts', about: 'orders against one balance beside the transaction of pgbench' },
  exchange: {
    file: 'bench/exchange.ts',
    about: 'the catalogue merged, and ephemerides of neighbours chosen, fetched, read and used',
  },
  intake: { file: 'bench/intake.ts', about: 'how many messages are taken in, and how soon a page of a list is there' },
  delivery: { file: 'bench/delivery.ts', about: 'from the cause of a notice to its receiver, and what a notice costs' },
  load: { file: 'bench/load.ts', about: 'requests at a rate that does not wait for answers' },
  freeze: {
    file: 'bench/freeze.ts',
    about: 'the worst texts that are allowed, and what everybody else waits meanwhile',
  },
  kill: { file: 'bench/kill.ts', about: 'parts of the product killed while writers write; what is lost is counted' },
  ephemeris: { file: 'bench/ephemeris-events.ts', about: 'how soon an own ephemeris is in its events' },
  paint: { file: 'e2e/first-paint.ts', about: 'how soon pages can be seen and used, and how long lists scroll' },
  frames: { file: 'e2e/space-frames.ts', about: 'the page of space: its first picture, its frames, and its memory' },
  live: { file: 'e2e/live-row.ts', about: 'how soon a message is on the screen of a colleague' },
  'live-event': { file: 'e2e/live-event.ts', about: 'how soon a risk is on every screen' },
  'live-track': { file: 'e2e/live-track.ts', about: 'how soon a track has changed its event on the screen' },
}

if (import.meta.main) await runNamedCommand('npm run bench --', BENCHES, process.argv.slice(2))
