import { useCallback, useSyncExternalStore } from 'react'
import { createPageStore, createStore, useStore } from '../ui/store/store.ts'
import { now } from './clock.ts'

/**
 * The time that plots, maps and space show, on all pages: the clock's, one instant, or a time that runs on from an instant. Clocks,
 * countdowns and deadlines never use it.
 */
export type ShownTime =
  | { readonly kind: 'live' }
  | { readonly kind: 'paused'; readonly atMs: number }
  | {
      readonly kind: 'running'
      /** The shown time at the real time `sinceMs`. */
      readonly atMs: number
      readonly sinceMs: number
      /** The shown time runs this number of times as fast as real time. */
      readonly speed: Speed
      /** The least step of the shown time, ms: a minute for readers who prefer reduced motion, otherwise 0. */
      readonly stepMs: number
    }

/** The speeds of the shown time, in times of real time. */
export const SPEEDS = [1, 10, 60, 300, 1_000] as const
export type Speed = (typeof SPEEDS)[number]

/** Returns the shown time at a real time, ms since 1970. */
export function shownAt(time: ShownTime, realMs: number): number {
  if (time.kind === 'live') return realMs
  if (time.kind === 'paused') return time.atMs
  const runMs = Math.max(0, realMs - time.sinceMs) * time.speed
  return time.atMs + (time.stepMs > 0 ? Math.floor(runMs / time.stepMs) * time.stepMs : runMs)
}

export const speedOf = (time: ShownTime): Speed => (time.kind === 'running' ? time.speed : 1)

/** Returns the time that stands still at an instant, whole milliseconds. */
export const pausedAt = (atMs: number): ShownTime => ({ kind: 'paused', atMs: Math.round(atMs) })

type Start = { readonly speed: Speed; readonly stepMs: number; readonly realMs: number }

/** Returns a time that runs on from the shown instant; the live clock at real speed stays live. */
export function runningFrom(time: ShownTime, { speed, stepMs, realMs }: Start): ShownTime {
  if (time.kind === 'live' && speed === 1) return time
  return { kind: 'running', atMs: shownAt(time, realMs), sinceMs: realMs, speed, stepMs }
}

/** Returns the next speed in a direction, or the same one at the end. */
export function nextSpeed(speed: Speed, direction: 1 | -1): Speed {
  return SPEEDS[SPEEDS.indexOf(speed) + direction] ?? speed
}

const LIVE: ShownTime = { kind: 'live' }
const shown = createPageStore<ShownTime>(LIVE)

export const readShownTime = (): ShownTime => shown.read()
export const setShownTime = (time: ShownTime): void => shown.set(time)
export const showLive = (): void => shown.set(LIVE)

/** The number of conductors on the page: without one nobody can move the time, so the plots show the time of the clock. */
const conductors = createStore(0)

/** Registers a conductor of the page until the returned function is called. */
export function conduct(): () => void {
  conductors.set(conductors.read() + 1)
  return () => conductors.set(conductors.read() - 1)
}

/** Returns true while the page has a conductor. */
export function useIsConducted(): boolean {
  return useStore(conductors) > 0
}

/** Calls the listener when somebody changes the kind, the instant or the speed of the shown time, but not at each step while it runs. */
export const onShownTime = shown.subscribe

/** Returns the shown time; the component renders again when somebody changes it, but not at each step while it runs. */
export function useShownTime(): ShownTime {
  return useStore(shown)
}

/**
 * Returns the shown instant, ms; while time runs the component renders again after each `everyMs` of real time. In a hidden tab browsers do
 * not call for frames, so nothing runs there.
 */
export function useShownMs(everyMs: number): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      let frame = 0
      let last = tickAt(everyMs)
      const look = () => {
        const tick = tickAt(everyMs)
        if (tick !== last) changed()
        last = tick
        plan()
      }
      const plan = () => {
        frame = readShownTime().kind === 'paused' ? 0 : requestAnimationFrame(look)
      }
      const leave = onShownTime(() => {
        cancelAnimationFrame(frame)
        changed()
        plan()
      })
      plan()
      return () => {
        cancelAnimationFrame(frame)
        leave()
      }
    },
    [everyMs],
  )
  const read = () => shownAt(readShownTime(), tickAt(everyMs))
  return useSyncExternalStore(subscribe, read, read)
}

const tickAt = (everyMs: number) => Math.floor(now() / everyMs) * everyMs
