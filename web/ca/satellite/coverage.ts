import { DAY_MS } from '@apsis/astro/constants.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'

/** A span of time, in ms since 1970. */
export type Span = { readonly fromMs: number; readonly toMs: number }
/** The manner in which a file is drawn. */
export type Weight = 'current' | 'candidate' | 'thin'
export type Bar = {
  readonly file: EphemerisFile
  readonly weight: Weight
  readonly whole: Span
  readonly usable: Span
}
/** The coverage of one satellite, and its gaps. */
export type Coverage = {
  readonly bars: readonly Bar[]
  /** The times between now and the horizon in which no operational file can be used. */
  readonly gaps: readonly Span[]
  /** The end of the gapless coverage from now on; undefined if now is not covered. */
  readonly untilMs: number | undefined
  /** The TCAs, each with the information whether an operational file covers it. */
  readonly tcas: readonly { readonly id: string; readonly atMs: number; readonly isCovered: boolean }[]
}

type Event = { readonly id: string; readonly atMs: number }

/** True if a file is the valid orbit of its satellite now: operational, active, and read without an error. */
export function isCurrent({ kind, active, state }: EphemerisFile): boolean {
  return kind === 'OPERATIONAL' && active && ['VALID', 'SCREENING', 'SCREENED'].includes(state)
}

/** Returns the usable spans of a file: from its first usable moment to its last, without its gaps. */
export function usableSpans({ usableStartTime, usableStopTime, gaps }: EphemerisFile): readonly Span[] {
  if (usableStartTime === null || usableStopTime === null) return []
  const whole = { fromMs: Date.parse(usableStartTime), toMs: Date.parse(usableStopTime) }
  return without(
    [whole],
    gaps.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })),
  )
}

/** Returns the coverage of a satellite by its files, between now and a horizon, with the TCAs of its events. */
export function coverageOf(
  files: readonly EphemerisFile[],
  events: readonly Event[],
  { fromMs, toMs }: Span,
): Coverage {
  const covered = merged(files.filter(isCurrent).flatMap(usableSpans))
  const gaps = without([{ fromMs, toMs }], covered)
  const now = covered.find((span) => span.fromMs <= fromMs && span.toMs > fromMs)
  return {
    bars: files.flatMap(barOf),
    gaps,
    untilMs: now?.toMs,
    tcas: events.map(({ id, atMs }) => ({ id, atMs, isCovered: covered.some((span) => contains(span, atMs)) })),
  }
}

function barOf(file: EphemerisFile): readonly Bar[] {
  const { startTime, stopTime, usableStartTime, usableStopTime, kind, state } = file
  if (startTime === null || stopTime === null) return []
  const whole = { fromMs: Date.parse(startTime), toMs: Date.parse(stopTime) }
  const usable = {
    fromMs: usableStartTime === null ? whole.fromMs : Date.parse(usableStartTime),
    toMs: usableStopTime === null ? whole.toMs : Date.parse(usableStopTime),
  }
  const isWaiting = kind !== 'OPERATIONAL' && state !== 'SUPERSEDED' && state !== 'EXPIRED' && state !== 'INVALID'
  return [{ file, whole, usable, weight: isCurrent(file) ? 'current' : isWaiting ? 'candidate' : 'thin' }]
}

const contains = ({ fromMs, toMs }: Span, atMs: number) => atMs >= fromMs && atMs <= toMs

/** Returns spans, in their order, joined where they touch or overlap. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = result.at(-1)
    if (last && span.fromMs <= last.toMs)
      result[result.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) }
    else result.push(span)
  }
  return result
}

/** Returns spans without the parts that other spans cover. */
export function without(spans: readonly Span[], cuts: readonly Span[]): readonly Span[] {
  let left = spans
  for (const cut of merged(cuts)) {
    left = left.flatMap((span) => {
      if (cut.toMs <= span.fromMs || cut.fromMs >= span.toMs) return [span]
      const parts = [
        { fromMs: span.fromMs, toMs: cut.fromMs },
        { fromMs: cut.toMs, toMs: span.toMs },
      ]
      return parts.filter(({ fromMs, toMs }) => toMs > fromMs)
    })
  }
  return left
}

export type Counts = { readonly operational: number; readonly expiring: number; readonly invalid: number }

/** Returns the number of operational files, of those that end within a day, and of those that could not be read. */
export function countsOf(files: readonly EphemerisFile[], nowMs: number): Counts {
  const current = files.filter(isCurrent)
  const endsSoon = ({ usableStopTime }: EphemerisFile) =>
    usableStopTime !== null && Date.parse(usableStopTime) - nowMs < DAY_MS
  return {
    operational: current.length,
    expiring: current.filter(endsSoon).length,
    invalid: files.filter(({ state }) => state === 'INVALID').length,
  }
}
