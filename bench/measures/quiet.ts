import { setTimeout as wait } from 'node:timers/promises'
import { busySeconds } from './clock.ts'

/** If other processes use more than this of the machine, in cores, a measurement means nothing. */
export const MOST_FOREIGN_CORES = 0.15
const LOOK_MS = 3_000

/** Returns the number of cores that other processes keep busy while this one does nothing; NaN if the system does not report it. */
export async function foreignCoresNow(): Promise<number> {
  const [busy, began] = [busySeconds(), performance.now()]
  await wait(LOOK_MS)
  return (busySeconds() - busy) / ((performance.now() - began) / 1000)
}
