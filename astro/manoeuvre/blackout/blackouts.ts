import { SECONDS_PER_DAY } from '../../constants.ts'
import { formatTime } from '../../time/format-time.ts'
import type { BurnSpan } from '../burn-time.ts'
import { type EclipseDepth, eclipsesBefore, type OrbitAtTca } from './eclipse.ts'
import { timingErrorS } from './timing-error.ts'

/**
 * The origin of a blackout: somebody entered it, it follows from the contacts or from the Earth's shadow, or the shadow is not known at that
 * time.
 */
export const BLACKOUT_KINDS = ['ENTERED', 'CONTACT', 'ECLIPSE', 'SHADOW_UNKNOWN'] as const

/** A time without burns, ms since 1970. */
export interface Blackout {
  readonly fromMs: number
  readonly toMs: number
  readonly kind: (typeof BLACKOUT_KINDS)[number]
  /** The reason that was entered, or the station of the contact; empty for an eclipse. */
  readonly reason: string
  /** The part of the blackout that is certain, if its ends are uncertain; absent: all of it is certain. */
  readonly sure?: { readonly fromMs: number; readonly toMs: number }
}

type Span = { readonly from: string; readonly to: string }

/** A satellite's rules for the times in which it does not burn. */
export interface BlackoutRules {
  readonly blackoutWindows: readonly (Span & { readonly reason: string })[]
  readonly blackoutInContacts?: boolean | undefined
  readonly blackoutInEclipse?: EclipseDepth | undefined
}

/** Returns the entered blackouts, and the contacts if the satellite does not burn during contacts. Times are in the API's format. */
export function knownBlackouts(
  { blackoutWindows, blackoutInContacts }: BlackoutRules,
  contacts: readonly (Span & { readonly station: string })[],
): Blackout[] {
  const spanOf = ({ from, to }: Span) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })
  const entered = blackoutWindows.map((one): Blackout => ({ ...spanOf(one), kind: 'ENTERED', reason: one.reason }))
  if (blackoutInContacts !== true) return entered
  return [...entered, ...contacts.map((one): Blackout => ({ ...spanOf(one), kind: 'CONTACT', reason: one.station }))]
}

/** An orbit is not known well enough to predict the shadow more than this many days before TCA: no burn is planned there. */
export const MOST_SHADOW_DAYS = 14
const MS_PER_S = 1_000

/** A time that counts as in the shadow; without `eclipse` the shadow at that time is not known. */
export interface ShadowSpan extends BurnSpan {
  /** The eclipse of the propagated orbit, without a margin. */
  readonly eclipse?: BurnSpan
}

/**
 * Returns when an object may be in the shadow, from `fromS` (seconds after TCA) to TCA: its eclipses, extended at both ends by the possible
 * timing error of the orbit, and all of the time in which the shadow is not known. Uncertainty only makes blackouts longer, never shorter: a burn
 * in an eclipse that was not foreseen is the worse error.
 */
export function shadowBefore(orbit: OrbitAtTca, fromS: number, depth: EclipseDepth): ShadowSpan[] {
  // Seconds after TCA, negative: before this time the shadow counts as not known.
  const knownFromS = -MOST_SHADOW_DAYS * SECONDS_PER_DAY
  const errorS = timingErrorS(orbit.state, orbit.m2PerKg)
  const startS = Math.max(fromS, knownFromS)
  // The search starts earlier by the timing error at that time, because an eclipse that has just ended may last into the span.
  const eclipses = eclipsesBefore(orbit, startS - errorS(Math.max(0, -startS)), depth)
  const widened = eclipses.map(
    (one): ShadowSpan => ({
      fromS: one.fromS - errorS(-one.fromS),
      toS: one.toS + errorS(-one.toS),
      eclipse: one,
    }),
  )
  return fromS < knownFromS ? [{ fromS, toS: knownFromS }, ...widened] : widened
}

/** Returns the eclipses from now to TCA in which a satellite does not burn, rounded outwards to whole milliseconds. */
export function eclipseBlackouts(
  orbit: OrbitAtTca,
  nowMs: number,
  { blackoutInEclipse }: Pick<BlackoutRules, 'blackoutInEclipse'>,
): Blackout[] {
  if (blackoutInEclipse === undefined) return []
  const tcaMs = Date.parse(`${formatTime(orbit.tca, { digits: 3 })}Z`)
  const spanOf = ({ fromS, toS }: BurnSpan) => ({
    fromMs: Math.floor(tcaMs + fromS * MS_PER_S),
    toMs: Math.ceil(tcaMs + toS * MS_PER_S),
  })
  return shadowBefore(orbit, (nowMs - tcaMs) / MS_PER_S, blackoutInEclipse).map(({ eclipse, ...span }) =>
    eclipse === undefined
      ? { ...spanOf(span), kind: 'SHADOW_UNKNOWN', reason: '' }
      : { ...spanOf(span), kind: 'ECLIPSE', reason: '', sure: spanOf(eclipse) },
  )
}
