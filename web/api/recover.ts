import { onWake } from '../clock/wake.ts'
import { renewStream } from './events.ts'
import { getOutage, isFailedByOutage, onOutage, probe } from './outage.ts'
import { queryClient, readAgain } from './queries.ts'

const FIRST_DELAY_MS = 2_000
const LONGEST_DELAY_MS = 15_000

/** Delay before look number `looks` + 1, with up to a fifth less, so that pages spread out. */
export function lookDelayMs(looks: number, random: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(looks, 10)) * (1 - random / 5)
}

/**
 * Recovers from every outage, for as long as the page lives: failed reads are repeated until they succeed, and when the
 * server answers again, all data on the screen is read again, since changes were not announced meanwhile.
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
  // The page need not wait after a cable is plugged in again; a computer that has slept does not know which changes it
  // missed.
  addEventListener('online', () => void probe())
  addEventListener('offline', () => void probe())
  // It may have been pulled before anybody listened.
  if (navigator.onLine === false) void probe()
  onWake(all)
}
