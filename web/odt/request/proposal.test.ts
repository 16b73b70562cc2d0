import type { RankedPass } from '@apsis/contract/odt/tracking/conjunction.ts'
import { expect, test } from 'vitest'
import type { Choice } from './choices.ts'
import { proposalOf, reasonsOf } from './proposal.ts'

const HOUR_MS = 3_600_000
/** In a window of ten hours, an hour has the same weight as a tenth of the sine of the elevation. */
const SPAN = { fromMs: 0, toMs: 10 * HOUR_MS }
const NONE: ReadonlySet<string> = new Set()

const plain = (name: string, hour: number, elevation: number, more: Partial<Choice> = {}): Choice => ({
  name,
  code: name.slice(0, 5),
  startMs: hour * HOUR_MS,
  elevation,
  magnitude: null,
  clearSky: null,
  worth: undefined,
  ...more,
})
const ranked = (name: string, chance: number, track: number, resultHour: number): Choice =>
  plain(name, 1, 40, {
    worth: {
      crossingChance: chance,
      orderedBy: null,
      detection: { probability: track },
      resultBy: new Date(resultHour * HOUR_MS).toISOString(),
    } as RankedPass,
  })

// The scores by hand, 1 + (1 − 0.1 h) + sin(elevation): early 2.4, high 2.5, late 1.6 + 0.1.
const [EARLY, HIGH, LATE] = [plain('ABC01@a', 1, 30), plain('ABC02@b', 5, 90), plain('ABC03@c', 9, 37)]
const CHOICES = [EARLY, HIGH, LATE]
const propose = (part: Partial<Parameters<typeof proposalOf>[0]>) =>
  proposalOf({ choices: CHOICES, count: 2, kept: [], taken: NONE, span: SPAN, ...part })

test('proposalOf returns the wanted number of passes, preferring early and high ones', () => {
  expect(propose({ count: 1 })).toEqual([HIGH.name])
  expect(propose({})).toEqual([HIGH.name, EARLY.name])
  expect(propose({ count: 5 })).toEqual([HIGH.name, EARLY.name, LATE.name])
  expect(propose({ count: 0 })).toEqual([])
  expect(propose({ choices: [] })).toEqual([])
})

test('proposalOf keeps the choices of the reader, proposes the missing passes, and none that is taken', () => {
  expect(propose({ kept: [LATE.name] })).toEqual([LATE.name, HIGH.name])
  expect(propose({ kept: [LATE.name, EARLY.name], count: 1 })).toEqual([EARLY.name])
  expect(propose({ taken: new Set([HIGH.name]) })).toEqual([EARLY.name, LATE.name])
  // A chosen pass that is no longer among the choices still counts as chosen.
  expect(propose({ choices: [], kept: ['ABC09@gone'] })).toEqual(['ABC09@gone'])
})

test('proposalOf keeps the order of the chosen passes, so that sending them again under one key is the same request', () => {
  for (const kept of [
    [LATE.name, EARLY.name],
    [EARLY.name, LATE.name],
  ])
    expect(propose({ kept })).toEqual(kept)
})

test('proposalOf proposes no further passes while the taken ones are not known', () => {
  expect(propose({ taken: undefined })).toEqual([])
  expect(propose({ taken: undefined, kept: [LATE.name] })).toEqual([LATE.name])
})

test('proposalOf keeps the ranking for an event, without passes that cannot change the decision', () => {
  const choices = [ranked('ABC01@a', 0.9, 0.5, 4), ranked('ABC02@b', 0.4, 0.9, 3), ranked('ABC03@c', 0, 1, 2)]
  expect(propose({ choices, count: 3 })).toEqual(['ABC01@a', 'ABC02@b'])
})

test('reasonsOf returns the rank of a pass and the values in which it is better than all others', () => {
  const found = reasonsOf([EARLY, HIGH, { ...LATE, magnitude: 9 }, plain('ABC04@d', 9, 20, { magnitude: 11 })], SPAN)
  expect(found.get(HIGH.name)).toEqual({ place: 1, by: 'value', leads: ['highest'] })
  expect(found.get(EARLY.name)).toEqual({ place: 2, by: 'value', leads: ['earliest'] })
  // A smaller magnitude is brighter.
  expect(found.get(LATE.name)).toEqual({ place: 3, by: 'value', leads: ['brightest'] })
  const byChance = reasonsOf([ranked('ABC01@a', 0.9, 0.5, 4), ranked('ABC02@b', 0.4, 0.9, 3)], SPAN)
  expect(byChance.get('ABC01@a')).toEqual({ place: 1, by: 'chance', leads: [] })
  expect(byChance.get('ABC02@b')).toEqual({ place: 2, by: 'chance', leads: ['surest', 'firstResult'] })
})

test('reasonsOf ignores a value that is equal for all passes', () => {
  expect(reasonsOf([plain('ABC01@a', 1, 30)], SPAN).get('ABC01@a')?.leads).toEqual([])
})
