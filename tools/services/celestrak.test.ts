import { readFileSync } from 'node:fs'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { afterEach, expect, test } from 'vitest'
import { CELESTRAK_MOODS, type Celestrak, type CelestrakMood, startCelestrak } from './celestrak.ts'
import { type CelestrakContent, SUPPLEMENTAL_SOURCES, simulatedContent } from './celestrak-content.ts'
import { formatGp, GP_FORMATS, type GpRow, jsonText } from './celestrak-formats.ts'
import { type AnswerRow, HOSTILE_TEXTS } from './service.ts'

const NOW = Date.parse('2026-11-30T08:10:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const AGENT = { 'user-agent': 'Apsis/0.3 (+https://apsis.example)' }
const GP = '/NORAD/elements/gp.php'
const SUPPLEMENTAL = '/NORAD/elements/supplemental/sup-gp.php'

/** The ISS as CelesTrak published it on 2026-09-20 (exchange/celestrak/gp-25544.json). */
const ISS: GpRow = {
  OBJECT_NAME: 'ISS (ZARYA)',
  OBJECT_ID: '1998-067A',
  EPOCH: '2026-09-20T12:42:37.141056',
  MEAN_MOTION: 15.49196792,
  ECCENTRICITY: 0.00048259,
  INCLINATION: 51.6308,
  RA_OF_ASC_NODE: 188.2246,
  ARG_OF_PERICENTER: 162.2847,
  MEAN_ANOMALY: 197.8311,
  EPHEMERIS_TYPE: 0,
  CLASSIFICATION_TYPE: 'U',
  NORAD_CAT_ID: 25544,
  ELEMENT_SET_NO: 999,
  REV_AT_EPOCH: 58653,
  BSTAR: 0.00015975118,
  MEAN_MOTION_DOT: 8.422e-5,
  MEAN_MOTION_DDOT: 0,
}
const SIX_DIGITS = { ...ISS, OBJECT_NAME: 'SARAMAGO', OBJECT_ID: '2026-067CY', NORAD_CAT_ID: 100_000 }

let service: Celestrak | undefined
let nowMs = NOW
afterEach(async () => {
  await service?.close()
  nowMs = NOW
})

async function start(content?: Partial<CelestrakContent>): Promise<Celestrak> {
  service = await startCelestrak({
    clock: () => nowMs,
    ...(content && { content: (atMs: number) => ({ ...simulatedContent(atMs), ...content }) }),
  })
  return service
}

type Reply = { readonly status: number; readonly type: string; readonly headers: Headers; readonly text: string }
async function ask(path: string, headers: Readonly<Record<string, string>> = {}, base = service?.url): Promise<Reply> {
  const response = await fetch(`${base}${path}`, { headers: { ...AGENT, ...headers }, redirect: 'manual' })
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, headers: response.headers, text: await response.text() }
}
const rowsOf = ({ text }: Reply): AnswerRow[] => JSON.parse(text)

// ── The formats ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
const isThere = hasCollection('exchange/celestrak/checksums.csv')
const recorded = (name: string) => readFileSync(collectionPath(`exchange/celestrak/${name}`), 'utf8')

test.skipIf(!isThere)(
  'formatGp() writes what CelesTrak answered, byte for byte, in every format that was recorded',
  () => {
    for (const name of ['gp-25544.csv', 'gp-25544.kvn', 'gp-25544.tle', 'gp-100000.csv', 'gp-100000.kvn']) {
      const [object, format] = name.split('.')
      const rows: GpRow[] = JSON.parse(recorded(`${object}.json`))
      expect(formatGp(rows, format!.toUpperCase() as 'CSV').body, name).toBe(recorded(name))
      expect(formatGp(rows, 'JSON').body).toBe(recorded(`${object}.json`))
    }
  },
)

const CATALOGUE = 'catalogue/celestrak_gp_2024-11-01.csv'
test.skipIf(!hasCollection(CATALOGUE))('formatGp() writes the whole catalogue of 2024-11-01 as CelesTrak did', () => {
  const published = readFileSync(collectionPath(CATALOGUE), 'utf8')
  const [columns = [], ...lines] = published
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  const isText = new Set(['OBJECT_NAME', 'OBJECT_ID', 'EPOCH', 'CLASSIFICATION_TYPE'])
  const rows = lines.map((cells) =>
    Object.fromEntries(cells.map((cell, i) => [columns[i]!, isText.has(columns[i]!) ? cell : Number(cell)])),
  )
  expect(rows.length).toBe(26_834)
  expect(formatGp(rows, 'CSV').body === published).toBe(true)
  // These files were joined from several answers, or made for the collection, and end without CR and LF.
  for (const name of ['gp.json', 'supgp.json'])
    expect(jsonText(JSON.parse(recorded(name))).trimEnd(), name).toBe(recorded(name).trimEnd())
  expect(formatGp(JSON.parse(recorded('gp.json')), 'CSV').body).toBe(recorded('gp.csv'))
  expect(jsonText(JSON.parse(recorded('satcat-100000.json')))).toBe(recorded('satcat-100000.json'))
})

test('formatGp() writes a TLE as CelesTrak has it, and leaves out a number of six digits', () => {
  // exchange/celestrak/gp-25544.tle
  const lines = [
    '1 25544U 98067A   26263.52959654  .00008422  00000+0  15975-3 0  9999\r\n',
    '2 25544  51.6308 188.2246 0004825 162.2847 197.8311 15.49196792586535\r\n',
  ].join('')
  for (const format of ['TLE', '3LE'] as const)
    expect(formatGp([ISS, SIX_DIGITS], format).body).toBe(`ISS (ZARYA)             \r\n${lines}`)
  expect(formatGp([ISS, SIX_DIGITS], '2LE').body).toBe(lines)
})

test('formatGp() writes XML as CelesTrak has it', () => {
  // tannerkoza/celestrak-orbital-data, eutelsat/2025/219/eutelsat.xml: an object whose drag term is 0.
  const eutelsat = {
    ...ISS,
    OBJECT_NAME: 'EUTELSAT HOTBIRD 13B',
    INCLINATION: 0.8443,
    ECCENTRICITY: 0.0004211,
    BSTAR: 0,
  }
  const { body } = formatGp([eutelsat], 'XML')
  expect(body).toContain('<ECCENTRICITY>.0004211</ECCENTRICITY><INCLINATION>0.8443</INCLINATION>')
  expect(body).toContain(
    '<omm id="CCSDS_OMM_VERS" version="2.0">\n<header><CREATION_DATE/><ORIGINATOR/></header><body>',
  )
  expect(body).toContain(
    '<BSTAR>0</BSTAR><MEAN_MOTION_DOT>.8422E-4</MEAN_MOTION_DOT><MEAN_MOTION_DDOT>0</MEAN_MOTION_DDOT>',
  )
  expect(body.endsWith('</tleParameters></data></segment></body></omm>\n</ndm>\n')).toBe(true)
})

test('formatGp() writes numbers in JSON as PHP does', () => {
  const body = formatGp([{ ...ISS, BSTAR: 1e-5, MEAN_MOTION_DOT: -2.5e-7, ECCENTRICITY: 0.0001 }], 'JSON').body
  expect(body).toContain('"BSTAR":1.0e-5,"MEAN_MOTION_DOT":-2.5e-7,')
  expect(body).toContain('"ECCENTRICITY":0.0001,')
  expect(JSON.parse(formatGp([ISS, SIX_DIGITS], 'JSON-PRETTY').body)).toEqual([ISS, SIX_DIGITS])
  expect(formatGp([ISS], 'JSON-PRETTY').body).toMatch(/^\[\n {4}\{\n {8}"OBJECT_NAME": "ISS \(ZARYA\)",\n/)
})

test('our own reader reads each format, and the same number of objects', async () => {
  await start()
  for (const format of ['JSON', 'JSON-PRETTY', 'CSV', 'XML', 'KVN']) {
    nowMs += 3 * HOUR_MS
    const { text } = await ask(`${GP}?GROUP=cosmos-1408-debris&FORMAT=${format}`)
    const { messages, faults } = readMessages(text, { strict: false })
    expect([format, faults, messages.filter(({ reading }) => reading.ok).length]).toEqual([format, [], 30])
  }
})

// ── The moods of CelesTrak ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
const ACTIVE = `${GP}?GROUP=active&FORMAT=JSON`

/** The expected behaviour in each mood that only CelesTrak has, as a client sees it. */
const MOODS: Readonly<Record<CelestrakMood, () => Promise<void>>> = {
  'not-updated': async () => {
    const { status, type, text } = await ask(ACTIVE)
    expect([status, type]).toEqual([403, 'text/plain'])
    expect(text).toContain('GP data has not updated since your last successful\ndownload of GROUP=active at ')
    await ask(ACTIVE)
    expect(service!.violations).toEqual(['GROUP=active was requested again after 0 minutes'])
  },
  'not-updated-200': async () => {
    const { status, text } = await ask(ACTIVE)
    expect([status, text.startsWith('GP data has not updated')]).toEqual([200, true])
  },
  blocked: async () => {
    const { status, text } = await ask(ACTIVE)
    expect([status, text.includes('has not updated')]).toEqual([403, false])
    service!.mood = 'ok'
    nowMs += 23 * HOUR_MS
    expect((await ask(ACTIVE)).status).toBe(403)
    expect(service!.violations).toEqual([`${GP} was requested 1380 minutes after the address was blocked`])
    nowMs += HOUR_MS
    expect((await ask(ACTIVE)).status).toBe(200)
  },
  silent: async () => {
    const answered = fetch(`${service!.url}${ACTIVE}`, { headers: AGENT, signal: AbortSignal.timeout(300) })
    await expect(answered).rejects.toThrow('timeout')
  },
  'no-data': async () => {
    expect(await ask(ACTIVE)).toMatchObject({ status: 404, text: 'No GP data found' })
    expect(await ask(`${SUPPLEMENTAL}?FILE=iss&FORMAT=JSON`)).toMatchObject({
      status: 404,
      text: 'No SupGP data found',
    })
  },
  moved: async () => {
    const { status, headers } = await ask(ACTIVE)
    const there = headers.get('location') ?? ''
    expect([status, there]).toEqual([301, `${service!.url.replace('127.0.0.1', 'localhost')}${ACTIVE}`])
    expect((await ask('', {}, there)).status).toBe(200)
    expect(service!.violations).toEqual([])
  },
}

test.for(Object.entries(MOODS))(
  'startCelestrak() behaves as its table says in the mood %s',
  async ([mood, expectMood]) => {
    const { violations } = await start()
    service!.mood = mood as CelestrakMood
    await expectMood()
    expect(Object.keys(CELESTRAK_MOODS)).toContain(mood)
    expect(violations).toBe(service!.violations)
  },
)

test('startCelestrak() changes records in every format as the moods of every service say', async () => {
  await start({ gp: [ISS, SIX_DIGITS], groups: { two: new Set([25544, 100_000]) } })
  const texts: Record<string, Record<string, string>> = {}
  for (const mood of ['empty-list', 'unknown-field', 'missing-field', 'hostile-text', 'huge', 'wrong-type'] as const) {
    service!.mood = mood
    texts[mood] = {}
    for (const format of GP_FORMATS) {
      nowMs += 3 * HOUR_MS
      texts[mood][format] = (await ask(`${GP}?GROUP=two&FORMAT=${format}`)).text
    }
  }
  expect(texts['empty-list']).toMatchObject({ JSON: '[]\r\n', KVN: '', TLE: '' })
  for (const format of ['JSON', 'CSV', 'XML', 'KVN']) {
    expect(texts['unknown-field']![format]).toContain('FIELD_OF_NEXT_YEAR')
    expect(texts['missing-field']![format]!.split('15.49196792').length - 1, format).toBe(1)
    expect(texts.huge![format]!.split('SARAMAGO').length - 1, format).toBe(10)
  }
  expect(texts['missing-field']!['2LE']!.split('\r\n')[1]).toBe(
    '2 25544  51.6308 188.2246 0004825 162.2847 197.8311            586532',
  )
  expect(JSON.parse(texts['hostile-text']!.JSON!)[0].OBJECT_NAME).toBe(HOSTILE_TEXTS[0])
  expect(texts['hostile-text']!.XML).toContain('&lt;script&gt;')
  expect(texts['wrong-type']!.JSON).toMatch(/^CCSDS_OMM_VERS = 2\.0\r\n/)
  expect(JSON.parse(texts['wrong-type']!.CSV!).length).toBe(2)
})

// ── What it always does ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
test('startCelestrak() has payloads alone in the group active, and each cloud of debris in its own', async () => {
  await start()
  const named = (reply: Reply) => rowsOf(reply).map(({ OBJECT_NAME }) => String(OBJECT_NAME))
  const active = named(await ask(ACTIVE))
  expect(active.length).toBeGreaterThan(150)
  expect(active.filter((name) => /DEB|R\/B/.test(name))).toEqual([])
  for (const cloud of ['cosmos-1408-debris', 'fengyun-1c-debris', 'iridium-33-debris', 'cosmos-2251-debris'])
    expect(named(await ask(`${GP}?GROUP=${cloud}&FORMAT=JSON`)).filter((name) => name.endsWith('DEB')).length).toBe(30)
  expect(named(await ask(`${GP}?GROUP=stations&FORMAT=JSON`))).toEqual(['ISS (SIMULATED)'])
  expect((await ask(`${GP}?GROUP=unheard-of&FORMAT=JSON`)).status).toBe(404)
})

test('startCelestrak() answers by number, launch, name and special set', async () => {
  await start({ gp: [ISS, SIX_DIGITS, { ...ISS, NORAD_CAT_ID: 26824, MEAN_MOTION: 1.0027 }] })
  const numbers = async (query: string) =>
    rowsOf(await ask(`${GP}?${query}&FORMAT=JSON`)).map((row) => row.NORAD_CAT_ID)
  expect(await numbers('CATNR=100000')).toEqual([100_000])
  expect(await numbers('INTDES=2026-067')).toEqual([100_000])
  expect(await numbers('NAME=zarya')).toEqual([25544, 26824])
  expect(await numbers('SPECIAL=gpz')).toEqual([26824])
  expect((await ask(`${GP}?FORMAT=JSON`)).status).toBe(400)
})

test('startCelestrak() gives a TLE without FORMAT, and none for a number of six digits', async () => {
  await start({ gp: [ISS, SIX_DIGITS] })
  expect((await ask(`${GP}?CATNR=25544`)).text).toMatch(/^ISS \(ZARYA\) {13}\r\n1 25544U/)
  expect(await ask(`${GP}?CATNR=100000&FORMAT=TLE`)).toMatchObject({ status: 404, text: 'No GP data found' })
  expect(service!.violations).toEqual([
    `${GP} was requested without FORMAT`,
    'a TLE was requested for 100000, which fits none',
  ])
})

test('startCelestrak() has several supplemental sets for an object, with epochs in the future', async () => {
  await start()
  const station = rowsOf(await ask(`${SUPPLEMENTAL}?SOURCE=ISS-E&FORMAT=JSON`))
  expect(station.map(({ EPOCH }) => EPOCH)).toEqual([
    '2026-11-30T06:00:00.000000',
    '2026-11-30T12:00:00.000000',
    '2026-11-30T18:00:00.000000',
    '2026-12-01T00:00:00.000000',
  ])
  expect(station[0]).toMatchObject({ CLASSIFICATION_TYPE: 'C', ELEMENT_SET_NO: 0, RMS: '0.012', DATA_SOURCE: 'ISS-E' })
  const ring = rowsOf(await ask(`${SUPPLEMENTAL}?FILE=intelsat&FORMAT=JSON`))
  expect(ring.map(({ OBJECT_NAME, EPOCH }) => [OBJECT_NAME, EPOCH])).toEqual([
    ['SIMULATED GEO', '2026-11-30T00:00:00.000000'],
    ['SIMULATED GEO [PM]', '2026-12-02T18:30:00.000000'],
  ])
  expect(rowsOf(await ask(`${SUPPLEMENTAL}?CATNR=799501621&FORMAT=JSON`)).length).toBe(1)
  nowMs += 3 * HOUR_MS
  expect(await ask(`${SUPPLEMENTAL}?CATNR=799501621&FORMAT=TLE`)).toMatchObject({
    status: 404,
    text: 'No SupGP data found',
  })
  expect(SUPPLEMENTAL_SOURCES.length).toBe(22)
})

test('startCelestrak() has the columns of the satellite catalogue and of the tables of SpaceData', async () => {
  await start()
  const [first] = rowsOf(await ask('/satcat/records.php?CATNR=100101&FORMAT=JSON'))
  // exchange/celestrak/satcat-100000.json
  expect(Object.keys(first ?? {}).join()).toBe(
    'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE',
  )
  const debris = await ask('/satcat/records.php?GROUP=iridium-33-debris&FORMAT=CSV&MAX=2')
  expect([debris.type, debris.text.split('\r\n').length]).toEqual(['text/csv', 4])
  expect((await ask('/satcat/records.php?GROUP=cosmos-1408-debris&PAYLOADS=Y')).text).toBe('No SATCAT data found')
  const weather = (await ask('/SpaceData/SW-Last5Years.csv')).text.split('\r\n')
  // celestrak.org/SpaceData/SpaceWx-format.php
  expect(weather[0]).toBe(
    'DATE,BSRN,ND,KP1,KP2,KP3,KP4,KP5,KP6,KP7,KP8,KP_SUM,AP1,AP2,AP3,AP4,AP5,AP6,AP7,AP8,AP_AVG,CP,C9,ISN,F10.7_OBS,F10.7_ADJ,F10.7_DATA_TYPE,F10.7_OBS_CENTER81,F10.7_OBS_LAST81,F10.7_ADJ_CENTER81,F10.7_ADJ_LAST81',
  )
  expect(weather.find((line) => line.startsWith('2026-11-29'))).toContain(',OBS,')
  expect(weather.find((line) => line.startsWith('2026-12-01'))).toContain(',PRD,')
  const [columns, ...days] = (await ask('/SpaceData/EOP-Last5Years.csv')).text.trimEnd().split('\r\n')
  // michaelwro/eop-parser: README.md
  expect(columns).toBe('DATE,MJD,X,Y,UT1-UTC,LOD,DPSI,DEPS,DX,DY,DAT,DATA_TYPE')
  expect(days.find((line) => line.startsWith('2026-11-30'))).toMatch(/^2026-11-30,61374,/)
})

test('startCelestrak() answers 304 to who has the newest data, and names its time', async () => {
  const { publish } = await start()
  const first = await ask(ACTIVE)
  expect(first.headers.get('last-modified')).toBe('Mon, 30 Nov 2026 08:00:00 GMT')
  publish(simulatedContent(NOW))
  nowMs += 2 * HOUR_MS
  const second = await ask(ACTIVE)
  nowMs += 2 * HOUR_MS
  const tag = second.headers.get('etag') ?? ''
  expect((await ask(ACTIVE, { 'if-none-match': tag })).status).toBe(304)
  nowMs += HOUR_MS
  await ask(ACTIVE, { 'if-none-match': tag })
  expect(service!.violations).toEqual(['GROUP=active was requested again after 60 minutes'])
})

test('startCelestrak() refuses the same data within two hours in any format, and other data not', async () => {
  await start()
  expect((await ask(ACTIVE)).status).toBe(200)
  nowMs += 90 * MINUTE_MS
  const again = await ask(`${GP}?GROUP=active&FORMAT=CSV`)
  expect([again.status, again.text]).toEqual([
    403,
    // exchange/celestrak/gp-not-updated.txt
    'GP data has not updated since your last successful\ndownload of GROUP=active at 2026-11-30 08:10:00 UTC.\nData is updated once every 2 hours.\n',
  ])
  expect((await ask(`${GP}?GROUP=stations&FORMAT=CSV`)).status).toBe(200)
  expect(service!.violations).toEqual(['GROUP=active was requested again after 90 minutes'])
  nowMs += 30 * MINUTE_MS
  expect((await ask(ACTIVE)).status).toBe(200)
  expect(service!.violations.length).toBe(1)
})

test('startCelestrak() allows a retry after an answer that did not arrive whole', async () => {
  await start()
  service!.next('cut-off-length')
  await expect(ask(ACTIVE)).rejects.toThrow()
  service!.next('error-page')
  expect((await ask(ACTIVE)).status).toBe(500)
  expect((await ask(ACTIVE)).status).toBe(200)
  expect(service!.violations).toEqual([])
})

test('startCelestrak() blocks an address for a day after ten breaches within two hours', async () => {
  await start()
  for (let i = 0; i < 10; i += 1) {
    await ask(`${GP}?CATNR=${70_000 + i}&FORMAT=JSON`, { 'user-agent': 'node' })
    nowMs += MINUTE_MS
  }
  expect(service!.violations[0]).toBe(`${GP} was requested by "node", which does not say whose program it is`)
  const { status, text } = await ask(ACTIVE)
  expect([status, text.includes('blocked')]).toEqual([403, true])
})

test('simulatedContent() describes one motion: a newer element set goes on where the older one was', () => {
  const anomalies = (atMs: number) => simulatedContent(atMs).gp.find((row) => row.NORAD_CAT_ID === 25544)!
  const [older, newer] = [anomalies(NOW), anomalies(NOW + 24 * HOUR_MS)]
  const days = (Date.parse(`${newer.EPOCH}Z`) - Date.parse(`${older.EPOCH}Z`)) / (24 * HOUR_MS)
  expect(days).toBe(1)
  // In a day, the mean argument of latitude advances by 360° n plus the drift of perigee, about 4° in this orbit.
  const argument = (row: AnswerRow) => Number(row.ARG_OF_PERICENTER) + Number(row.MEAN_ANOMALY)
  const gone = (((argument(newer) - argument(older) - 360 * Number(older.MEAN_MOTION)) % 360) + 360) % 360
  expect(gone).toBeGreaterThan(3)
  expect(gone).toBeLessThan(5)
  // The node of such an orbit drifts by 5° a day to the west.
  const drift = ((Number(newer.RA_OF_ASC_NODE) - Number(older.RA_OF_ASC_NODE)) % 360) + 360
  expect(drift % 360).toBeGreaterThan(354)
  expect(drift % 360).toBeLessThan(356)
})
