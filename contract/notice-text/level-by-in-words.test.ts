import { expect, test } from 'vitest'
import { type LevelBy, levelPcOf } from '../ca/event/level-by.ts'
import { CATALOGUE_IN_ENGLISH } from './catalogue-in-words.ts'
import { levelByBeside, levelByValues, sayLevelBy } from './level-by-in-words.ts'
import type { Manner } from './manner.ts'
import { TOLD_WORDS } from './notice-words.data.ts'

const words: Readonly<Record<string, string>> = TOLD_WORDS.en
const MANNER: Manner = {
  t: (word, values = {}) =>
    (words[word] ?? word).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
  minute: (ms) => new Date(ms).toISOString().slice(11, 16),
  number: String,
  probability: (value) => value.toExponential(1),
  money: String,
  catalogue: CATALOGUE_IN_ENGLISH,
  level: () => 'Critical',
  deliveryReason: String,
}
const BY: LevelBy = {
  source: 'OWN_SCREENING',
  id: '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22',
  at: '2026-11-27T19:24:22.000Z',
  probability: 2.2e-4,
  missM: 222,
  isShown: true,
  isBeforeTrack: true,
  isSimulated: false,
}
const TRACK = { at: '2026-11-27T19:22:56.000Z', screening: 'AWAITED', reason: null } as const
const say = (by: LevelBy, track: Parameters<typeof levelByValues>[1]) =>
  sayLevelBy(MANNER, { level: 'CRITICAL', ...levelByValues(by, track) })

test('sayLevelBy() names the number, the source and the time of a level, a newer track, and the pending screening', () => {
  expect(say(BY, TRACK)).toBe(
    'Critical by the screening of 19:24, before the track of 19:22: Pc 2.2e-4. Screening anew: until then the level stays.',
  )
  expect(say({ ...BY, source: 'MESSAGE' }, { ...TRACK, screening: 'FAILED', reason: 'no-orbit' })).toBe(
    'Critical by the message of 19:24, before the track of 19:22: Pc 2.2e-4. Screening anew failed: no orbit of the satellite is known. The level stays; tried again every ten minutes.',
  )
  expect(say({ ...BY, isBeforeTrack: false, probability: null }, TRACK)).toBe(
    'Critical by the screening of 19:24: probability not known.',
  )
  expect(sayLevelBy(MANNER, { level: 'CRITICAL' })).toBe('')
})

test('the probability on which a level is based is written alone if it is the shown one, and with its source if it is from another estimate', () => {
  const newest = { probabilityOfCollision: 8e-17 }
  const own = { ...BY, isBeforeTrack: false }
  expect(levelPcOf({ levelBy: null, conjunctionData: newest })).toBe(8e-17)
  expect(levelPcOf({ levelBy: own, conjunctionData: newest })).toBe(8e-17)
  expect(levelPcOf({ levelBy: { ...own, isShown: false }, conjunctionData: newest })).toBe(2.2e-4)
  expect(levelByBeside({ levelBy: own, track: TRACK })).toEqual({})
  expect(levelByBeside({ levelBy: null, track: null })).toEqual({})
  expect(levelByBeside({ levelBy: { ...own, isShown: false }, track: null })).toMatchObject({
    levelProbability: 2.2e-4,
  })
  expect(levelByBeside({ levelBy: BY, track: TRACK })).toMatchObject({ trackAt: TRACK.at, anew: 'AWAITED' })
})
