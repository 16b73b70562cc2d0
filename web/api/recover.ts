import { onWake } from '../clock/wake.ts'
import { renewStream } from './events.ts'
import { getOutage, isFailedByOutage, onOutage, probe } from './outage.ts'
import { queryClient, readAgain } from './queries.ts'

const FIRST_DELAY_MS = 2_000
const LONGEST_DELAY_MS = 15_000

/** Returns the delay before the next try, minus up to a fifth, so that pages do not all try at once. */
export function lookDelayMs(looks: number, random: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(looks, 10)) * (1 - random / 5)
}

/**
 * Recovers from every outage, as long as the page exists: failed reads are repeated until they succeed, and when the server answers again,
 * all data on the screen is read again, because changes were not announced meanwhile.
 */
export function recoverByItself(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0
  let wasUnreachable = false
  const lookAgain = async () => {
    if (getOutage()?.kind === 'unreachable') await probe()
    else await queryClient.refetchQueries({ predicate: isFailedByOutage })
    looks += 1
    plan()
  }
  const plan = () => {
    clearTimeout(timer)
    if (getOutage()) timer = setTimeout(() => void lookAgain(), lookDelayMs(looks, Math.random()))
  }
  const all = () => {
    renewStream()
    void readAgain()
  }
  onOutage(() => {
    const isUnreachable = getOutage()?.kind === 'unreachable'
    if (isUnreachable !== wasUnreachable) looks = 0
    plan()
    if (wasUnreachable && !isUnreachable) all()
    wasUnreachable = isUnreachable
  })
  // After a cable is plugged in again the page need not wait; a computer that has slept does not know which changes it missed.
  addEventListener('online', () => void probe())
  addEventListener('offline', () => void probe())
  // The cable may have been unplugged before this code runs.
  if (navigator.onLine === false) void probe()
  onWake(all)
}
