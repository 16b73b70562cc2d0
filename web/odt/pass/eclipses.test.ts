import { expect, test } from 'vitest'
import { lengthOf, shadowsIn } from './eclipses.ts'
import { eclipsesOf } from './pass-query.ts'

const at = (time: string) => Date.parse(`2026-11-24T${time}Z`)
const eclipses = eclipsesOf({
  eclipses: [
    { start: '2026-11-24T01:00:00Z', end: '2026-11-24T01:35:00Z', umbra: null },
    { start: '2026-11-24T02:38:00Z', end: '2026-11-24T03:13:00Z', umbra: null },
  ],
})

test('a pass has exactly the part of an eclipse that is inside the pass', () => {
  const shadows = shadowsIn({ startMs: at('01:30:00'), endMs: at('01:42:00') }, eclipses)
  expect(shadows).toEqual([{ fromMs: at('01:30:00'), toMs: at('01:35:00') }])
  expect(lengthOf(shadows)).toBe(5 * 60_000)
})

test('a pass between eclipses has no shadow, one inside an eclipse is dark throughout, and a long pass has several shadows', () => {
  expect(shadowsIn({ startMs: at('01:40:00'), endMs: at('01:50:00') }, eclipses)).toEqual([])
  // A pass that begins as the eclipse ends, or ends as it begins, has no shadow.
  expect(shadowsIn({ startMs: at('01:35:00'), endMs: at('02:38:00') }, eclipses)).toEqual([])
  const inside = { startMs: at('02:40:00'), endMs: at('02:52:00') }
  expect(lengthOf(shadowsIn(inside, eclipses))).toBe(12 * 60_000)
  expect(shadowsIn({ startMs: at('00:00:00'), endMs: at('12:00:00') }, eclipses)).toHaveLength(2)
})

test('a pass has no shadow if the light is not known', () => {
  expect(shadowsIn({ startMs: at('01:30:00'), endMs: at('01:42:00') }, undefined)).toEqual([])
})
