/** A process with a watchdog. Its loop runs after each piece of work, and can be frozen on request. */
import { beginWork } from '../at-work.ts'
import { startWatchdog } from '../watchdog.ts'

const LIMIT_S = 1
/**
 * The duration of the work between two runs of the loop: a tenth of the watchdog's limit, and a hundred times the processor time
 * that a starved loop gets.
 */
const TURN_MS = 100

function work(): void {
  const endMs = process.cpuUsage().user / 1_000 + TURN_MS
  while (process.cpuUsage().user / 1_000 < endMs);
}

function turn(): void {
  work()
  process.send?.('turned')
  setTimeout(turn, 1)
}

process.on('message', (how) => {
  if (how === 'spin') for (;;);
  if (how === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
// If it is given a database, it acts as a worker, with two running pieces of work and a third one that has ended.
const [databaseUrl] = process.argv.slice(2)
for (const name of ['ca.watch', 'delivery.sending']) beginWork(name)
beginWork('ca.demo')()
startWatchdog(LIMIT_S, { process: 'test' }, databaseUrl === undefined ? undefined : { kind: 'worker', databaseUrl })
turn()
