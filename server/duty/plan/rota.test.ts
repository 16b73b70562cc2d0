import { expect, onTestFinished, test } from 'vitest'
import { gapsWithin, holderAt, holdersAt, isTimeZone, type Rota } from './rota.ts'

const ROTA: Rota = {
  timeZone: 'Europe/Berlin',
  turnsFrom: '2026-03-02',
  handoverTime: '08:00',
  chain: [{ people: ['ada', 'ben', 'eva'] }, { people: ['max'] }],
  overrides: [],
  absences: [],
}
const at = (text: string) => Date.parse(text)
const holder = (rota: Rota, text: string, step = 1) => holderAt(rota, step, at(text))
const changes = (rota: Rota, text: string, step = 1) => holdersAt(rota, at(text), String)[step - 1]?.until ?? undefined

test('people take weekly turns at a local time; a single person has a step without end; before the first turn nobody has it', () => {
  expect(
    ['2026-03-02T07:00:00Z', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z', '2026-03-23T07:00:00Z'].map((one) =>
      holder(ROTA, one),
    ),
  ).toEqual(['ada', 'ada', 'ben', 'ada'])
  expect(changes(ROTA, '2026-03-04T00:00:00Z')).toBe('2026-03-09T07:00:00.000Z')
  expect([holder(ROTA, '2026-12-01T00:00:00Z', 2), changes(ROTA, '2026-12-01T00:00:00Z', 2)]).toEqual([
    'max',
    undefined,
  ])
  expect(holder(ROTA, '2026-03-02T06:59:59Z')).toBeUndefined()
})

// Central European Summer Time 2026 begins on 29 March and ends on 25 October, both at 01:00 UTC (directive 2000/84/EC).
test('a hand-over keeps its local time when the clocks change in spring and in autumn', () => {
  expect(changes(ROTA, '2026-03-28T12:00:00Z')).toBe('2026-03-30T06:00:00.000Z')
  expect(holder(ROTA, '2026-03-30T05:59:59Z')).toBe('ada')
  expect(holder(ROTA, '2026-03-30T06:00:00Z')).toBe('ben')
  expect(changes(ROTA, '2026-10-24T12:00:00Z')).toBe('2026-10-26T07:00:00.000Z')
  const night = { ...ROTA, turnsFrom: '2026-03-22', handoverTime: '02:30' }
  // 02:30 is skipped on 29 March: by the clock before the change it is 01:30 UTC. On 25 October it occurs twice, and the first is used.
  expect(changes(night, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
  expect(changes(night, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
})

test('an override has priority over the weekly turns, and if a person is away, the next one takes over', () => {
  const span = { from: '2026-03-03T00:00:00.000Z', until: '2026-03-05T00:00:00.000Z' }
  const away = { ...ROTA, absences: [{ person: 'ada', ...span }] }
  expect([
    holder(away, '2026-03-02T12:00:00Z'),
    holder(away, '2026-03-03T00:00:00Z'),
    holder(away, '2026-03-05T00:00:00Z'),
  ]).toEqual(['ada', 'ben', 'ada'])
  const swapped = { ...away, overrides: [{ step: 1, person: 'max', ...span }] }
  expect(holder(swapped, '2026-03-04T00:00:00Z')).toBe('max')
  expect(changes(swapped, '2026-03-04T00:00:00Z')).toBe('2026-03-05T00:00:00.000Z')
})

test('a period in which nobody has the first step is found in advance', () => {
  const span = { from: '2026-03-10T00:00:00.000Z', until: '2026-03-11T00:00:00.000Z' }
  const holiday = { ...ROTA, absences: ['ada', 'ben', 'eva'].map((person) => ({ person, ...span })) }
  const week = { from: at('2026-03-08T00:00:00Z'), to: at('2026-03-15T00:00:00Z') }
  const all = () => true
  expect(gapsWithin(holiday, week, all)).toEqual([
    { step: 1, from: at(span.from), until: at(span.until), holder: undefined },
  ])
  expect(gapsWithin(ROTA, week, all)).toEqual([])
  expect(gapsWithin({ ...holiday, chain: [] }, week, all)).toEqual([])
  // A holder who cannot be called leaves a gap until the next person's week.
  const first = holder(ROTA, '2026-03-08T00:00:00Z')
  const gaps = gapsWithin(ROTA, week, (person) => person !== first)
  const until = Date.parse(String(changes(ROTA, '2026-03-08T00:00:00Z')))
  expect(gaps).toEqual([{ step: 1, from: week.from, until, holder: first }])
})

test('a gap ends when another person has the step, who is then named in the next gap', () => {
  const week = { from: at('2026-03-08T00:00:00Z'), to: at('2026-03-29T00:00:00Z') }
  const first = holder(ROTA, '2026-03-08T00:00:00Z')
  const turn = Date.parse(String(changes(ROTA, '2026-03-08T00:00:00Z')))
  const nobody = () => false
  const ofFirst = (from: number) => gapsWithin(ROTA, { ...week, from }, nobody).filter(({ step }) => step === 1)
  const people = ['ada', 'ben', 'eva']
  // The three weeks from a Sunday contain the present holder and the three who follow.
  expect(ofFirst(week.from).map(({ holder: who }) => who)).toEqual(
    [0, 1, 2, 3].map((more) => people[(people.indexOf(first ?? '') + more) % people.length]),
  )
  expect(ofFirst(week.from).slice(0, 2)).toMatchObject([
    { step: 1, from: week.from, until: turn, holder: first },
    { step: 1, from: turn, until: turn + 7 * 24 * 3_600_000, holder: holder(ROTA, new Date(turn).toISOString()) },
  ])
  expect(ofFirst(turn)[0]).toEqual(ofFirst(week.from)[1])
})

test('no gap in a week is missed, however many exceptions the rota has: the result agrees with the holders at every seventh minute', () => {
  const start = at('2026-03-23T05:00:00Z')
  const [minuteMs, days] = [60_000, 7]
  // The generator of L'Ecuyer (1999), table 2, for m = 2^31 - 1 gives the same numbers in every run.
  let seed = 20_261_124
  const random = (below: number) => {
    seed = (seed * 39_373) % 2_147_483_647
    return seed % below
  }
  const anyone = () => ['ada', 'ben', 'eva', 'max'][random(4)] ?? ''
  const span = () => {
    const from = start + (random(12 * 24) - 48) * 3_600_000 + random(60) * minuteMs
    const until = from + (1 + random(40 * 60)) * minuteMs
    return { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  }
  for (let round = 0; round < 5; round++) {
    const rota: Rota = {
      ...ROTA,
      turnsFrom: round === 0 ? '2026-03-26' : '2024-01-01',
      overrides: Array.from({ length: 10 }, () => ({ step: 1 + random(2), person: anyone(), ...span() })),
      absences: Array.from({ length: 20 }, () => ({ person: anyone(), ...span() })),
    }
    const isReached = (person: string) => person === 'ada' || person === 'max'
    const gaps = gapsWithin(rota, { from: start, to: start + days * 24 * 3_600_000 }, isReached)
    expect(gaps.length).toBeGreaterThan(3)
    for (const step of [1, 2])
      for (let minute = 0; minute < days * 24 * 60; minute += 7) {
        const now = start + minute * minuteMs
        const who = holderAt(rota, step, now)
        const isGap = who === undefined || !isReached(who)
        const covering = gaps.filter(
          (gap) => gap.step === step && gap.from <= now && (gap.until === undefined || now < gap.until),
        )
        if (covering.length !== (isGap ? 1 : 0) || (isGap && covering[0]?.holder !== who))
          expect({ round, step, now, who, covering }).toBeUndefined()
      }
  }
})

test('gaps in any step are found, the earliest first', () => {
  const later = { from: '2026-03-12T00:00:00.000Z', until: '2026-03-13T00:00:00.000Z' }
  const earlier = { from: '2026-03-10T06:00:00.000Z', until: '2026-03-10T07:00:00.000Z' }
  const chain = [{ people: ['ada'] }, { people: ['ben'] }, { people: ['eva'] }]
  const absences = [
    { person: 'ada', ...later },
    { person: 'eva', ...earlier },
  ]
  const week = { from: at('2026-03-08T00:00:00Z'), to: at('2026-03-15T00:00:00Z') }
  expect(gapsWithin({ ...ROTA, chain, absences }, week, () => true)).toEqual([
    { step: 3, from: at(earlier.from), until: at(earlier.until), holder: undefined },
    { step: 1, from: at(later.from), until: at(later.until), holder: undefined },
  ])
})

test('the clocks of a zone are read as often for ten steps as for one step', () => {
  const { formatToParts } = Intl.DateTimeFormat.prototype
  let reads = 0
  Intl.DateTimeFormat.prototype.formatToParts = function (at) {
    reads += 1
    return formatToParts.call(this, at)
  }
  onTestFinished(() => {
    Intl.DateTimeFormat.prototype.formatToParts = formatToParts
  })
  const week = { from: at('2026-03-08T00:00:00Z'), to: at('2026-03-15T00:00:00Z') }
  const readsFor = (steps: number) => {
    const chain = Array.from({ length: steps }, () => ({ people: ['ada', 'ben'] }))
    reads = 0
    expect(gapsWithin({ ...ROTA, chain }, week, () => false)).toHaveLength(2 * steps)
    expect(holdersAt({ ...ROTA, chain }, week.from, String)).toHaveLength(steps)
    return reads
  }
  expect(readsFor(10)).toBe(readsFor(1))
})

test('isTimeZone() is true for a time zone that this machine knows', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
