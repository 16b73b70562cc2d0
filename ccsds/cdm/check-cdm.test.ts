import { expect, test } from 'vitest'
import reference from './cdm.reference.json' with { type: 'json' }
import { readCdm } from './cdm.ts'

const ion = reference.messages.find(({ path }) => path.includes('ION'))!.text

/** Returns the message with these values instead of its own; a keyword that the message does not have is inserted before its MISS_DISTANCE. */
function withValues(values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [keyword, value]) => {
    const line = new RegExp(`^${keyword} *=.*$`, 'm')
    const put = `${keyword} = ${value}`
    return line.test(text) ? text.replace(line, put) : text.replace(/^MISS_DISTANCE/m, `${put}\nMISS_DISTANCE`)
  }, ion)
}
const warned = (values: Readonly<Record<string, string>>) => {
  const reading = readCdm(withValues(values), { strict: false })
  return reading.warnings.filter(({ code }) => code === 'not-consistent' || code === 'not-increasing')
}
const keywordsOf = (values: Readonly<Record<string, string>>) => warned(values).map(({ keyword }) => keyword)

/** A miss distance of 10,000 m and a speed of 1000 m/s, whose components along R, T and N have the ratio 2 : 3 : 6, a vector of length 7. */
const MISS = { RELATIVE_POSITION_R: '2000', RELATIVE_POSITION_T: '-3000', RELATIVE_POSITION_N: '6000' }
const SPEED = { RELATIVE_VELOCITY_R: '20', RELATIVE_VELOCITY_T: '30', RELATIVE_VELOCITY_N: '-60' }

test.each([
  // The tolerance is a thousandth of 7000 m, and 1 m for the printed digits.
  ['7000', []],
  ['7007.9', []],
  ['6992.1', []],
  ['7008.1', ['MISS_DISTANCE']],
  ['6991.9', ['MISS_DISTANCE']],
])('a MISS_DISTANCE of %s m for components of 7000 m gives the warnings %j', (miss, expected) => {
  expect(keywordsOf({ ...MISS, MISS_DISTANCE: miss })).toEqual(expected)
})

test.each([
  ['70', []],
  ['71.06', []],
  ['68.94', []],
  ['71.08', ['RELATIVE_SPEED']],
  ['68.92', ['RELATIVE_SPEED']],
])('a RELATIVE_SPEED of %s m/s for components of 70 m/s gives the warnings %j', (speed, expected) => {
  expect(keywordsOf({ ...SPEED, RELATIVE_SPEED: speed })).toEqual(expected)
})

test('the warning gives the length of the components; if all components are zero, there is no warning', () => {
  expect(warned({ ...MISS, MISS_DISTANCE: '5000' })).toMatchObject([
    { expected: '7000.00', message: '5000 is not the length of RELATIVE_POSITION_R, _T, _N' },
  ])
  const none = { RELATIVE_POSITION_R: '0', RELATIVE_POSITION_T: '0', RELATIVE_POSITION_N: '0' }
  expect(keywordsOf({ ...none, MISS_DISTANCE: '5000' })).toEqual([])
})

const [NOON, SECOND] = ['2010-03-13T12:00:00', '2010-03-13T12:00:01']

test.each([
  ['START_SCREEN_PERIOD', 'STOP_SCREEN_PERIOD'],
  ['SCREEN_ENTRY_TIME', 'SCREEN_EXIT_TIME'],
  ['TIME_LASTOB_START', 'TIME_LASTOB_END'],
])('%s must not be later than %s', (begin, end) => {
  expect(keywordsOf({ [begin]: NOON, [end]: SECOND })).not.toContain(end)
  expect(keywordsOf({ [begin]: NOON, [end]: NOON })).not.toContain(end)
  expect(warned({ [begin]: SECOND, [end]: NOON })).toContainEqual(
    expect.objectContaining({ keyword: end, code: 'not-increasing', message: `the time is before ${begin}` }),
  )
})

test('a CDM must contain OBJECT1 and OBJECT2, in this order', () => {
  const faults = (text: string) => {
    const reading = readCdm(text, { strict: false })
    return reading.ok ? [] : reading.errors.map(({ keyword, code, expected }) => [keyword, code, expected])
  }
  const from = ion.search(/^OBJECT +=.*OBJECT2/m)
  expect(from).toBeGreaterThan(0)
  expect(faults(ion)).toEqual([])
  const exchanged = ion.replace(/(^OBJECT +=.*)OBJECT2/m, '$1OBJECT1')
  expect(faults(exchanged)).toEqual([['OBJECT', 'wrong-order', 'OBJECT2']])
  const third = ion + ion.slice(from).replace('OBJECT2', 'OBJECT1')
  expect(faults(third)).toEqual([['OBJECT', 'wrong-order', null]])
  expect(faults(ion.slice(0, from))).toContainEqual(['OBJECT', 'unfinished', 'OBJECT2'])
})
