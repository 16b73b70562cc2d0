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
 * Finds the way back from every outage, for as long as the page lives: what has failed is read again until it is there,
 * and when the server answers again, all that is on the screen is, since nobody has told what changed meanwhile.
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
  // A cable that is in again need not be waited for; nor does a computer that has slept know what it missed.
  addEventListener('online', () => void probe())
  addEventListener('offline', () => void probe())
  // It may have been pulled before anybody listened.
  if (navigator.onLine === false) void probe()
  onWake(all)
}
