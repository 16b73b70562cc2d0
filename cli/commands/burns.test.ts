import { tleChecksum } from '@apsis/astro/sgp4/tle.ts'
import { expect, test } from 'vitest'
import { record } from '../testing/recorded-terminal.ts'

/** Element sets over 200 days on a circular orbit of 14.2 revolutions a day, which a burn of a few decimetres per second lowers on day 120. */
const text = Array.from({ length: 200 }, (_, day) => {
  // The last digits contain noise that repeats every seven days.
  const motion = (14.2 + (day > 120 ? 0.0013 : 0) + ((day * 5) % 7) * 2e-7).toFixed(8)
  const epoch = `20${String(day + 1).padStart(3, '0')}.50000000`
  const first = `1 41335U 16011A   ${epoch}  .00000000  00000-0  00000-0 0  999`
  const second = `2 41335  98.6200 100.0000 0001000  90.0000 270.0000 ${motion}    1`
  return [first, second].map((line) => `${line}${tleChecksum(`${line}0`)}`).join('\n')
}).join('\n')

test('apsis burns lists the burns in a history, for programs and for people', async () => {
  const { code, out, err } = await record(['burns', 'a.tle', '--json'], { 'a.tle': text })
  expect([code, err]).toEqual([0, ''])
  const [burn, ...more] = JSON.parse(out)
  expect(more).toEqual([])
  expect(Object.keys(burn)).toEqual(['noradId', 'from', 'to', 'deltaVMps', 'direction', 'confidence'])
  expect(burn).toMatchObject({ noradId: 41335, direction: 'against-track' })
  expect(burn.from).toMatch(/^2020-04-30T12:00:00/)
  expect(burn.to).toMatch(/^2020-05-01T12:00:00/)
  // Δn / n = −3/2 Δa / a and Δv = v Δa / 2 a give a Δv of a third of 0.0013 / 14.2 of 7.4 km/s.
  expect(Math.abs(burn.deltaVMps / ((0.0013 / 14.2 / 3) * 7444) - 1)).toBeLessThan(0.02)
  const printed = await record(['burns', 'a.tle'], { 'a.tle': text })
  expect(printed.out).toMatch(/^1 burns in 200 element sets of 1 satellites$/m)
})

test('a history without a burn is reported in one line, without a table head', async () => {
  const quiet = text.split('\n').slice(0, 200).join('\n')
  const { code, out } = await record(['burns', 'a.tle'], { 'a.tle': quiet })
  expect([code, out]).toEqual([0, '0 burns in 100 element sets of 1 satellites\n'])
})

test('apsis burns names file and line of unreadable input, and continues', async () => {
  const broken = text.replace(/^(1 41335U 16011A {3}20003.*)\d$/m, '$1X')
  const { code, out, err } = await record(['burns', 'a.tle', '--json'], { 'a.tle': broken })
  expect(code).toBe(1)
  expect(err).toMatch(/^a\.tle: line \d+, column 69, checksum: /)
  expect(JSON.parse(out)).toHaveLength(1)
  expect((await record(['burns', 'b.tle', '--json'], { 'b.tle': '\n' })).err).toMatch(/^b\.tle: /)
})

test('apsis burns reads a history in every notation of element sets, in any order and with other objects in between', async () => {
  const { out: plain } = await record(['burns', 'a.tle', '--json'], { 'a.tle': text })
  for (const to of ['csv', 'json', 'xml', 'kvn']) {
    const { out } = await record(['convert', 'a.tle', '--to', to], { 'a.tle': text })
    const found = await record(['burns', 'a', '--json'], { a: out })
    expect([to, found.code, found.err]).toEqual([to, 0, ''])
    // The notations differ in the last digits of the epoch, and therefore of the Δv.
    const [burn] = JSON.parse(found.out)
    expect({ ...burn, deltaVMps: 0 }).toEqual({ ...JSON.parse(plain)[0], deltaVMps: 0, confidence: expect.any(Number) })
  }
  const pairs = text.split('\n').flatMap((line, k, lines) => (k % 2 === 0 ? [`${line}\r\n${lines[k + 1]}`] : []))
  const others = pairs.map((pair) =>
    pair.replaceAll(/^([12]) 41335(.*)\d$/gm, (_all, row, rest) => {
      const line = `${row} T1335${rest}`
      return `${line}${tleChecksum(`${line}0`)}`
    }),
  )
  const mixed = pairs.toReversed().flatMap((pair, k) => [`0 SENTINEL`, pair, pair, `OTHER NAME`, others[k]])
  const both = await record(['burns', 'a.tle', '--json'], { 'a.tle': mixed.join('\r\n') })
  expect(both.err).toBe('')
  const [one, other] = JSON.parse(both.out)
  expect(one).toEqual(JSON.parse(plain)[0])
  expect(other).toEqual({ ...one, noradId: 271_335 })
})
