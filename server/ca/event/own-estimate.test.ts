import type { AssessedEncounter } from '@apsis/astro/screening/encounter-probability.ts'
import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { expect, test } from 'vitest'
import { eventValues } from './describe-event.ts'
import { byOf, heldAt, highestAt, LOWER_AFTER_MS, presentBy, shownIdOf } from './fold-event.ts'
import { foldOwn } from './fold-own.ts'
import { isWorse, judgeEstimate, leadOf, type OwnEstimate, type OwnFacts, ownLevels } from './own-estimate.ts'

const thresholds = Thresholds.parse({})
const HOUR = 3_600_000
const ASSESSED: AssessedEncounter = {
  method: 'foster-1992',
  isReliable: true,
  isDiluted: false,
  radiusM: 4,
  scaledMaximum: null,
  mahalanobis: 1,
  primaryRtnM2: [1, 0, 0, 1, 0, 1],
  secondaryRtnM2: [1, 0, 0, 1, 0, 1],
}
const FACTS: OwnFacts = {
  missM: 1_000,
  missRtnM: [500, 0, 866],
  velocityRtnMps: [0, -14_000, 0],
  relativeSpeedMps: 14_000,
  probability: 1e-9,
  reason: 'computed',
  maximumProbability: 1e-6,
  assessed: ASSESSED,
  volumeM: [1_000, 25_000, 25_000],
  toleranceS: 10,
  cdmId: null,
  ownName: 'OWN',
  otherName: 'OTHER',
  fileName: 'own.oem',
  isSimulated: false,
}
let count = 0
const estimate = (facts: Partial<OwnFacts> = {}, more: Partial<OwnEstimate> = {}): OwnEstimate => {
  count += 1
  return {
    id: `estimate-${count}`,
    conjunctionId: 'event',
    satelliteId: 'own',
    screeningId: `screening-${count}`,
    ephemerisId: 'file',
    line: 'CDM',
    objectId: '90001',
    madeAt: 0,
    tca: 48 * HOUR,
    ended: null,
    endedAt: null,
    beforeBurnAt: null,
    ...more,
    facts: { ...FACTS, ...facts },
  }
}
const WEAK = { assessed: null } as const
const levels = (held: ReturnType<typeof ownLevels>, now: number) => held.map((one) => heldAt(one, now).level).sort()

test('ownLevels() rises at once, and falls when a second estimate agrees, or 12 h after the first', () => {
  const chain = [
    estimate({ probability: 2e-4 }, { madeAt: 0, ended: 'SUPERSEDED', endedAt: HOUR }),
    estimate({ probability: 1e-9 }, { madeAt: HOUR }),
  ]
  const held = ownLevels(chain, { thresholds, hasMessages: true })
  expect(levels(held, 2 * HOUR)).toEqual(['CRITICAL'])
  expect(levels(held, HOUR + LOWER_AFTER_MS - 1)).toEqual(['CRITICAL'])
  expect(levels(held, HOUR + LOWER_AFTER_MS)).toEqual(['LOW'])
  const agreed = ownLevels([...chain, estimate({ probability: 2e-6 }, { madeAt: 2 * HOUR })], {
    thresholds,
    hasMessages: true,
  })
  // The level is the higher of the two agreeing estimates.
  expect(levels(agreed, 2 * HOUR)).toEqual(['MEDIUM'])
})

test('ownLevels() treats a withdrawn estimate as a low one: if no second one follows, the level falls after 12 h', () => {
  const gone = estimate({ probability: 2e-4 }, { ended: 'WITHDRAWN', endedAt: HOUR })
  const held = ownLevels([gone], { thresholds, hasMessages: true })
  expect(levels(held, HOUR)).toEqual(['CRITICAL'])
  expect(levels(held, HOUR + LOWER_AFTER_MS)).toEqual(['LOW'])
})

test('ownLevels() follows each satellite and each kind of comparison separately; the highest level counts', () => {
  const held = ownLevels(
    [
      estimate({ probability: 2e-4 }),
      estimate({ probability: 1e-9 }, { madeAt: HOUR, line: 'OPS' }),
      estimate({ probability: 2e-6 }, { madeAt: HOUR, satelliteId: 'other' }),
    ],
    { thresholds, hasMessages: true },
  )
  expect(levels(held, HOUR)).toEqual(['CRITICAL', 'LOW', 'MEDIUM'])
  expect(highestAt(held, HOUR)).toBe('CRITICAL')
})

test('ownLevels() ignores a weak estimate if there is a message or a valid credible estimate', () => {
  const weak = estimate({ ...WEAK, probability: 0.1 }, { line: 'CAT' })
  const say = (estimates: OwnEstimate[], hasMessages: boolean) =>
    levels(ownLevels(estimates, { thresholds, hasMessages }), HOUR)
  expect(say([weak], false)).toEqual(['MEDIUM'])
  expect(say([weak], true)).toEqual([])
  expect(say([weak, estimate()], false)).toEqual(['LOW'])
  // A credible estimate that has ended does not contradict the valid weak one.
  const over = estimate({}, { ended: 'WITHDRAWN', endedAt: HOUR })
  expect(say([weak, over], false)).toEqual(['LOW', 'MEDIUM'])
})

test('isWorse() compares the level, then the probability, then the distance', () => {
  const facts = (given: Partial<OwnFacts>) => ({ facts: { ...FACTS, ...given } })
  // A miss below the accepted 100 m is CRITICAL at any probability.
  const [near, likely] = [facts({ missM: 90, probability: 1e-12 }), facts({ probability: 5e-5 })]
  expect([isWorse(near, likely, thresholds), isWorse(likely, near, thresholds)]).toEqual([true, false])
  const [more, less] = [facts({ probability: 2e-9, missM: 3_000 }), facts({ probability: 1e-9 })]
  expect([isWorse(more, less, thresholds), isWorse(less, more, thresholds)]).toEqual([true, false])
  const [closer, further] = [facts({ missM: 800 }), facts({})]
  expect([isWorse(closer, further, thresholds), isWorse(further, closer, thresholds)]).toEqual([true, false])
  expect(isWorse(further, further, thresholds)).toBe(false)
})

test('judgeEstimate() gives at most MEDIUM for a covariance of a class of orbits, and names the reason for the limit', () => {
  expect(judgeEstimate(estimate({ ...WEAK, probability: 0.1 }), thresholds)).toEqual({
    level: 'MEDIUM',
    causes: ['probability-accepted', 'capped-without-covariance'],
  })
  expect(judgeEstimate(estimate({ probability: 0.1 }), thresholds).level).toBe('CRITICAL')
})

test('leadOf() prefers credible to weak estimates, then the higher level, then the newer; of ended estimates the newest', () => {
  const weak = estimate({ ...WEAK, probability: 0.1 }, { madeAt: 9 * HOUR })
  const low = estimate({}, { madeAt: 8 * HOUR })
  const older = estimate({ probability: 2e-6 }, { madeAt: HOUR })
  const newer = estimate({ probability: 2e-6 }, { madeAt: 2 * HOUR })
  const over = estimate({ probability: 2e-4 }, { madeAt: 10 * HOUR, ended: 'WITHDRAWN', endedAt: 11 * HOUR })
  expect(leadOf([weak, low, older, newer, over], thresholds)).toBe(newer)
  expect(leadOf([weak, over], thresholds)).toBe(weak)
  expect(leadOf([over], thresholds)).toBe(over)
  expect(leadOf([], thresholds)).toBeUndefined()
})

const foldOnly = (estimates: readonly OwnEstimate[]) =>
  foldOwn({ byMessages: undefined, estimates, satellites: ['own', null], thresholds, objects: ['43617', '90001'] })

const NEIGHBOUR = {
  source: 'api.starlink.com',
  file: 'MEME_90001.txt',
  madeAt: new Date(0).toISOString(),
  until: new Date(72 * HOUR).toISOString(),
}

test('an estimate whose other covariance is an envelope at the TCA says so with its maximum, in the event and in a notice', () => {
  const ofEnvelope = (envelopeHours: number) => {
    const neighbour = { ...NEIGHBOUR, envelopeFrom: new Date(envelopeHours * HOUR).toISOString() }
    const assessed = { ...ASSESSED, scaledMaximum: 3e-4 }
    const facts = foldOnly([estimate({ probability: 2e-4, neighbour, assessed }, { line: 'EPH' })])
    const about = { facts, level: 'CRITICAL', action: 'WATCH', now: new Date(0), satelliteName: 'OWN' } as const
    return { screening: facts.ownScreening, values: eventValues(about) }
  }
  // The TCA is after 48 h.
  const flat = ofEnvelope(10)
  expect(flat.screening).toMatchObject({ isEnvelope: true, maximumProbability: 3e-4 })
  expect(flat.values).toMatchObject({ envelope: 1, maximumProbability: 3e-4, probability: 2e-4 })
  const estimated = ofEnvelope(49)
  expect(estimated.screening).toMatchObject({ isEnvelope: false, maximumProbability: 3e-4 })
  expect(estimated.values).not.toHaveProperty('envelope')
})

test('an estimate that came from a connection for tests marks the level that it sets, also in an event that is real', () => {
  const real = foldOnly([estimate({ probability: 1e-9 })])
  const messages = { ...real, isSimulated: true, levelFrom: 'MESSAGE' as const, messages: 1, ownScreening: null }
  const active = { id: 'message', derived: { conjunctionData: { riskLevel: 'LOW' } } }
  const together = (estimates: readonly OwnEstimate[], isSimulated: boolean) => {
    const byMessages = { facts: { ...messages, isSimulated }, active } as Parameters<typeof foldOwn>[0]['byMessages']
    return foldOwn({ byMessages, estimates, satellites: ['own', null], thresholds, objects: ['43617', '90001'] })
  }
  const [simulated, found] = [{ isSimulated: true, ...WEAK }, WEAK] as const
  expect(together([estimate(simulated)], true).isSimulated).toBe(true)
  // An event that a screening of real orbits finds is real.
  expect(together([estimate(found)], true).isSimulated).toBe(false)
  expect(together([estimate(found, { ended: 'WITHDRAWN', endedAt: HOUR })], true).isSimulated).toBe(true)
  const only = foldOnly([
    estimate({ probability: 2e-6 }),
    estimate({ probability: 1e-3, isSimulated: true }, { line: 'EPH' }),
  ])
  const by = byOf(only, 'CRITICAL', shownIdOf(only))
  expect(only.isSimulated).toBe(false)
  expect(by && presentBy(by, { shownId: null, track: undefined })).toMatchObject({
    isSimulated: true,
    probability: 1e-3,
  })
  const about = { facts: only, level: 'CRITICAL', action: 'WATCH', now: new Date(0), satelliteName: 'OWN' } as const
  expect(eventValues(about).simulated).toBe(1)
  expect(eventValues({ ...about, facts: real, level: 'LOW' })).not.toHaveProperty('simulated')
})
