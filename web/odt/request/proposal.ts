import { degToRad } from '@apsis/astro/units.ts'
import { passValue } from '@apsis/contract/odt/pass/pass-value.ts'
import { isProposable } from '@apsis/contract/odt/tracking/conjunction.ts'
import { bestFirst, type Choice } from './choices.ts'

type Span = { readonly fromMs: number; readonly toMs: number }

type ProposalQuestion = {
  readonly choices: readonly Choice[]
  /** The number of wanted passes. */
  readonly count: number
  /** The passes that the reader has chosen: they stay. */
  readonly kept: readonly string[]
  /**
   * The passes that are already requested, or whose sensor has another booking; undefined if they are not known, and then nothing is
   * proposed.
   */
  readonly taken: ReadonlySet<string> | undefined
  /** The time that is searched. */
  readonly span: Span
}

/** Returns the names of the reader's choices and of the best other passes, up to the wanted number. */
export function proposalOf({ choices, count, kept, taken, span }: ProposalQuestion): readonly string[] {
  // The chosen passes keep their order as long as all fit: sending them again under the same key is then the same request, whatever the
  // ranking is by then.
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
 * Keeps the order of passes that are ranked by their value for a decision; other passes get the order in which the server plans passes if a
 * request names none.
 */
const byValue = (choices: readonly Choice[], span: Span): readonly Choice[] =>
  choices.some(({ worth }) => worth !== undefined)
    ? choices
    : choices.toSorted((a, b) => worthSoon(b, span) - worthSoon(a, span) || a.startMs - b.startMs)

const worthSoon = ({ startMs, elevation }: Choice, span: Span): number =>
  passValue({ startMs, peakElevationRad: degToRad(elevation) }, span)

/** The values in which a pass is better than all others. */
type Lead = 'earliest' | 'highest' | 'brightest' | 'clearest' | 'surest' | 'firstResult'

/** The reason why a pass is proposed: its rank, and the values in which it is better than all others. */
export type Reason = {
  /** The rank, from 1. */
  readonly place: number
  readonly by: 'chance' | 'value'
  readonly leads: readonly Lead[]
}

/** The values that are compared; more is better, and null means unknown. */
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

/** Returns the reasons for all passes by their names. */
export function reasonsOf(choices: readonly Choice[], span: Span): ReadonlyMap<string, Reason> {
  const isRanked = choices.some(({ worth }) => worth !== undefined)
  const compared = COMPARED[isRanked ? 'ranked' : 'plain'].map(([lead, valueIn]) => {
    const values = choices.flatMap((choice) => valueIn(choice) ?? [])
    // A value that is equal for all passes does not count.
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
