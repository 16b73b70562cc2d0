// These tests run over the collection of reference messages next to the checkout, if it exists.

import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { readMeme } from '../meme/meme.ts'
import { decodeText } from '../notation/decode.ts'
import { scanOmms } from '../omm/omm.ts'
import { readStk } from '../stk/stk.ts'
import { detect } from './detect.ts'
import { formatMessages } from './format-messages.ts'
import { type FoundMessages, readMessages } from './read-messages.ts'

/** The text has ten decimals of a kilometre: a tenth of a micrometre. */
const PRINTED_DIGITS = 6

const isThere = hasCollection('ccsds/manifest.csv')

/** Files that the collection calls valid and Apsis refuses, or vice versa, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'oem/oemlib_v2_0_valid_sample14.oem.gz':
    'TIME_SYSTEM = ABCD: its reader does not look, but times of a system that nobody knows mean nothing',
}

interface ListedFile {
  readonly path: string
  readonly type: string
  readonly format: string
  readonly expected: string
}

function listFiles(): ListedFile[] {
  if (!isThere) return []
  const rows = readFileSync(collectionPath('ccsds/manifest.csv'), 'utf8').trim().split('\n').slice(1)
  return rows.map((row) => {
    const [path = '', type = '', format = '', , expected = ''] = row.split(',')
    return { path, type, format, expected }
  })
}

function decode(path: string): string {
  const bytes = readFileSync(collectionPath(path))
  const decoding = decodeText(new FaultLog(true), (encoding) => new TextDecoder(encoding, { fatal: true }))
  return decoding.write(path.endsWith('.gz') ? gunzipSync(bytes) : bytes) + decoding.end()
}

/**
 * Returns the rows of a table of tests over files in the collection; without the collection it returns one row, which is skipped, so that the report
 * still counts it.
 */
const rowsOr = <T>(absent: T, rows: readonly T[]): readonly T[] => (isThere ? rows : [absent])
const ABSENT: ListedFile = { path: '(its files)', type: '', format: '', expected: 'as listed' }

const isRead = ({ messages, faults }: FoundMessages, strict: boolean) =>
  messages.length > 0 && messages.every(({ reading }) => reading.ok) && (!strict || faults.length === 0)

const files = listFiles().filter(({ expected }) => ['valid', 'invalid', 'lenient'].includes(expected))
const messages = files.filter(({ type, format }) => !['lexical', 'rdm'].includes(type) && format !== 'compressed')

test.skipIf(!isThere).each(rowsOr(ABSENT, messages))('the collection: $path is $expected', ({ path, expected }) => {
  const text = decode(`ccsds/${path}`)
  const lenient = readMessages(text, { strict: false })
  if (path in EXCEPTIONS) {
    expect(isRead(lenient, false)).toBe(false)
  } else if (expected === 'valid') {
    // A combined message may also contain kinds that Apsis does not read.
    const known = lenient.messages.filter(({ kind }) => kind !== 'unknown')
    const whole = known.flatMap(({ reading }) => (reading.ok ? [reading.message] : []))
    expect(whole.length).toBeGreaterThan(0)
    expect(whole).toHaveLength(known.length)
    for (const notation of ['KVN', 'XML'] as const) {
      const written = formatMessages(whole, { notation, strict: false })
      const again = readMessages(written, { strict: false }).messages.map(
        ({ reading }) => reading.ok && reading.message,
      )
      expect(again).toEqual(whole)
    }
  } else {
    expect(isRead(readMessages(text), true)).toBe(false)
    if (expected === 'lenient')
      expect(isRead(readMessages(text, { strict: false, frames: ['ZZRF'] }), false)).toBe(true)
  }
})

test.skipIf(!isThere).each(
  rowsOr(
    ABSENT,
    files.filter(({ type }) => type === 'rdm'),
  ),
)('the collection: the kind of $path is recognised, but not read', ({ path }) => {
  const text = decode(`ccsds/${path}`)
  expect(detect(text)).toMatchObject({ kind: 'RDM', version: '1.0', isReadable: false })
  expect(readMessages(text).messages).toMatchObject([
    { kind: 'unknown', reading: { errors: [{ code: 'wrong-kind' }] } },
  ])
})

test.skipIf(!isThere).each(
  rowsOr(
    ABSENT,
    files.filter(({ format }) => format === 'compressed'),
  ),
)('the collection: $path is compressed, and is refused until it is unpacked', ({ path }) => {
  const log = new FaultLog(true)
  const bytes = readFileSync(collectionPath(`ccsds/${path}`))
  const decoding = decodeText(log, (encoding) => new TextDecoder(encoding, { fatal: true }))
  expect(() => decoding.write(bytes)).toThrow(MessageSyntaxError)
  if (!path.endsWith('.gz')) return
  expect(isRead(readMessages(decode(`ccsds/${path}`), { strict: false }), false)).toBe(!(path in EXCEPTIONS))
})

test.skipIf(!isThere).each(
  rowsOr(
    ABSENT,
    files.filter(({ type, format }) => type === 'lexical' && format !== 'JSON'),
  ),
)('the collection: $path is decoded as text, whatever its encoding is', ({ path }) => {
  const text = decode(`ccsds/${path}`)
  expect(text).toMatch(path.endsWith('.kvn') ? /CCSDS_XYZ_VERS/ : /<greeting>Hello, world!<\/greeting>/)
  expect(detect(text).kind).toBe('unknown')
})

const cdmFolders = ['pc/cara_cdm', 'pc/cara_sample_cdm', 'pc/cara_covariance_cross_correlation']
const cdms = isThere
  ? cdmFolders.flatMap((folder) => readdirSync(collectionPath(folder)).map((name) => `${folder}/${name}`))
  : []

test.skipIf(!isThere).each(
  rowsOr(
    ABSENT.path,
    cdms.filter((path) => !path.endsWith('.json')),
  ),
)('the collection: %s is read', (path) => {
  const { messages: found } = readMessages(decode(path), { strict: false })
  expect(found.map(({ kind, reading }) => [kind, reading.ok])).toEqual([['CDM', true]])
  // The operational messages among them follow the standard exactly.
  if (path.startsWith('pc/cara_cdm/')) expect(isRead(readMessages(decode(path)), true)).toBe(true)
})

/**
 * Returns a line of KVN without differences that have no meaning: spaces, the notation of numbers and of fractions of a second, and digits after the
 * fourteenth, which are lost when kilometres are converted to metres.
 */
function meaningOf(line: string): string {
  const text = line.replace(/\s+/g, ' ').trim()
  const [, keyword = '', value = '', unit = ''] = /^([A-Z\d_]+) ?= ?(.*?) ?(\[.*\])?$/.exec(text) ?? []
  if (keyword === '') return text
  const isNumber = value !== '' && Number.isFinite(Number(value))
  const said = isNumber
    ? String(Number(Number(value).toPrecision(14)))
    : value.replace(/(T\d\d:\d\d:\d\d)\.(\d*?)0*$/, '$1.$2').replace(/\.$/, '')
  return `${keyword} = ${said} ${unit}`.trim()
}
const meaningsOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map(meaningOf)
    .filter((line) => line !== '')
    // Messages are written in the order of the standard, which not every file follows.
    .toSorted()
const written = [
  ...cdms.filter((path) => path.startsWith('pc/cara_cdm/')),
  ...files
    .filter(({ type, format, expected }) => type === 'cdm' && format === 'KVN' && expected === 'valid')
    .map(({ path }) => `ccsds/${path}`),
]

test.skipIf(!isThere).each(rowsOr(ABSENT.path, written))(
  'the collection: %s has the same content, line by line, after KVN → XML → KVN',
  (path) => {
    const read = (text: string) =>
      readMessages(text, { strict: false }).messages.flatMap(({ reading }) => (reading.ok ? [reading.message] : []))
    const original = decode(path)
    const kvn = formatMessages(read(original), { notation: 'KVN', strict: false })
    const xml = formatMessages(read(kvn), { notation: 'XML', strict: false })
    expect(formatMessages(read(xml), { notation: 'KVN', strict: false })).toBe(kvn)
    expect(meaningsOf(kvn)).toEqual(meaningsOf(original))
  },
)

const ephemerides = ['GEO_20s.oem', 'GEO_60s.oem', 'LEO_10s.oem', 'LEO_60s.oem', 'ISS.OEM_J2K_EPH_2025-057.xml']

test.skipIf(!isThere).each(ephemerides)('the collection: ephemeris/%s can be read strictly', (name) => {
  expect(isRead(readMessages(decode(`ephemeris/${name}`)), true)).toBe(true)
})

test.skipIf(!isThere)('the collection: the excerpt of a MEME text ends before the time in its header', () => {
  const text = decode('ephemeris/MEME_excerpt_2026-03-10.txt')
  const { records } = (
    JSON.parse(decode('ephemeris/starlink_meme_expected.json')) as {
      files: Record<string, { records: { position_km: number[]; velocity_km_s: number[]; sigma_UVW_m: number[] }[] }>
    }
  ).files['MEME_excerpt_2026-03-10.txt']!
  const reading = readMeme(text, { strict: false })
  expect(readMeme(text)).toMatchObject({ ok: false, errors: [{ code: 'outside-span' }] })
  if (!reading.ok) throw new Error('the excerpt was refused')
  for (const [index, record] of records.entries()) {
    const state = reading.message.states[index]!
    // The text gives kilometres with ten decimals, that is, to a tenth of a micrometre.
    for (const axis of [0, 1, 2]) {
      expect(state.r[axis]).toBeCloseTo(record.position_km[axis]! * 1000, PRINTED_DIGITS)
      expect(state.v[axis]).toBeCloseTo(record.velocity_km_s[axis]! * 1000, PRINTED_DIGITS)
      const variance = reading.message.covariances[index]!.matrix[axis]![axis]!
      expect(Math.sqrt(variance)).toBeCloseTo(record.sigma_UVW_m[axis]!, PRINTED_DIGITS)
    }
  }
})

test.skipIf(!isThere).each([
  ['stk_02674_pv.e', [11], 5],
  ['stk_impulsive_maneuver.e', [6, 6], 4],
])('the collection: manoeuvre/%s can be read strictly', (name, states, degree) => {
  const text = decode(`manoeuvre/${name}`)
  expect(detect(text)).toMatchObject({ kind: 'STK', version: '12.0', isReadable: true })
  const reading = readStk(text)
  expect(reading).toMatchObject({ ok: true, warnings: [], message: { header: { refFrame: 'EME2000', degree } } })
  expect(reading.ok && reading.message.segments.map(({ length }) => length)).toEqual(states)
})

test.skipIf(!isThere)('the collection: every object in the public catalogue can be read', () => {
  const log = new FaultLog(true)
  const counts = { read: 0, refused: 0 }
  const scanner = scanOmms('CSV', log, { take: ({ ok }) => (counts[ok ? 'read' : 'refused'] += 1) })
  scanner.write(decode('catalogue/celestrak_gp_2024-11-01.csv'))
  scanner.end()
  expect([counts, log.errors]).toEqual([{ read: 26_834, refused: 0 }, []])
})
