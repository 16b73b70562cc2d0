import { catchUp, now } from './clock.ts'

const LOOK_MS = 5_000
/** In the background a browser runs a page's timer only once a minute. */
const ASLEEP_MS = 100_000

/** Calls the listener after the computer has slept, or after the browser had frozen the page. */
export function onWake(listener: () => void): void {
  let last = now()
  const look = () => {
    const at = now()
    const isAwakeAgain = at - last > ASLEEP_MS
    last = at
    if (isAwakeAgain) awake()
  }
  const awake = () => {
    catchUp()
    listener()
  }
  setInterval(look, LOOK_MS)
  document.addEventListener('resume', () => {
    last = now()
    awake()
  })
}
