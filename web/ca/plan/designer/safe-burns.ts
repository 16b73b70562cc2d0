import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { type Interval, safeIntervals, totalOfPairs } from '@apsis/astro/manoeuvre/safe-intervals.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { missing } from '@apsis/astro/missing.ts'
import { scale } from '@apsis/astro/vec3.ts'
import { arcOf } from './burn-size.ts'
import { modelsOf, type OtherEvent } from './collected.ts'
import { type BurnSettings, DYNAMICS, errorOf, type OpenDesign } from './design.ts'
import { mapLineOf, sizesOf, unitLineAt } from './map-line.ts'

/** The sizes of a burn along one line whose result is at or below the target, on both sides of zero, m/s. */
export type SafeBurns = {
  readonly intervals: readonly Interval[]
  /** The largest size of the search, in both directions, or in the only direction of the thrusters. */
  readonly reachMps: number
  /** True if the thrusters push in one direction of the line only: only this direction was searched, with positive sizes. */
  readonly isOneWay: boolean
  /** The number of events that count together. */
  readonly eventCount: number
}

export type SafeAsked = {
  readonly ignitionMs: number
  readonly reachMps: number
  /** The pair of objects of the event. */
  readonly pair: string
  readonly others: readonly OtherEvent[]
}

/**
 * Returns the safe sizes of Δv at one time, along the line of the settings or along the track. A size is safe if the probability of a
 * collision in any event that counts is at or below the target (flight rule F10; for an object that is met twice the probabilities are
 * added). It uses the disc, execution error included, and the dynamics of the map: those of the settings for one event, and two-body for
 * several events, because their arcs with J2 would delay a drag by ten seconds. It is null for a target by distance, if no plane applies,
 * and along a line on which the thrusters cannot push in either direction.
 */
export function safeBurns(
  open: OpenDesign,
  asked: BurnSettings,
  { ignitionMs, reachMps, pair, others }: SafeAsked,
): SafeBurns | null {
  const { target } = asked
  const settings: BurnSettings = others.length === 0 ? asked : { ...asked, dynamics: 'two-body' }
  const { designCase, encounter, tcaMs } = open
  if (target.kind !== 'probability' || designCase.isPlaneOff === true) return null
  const error = errorOf(designCase, settings)
  const own = { model: makeEncounterModel(encounter, DYNAMICS[settings.dynamics]), tcaMs }
  const atS = (ignitionMs - tcaMs) / 1_000
  const shown = mapLineOf(open, own.model, settings.direction, atS)
  // No size is safe along a line on which the thrusters cannot push.
  if (shown.senses.length === 0) return null
  const { least, turned } = sizesOf(shown)
  const line = scale(unitLineAt(open, own.model, shown.line, atS), turned)
  const events = [own, ...modelsOf(open, settings, others)].map(({ model, tcaMs: atMs }) => {
    const options = { burnS: (ignitionMs - atMs) / 1_000, ...(error === null ? {} : { executionError: error }) }
    const { radiusM } = model.encounter
    const impulse = options.burnS < 0 ? trialOf(model, options) : undefined
    return (size: number) => {
      const arcS = arcOf(designCase, settings, size)
      // A burn has no effect on an event before the end of the burn.
      const isMoved = impulse !== undefined && options.burnS + arcS < 0 && size !== 0
      const trial = isMoved && arcS > 0 ? trialOf(model, { ...options, arcS }) : impulse
      const flown = scale(line, isMoved ? size : 0)
      const { planar } =
        trial === undefined
          ? model.after({ state: model.encounter.primary })
          : trial.attempt(transform(transpose(trial.rtn), flown)).after
      // Without a plane no size can be called safe.
      return planar === null ? 1 : circle2d(planar.miss, radiusM)
    }
  })
  const pairs = [pair, ...others.map((one) => one.pair)]
  const total = (size: number) =>
    totalOfPairs(events.map((of, place) => ({ pair: pairs[place] ?? missing(), probability: of(size) }))).most
  const intervals = safeIntervals(total, target.probability, { from: least * reachMps, to: reachMps })
  return { intervals, reachMps, isOneWay: least === 0, eventCount: events.length }
}
