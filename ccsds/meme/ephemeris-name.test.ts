import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { type EphemerisName, formatEphemerisName, parseEphemerisName, startOfName } from './ephemeris-name.ts'
import reference from './meme.reference.json' with { type: 'json' }

function nameOf(text: string): EphemerisName {
  const reading = parseEphemerisName(text)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.name
}

function reasonOf(text: string): string | null {
  const reading = parseEphemerisName(text)
  return reading.ok ? null : reading.reason
}

test.each(reference.names)('parseEphemerisName() and formatEphemerisName() agree with brahe: $name', (row) => {
  if (row.refused !== undefined) {
    expect(reasonOf(row.name)).not.toBeNull()
    return
  }
  const { name, written, ...wanted } = row
  const found = nameOf(name)
  expect(found).toMatchObject(wanted)
  // Apsis writes the classification in capitals, as Starlink does; brahe writes it as it was.
  const isSame = formatEphemerisName(found).toUpperCase() === written?.toUpperCase()
  expect(isSame, formatEphemerisName(found)).toBe(true)
})

test('parseEphemerisName() reads the frame, and the end in GPS seconds', () => {
  expect(nameOf('MEME_67850_STARLINK-36840_1340142_Operational_1463017380_UNCLASSIFIED.txt')).toEqual({
    dataType: 'MEME',
    frame: 'EME2000',
    catalogue: '67850',
    noradId: 67850,
    objectName: 'STARLINK-36840',
    dayOfYear: 134,
    hour: 1,
    minute: 42,
    kind: 'operational',
    metadata: '1463017380',
    stop: parseTime('2026-05-17T01:42:42'),
    classification: 'unclassified',
  })
  expect(nameOf('TEME_UCN01_A_3660000_special__Unclassified.txt')).toMatchObject({
    frame: 'TEME',
    catalogue: 'UCN01',
    noradId: null,
    kind: 'special',
    metadata: '',
    stop: null,
  })
  expect(nameOf('ITRF_1_A_0010000_special_burn01_Unclassified.txt').frame).toBe('ITRF')
})

const valid = (part: Partial<Record<'type' | 'number' | 'name' | 'metadata' | 'classification' | 'end', string>>) => {
  const { type = 'MEME', number = '25544', name = 'ISS', metadata = '', classification = 'U', end = '.txt' } = part
  return `${type}_${number}_${name}_0011200_Operational_${metadata}_${classification}${end}`
}

test.each([
  [valid({ type: 'GCRF' }), 'the data type is GCRF; expected MEME, EME2000, J2000, TEME, ITRF'],
  [valid({ number: '0' }), 'the catalogue number is 0; expected up to nine digits, or UCN and digits'],
  [
    valid({ number: '1234567890' }),
    'the catalogue number is 1234567890; expected up to nine digits, or UCN and digits',
  ],
  [valid({ number: 'UCN' }), 'the catalogue number is UCN; expected up to nine digits, or UCN and digits'],
  [valid({ name: ' ' }), 'the common name is empty'],
  [valid({ name: '../../etc/passwd' }), 'the common name contains /, which no field may'],
  [valid({ name: 'A\\B' }), 'the common name contains \\, which no field may'],
  [valid({ name: 'A\u202eB' }), 'the common name contains U+202E, which no field may'],
  [valid({ name: 'A\nB' }), 'the common name contains U+000A, which no field may'],
  [valid({ name: 'A'.repeat(101) }), 'the common name has 101 characters; expected at most 100'],
  [valid({ name: 'A'.repeat(300) }), 'the name has 338 characters; expected at most 255'],
  [valid({ name: '...' }), 'the common name consists of dots'],
  [valid({ metadata: '..' }), 'the metadata consists of dots'],
  [valid({ metadata: '/' }), 'the metadata contains /, which no field may'],
  [valid({ classification: '\0' }), 'the classification contains U+0000, which no field may'],
  [valid({ end: '' }), 'the extension is empty'],
  [valid({ end: '.oem' }), 'the extension is oem; expected txt'],
  [valid({}).replace('0011200', '0011260'), 'the start is 0011260; expected DDDHHMM from 0010000 to 3662359'],
  [
    'ephemeris.oem',
    'the name has 1 fields; expected DataType_CatalogueNumber_CommonName_DDDHHMM_Kind_MetaData_Classification.txt',
  ],
])('parseEphemerisName() refuses %j and names the part', (text, reason) => {
  expect(reasonOf(valid({}))).toBeNull()
  expect(reasonOf(text)).toBe(reason)
})

test('parseEphemerisName() accepts names and fields up to their maximum lengths', () => {
  const [name, metadata] = ['A'.repeat(100), 'B'.repeat(100)]
  expect(nameOf(valid({ name })).objectName).toBe(name)
  const rest = 255 - valid({ name, metadata, classification: '' }).length
  expect(reasonOf(valid({ name, metadata, classification: 'U'.repeat(rest) }))).toBeNull()
  expect(reasonOf(valid({ name, metadata, classification: 'U'.repeat(rest + 1) }))).toMatch(/^the name has 256/)
})

test('startOfName() chooses the year in which the start is nearest to a time', () => {
  const start = (text: string, near: string) =>
    startOfName(nameOf(`MEME_1_A_${text}_Operational__U.txt`), parseTime(near))
  expect(start('2540142', '2026-09-11T12:00:00')).toEqual(parseTime('2026-09-11T01:42:00'))
  expect(start('3652300', '2027-01-01T00:10:00')).toEqual(parseTime('2026-12-31T23:00:00'))
  expect(start('0010000', '2026-12-31T23:50:00')).toEqual(parseTime('2027-01-01T00:00:00'))
  // Only leap years have a day 366, and 2100 is not a leap year.
  expect(start('3660000', '2026-06-01T00:00:00')).toEqual(parseTime('2024-12-31T00:00:00'))
  expect(start('3660000', '2100-12-31T00:00:00')).toEqual(parseTime('2096-12-31T00:00:00'))
  expect(start('3660000', '2101-06-01T00:00:00')).toEqual(parseTime('2104-12-31T00:00:00'))
})

test('formatEphemerisName() refuses what a name cannot contain', () => {
  const name = nameOf('MEME_25544_ISS_(ZARYA)_1651200_oper_nomnvr_unclassified.txt')
  expect(formatEphemerisName(name)).toBe('MEME_25544_ISS_(ZARYA)_1651200_Operational_nomnvr_UNCLASSIFIED.txt')
  // This metadata looks like a start and a kind, so the real start would be read as a part of the common name.
  const shifting = { metadata: '0011200_Special_x' }
  for (const part of [shifting, { objectName: '../x' }, { dayOfYear: 367 }, { classification: '' }])
    expect(() => formatEphemerisName({ ...name, ...part })).toThrow(RangeError)
})
