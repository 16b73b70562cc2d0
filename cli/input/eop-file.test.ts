import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

// The Earth orientation in Vallado's example (6 April 2004) from the book; the days around it have the same values.
const [XP, YP, UT1_MINUS_UTC] = ['-0.140682', '0.333309', '-0.4399619']
const DAYS = [53_099, 53_100, 53_101, 53_102, 53_103]
const DATES = ['04-04', '04-05', '04-06', '04-07', '04-08']

const CELESTRAK = [
  'DATE,MJD,X,Y,UT1-UTC,LOD,DPSI,DEPS,DX,DY,DAT,DATA_TYPE',
  ...DAYS.map((mjd, k) => `2004-${DATES[k]},${mjd},${XP},${YP},${UT1_MINUS_UTC},0.0015563,0,0,0,0,32,O`),
].join('\n')
const C04 = [
  'EOP (IERS) 14 C04 TIME SERIES',
  ...DAYS.map((mjd, k) => `2004 4 ${4 + k} ${mjd} ${XP} ${YP} ${UT1_MINUS_UTC} 0.0015563 0 0 0 0 0 0 0 0`),
].join('\n')
const FINALS = DAYS.map((mjd, k) => {
  const line = [...' '.repeat(185)]
  const put = (at: number, text: string) => line.splice(at, text.length, ...text)
  put(0, ` 4 4 ${4 + k}`)
  put(7, `${mjd}.00`)
  put(16, 'I')
  put(18, XP.padStart(9))
  put(37, YP.padStart(9))
  put(57, 'I')
  put(58, UT1_MINUS_UTC.padStart(10))
  return line.join('')
}).join('\n')

const { utc, iau76_fk5: frames } = reference.vallado
const metres = ({ r, v }: { r: number[]; v: number[] }) => [...r, ...v].map((value) => value * 1000)
const args = ['frames', '--from', 'ITRF', '--to', 'TEME', '--at', utc, `--state=${metres(frames.ITRF)}`, '--json']
/** The book prints states to 0.1 mm; its TEME uses another equation of the equinoxes, which is a centimetre different. */
const BOOK_M = 0.03

test.each([
  ["CelesTrak's CSV", 'eop.csv', CELESTRAK],
  ['C04 of the IERS', 'eopc04.txt', C04],
  ['finals of the IERS', 'finals2000A.all', FINALS],
])('readEop() reads --eop FILE in the form of %s: a state agrees with the book', async (_name, file, text) => {
  const { code, out, err } = await record([...args, '--eop', file], { [file]: text })
  expect([code, err]).toEqual([0, ''])
  const [{ positionM }] = JSON.parse(out)
  const apart = positionM.map((value: number, k: number) => value - metres(frames.TEME)[k]!)
  expect(Math.hypot(...apart)).toBeLessThan(BOOK_M)
})

test('readEop() refuses an invalid table, and a gap in one', async () => {
  const note = await record([...args, '--eop', 'note'], { note: 'Dear all,\n' })
  expect([note.code, note.err]).toEqual([1, expect.stringContaining('this is no table of finals2000A')])
  const gap = await record([...args, '--eop', 'gap.csv'], { 'gap.csv': CELESTRAK.replace(/.*53101.*\n/, '') })
  expect([gap.code, gap.err]).toEqual([1, expect.stringContaining('gap.csv: ')])
})
