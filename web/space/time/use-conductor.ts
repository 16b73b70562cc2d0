import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { now } from '../../clock/clock.ts'
import {
  nextSpeed,
  pausedAt,
  readShownTime,
  runningFrom,
  type Speed,
  setShownTime,
  showLive,
  shownAt,
  speedOf,
} from '../../clock/shown-time.ts'
import type { PageShortcut } from '../../shell/key/page-keys.tsx'
import type { Keys } from '../../shell/key/shortcut.ts'
import { useMedia } from '../../ui/page/size.ts'
import { markFrom, type TimeMark } from './marks.ts'
import type { timeWords } from './words.data.ts'

const SECOND_MS = 1_000

/** The ways to change the shown time; every key and every control calls one of these. */
export type Conductor = {
  readonly show: (atMs: number | 'now') => void
  readonly move: (byMs: number) => void
  readonly toMark: (direction: 1 | -1) => void
  readonly playOrPause: () => void
  readonly setSpeed: (speed: Speed) => void
  readonly changeSpeed: (direction: 1 | -1) => void
}

/** Returns the actions on the shown time, for the marks of a page. */
export function useConductor(marks: readonly TimeMark[]): Conductor {
  // Whoever prefers reduced motion sees whole minutes, one after the other.
  const stepMs = useMedia('(prefers-reduced-motion: reduce)') ? MINUTE_MS : 0
  const shownNow = () => shownAt(readShownTime(), now())
  const show = (atMs: number | 'now') => (atMs === 'now' ? showLive() : setShownTime(pausedAt(atMs)))
  const setSpeed = (speed: Speed) => setShownTime(runningFrom(readShownTime(), { speed, stepMs, realMs: now() }))
  return {
    show,
    move: (byMs) => show(shownNow() + byMs),
    toMark: (direction) => {
      const mark = markFrom(marks, shownNow(), direction)
      if (mark) show(mark.atMs)
    },
    playOrPause: () => (readShownTime().kind === 'paused' ? setSpeed(1) : show(shownNow())),
    setSpeed,
    changeSpeed: (direction) => setSpeed(nextSpeed(speedOf(readShownTime()), direction)),
  }
}

/**
 * Returns the keys of the conductor. A second has keys of its own: on an English keyboard the comma with Shift is the key of the slower
 * speed (docs/decisions/228).
 */
export function keysOf(conductor: Conductor, say: typeof timeWords): readonly PageShortcut[] {
  const { show, move, toMark, playOrPause, changeSpeed } = conductor
  const key = (keys: Keys, label: string, run: () => void): PageShortcut => ({ keys, label, run })
  return [
    key('Space', `${say('play')}, ${say('pause')}`, playOrPause),
    key('[', say('previousMark'), () => toMark(-1)),
    key(']', say('nextMark'), () => toMark(1)),
    key(',', say('minuteBack'), () => move(-MINUTE_MS)),
    key('.', say('minuteAhead'), () => move(MINUTE_MS)),
    key(';', say('secondBack'), () => move(-SECOND_MS)),
    key(':', say('secondAhead'), () => move(SECOND_MS)),
    key('<', say('slower'), () => changeSpeed(-1)),
    key('>', say('faster'), () => changeSpeed(1)),
    key('n', say('toNow'), () => show('now')),
  ]
}

/** Moves the grip by a key; returns false for a key that does not move it. */
export function moveGrip({ move, show }: Conductor, key: string): boolean {
  const step = { ArrowLeft: -MINUTE_MS, ArrowDown: -MINUTE_MS, ArrowRight: MINUTE_MS, ArrowUp: MINUTE_MS }[key]
  const page = { PageUp: HOUR_MS, PageDown: -HOUR_MS }[key]
  if (key === 'Home') show('now')
  else if (step !== undefined || page !== undefined) move(step ?? page ?? 0)
  else return false
  return true
}
