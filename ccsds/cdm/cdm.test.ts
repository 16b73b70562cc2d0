import { realBetween } from '@apsis/astro/testing/real-between.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import reference from './cdm.reference.json' with { type: 'json' }
import { type Cdm, parseCdm, readCdm } from './cdm.ts'
import { formatCdm } from './format-cdm.ts'

const { messages } = reference
const NOTATIONS = ['KVN', 'XML', 'JSON'] as const

function textOf(name: string): string {
  return messages.find(({ path }) => path.endsWith(name))!.text
}

const ion = textOf('ION_SCV8_vs_STARLINK_1233.txt')

/** Returns the message in which the first line with the keyword is replaced by another text, or removed. */
function withLine(keyword: string, replacement: string): string {
  const pattern = new RegExp(`^${keyword} *=.*\r?\n`, 'm')
  expect(ion).toMatch(pattern)
  return ion.replace(pattern, replacement === '' ? '' : `${replacement}\n`)
}

function errorsOf(text: string, strict = true) {
  const reading = readCdm(text, { strict })
  return reading.ok ? [] : reading.errors
}

test('parseCdm() reads a real message in SI: lengths of states from km, days as seconds', () => {
  const { header, relative, objects } = parseCdm(ion)
  expect(header).toMatchObject({ version: '1.0', originator: 'CSpOC', messageFor: 'ION SCV-008' })
  expect(header.comments).toEqual(['=CDM_ID:519959713', 'MEETS EMERGENCY CRITERIA'])
  expect(relative).toMatchObject({
    tca: parseTime('2023-07-05T20:31:15.893'),
    missDistanceM: 55,
    relativeSpeedMps: 14544,
    relativePositionRtnM: [-21.3, -15.2, -49.3],
    relativeVelocityRtnMps: [1.9, -13954.8, 4100.4],
    collisionProbability: 0.004450713,
    collisionProbabilityMethod: 'FOSTER-1992',
  })
  const [primary, secondary] = objects
  expect(primary.metadata).toMatchObject({ objectDesignator: '55051', refFrame: 'ITRF', manoeuvrable: 'N/A' })
  expect(primary.odParameters).toMatchObject({
    recommendedOdSpanS: 4.04 * 86400,
    obsUsed: 171,
    residualsAcceptedPercent: 99.7,
  })
  expect(primary.state.r).toEqual([-5719153.201, -2486155.271, -3021252.701])
  expect(primary.state.v).toEqual([2333.174842, 2825.732323, -6727.808538])
  expect(secondary.metadata.objectName).toBe('STARLINK-1233')
  expect(secondary.covariance.matrix[0]?.[1]).toBe(-29096.52093664356)
  expect(secondary.covariance.matrix[1]?.[0]).toBe(-29096.52093664356)
  expect(secondary.covariance.matrix[5]?.[5]).toBe(0.0003799085974184537)
  expect(secondary.covariance.matrix).toHaveLength(8) // the covariance includes drag and solar radiation pressure
  expect(secondary.odParameters?.comments).toContain('Exclusion Volume Radius = 5.000000 [m]')
})

test('parseCdm() reads the same encounter from KVN and from XML', () => {
  const [kvn, xml] = ['CDMExample1.txt', 'CDMExample1.xml'].map((name) => parseCdm(textOf(name), { strict: false }))
  expect(xml?.relative).toMatchObject({ ...kvn?.relative, comments: xml?.relative.comments })
  expect(xml?.objects.map(({ state }) => state.r)).toEqual(kvn?.objects.map(({ state }) => state.r))
  expect(xml?.objects.map(({ covariance }) => covariance.matrix)).toEqual(
    kvn?.objects.map(({ covariance }) => covariance.matrix),
  )
})

test('parseCdm() reads Space-Track’s JSON, in which units are in separate fields', () => {
  const { relative, objects, unknown } = parseCdm(textOf('ostk_cdm.json'))
  expect(relative.missDistanceM).toBe(974)
  expect(objects[0].metadata.objectName).toBe('YAM-2')
  expect(objects[1].state.r).toEqual([-4987438.723, -1691585.637, -4470042.362])
  expect(objects[0].covariance.matrix[1]?.[1]).toBe(37086743.11901508)
  expect(unknown).toContainEqual({ keyword: 'CDM_ID', text: '406320986' })
})

test.each(messages)(
  'readCdm() accepts or refuses $path as its source expects: $expect',
  ({ text, expect: expected }) => {
    expect(readCdm(text, { strict: false }).ok).toBe(expected === 'valid')
    if (expected !== 'valid') expect(readCdm(text).ok).toBe(false)
  },
)

test.each(messages.filter((message) => message.expect === 'valid'))(
  'formatCdm() writes $path in each notation so that it is read as the same data, also a second time',
  ({ text }) => {
    const cdm = parseCdm(text, { strict: false })
    for (const notation of NOTATIONS) {
      const written = formatCdm(cdm, { notation, strict: false })
      const again = parseCdm(written, { strict: false })
      expect(again).toEqual(cdm)
      expect(formatCdm(again, { notation, strict: false })).toBe(written)
    }
  },
)

test.each([
  ['TCA', 'TCA = 2023-02-30T00:00:00', 'bad-time'],
  ['MISS_DISTANCE', 'MISS_DISTANCE = 55 [km]', 'bad-unit'],
  ['COLLISION_PROBABILITY', 'COLLISION_PROBABILITY = 1.5', 'bad-value'],
  ['REF_FRAME', 'REF_FRAME = MARS', 'bad-value'],
  ['X', 'X = NaN [km]', 'bad-number'],
  ['OBJECT', 'OBJECT = OBJECT2', 'wrong-order'],
  ['CR_R', 'CR_R = 1\nCR_R = 2', 'duplicate-keyword'],
])('readCdm() refuses %s as %j, strict or lenient, and names the place', (keyword, replacement, code) => {
  const line =
    ion.split(/\r?\n/).findIndex((text) => new RegExp(`^${keyword} *=`).test(text)) + replacement.split('\n').length
  for (const strict of [true, false]) {
    expect(errorsOf(withLine(keyword, replacement), strict)).toContainEqual(
      expect.objectContaining({ line, keyword, code }),
    )
  }
})

test.each([
  'CCSDS_CDM_VERS',
  'CREATION_DATE',
  'MESSAGE_ID',
  'TCA',
  'MISS_DISTANCE',
  'OBJECT_DESIGNATOR',
  'Z_DOT',
  'CN_N',
])('readCdm() reports the missing %s', (keyword) => {
  expect(errorsOf(withLine(keyword, ''), false)).toMatchObject([{ keyword, code: 'missing-keyword' }])
})

test('readCdm() reports a missing second object, and missing entries in a row of the covariance', () => {
  const half = ion.slice(0, ion.lastIndexOf('OBJECT   '))
  expect(errorsOf(half, false)).toContainEqual(expect.objectContaining({ code: 'unfinished', expected: 'OBJECT2' }))
  expect(errorsOf(withLine('CSRP_N', ''), false)).toMatchObject([{ keyword: 'CSRP_N', code: 'missing-keyword' }])
})

test('readCdm() warns if the message contradicts itself', () => {
  const { warnings } = readCdm(withLine('MISS_DISTANCE', 'MISS_DISTANCE = 5500 [m]'))
  expect(warnings).toMatchObject([{ keyword: 'MISS_DISTANCE', code: 'not-consistent' }])
  expect(readCdm(ion).warnings).toEqual([])
})

test('readCdm(), if lenient, accepts NaN as a missing value, and cut-off units', () => {
  const text = withLine('AREA_PC', 'AREA_PC = NaN [m**2]').replace(
    /RESIDUALS_ACCEPTED .*/,
    'RESIDUALS_ACCEPTED = 99.7 [',
  )
  const reading = readCdm(text, { strict: false })
  expect(reading.warnings.map(({ keyword, code }) => [keyword, code])).toEqual([
    ['RESIDUALS_ACCEPTED', 'bad-unit'],
    ['AREA_PC', 'empty-value'],
  ])
  expect(reading.ok && reading.message.objects[0].additional).not.toHaveProperty('areaPcM2')
  expect(readCdm(text).ok).toBe(false)
})

test('readCdm() reads one message, and reports where a second one begins', () => {
  expect(errorsOf(`${ion}\n${ion}`, false).at(-1)).toMatchObject({ keyword: 'CCSDS_CDM_VERS', code: 'second-message' })
})

const quantity = realBetween(-1e9, 1e9).map((value) => value + 0)
const vector = fc.tuple(quantity, quantity, quantity)
const text = fc.stringMatching(/^[!-~]([ -~]{0,38}[!-~])?$/)

test('parseCdm(), if strict, reads exactly what formatCdm() wrote, in every notation', () => {
  const whole = parseCdm(ion)
  const anyCdm = fc.record({
    r: vector,
    v: vector,
    name: text,
    comment: text,
    miss: quantity,
    d: realBetween(0, 1e4),
  })
  fc.assert(
    fc.property(anyCdm, ({ r, v, name, comment, miss, d }) => {
      const [first, second] = whole.objects
      const cdm: Cdm = {
        ...whole,
        relative: { ...whole.relative, missDistanceM: Math.abs(miss) },
        objects: [
          { ...first, state: { comments: [comment], r, v }, metadata: { ...first.metadata, objectName: name } },
          { ...second, odParameters: { comments: [comment, comment], actualOdSpanS: Math.round(d) * 86400 } },
        ],
      }
      for (const notation of NOTATIONS) expect(parseCdm(formatCdm(cdm, { notation }))).toEqual(cdm)
    }),
    { numRuns: 150 },
  )
})

test('readCdm() accepts a list of texts for comments in JSON, and no other list', () => {
  const json = formatCdm(parseCdm(ion), { notation: 'JSON' })
  const withMember = (member: string) => json.replace(/^\s*\{/, `{${member},`)
  const listed = readCdm(withMember('"COMMENT":["HBR = 12","b"]'), { strict: false })
  expect(listed.ok && listed.message.header.comments.concat(listed.message.relative.comments)).toEqual(
    expect.arrayContaining(['HBR = 12', 'b']),
  )
  for (const member of ['"COMMENT":["a",1]', '"COMMENT":[["a"]]', '"COMMENT":{"a":"b"}', '"MESSAGE_FOR":["a","b"]']) {
    const reading = readCdm(withMember(member), { strict: false })
    expect(reading.ok || reading.errors).toContainEqual(expect.objectContaining({ line: 1, code: 'bad-value' }))
  }
})

test('readCdm(), if lenient, assigns a keyword that follows its part of the message to that part', () => {
  const [moved = ''] = ion.match(/^MISS_DISTANCE *=.*\r?\n/m) ?? []
  const late = ion.replace(moved, '').replace(/^(OBJECT_DESIGNATOR *=.*\r?\n)/m, `$1${moved}`)
  expect(late).not.toBe(ion)
  const read = (text: string) => {
    const reading = readCdm(text, { strict: false })
    return reading.ok ? reading.message : reading.errors
  }
  expect(read(late)).toEqual(read(ion))
  expect(errorsOf(late, true)).toContainEqual(
    expect.objectContaining({ keyword: 'MISS_DISTANCE', code: 'wrong-order' }),
  )
})

test('readCdm() names the allowed range of a number, and accepts both limits of the range', () => {
  const of = (text: string) => errorsOf(withLine('COLLISION_PROBABILITY', `COLLISION_PROBABILITY = ${text}`), false)
  for (const text of ['-1e-9', '1.0001']) expect(of(text)).toMatchObject([{ code: 'bad-value', expected: '0 to 1' }])
  for (const text of ['0', '1', '1.0']) expect(of(text)).toEqual([])
})

test.each(['R', 'T', 'N'])(
  'parseCdm() returns no relative position or velocity if its component along %s is missing',
  (axis) => {
    const without = (keyword: string) => {
      const reading = readCdm(withLine(keyword, ''), { strict: false })
      if (!reading.ok) throw new Error('It could not be read.')
      return reading.message.relative
    }
    const position = without(`RELATIVE_POSITION_${axis}`)
    expect(position.relativePositionRtnM).toBeUndefined()
    expect(position.relativeVelocityRtnMps).toHaveLength(3)
    const velocity = without(`RELATIVE_VELOCITY_${axis}`)
    expect(velocity.relativePositionRtnM).toHaveLength(3)
    expect(velocity.relativeVelocityRtnMps).toBeUndefined()
  },
)
