import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

// The example of the flight rules (F24): a flux of 1e-5 is 785.4 objects a year within 5 km.
const COUNTS = ['--crossings', '785.398', '--within', '5000', '--days', '365.25', '--sigma', '200x60', '--hbr', '5']

test('apsis statistics of counts gives the published example', async () => {
  const { code, out, err } = await record(['statistics', ...COUNTS, '--json'])
  expect([code, err]).toEqual([0, ''])
  const rows = JSON.parse(out)
  const at = (threshold: number) => rows.find((row: { threshold: number }) => row.threshold === threshold)
  // The values are published with two decimals, the percentages with one; the rule's figures and its formula differ by a tenth of a point.
  for (const [threshold, manoeuvres, percent] of [
    [1e-3, 0.03, 3.9],
    [1e-4, 1.77, 89.8],
    [1e-5, 3.5, 99.0],
    [1e-6, 5.24, 99.9],
  ] as const) {
    expect(Math.abs(at(threshold).manoeuvresPerYear - manoeuvres)).toBeLessThan(0.005)
    expect(Math.abs((100 * at(threshold).avoidedPerYear) / at(threshold).riskPerYear - percent)).toBeLessThan(0.1)
    expect(at(threshold)).toMatchObject({ observed: null, historyPerYear: null })
  }
  expect(at(1e-4).role).toBe('own')
  expect(at(1e-4).riskPerYear).toBeCloseTo(7.854e-4, 7)
})

test('apsis statistics gives the threshold that meets a limit, or reports that none is needed', async () => {
  const ten = await record(['statistics', ...COUNTS, '--years', '10'])
  // The risk is 7.85e-3 over ten years: 1e-3 is met with a threshold slightly above 1e-4, which leaves 8.1e-4.
  expect(ten.out).toMatch(/limit +0\.001 over 10 years: met up to a threshold of 1\.\d\de-4/)
  expect(ten.out).toMatch(/\* +1e-4 +1\.77 +89\.7 +8\.\d\de-4/)
  const one = await record(['statistics', ...COUNTS, '--years', '1'])
  expect(one.out).toContain('met without a manoeuvre')
})

test('apsis statistics gives the threshold for a wished number of manoeuvres, or reports that responding to every event takes fewer', async () => {
  const wish = (number: string) => record(['statistics', ...COUNTS, '--manoeuvres-per-year', number])
  const { out } = await record(['statistics', ...COUNTS, '--manoeuvres-per-year', '2', '--json'])
  const found = JSON.parse(out).find(({ role }: { role: string }) => role === 'wished')
  // N = F 2 pi s1 s2 ln(Pm/P) with Pm = R^2/(2 s1 s2) was solved for P by hand; the area is exact only for a small body.
  const [area, mostLikely] = [2 * Math.PI * 60 * 200, 25 / (2 * 60 * 200)]
  const byHand = mostLikely * Math.exp(-2 / (1e-5 * area))
  expect(Math.abs(found.threshold / byHand - 1)).toBeLessThan(0.01)
  expect(found.manoeuvresPerYear).toBeCloseTo(2, 6)
  expect((await wish('2')).out).toMatch(/wish +2 manoeuvres a year: met from a threshold of 7\.\d\de-5 on/)
  expect((await wish('900')).out).toContain('answering everything takes fewer')
  expect(await wish('0')).toMatchObject({ code: 2, err: expect.stringContaining('--manoeuvres-per-year') })
})

const DAY_MS = 86_400_000
const FIRST = Date.parse('2026-01-01T00:00:00Z')

/** Returns a table of events a week apart; the first ones reach the threshold. */
function table(count: number, reaching: number): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const tca = FIRST + 7 * i * DAY_MS
    const cells = [
      `event-${i}`,
      new Date(tca - 1.5 * DAY_MS).toISOString(),
      new Date(tca).toISOString(),
      i < reaching ? '2e-4' : '1e-9',
      ...['60', '200', '5', String(30 * i), '0', 'debris'],
    ]
    return cells.join(',')
  })
  const head = 'event,created,tca,probability,sigmaMinorM,sigmaMajorM,radiusM,radialM,horizontalM,kind'
  return `${[head, ...rows].join('\n')}\n`
}

test('apsis statistics counts a table of messages, and resamples it', async () => {
  const files = { 'history.csv': table(53, 6) }
  const { code, out } = await record(['statistics', 'history.csv', '--json'], files)
  expect(code).toBe(0)
  const own = JSON.parse(out).find((row: { role: string }) => row.role === 'own')
  // The history is 52 weeks of 7 days, in years of 365.25 days; it has six events, with a Poisson spread of 2.4.
  const years = (52 * 7) / 365.25
  expect(own.observed).toBe(6)
  expect(own.historyPerYear).toBeCloseTo(6 / years, 9)
  expect(own.historyLower).toBeLessThan(4 / years)
  expect(own.historyUpper).toBeGreaterThan(8 / years)
  const { out: text } = await record(['statistics', 'history.csv'], files)
  expect(text).toContain('53, of which 53 could be decided, 53 of them with errors')
  expect(text).toContain('364.0 days')
})

test('apsis statistics groups the messages about one encounter', async () => {
  const twice = table(20, 0)
    .split('\n')
    .flatMap((line, i) => (i === 0 || line === '' ? [line] : [line, line.replace(/,1e-9,/, ',2e-9,')]))
  const { out } = await record(['statistics', '-'], { '-': twice.join('\n') })
  expect(out).toContain('20, of which 20 could be decided')
})

/** Returns the table without the probabilities in these lines. */
const withoutPc = (text: string, lines: readonly number[]) =>
  text
    .split('\n')
    .map((line, place) => (lines.includes(place) ? line.replace(/,(2e-4|1e-9),/, ',,') : line))
    .join('\n')

test('an unknown probability is not treated as 0: its message is not used, but counted and reported', async () => {
  // The first three of twenty events have no probability; the fourth and fifth reach the threshold.
  const files = { 'history.csv': withoutPc(table(20, 5), [1, 2, 3]) }
  const { code, out, err } = await record(['statistics', 'history.csv'], files)
  expect(code).toBe(0)
  expect(err).toContain('3 messages have no probability: left out')
  expect(out).toContain('20, of which 17 could be decided')
  const args = ['statistics', 'compliance', 'history.csv', '--to', '2026-07-01', '--json']
  const compliance = await record(args, files)
  expect(JSON.parse(compliance.out)[0]).toMatchObject({ events: 20, decidable: 17 })
  expect(compliance.err).toContain('3 messages have no probability')
  const one = await record(args, { 'history.csv': withoutPc(table(20, 5), [4]) })
  expect(one.err).toContain('1 message has no probability')
  const none = await record(['statistics', 'history.csv', '--days', '9'], {
    'history.csv': withoutPc(table(1, 0), [1]),
  })
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('no message has a probability')])
})

/** Returns one message of the reference, moved to another closest approach. */
const cdmAt = (tca: string, created: string) =>
  reference.conjunctions[0]!.text.replace(/^TCA .*$/m, `TCA = ${tca}`).replace(
    /^CREATION_DATE .*$/m,
    `CREATION_DATE = ${created}`,
  )

test('a gap between a table and the messages is reported and not counted; an event in both is counted once', async () => {
  // The table ends on 14 May, 133 days after its first event; the message is from 110 days later.
  const files = { 'history.csv': table(20, 5), 'new.cdm': cdmAt('2026-09-01T00:00:00', '2026-08-30T00:00:00') }
  const args = ['statistics', 'history.csv', 'new.cdm', '--hbr', '10']
  const { out, err } = await record(args, files)
  expect(out).toMatch(/history +133\.0 days/)
  const gap = '110.0 days from 2026-05-14T00:00:00Z to 2026-09-01T00:00:00Z'
  expect(out).toContain(`${gap}, of which nothing is known: not counted`)
  expect(err).toContain(`nothing is known of ${gap}, between the table and the messages`)
  const own = JSON.parse((await record([...args, '--json'], files)).out).find(
    ({ role }: { role: string }) => role === 'own',
  )
  // Five events are from the table, and one is the message itself.
  expect(own.historyPerYear).toBeCloseTo(6 / (133 / 365.25), 9)
  // A user who gives the length of the history is still told about the gap.
  const given = await record([...args, '--days', '243'], files)
  expect(given.out).toMatch(/history +243\.0 days/)
  expect(given.out).toContain(`${gap}, of which nothing is known: --days is taken as it was given`)
  // The compliance statement counts the same days, which gives five more manoeuvres a year than 243 days would.
  const ahead = async (all: readonly string[]) => {
    const asked = ['statistics', 'compliance', ...all, '--hbr', '10', '--to', '2026-09-02', '--json']
    return JSON.parse((await record(asked, files)).out)[0].ahead as number
  }
  expect(await ahead(['history.csv', 'new.cdm'])).toBeGreaterThan(1.5 * (await ahead(['history.csv'])))

  const early = { ...files, 'new.cdm': cdmAt('2026-03-01T00:00:00', '2026-02-27T00:00:00') }
  const both = await record(args, early)
  expect(both.err).toContain('11 events of the table do not count: the messages tell of that time themselves')
  expect(both.out).toContain('10, of which 10 could be decided')
  expect(both.out).not.toContain('nothing is known')
})

test('a message whose covariance is all zeros is one without a probability', async () => {
  const text = reference.conjunctions[0]!.text
  const bare = text.replace(/^(C[RTN]_[RTN] *=\s*)\S+/gm, '$10').replace(/^TCA .*$/m, 'TCA = 2021-03-16T21:39:55.881')
  const files = { 'one.cdm': text, 'bare.cdm': bare }
  const { code, err } = await record(['statistics', 'one.cdm', 'bare.cdm', '--hbr', '100', '--json'], files)
  expect([code, err]).toEqual([0, expect.stringContaining('1 message has no probability')])
})

test('apsis statistics compliance gives the licence conditions for a period and for the mission', async () => {
  // The three events are a week apart: 2e-4 with a manoeuvre, 2e-4 without a decision, 1e-9 without an action.
  const lines = table(3, 2).trimEnd().split('\n')
  const text = lines.map((line, i) => `${line},${['decision', 'MANOEUVRE', '', 'NO_MANOEUVRE'][i]}`).join('\n')
  const args = ['statistics', 'compliance', 'history.csv', '--to', '2026-02-01']
  const { code, out, err } = await record([...args, '--json'], { 'history.csv': text })
  expect([code, err]).toEqual([0, ''])
  const [period, mission] = JSON.parse(out)
  // 1 − ∏(1 − P) was computed by hand. The default period of 365.25 days begins before the first event, and so does the mission.
  const all = 1 - (1 - 2e-4) ** 2 * (1 - 1e-9)
  expect(period).toMatchObject({ span: 'period', events: 3, decidable: 3, manoeuvres: 1, undecided: 1, limit: 1e-3 })
  expect(period.asDecided).toBeCloseTo(all, 12)
  expect(period.asLastReported).toBeCloseTo(all, 12)
  // No source states a size.
  expect(period).toMatchObject({ asDecidedLarge: 0, asDecidedSmall: 0, asDecidedUnknown: period.asDecided })
  expect(period.byThreshold.find(({ threshold }: { threshold: number }) => threshold === 1e-4)).toEqual({
    threshold: 1e-4,
    events: 2,
    manoeuvres: 1,
  })
  expect(mission).toMatchObject({ span: 'mission', to: period.to, from: period.from })
  expect(mission.total).toBeCloseTo(1 - (1 - all) * (1 - mission.ahead), 12)
  expect(mission.isWithinLimit).toBe(mission.total <= 1e-3)
  // Only the second event is in this period.
  const part = await record([...args, '--from', '2026-01-05', '--to', '2026-01-10', '--json'], { 'history.csv': text })
  expect(JSON.parse(part.out)[0]).toMatchObject({ events: 1, manoeuvres: 0, undecided: 1 })
  expect(JSON.parse(part.out)[1]).toMatchObject({ events: 2, from: expect.stringMatching(/^2026-01-01/) })
})

test('apsis statistics compliance does not guess missing data', async () => {
  const args = ['statistics', 'compliance', '-', '--to', '2026-02-01']
  const { out } = await record(args, { '-': table(3, 1) })
  expect(out).toMatch(/manoeuvres +not known +not known/)
  expect(out).toContain('objects that nobody tracks')
})

test.each([
  [['statistics', 'compliance'], 'the file is missing', 2],
  [['statistics', 'compliance', 'one.csv', '--from', '2026-03-01', '--to', '2026-02-01'], '--to is not after', 2],
  [['statistics', 'compliance', 'one.csv', '--to', '2025-01-01'], 'no event lies in', 2],
  [['statistics', 'compliance', 'one.csv', '--limit', '2'], '--limit is below 1', 2],
  [['statistics'], 'the file is missing', 2],
  [['statistics', ...COUNTS, 'x.csv'], 'not both', 2],
  [['statistics', '--crossings', '3'], '--crossings needs', 2],
  [['statistics', ...COUNTS, '--threshold', '2'], '--threshold is below 1', 2],
  [['statistics', ...COUNTS, '--decide', '100'], '--consider is at least --decide', 2],
  [['statistics', 'one.csv'], '--days is missing', 2],
  [['statistics', 'bad.csv'], 'line 2, column 59, probability: "x9" is not a number between 0 and 1', 1],
  [['statistics', 'none.txt'], 'none.txt', 1],
])('apsis %j is refused: %s', async (args, message, code) => {
  const files = {
    'one.csv': table(1, 0),
    'bad.csv': table(1, 0).replace('1e-9', 'x9'),
    'none.txt': 'nothing\n',
  }
  const result = await record(args, files)
  expect(result.code).toBe(code)
  expect(result.err).toContain(message)
})

test('an option of apsis statistics compliance is refused by name if the word compliance is missing', async () => {
  const { code, out, err } = await record(['statistics', 'messages.csv', '--from', '2026-01-01'], {})
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('--from is an option of: apsis statistics compliance')
})

/** Returns a message in which both objects are moved to where a revolution takes a day, with the velocities there. */
const farOut = (text: string) =>
  text
    .replace(/^X +=\s*(\S+)/gm, (_, km) => `X = ${Number(km) + 36_000}`)
    .replace(/^([XYZ]_DOT) +=\s*(\S+)/gm, (_, axis, kmps) => `${axis} = ${0.35 * Number(kmps)}`)

// Flight rule F6: messages about one event are at most 450 s apart, and outside LEO at most a quarter of an hour.
test.each([
  { where: 'in LEO', of: (text: string) => text, events: 2 },
  { where: 'far out', of: farOut, events: 1 },
])('messages ten minutes apart are $events events $where', async ({ of, events }) => {
  const text = of(reference.conjunctions[0]!.text)
  const later = text.replace(/^TCA .*$/m, 'TCA = 2021-03-15T21:39:55.881')
  const files = { 'one.cdm': text, 'later.cdm': later }
  const { code, out } = await record(['statistics', 'one.cdm', 'later.cdm', '--hbr', '100', '--json'], files)
  expect(code).toBe(0)
  expect(JSON.parse(out)[0]).toMatchObject({ threshold: 1e-7, observed: events })
})
