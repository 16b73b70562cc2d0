import { setTimeout as wait } from 'node:timers/promises'
import { busySeconds } from './clock.ts'

/** More than this of the machine in the hands of others, in cores, and a figure says nothing. */
export const MOST_FOREIGN_CORES = 0.15
const LOOK_MS = 3_000

/** Returns the number of cores that others keep busy while this process does nothing; NaN if the system does not tell. */
export async function foreignCoresNow(): Promise<number> {
  const [busy, began] = [busySeconds(), performance.now()]
  await wait(LOOK_MS)
  return (busySeconds() - busy) / ((performance.now() - began) / 1000)
}
