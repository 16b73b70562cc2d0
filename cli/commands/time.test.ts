import { expect, test } from 'vitest'
import { record as apsis } from '../testing/recorded-terminal.ts'

test('apsis time shows the instant in every scale', async () => {
  const { code, out, err } = await apsis(['time', '2016-12-31T23:59:60.25'])
  expect([code, err]).toEqual([0, ''])
  const lines = out.trimEnd().split('\n')
  // TAI − UTC was 36 s, TT − TAI is 32.184 s, TAI − GPS is 19 s.
  expect(lines[0]).toBe('utc  2016-12-31T23:59:60.250000000Z')
  expect(lines[1]).toBe('tai  2017-01-01T00:00:36.250000000')
  expect(lines[2]).toBe('tt   2017-01-01T00:01:08.434000000')
  expect(lines[3]).toMatch(/^tdb {2}2017-01-01T00:01:08\.43\d{7}$/)
  expect(lines[4]).toBe('gps  2017-01-01T00:00:17.250000000')
})

test('apsis time --to answers with the text alone, in the requested form and digits', async () => {
  const one = await apsis(['time', '2017-01-01T00:00:36.25', '--from', 'tai', '--to', 'UTC', '--digits', '2'])
  expect(one).toEqual({ code: 0, out: '2016-12-31T23:59:60.25Z\n', err: '' })
  const doy = await apsis(['time', '2026-11-20T09:30:00', '--to', 'utc', '--format', 'doy', '--digits', '0'])
  expect(doy.out).toBe('2026-324T09:30:00Z\n')
})

test('apsis time reads a date without a time as its midnight, as --from and --to do', async () => {
  for (const date of ['2026-01-01', '2026-001', '2026-01-01Z'])
    expect(await apsis(['time', date, '--to', 'tai', '--digits', '0'])).toMatchObject({ out: '2026-01-01T00:00:37\n' })
})

test('apsis time --json writes an answer for programs', async () => {
  const { code, out } = await apsis(['time', '1960-01-01T00:00:00', '--from', 'tt', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ from: 'TT', utc: null, tai: '1959-12-31T23:59:27.816000000' })
  const one = await apsis(['time', '2026-01-01T00:00:00', '--to', 'tai', '--json'])
  expect(JSON.parse(one.out)).toEqual({ from: 'UTC', tai: '2026-01-01T00:00:37.000000000' })
})

test('apsis time refuses an invalid time with exit code 1 and gives the reason', async () => {
  const { code, out, err } = await apsis(['time', '2015-12-31T23:59:60'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('second 60 is not in 0 to 59, and UTC has no leap second there')
  const early = await apsis(['time', '1960-01-01T00:00:00', '--from', 'tt', '--to', 'utc'])
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('UTC before 1972-01-01')])
})

test('apsis time reports on standard error if leap seconds are not known yet', async () => {
  const late = await apsis(['time', '2040-01-01T00:00:00', '--to', 'tai'])
  expect([late.code, late.err]).toEqual([0, expect.stringContaining('no further leap second')])
  expect((await apsis(['time', '2040-01-01T00:00:00', '--from', 'tt', '--to', 'tai'])).err).toBe('')
})

test('apsis time reports times after the year 9999, and UTC before 1972', async () => {
  // With today's leap seconds TAI is 37 s ahead of UTC, so TAI is already in the year 10000.
  const late = await apsis(['time', '9999-12-31T23:59:59'])
  expect(late.code).toBe(0)
  expect(late.out).toContain('utc  9999-12-31T23:59:59')
  expect(late.out).toContain('tai  after the year 9999')
  expect(late.out).not.toContain('1972')
  const early = await apsis(['time', '1965-01-01T00:00:00', '--from', 'tai'])
  expect(early.out).toContain('utc  not defined before 1972')
})
