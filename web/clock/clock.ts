// This import must be before anything that reads the time.
import './moved-clock.ts'
import { createSignal, useStore } from '../ui/store/store.ts'

/** The ticks of spec §9, in milliseconds. */
export const TICKS = {
  second: 1_000,
  fiveSeconds: 5_000,
  halfMinute: 30_000,
  minute: 60_000,
  fiveMinutes: 300_000,
} as const
export type Tick = keyof typeof TICKS

/** The only place of the application that reads the time: milliseconds since 1970, UTC. */
export function now(): number {
  return Date.now()
}

type TickClock = {
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => number
  /** Ticks now, because the timer did not run while the computer slept. */
  readonly catchUp: () => void
}

/** Returns a clock that changes at multiples of its tick, and runs only while it has listeners. */
function tickClock(everyMs: number): TickClock {
  const { subscribe, tell, hasListeners } = createSignal()
  let timer: ReturnType<typeof setTimeout> | undefined
  const floor = () => Math.floor(now() / everyMs) * everyMs
  const plan = () => {
    timer = setTimeout(tick, floor() + everyMs - now())
  }
  const tick = () => {
    tell()
    plan()
  }
  return {
    catchUp: () => {
      clearTimeout(timer)
      if (hasListeners()) tick()
    },
    subscribe: (listener) => {
      if (!hasListeners()) plan()
      const leave = subscribe(listener)
      return () => {
        leave()
        if (!hasListeners()) clearTimeout(timer)
      }
    },
    read: floor,
  }
}

const clocks: Readonly<Record<Tick, TickClock>> = {
  second: tickClock(TICKS.second),
  fiveSeconds: tickClock(TICKS.fiveSeconds),
  halfMinute: tickClock(TICKS.halfMinute),
  minute: tickClock(TICKS.minute),
  fiveMinutes: tickClock(TICKS.fiveMinutes),
}

/** Returns the time, rounded down to the tick; the component renders again at each tick and not in between. */
export function useNow(tick: Tick): number {
  return useStore(clocks[tick])
}

/** Makes every clock show the current time after a sleep. */
export function catchUp(): void {
  for (const clock of Object.values(clocks)) clock.catchUp()
}

/** Calls the listener at each tick until the returned function is called. */
export function onTick(tick: Tick, listener: () => void): () => void {
  return clocks[tick].subscribe(listener)
}
