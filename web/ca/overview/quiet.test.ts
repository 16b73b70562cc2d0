import { expect, test } from 'vitest'
import { quietOf } from './quiet.ts'
import { overviewWords } from './words.data.ts'

const AT = '2026-11-20T07:18:00.000Z'
const ACTIVE = {
  payloads: 11_000,
  rocketBodies: 0,
  debris: 0,
  unknown: 0,
  lacks: ['DEBRIS' as const, 'ROCKET_BODIES' as const],
  isWhole: true,
  sources: [],
  isSimulated: false,
  newestEpoch: '2026-11-20T05:00:00.000Z',
}
const screened = (state: 'NOT_SCREENED' | 'CLEAR' | 'CONJUNCTIONS', catalogue: typeof ACTIVE | null = null) => ({
  derived: { screening: { state, conjunctions: 0, screenedAt: AT, from: null, to: null, catalogue } },
})
const [no, clear, some] = [screened('NOT_SCREENED'), screened('CLEAR'), screened('CONJUNCTIONS')]

test.each([
  ['no satellite and no event', 0, [], 'inactive', 'No satellite, nothing to screen.'],
  ['satellites that nobody screened', 0, [no, no], 'inactive', /^But nothing has been screened/],
  ['one of two not screened', 0, [no, clear], 'inactive', '1 of 2 satellites are not screened.'],
  ['events, and a satellite that is not screened', 3, [no, some], 'inactive', '1 of 2 satellites are not screened.'],
  ['all screened', 0, [clear, clear], 'ok', undefined],
  [
    'all screened, one among active objects alone',
    0,
    [clear, screened('CLEAR', ACTIVE)],
    'inactive',
    /^Debris is not in this catalogue, nor/,
  ],
  ['events of messages alone', 2, [], 'ok', undefined],
] as const)(
  'the state without a pending decision, with %s, is green only if everything was checked',
  (_, events, of, level, why) => {
    const quiet = quietOf({ events, satellites: of, filling: null }, overviewWords)
    expect(quiet.level).toBe(level)
    if (why instanceof RegExp) expect(quiet.why).toMatch(why)
    else expect(quiet.why).toBe(why)
  },
)

test('nothing is stated about decisions until a demo fleet is complete, or while that is unknown', () => {
  const of = { events: 3, satellites: [clear, clear] }
  const quiet = quietOf({ ...of, filling: { events: 3, of: 60 } }, overviewWords)
  expect(quiet).toEqual({
    level: 'inactive',
    title: 'What waits is not known yet',
    why: 'Demo fleet: 3 of 60 events.',
  })
  expect(quietOf({ ...of, filling: undefined }, overviewWords)).toMatchObject({ level: 'inactive', why: undefined })
})
