import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

const message = `CCSDS_OPM_VERS = 3.0
CREATION_DATE = 2026-11-20T09:30:00
ORIGINATOR = APSIS
OBJECT_NAME = SIMULATED 1
OBJECT_ID = 2026-001A
CENTER_NAME = EARTH
REF_FRAME = GCRF
TIME_SYSTEM = TAI
EPOCH = 2026-11-20T09:30:37.25
X = 7000.001 [km]
Y = 0 [km]
Z = -1 [km]
X_DOT = 0 [km/s]
Y_DOT = 7.5 [km/s]
Z_DOT = 0.001 [km/s]
MAN_EPOCH_IGNITION = 2026-324T10:00:00
MAN_DURATION = 0 [s]
MAN_DELTA_MASS = -1.5 [kg]
MAN_REF_FRAME = RTN
MAN_DV_1 = 0 [km/s]
MAN_DV_2 = 0.002 [km/s]
MAN_DV_3 = 0 [km/s]
`

test('apsis inspect describes a valid message', async () => {
  const { code, out, err } = await record(['inspect', '-', '--json'], { '-': message })
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toEqual([
    {
      file: '-',
      kind: 'OPM',
      version: '3.0',
      notation: 'KVN',
      messages: 1,
      valid: true,
      errors: [],
      warnings: [],
      truncated: false,
      omitted: 0,
    },
  ])
  expect((await record(['inspect', '-'], { '-': message })).out).toBe('-: OPM 3.0 KVN: valid\n')
})

test('apsis inspect names line, column, keyword and code of every fault', async () => {
  const wrong = message.replace('X = 7000.001 [km]', 'X = 7000.001 [m]').replace('7.5', 'fast')
  const { code, out } = await record(['inspect', '-', '--json'], { '-': wrong })
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject([
    {
      valid: false,
      errors: [
        { line: 10, column: 5, keyword: 'X', code: 'bad-unit', expected: '[km]' },
        { line: 14, column: 9, keyword: 'Y_DOT', code: 'bad-number', found: 'fast' },
      ],
    },
  ])
  const text = await record(['inspect', '-'], { '-': wrong })
  expect(text.out).toContain('  line 10, column 5, X: [m] is not the unit; expected [km] [bad-unit]\n')
})

test('apsis inspect warns of common deviations in real messages, and with --strict refuses them', async () => {
  const odd = { '-': message.replace('OBJECT_NAME', 'META_START\nOBJECT_NAME') }
  const lenient = await record(['inspect', '-', '--json'], odd)
  expect([lenient.code, JSON.parse(lenient.out)[0].warnings]).toMatchObject([0, [{ line: 4, code: 'bad-line' }]])
  const strict = await record(['inspect', '-', '--strict', '--json'], odd)
  expect([strict.code, JSON.parse(strict.out)[0].errors]).toMatchObject([1, [{ line: 4, code: 'bad-line' }]])
})

test('apsis inspect reads element sets, and names the field of a wrong one', async () => {
  const lines = reference.sequences.flatMap(({ lines: pair }) => pair)
  expect(await record(['inspect', '-'], { '-': lines.join('\r\n') })).toMatchObject({
    code: 0,
    out: `-: TLE text, ${lines.length / 2} messages: valid\n`,
  })
  const wrong = [...lines.slice(0, 2), lines[2]!.replace(/.$/, '0'), ...lines.slice(3)].join('\n')
  const { code, out } = await record(['inspect', '-', '--json'], { '-': wrong })
  expect(code).toBe(1)
  expect(JSON.parse(out)[0].errors).toMatchObject([{ line: 3, column: 69, keyword: 'checksum', code: 'bad-tle' }])
})

/**
 * Returns an ephemeris on a circular orbit of half a day, where the flattening of the Earth does not matter: km and km/s, a state every 5 minutes.
 */
function circle(scale: number): string {
  const [radiusKm, gm] = [26_560, 398_600.441_5]
  const rate = Math.sqrt(gm / radiusKm ** 3)
  const rows = Array.from({ length: 20 }, (_, k) => {
    const [c, s] = [Math.cos(300 * k * rate), Math.sin(300 * k * rate)]
    const numbers = [radiusKm * c, radiusKm * s, 0, -radiusKm * rate * s, radiusKm * rate * c, 0]
    const time = new Date(Date.UTC(2026, 0, 1, 0, 5 * k)).toISOString().slice(0, 19)
    return `${time} ${numbers.map((x) => (x * scale).toFixed(9)).join(' ')}`
  })
  return `CCSDS_OEM_VERS = 2.0
CREATION_DATE = 2026-01-01T00:00:00
ORIGINATOR = TEST
META_START
OBJECT_NAME = TEST
OBJECT_ID = 2026-001A
CENTER_NAME = EARTH
REF_FRAME = EME2000
TIME_SYSTEM = UTC
START_TIME = 2026-01-01T00:00:00
STOP_TIME = 2026-01-01T01:35:00
META_STOP
${rows.join('\n')}
`
}

test('apsis inspect finds by gravity that an ephemeris is in metres, and names the line', async () => {
  expect((await record(['inspect', '-', '--upload'], { '-': circle(1) })).code).toBe(0)
  const { code, out } = await record(['inspect', '-', '--json'], { '-': circle(1000) })
  expect(code).toBe(1)
  expect(JSON.parse(out)[0].errors).toMatchObject([
    { line: 15, code: 'bad-physics', message: expect.stringContaining('in m and m/s, not in km and km/s') },
  ])
  const short = circle(1).split('\n').slice(0, 15).join('\n').replace('01:35:00', '00:10:00')
  const upload = await record(['inspect', '-', '--upload', '--json'], { '-': short })
  expect(JSON.parse(upload.out)[0].errors).toMatchObject([{ code: 'too-few-points' }])
})

test('apsis inspect continues after an unreadable, a compressed and an empty file', async () => {
  const files = { packed: '\u001f\u008b', note: 'Dear all,\n', '-': message }
  const { code, out } = await record(['inspect', 'no-such.opm', 'note', '-', '--json'], files)
  expect(code).toBe(1)
  const [missing, note, good] = JSON.parse(out)
  const why = { code: 'unreadable', message: 'cannot be read: there is no such file' }
  expect(missing).toMatchObject({ kind: 'unknown', valid: false, errors: [why] })
  expect(note).toMatchObject({ kind: 'unknown', valid: false })
  expect(note.errors.length).toBeGreaterThan(0)
  expect(good).toMatchObject({ kind: 'OPM', valid: true })
})

test('apsis inspect checks the motion of an ephemeris inside a combined NDM, and names its kind', async () => {
  const xml = (await record(['convert', '-', '--to', 'xml'], { '-': circle(1000) })).out
  const ndm = xml.replace('<oem', '<ndm>\n<oem').replace('</oem>', '</oem>\n</ndm>')
  const { code, out } = await record(['inspect', '-', '--json'], { '-': ndm })
  expect(code).toBe(1)
  const [{ kind, version, messages, errors }] = JSON.parse(out)
  expect({ kind, version, messages }).toEqual({ kind: 'OEM', version: '2.0', messages: 1 })
  expect(errors).toMatchObject([{ code: 'bad-physics', message: expect.stringContaining('in m and m/s') }])
  // The third state is the first one with two states on either side.
  const states = ndm.split('\n').flatMap((line, index) => (line.includes('<stateVector>') ? [index + 1] : []))
  expect(errors[0].line).toBeGreaterThanOrEqual(states[2]!)
  expect(errors[0].line).toBeLessThan(states[3]!)
})

test('apsis inspect reads several ephemerides in one file, each with its own lines', async () => {
  const good = circle(1)
  const lines = good.split('\n').length - 1
  const text = `COMMENT first\n${good}\n${circle(1000)}${good}`
  const { code, out } = await record(['inspect', '-', '--json'], { '-': text })
  expect(code).toBe(1)
  const [{ kind, messages, errors }] = JSON.parse(out)
  expect({ kind, messages }).toEqual({ kind: 'OEM', messages: 3 })
  expect(errors.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
    [1 + lines + 1 + 15, 'bad-physics'],
  ])
})

const MARKED = [
  ['a byte-order mark', (text: string) => `\ufeff${text}`],
  ['UTF-16', (text: string) => new TextDecoder('latin1').decode(Buffer.from(`\ufeff${text}`, 'utf16le'))],
] as const

test.each(MARKED)('apsis inspect recognises and checks a file with %s', async (_name, mark) => {
  const inspected = async (text: string) => {
    const bytes = Uint8Array.from(mark(text), (letter) => letter.codePointAt(0) ?? 0)
    const isUtf16 = mark(text).codePointAt(0) === 0xff
    const file = join(await mkdtemp(join(tmpdir(), 'apsis-')), 'file')
    await writeFile(file, isUtf16 ? bytes : mark(text))
    return JSON.parse((await record(['inspect', file, '--upload', '--json'])).out)[0]
  }
  expect(await inspected(circle(1))).toMatchObject({ kind: 'OEM', valid: true })
  const metres = await inspected(circle(1000))
  expect(metres).toMatchObject({ kind: 'OEM', valid: false })
  expect(metres.errors.length).toBeGreaterThan(15)
  const lines = reference.sequences.flatMap(({ lines: pair }) => pair)
  expect(await inspected(lines.join('\r'))).toMatchObject({ kind: 'TLE', valid: true, messages: lines.length / 2 })
})

test('apsis inspect reports a missing file in one line, and counts one fault as one', async () => {
  expect(await record(['inspect', 'no-such.cdm'])).toMatchObject({
    code: 1,
    out: 'no-such.cdm: cannot be read: there is no such file\n',
  })
  const count = async (added: string) =>
    (await record(['inspect', '-'], { '-': `${message}${added}` })).out.split('\n')[0]
  expect(await count('X Y = 1\n')).toMatch(/: 1 fault$/)
  expect(await count('X Y = 1\n'.repeat(2))).toMatch(/: 2 faults$/)
})

test('apsis inspect never calls an unknown file valid', async () => {
  const late = `${' '.repeat(70_000)}\n${message}`
  const { code, out } = await record(['inspect', '-', '--json'], { '-': late })
  expect(code).toBe(1)
  expect(JSON.parse(out)[0]).toMatchObject({ kind: 'unknown', valid: false, errors: [{ code: 'line-too-long' }] })
})

test('apsis inspect lists a hundred faults of a file, and counts the others', async () => {
  const bad = `${message}${'X Y = 1\n'.repeat(300)}`
  const { out } = await record(['inspect', '-', '--json'], { '-': bad })
  const [{ errors, truncated, omitted }] = JSON.parse(out)
  expect([errors.length, truncated, omitted]).toEqual([100, true, 200])
  expect((await record(['inspect', '-'], { '-': bad })).out).toMatch(/\n {2}and 200 more\n$/)
  // The limit also holds for many messages, each of which lists its own faults.
  const many = await record(['inspect', '-'], { '-': 'CCSDS_CDM_VERS = 1.0\n'.repeat(20_000) })
  expect(many.out).toMatch(/\n {2}and [\d,]{7,} more\n$/)
})

const MEME = `created:2026-03-10 20:32:53 UTC
ephemeris_start:2026-03-10 20:16:42 UTC ephemeris_stop:2026-03-10 20:25:42 UTC step_size:60
ephemeris_source:blend
UVW
`
/** Returns a text in Starlink's format with states on a circular orbit, `stepMin` apart; the fifth state is wrong by `jumpKm`. */
function meme(jumpKm: number, { stepMin = 1, count = 10 } = {}): string {
  const rate = Math.sqrt(398_600.441_5 / 26_560 ** 3)
  const states = Array.from({ length: count }, (_, k) => {
    const angle = 60 * stepMin * k * rate
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const x = 26_560 * c + (k === 5 ? jumpKm : 0)
    const numbers = [x, 26_560 * s, 0, -26_560 * rate * s, 26_560 * rate * c, 0]
    const time = new Date(Date.UTC(2026, 2, 10, 20, 16 + stepMin * k)).toISOString().slice(11, 16).replace(':', '')
    const covariance = '4e-07 1e-08 9e-08 0 0 1.6e-07 1e-12\n0 0 4e-12 0 0 0 0\n1e-12 0 0 0 0 0 9e-12'
    return `2026069${time}42.000 ${numbers.map((value) => value.toFixed(9)).join(' ')}\n${covariance}\n`
  })
  return MEME + states.join('')
}

test('apsis inspect compares Starlink’s ephemeris with gravity, and with --upload checks all needs of screening', async () => {
  expect((await record(['inspect', '-'], { '-': meme(0) })).out).toBe('-: MEME text: valid\n')
  const { code, out } = await record(['inspect', '-', '--json'], { '-': meme(5) })
  expect(code).toBe(1)
  const [{ kind, errors }] = JSON.parse(out)
  expect([kind, errors[0].code]).toEqual(['MEME', 'bad-physics'])
  const long = await record(['inspect', '-'], { '-': meme(0, { stepMin: 10, count: 14 }) })
  expect(long.out).toContain('line 5, column 1: the covariance is a flat envelope from 2026-03-10T20:16:42Z on')
  expect(long.out).toContain('[flat-covariance]')
  const few = meme(0)
    .split('\n')
    .slice(0, 4 + 4 * 5)
    .join('\n')
  const [upload] = JSON.parse((await record(['inspect', '-', '--upload', '--json'], { '-': few })).out)
  expect(upload).toMatchObject({ kind: 'MEME', valid: false })
  expect(upload.errors.map((fault: { code: string }) => fault.code)).toContain('too-few-points')
})
