import { expect, test } from 'vitest'
import { slowOn } from './pattern.ts'

/** A text of this length is long enough that a search in quadratic time would exceed the time limit of the test. */
const LENGTH = 20_000

test.each([
  /\s+$/,
  /[\p{L}\d]+(?:-[\p{L}\d]+)+/u,
  /^\s*\|?[\s|:-]*-{3,}[\s|:-]*$/,
  /(\d+)\s*D\b/,
  /^.*,.*,$/,
  /\d(?=(\d{3})+$)/,
  /\{([^}]+)\}/,
])('%s is named as slow, and the text given for it makes the search fail', (pattern) => {
  const slow = slowOn(pattern.source, pattern.flags)
  expect(slow).toBeDefined()
  const { prefix, pump, suffix } = slow ?? { prefix: '', pump: 'x', suffix: '' }
  expect(pattern.test(prefix + pump.repeat(8) + suffix)).toBe(false)
})

test.each([
  [/^(a+)+$/, true],
  [/^(a|a)*b/, true],
  [/^(?:\w+\s?)*$/, true],
  [/\s+$/, false],
])('%s takes exponential time: %s', (pattern, isExponential) => {
  expect(slowOn(pattern.source, pattern.flags)).toMatchObject({ isExponential })
})

test.each([
  /a+/,
  /^\s+/,
  /(?<!\s)\s+$/,
  /(?<![\p{L}\d])[\p{L}\d]+(?:-[\p{L}\d]+)+/u,
  /^[^:]+:.*$/,
  /^(?:"[^"]*"|[^",]*)(?:,(?:"[^"]*"|[^",]*))*$/,
  /\{([^{}]+)\}/g,
  /^[ \t]*CCSDS_([A-Z]{3})_VERS[ \t]*=[ \t]*([^\s[]*)/m,
  /\b\d{1,9}\b/,
])('%s takes linear time', (pattern) => {
  expect(slowOn(pattern.source, pattern.flags)).toBeUndefined()
  const before = process.cpuUsage().user
  for (const unit of ['a', '1', ' ', '-', 'a-', '{ ', '"', ',', '\n']) pattern.test(unit.repeat(LENGTH / unit.length))
  expect((process.cpuUsage().user - before) / 1e3).toBeLessThan(500)
})
