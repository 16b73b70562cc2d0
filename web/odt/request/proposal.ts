import { degToRad } from '@apsis/astro/units.ts'
import { passValue } from '@apsis/contract/odt/pass/pass-value.ts'
import { isProposable } from '@apsis/contract/odt/tracking/conjunction.ts'
import { bestFirst, type Choice } from './choices.ts'

type Span = { readonly fromMs: number; readonly toMs: number }

type ProposalQuestion = {
  readonly choices: readonly Choice[]
  /** The number of wanted passes. */
  readonly count: number
  /** Those that the reader has chosen: they stay. */
  readonly kept: readonly string[]
  /** The passes that are asked for already, or whose sensor has another booking; undefined: not known, nothing is proposed. */
  readonly taken: ReadonlySet<string> | undefined
  /** The time that is searched. */
  readonly span: Span
}

/** Returns the names of the reader's choices and, up to the wanted number, of the best others. */
export function proposalOf({ choices, count, kept, taken, span }: ProposalQuestion): readonly string[] {
  // In their order as long as all fit: sent again under the same key, they are the same request whatever the ranking is by then.
  const own = kept.length <= count ? kept : bestFirst(kept, choices).slice(0, count)
  if (taken === undefined) return own
  const best = byValue(choices, span)
    .filter(
      ({ name, worth }) => !own.includes(name) && !taken.has(name) && (worth === undefined || isProposable(worth)),
    )
    .slice(0, count - own.length)
  return [...own, ...best.map(({ name }) => name)]
}

/**
 * Keeps the order of passes that are ranked by their worth to a decision; others are in the order in which the server plans passes
 * that nobody named.
 */
const byValue = (choices: readonly Choice[], span: Span): readonly Choice[] =>
  choices.some(({ worth }) => worth !== undefined)
    ? choices
    : choices.toSorted((a, b) => worthSoon(b, span) - worthSoon(a, span) || a.startMs - b.startMs)

const worthSoon = ({ startMs, elevation }: Choice, span: Span): number =>
  passValue({ startMs, peakElevationRad: degToRad(elevation) }, span)

/** The values in which a pass is ahead of all others. */
type Lead = 'earliest' | 'highest' | 'brightest' | 'clearest' | 'surest' | 'firstResult'

/** The reason why a pass is proposed: its rank among all, and the values in which it is ahead of them. */
export type Reason = {
  /** From 1. */
  readonly place: number
  readonly by: 'chance' | 'value'
  readonly leads: readonly Lead[]
}

/** The values that are compared; more is better, and null is no answer. */
const COMPARED: Readonly<Record<'ranked' | 'plain', readonly (readonly [Lead, (choice: Choice) => number | null])[]>> =
  {
    ranked: [
      ['surest', ({ worth }) => worth?.detection.probability ?? null],
      ['firstResult', ({ worth }) => (worth === undefined ? null : -Date.parse(worth.resultBy))],
      ['highest', ({ elevation }) => elevation],
    ],
    plain: [
      ['earliest', ({ startMs }) => -startMs],
      ['highest', ({ elevation }) => elevation],
      ['brightest', ({ magnitude }) => (magnitude === null ? null : -magnitude)],
      ['clearest', ({ clearSky }) => clearSky],
    ],
  }

/** The reasons of all passes by their names. */
export function reasonsOf(choices: readonly Choice[], span: Span): ReadonlyMap<string, Reason> {
  const isRanked = choices.some(({ worth }) => worth !== undefined)
  const compared = COMPARED[isRanked ? 'ranked' : 'plain'].map(([lead, valueIn]) => {
    const values = choices.flatMap((choice) => valueIn(choice) ?? [])
    // A value that all share puts none ahead.
    const best = values.length > 0 && Math.min(...values) < Math.max(...values) ? Math.max(...values) : undefined
    return { lead, isAhead: (choice: Choice) => best !== undefined && valueIn(choice) === best }
  })
  return new Map(
    byValue(choices, span).map((choice, at) => {
      const leads = compared.filter(({ isAhead }) => isAhead(choice)).map(({ lead }) => lead)
      return [choice.name, { place: at + 1, by: isRanked ? 'chance' : 'value', leads }]
    }),
  )
}
