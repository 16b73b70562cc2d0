import { readFileSync } from 'node:fs'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { afterEach, expect, test } from 'vitest'
import type { AnswerRow } from '../service.ts'
import { CLASSES } from './classes.data.ts'
import { cdmPublicRow, decayRow, gpRow, satcatRow, tipRow } from './records.ts'
import { OWN_FOLDER, OWN_SATELLITES, simulatedSpaceTrack } from './simulated.ts'
import {
  emptySpaceTrack,
  type LocalSpaceTrack,
  SPACE_TRACK_MOODS,
  type SpaceTrackMood,
  type SpaceTrackOptions,
  startSpaceTrack,
} from './space-track.ts'

const START = Date.parse('2026-09-21T05:10:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const USER = 'flight@operator.example'

const hasExamples = hasCollection('exchange/space-track/gp.json')
const example = (name: string) => readFileSync(collectionPath(`exchange/space-track/${name}`), 'utf8')

let now = START
const open: LocalSpaceTrack[] = []
afterEach(async () => {
  now = START
  for (const service of open.splice(0)) await service.close()
})

async function start(options: SpaceTrackOptions = {}): Promise<LocalSpaceTrack> {
  const service = await startSpaceTrack({ content: emptySpaceTrack(), clock: () => now, ...options })
  open.push(service)
  return service
}

type Answer = { readonly status: number; readonly type: string; readonly text: string }

async function login(service: LocalSpaceTrack, password = 'right', identity = USER) {
  const answer = await fetch(`${service.url}/ajaxauth/login`, {
    method: 'POST',
    body: new URLSearchParams({ identity, password }),
  })
  const cookie = answer.headers.get('set-cookie')
  return { status: answer.status, text: await answer.text(), cookie, session: cookie?.split(';')[0] ?? '' }
}

async function get(service: LocalSpaceTrack, path: string, session: string): Promise<Answer> {
  const answer = await fetch(`${service.url}${path}`, { headers: { cookie: session } })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

/** Starts a service, signs in, and returns functions that send requests to it. */
async function signedIn(options: SpaceTrackOptions = {}) {
  const service = await start(options)
  const { session } = await login(service)
  const ask = (path: string) => get(service, path, session)
  const rows = async (path: string): Promise<AnswerRow[]> => JSON.parse((await ask(path)).text)
  return { service, session, ask, rows }
}

/** The elements of three objects in gp.json of the collection, from the lines in gp.3le. */
const ISS = {
  ...parseTle(
    '1 25544U 98067A   26263.52959654  .00008422  00000-0  15975-3 0  9990',
    '2 25544  51.6308 188.2246 0004826 162.2847 197.8311 15.49196792586536',
  ),
  objectName: 'ISS (ZARYA)',
}
const DEBRIS = {
  ...parseTle(
    '1 34756U 93036AAA 24305.30092798  .00002951  00000-0  23955-2 0  9991',
    '2 34756  74.0051  53.4493 0351412  14.5050 346.5839 13.65319954778560',
  ),
  objectName: 'COSMOS 2251 DEB',
}
const NINE_DIGITS = { ...ISS, noradId: 799_501_621, objectName: 'STARLINK-38381' }
const ISS_ROW = gpRow(ISS, { createdMs: START - 8 * HOUR, rcsSize: 'LARGE', country: 'ISS', launchDate: '1998-11-20' })
const DEBRIS_ROW = gpRow(DEBRIS, { createdMs: START - 30 * HOUR, objectType: 'DEBRIS', rcsSize: 'SMALL' })
const DECAYED_ROW = gpRow({ ...DEBRIS, noradId: 12_345 }, { createdMs: START - 9 * DAY, decayDate: '2026-09-10' })

/** The messages of the simulated satellites, which are computed only once. */
const SIMULATED_CDMS = [...simulatedSpaceTrack()(START).cdms]

function filled() {
  const content = emptySpaceTrack()
  content.gp.push(ISS_ROW, DEBRIS_ROW, DECAYED_ROW, gpRow(NINE_DIGITS, { createdMs: START - 2 * HOUR }))
  content.satcat.push(...content.gp.map(satcatRow))
  content.cdmPublic.push(
    cdmPublicRow({
      id: 1234567890,
      createdMs: START - DAY,
      tcaMs: START + DAY,
      missM: 187,
      probability: 2.13e-4,
      objects: [ISS_ROW, DEBRIS_ROW],
    }),
  )
  content.decay.push(
    decayRow({ source: 'decay_msg', messageMs: START, decayMs: START - 11 * DAY, object: DECAYED_ROW }),
  )
  content.tip.push(
    tipRow({
      id: 7,
      messageMs: START,
      decayMs: START + 6 * HOUR,
      windowMinutes: 30,
      latDeg: 1,
      lonDeg: 2,
      object: DEBRIS_ROW,
    }),
  )
  content.folders.push({ FOLDER_ID: '23214', FOLDER_NAME: 'EXAMPLE', PARENT_FOLDER_ID: '50', CREATED: '2026-01-15' })
  content.cdms.push(...SIMULATED_CDMS)
  return content
}

const GP = '/basicspacedata/query/class/gp'
const CDM = '/expandedspacedata/query/class/cdm'

// Sign-in.

test('a sign-in answers an empty JSON text and the cookie chocolatechip, and a query without it is answered 401', async () => {
  const service = await start()
  const { status, text, cookie, session } = await login(service)
  expect([status, text]).toEqual([200, '""'])
  expect(cookie).toMatch(/^chocolatechip=[0-9a-z]+; Path=\/; HttpOnly; Secure$/)
  expect((await get(service, GP, 'chocolatechip=0')).status).toBe(401)
  expect(await get(service, GP, session)).toEqual({ status: 200, type: 'application/json', text: '[]' })
  expect((await get(service, '/ajaxauth/logout', session)).text).toBe('"Successfully logged out"')
  expect((await get(service, GP, session)).status).toBe(401)
  expect(service.requests.map(({ account }) => account)).toEqual([USER, null, USER, USER, null])
})

test('a wrong password, and an unknown account, are answered 200 with a failed login', async () => {
  const service = await start()
  for (const [password, identity] of [['wrong'], ['right', 'nobody@operator.example']] as const)
    expect(await login(service, password, identity)).toMatchObject({
      status: 200,
      text: '{"Login":"Failed"}',
      cookie: null,
    })
  expect(service.logins()).toBe(2)
})

test('suspend() ends the sessions of an account and refuses its sign-in until reinstate()', async () => {
  const { service, session } = await signedIn()
  service.suspend(USER)
  expect((await get(service, GP, session)).status).toBe(401)
  expect(await login(service)).toMatchObject({ status: 200, cookie: null, text: expect.stringContaining('suspended') })
  service.reinstate(USER)
  expect((await get(service, GP, (await login(service)).session)).status).toBe(200)
})

// Queries.

const ALL = ['25544', '34756', '12345', '799501621']
test.each<readonly [string, readonly string[]]>([
  ['/NORAD_CAT_ID/25544', ['25544']],
  ['/norad_cat_id/25544,34756', ['25544', '34756']],
  ['/NORAD_CAT_ID/12345--25544', ['25544', '12345']],
  ['/NORAD_CAT_ID/%3E34755', ['34756', '799501621']],
  ['/NORAD_CAT_ID/%3C25544', ['12345']],
  ['/NORAD_CAT_ID/%3C%3E25544', ['34756', '12345', '799501621']],
  ['/NORAD_CAT_ID/12345,30000--40000', ['34756', '12345']],
  ['/OBJECT_NAME/cosmos%202251%20deb', ['34756', '12345']],
  ['/OBJECT_NAME/~~2251', ['34756', '12345']],
  ['/OBJECT_NAME/%5EISS', ['25544']],
  ['/decay_date/null-val', ['25544', '34756', '799501621']],
  ['/DECAY_DATE/%3C%3Enull-val', ['12345']],
  ['/RCS_SIZE/%3C%3ELARGE', ['34756']],
  ['/CREATION_DATE/%3Enow-1', ['25544', '799501621']],
  ['/CREATION_DATE/now-2--now-0.2', ['25544', '34756']],
  ['/CREATION_DATE/%3E2026-09-20%2021%3A10%3A00', ['799501621']],
  ['/CREATION_DATE/%3E2026-09-20T21%3A09%3A59', ['25544', '799501621']],
  ['/DECAY_DATE/2026-09-10', ['12345']],
  ['/EPOCH/%3Enow-30', ['25544', '799501621']],
  ['/ECCENTRICITY/%3E0.03', ['34756', '12345']],
  ['/orderby/NORAD_CAT_ID%20desc', ['799501621', '34756', '25544', '12345']],
  ['/orderby/OBJECT_NAME,norad_cat_id%20asc', ['12345', '34756', '25544', '799501621']],
  ['/orderby/NORAD_CAT_ID/limit/2', ['12345', '25544']],
  ['/orderby/NORAD_CAT_ID/limit/2,1', ['25544', '34756']],
  ['/distinct/true', ALL],
])('a query %s has the objects %j', async (predicates, numbers) => {
  const { rows } = await signedIn({ content: filled() })
  expect((await rows(`${GP}${predicates}/format/json`)).map(({ NORAD_CAT_ID }) => NORAD_CAT_ID)).toEqual(numbers)
})

test('class gp has the newest set of each object, and gp_history all of them', async () => {
  const content = emptySpaceTrack()
  content.gp.push(
    ISS_ROW,
    { ...ISS_ROW, EPOCH: '2026-09-20T20:00:00.000000' },
    { ...ISS_ROW, EPOCH: '2026-09-19T00:00:00' },
  )
  const { rows } = await signedIn({ content })
  expect((await rows(GP)).map(({ EPOCH }) => EPOCH)).toEqual(['2026-09-20T20:00:00.000000'])
  expect(await rows('/basicspacedata/query/class/gp_history/NORAD_CAT_ID/25544')).toHaveLength(3)
})

test('a result of gp_history that is too large is answered 500 with a page that does not name the limit', async () => {
  const { ask } = await signedIn({ content: filled(), mostRows: 3 })
  const { status, type, text } = await ask('/basicspacedata/query/class/gp_history')
  expect([status, type]).toEqual([500, 'text/html'])
  expect(text).not.toContain('violated')
})

test('predicates chooses the fields, and metadata puts the records into data', async () => {
  const { rows, ask } = await signedIn({ content: filled() })
  expect((await rows(`${GP}/predicates/NORAD_CAT_ID,EPOCH/limit/1`))[0]).toEqual({
    EPOCH: ISS_ROW.EPOCH,
    NORAD_CAT_ID: '25544',
  })
  expect(JSON.parse((await ask(`${GP}/metadata/true/limit/1`)).text)).toMatchObject({
    request_metadata: { ReturnedRows: '1' },
    data: [{ NORAD_CAT_ID: '25544' }],
  })
})

test.each([
  `${GP}/NO_SUCH_FIELD/1`,
  `${GP}/orderby/NO_SUCH_FIELD`,
  `${GP}/format/html`,
  '/basicspacedata/query/class/satcat/format/tle',
  '/basicspacedata/query/class/cdm',
  '/basicspacedata/query/class/tle_latest',
])('%s is answered 400 with a sentence in error', async (path) => {
  const { ask } = await signedIn({ content: filled() })
  const { status, text } = await ask(path)
  expect([status, typeof JSON.parse(text).error]).toEqual([400, 'string'])
})

test('an empty result is an empty list in JSON, and in other formats a sentence or, if it is wanted, nothing', async () => {
  const { ask } = await signedIn()
  expect((await ask(`${GP}/format/json`)).text).toBe('[]')
  expect((await ask(`${GP}/format/tle`)).text).toBe('NO RESULTS RETURNED')
  expect((await ask(`${GP}/format/tle/emptyresult/show`)).text).toBe('')
})

test('class cdm has the messages about the own objects only', async () => {
  const content = filled()
  const of = (text: string) => [...text.matchAll(/^OBJECT_DESIGNATOR *=(\d+)/gm)].map(([, number]) => Number(number))
  const [own = 0] = of(content.cdms[0]!)
  const { rows } = await signedIn({ content, accounts: [{ identity: USER, password: 'right', reads: [own] }] })
  const found = await rows(CDM)
  expect(found.length).toBe(content.cdms.filter((text) => of(text).includes(own)).length)
  expect(found.length).toBeLessThan(content.cdms.length)
  expect(await rows(`${CDM}/SAT1_OBJECT_DESIGNATOR/1`)).toEqual([])
})

test('class cdm is queried by creation date and page by page, as texts with their units', async () => {
  const { rows, service } = await signedIn({ content: emptySpaceTrack() })
  service.content().cdms.push(...SIMULATED_CDMS)
  const since = new Date(START - DAY).toISOString().slice(0, 19)
  const query = `${CDM}/CREATION_DATE/%3E${encodeURIComponent(since)}/orderby/CREATION_DATE%20asc`
  const all = await rows(`${query}/format/json`)
  const dates = SIMULATED_CDMS.map((text) => /^CREATION_DATE *=(\S+)/m.exec(text)?.[1] ?? '')
  expect(all.map(({ CREATION_DATE }) => CREATION_DATE)).toEqual(dates.filter((date) => date > since).sort())
  expect(await rows(`${query}/limit/2,1/format/json`)).toEqual(all.slice(1, 3))
  expect(all[0]).toMatchObject({
    CCSDS_CDM_VERS: '1.0',
    MISS_DISTANCE_UNIT: 'm',
    SAT1_OBJECT: 'OBJECT1',
    SAT2_X_UNIT: 'km',
  })
})

// Formats.

test('a text in KVN has the messages as they were written, with CR and LF, and XML has the same messages', async () => {
  const { ask } = await signedIn({ content: filled() })
  const { type, text } = await ask(`${CDM}/limit/2/format/kvn`)
  expect(type).toBe('text/plain')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(text.split('\r\n\r\n').map((one) => readCdm(`${one}\n`).ok)).toEqual([true, true])
  const xml = await ask(`${CDM}/limit/1/format/xml`)
  expect([xml.type, readCdm(xml.text).ok]).toEqual(['application/xml', true])
})

test('a number of nine digits is in JSON and CSV, and in no TLE', async () => {
  const { ask } = await signedIn({ content: filled() })
  const query = `${GP}/NORAD_CAT_ID/25544,799501621/format`
  expect((await ask(`${query}/csv`)).text).toContain('"799501621"')
  expect((await ask(`${query}/3le`)).text).toBe(
    '0 ISS (ZARYA)\r\n1 25544U 98067A   26263.52959654  .00008422  00000-0  15975-3 0  9990\r\n2 25544  51.6308 188.2246 0004826 162.2847 197.8311 15.49196792586536\r\n',
  )
  expect((await ask(`${query}/kvn`)).text).toContain('NORAD_CAT_ID = 25544\r\n')
  expect((await ask(`${query}/xml`)).text).toContain('<USER_DEFINED parameter="PERIOD">92.951</USER_DEFINED>')
})

test.skipIf(!hasExamples)('class gp answers as the examples of the collection', async () => {
  const content = emptySpaceTrack()
  content.gp.push(...(JSON.parse(example('gp.json')) as AnswerRow[]))
  const { ask } = await signedIn({ content })
  const query = `${GP}/NORAD_CAT_ID/25544,34756,100000/format`
  expect(await ask(`${query}/json`)).toEqual({
    status: 200,
    type: 'application/json',
    text: example('gp.json').trimEnd(),
  })
  expect(await ask(`${query}/csv`)).toEqual({ status: 200, type: 'text/csv', text: example('gp.csv') })
  expect(await ask(`${query}/3le`)).toEqual({ status: 200, type: 'text/plain', text: example('gp.3le') })
})

test.skipIf(!hasExamples)('gpRow() has the values of the examples of the collection', () => {
  const examples: AnswerRow[] = JSON.parse(example('gp.json'))
  const ours = gpRow(ISS, {
    createdMs: Date.parse('2026-09-20T18:26:12Z'),
    rcsSize: 'LARGE',
    country: 'ISS',
    launchDate: '1998-11-20',
    site: 'TTMTR',
    gpId: 301_234_567,
  })
  // Our record is made from the TLE, which has fewer digits of these fields; the number of the file is invented.
  const shortened = ['EPOCH', 'ECCENTRICITY', 'BSTAR', 'FILE']
  const compared = Object.entries(ours).filter(([name]) => !shortened.includes(name))
  expect(compared).toHaveLength(36)
  expect(examples[0]).toMatchObject(Object.fromEntries(compared))
})

test.skipIf(!hasExamples)(
  'classes satcat and cdm_public answer as the examples of the collection, and have their fields',
  async () => {
    const content = emptySpaceTrack()
    content.satcat.push(...(JSON.parse(example('satcat.json')) as AnswerRow[]))
    content.cdmPublic.push(...(JSON.parse(example('cdm_public.json')) as AnswerRow[]))
    const { rows } = await signedIn({ content })
    expect(await rows('/basicspacedata/query/class/satcat')).toEqual(content.satcat)
    expect(await rows('/basicspacedata/query/class/cdm_public')).toEqual(content.cdmPublic)
    const fields = (name: string) => CLASSES[name]?.fields.map(({ Field }) => Field)
    expect(fields('satcat')).toEqual(Object.keys(content.satcat[0]!))
    expect(fields('cdm_public')).toEqual(Object.keys(content.cdmPublic[0]!))
    const own = filled()
    expect(Object.keys(own.satcat[0]!)).toEqual(fields('satcat'))
    expect(Object.keys(own.cdmPublic[0]!)).toEqual(fields('cdm_public'))
  },
)

test.skipIf(!hasExamples)('class cdm answers as the example of the collection', async () => {
  const content = emptySpaceTrack()
  content.cdms.push(...example('cdm.kvn').split(/(?<=\r\n)\r\n/))
  expect(content.cdms).toHaveLength(2)
  const { ask } = await signedIn({ content })
  expect(await ask(`${CDM}/format/kvn`)).toEqual({ status: 200, type: 'text/plain', text: example('cdm.kvn') })
})

test.skipIf(!hasExamples)('modeldef answers as the examples of the collection', async () => {
  const { ask } = await signedIn()
  const parsed = async (path: string) => JSON.parse((await ask(path)).text)
  expect(await parsed('/basicspacedata/modeldef/class/gp')).toEqual(JSON.parse(example('modeldef-gp.json')))
  expect(await parsed('/fileshare/modeldef/class/download')).toEqual(
    JSON.parse(example('modeldef-fileshare-download.json')),
  )
})

test.skipIf(!hasExamples)('the fields of the file shares are those of the examples of the collection', () => {
  for (const [name, file] of [
    ['fileshare folder', 'fileshare-folder.json'],
    ['fileshare file', 'fileshare-file.json'],
    ['spephemeris file', 'spephemeris-file.json'],
  ] as const)
    expect(CLASSES[name]?.fields.map(({ Field }) => Field)).toEqual(Object.keys(JSON.parse(example(file))[0]))
})

test.each(['satcat', 'cdm_public', 'decay', 'tip'])('modeldef of %s names all fields of its records', async (name) => {
  const { ask, rows } = await signedIn({ content: filled() })
  const { data } = JSON.parse((await ask(`/basicspacedata/modeldef/class/${name}`)).text)
  const [row = {}] = await rows(`/basicspacedata/query/class/${name}`)
  expect(data.map(({ Field }: { Field: string }) => Field)).toEqual(Object.keys(row))
})

// Moods.

const upload = (service: LocalSpaceTrack, session: string, path = '/fileshare/query/class/upload/folder_id/23214') => {
  const body = new FormData()
  body.append('file', new File(['created:2026-09-21\n'], 'MEME_14795_X_0011200_oper__u.txt', { type: 'text/plain' }))
  return fetch(`${service.url}${path}`, { method: 'POST', headers: { cookie: session }, body }).then(
    async (answer): Promise<Answer> => ({
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    }),
  )
}
const LIMIT = /violated your query rate limit/

type AnswersOfAMood = {
  readonly gp: Answer
  readonly cdm: Answer
  readonly file: Answer
  readonly login: { text: string; cookie: string | null }
}
const json = ({ text }: { text: string }) => JSON.parse(text)

const EXPECTED: Readonly<Record<SpaceTrackMood, (answers: AnswersOfAMood) => void>> = {
  'wrong-password': ({ login, gp }) => {
    expect([login.text, login.cookie, gp.status]).toEqual(['{"Login":"Failed"}', null, 200])
  },
  'login-without-cookie': ({ login, gp }) => expect([login.text, login.cookie, gp.status]).toEqual(['""', null, 200]),
  suspended: ({ login, gp }) => {
    expect([json(login).Login, login.cookie, gp.status]).toEqual(['Failed', null, 401])
  },
  'signed-out': ({ gp }) => expect([gp.status, gp.type]).toEqual([401, 'application/json']),
  'signed-out-page': ({ gp }) => {
    expect([gp.status, gp.type]).toEqual([200, 'text/html'])
    expect(gp.text).toContain('name="password"')
  },
  'minute-limit': ({ gp, login }) => {
    expect([gp.status, gp.type, login.text]).toEqual([500, 'text/html', '""'])
    expect(gp.text).toMatch(LIMIT)
  },
  'minute-limit-list': ({ gp }) => {
    expect([gp.status, gp.type]).toEqual([200, 'application/json'])
    expect(json(gp)).toEqual([{ error: expect.stringMatching(LIMIT) }])
  },
  'minute-limit-object': ({ gp }) => {
    expect([gp.status, gp.type]).toEqual([200, 'application/json'])
    expect(json(gp)).toEqual({ error: expect.stringMatching(LIMIT) })
  },
  'plain-500': ({ gp }) => {
    expect([gp.status, gp.type]).toEqual([500, 'text/html'])
    expect(gp.text).not.toMatch(LIMIT)
  },
  'bad-request': ({ gp }) => expect([gp.status, gp.text]).toEqual([400, '{"error":"problem"}']),
  'unknown-field-empty': ({ gp }) => expect(json(gp)).toHaveLength(4),
  'modeldef-changed': ({ gp }) => {
    expect(json(gp)[0]).toMatchObject({ NORAD_CAT_ID: '25544', FIELD_OF_NEXT_YEAR: '1' })
  },
  'no-rights': ({ gp, cdm }) => expect([json(gp).length, cdm.text]).toEqual([4, '[]']),
  'upload-201': ({ file }) => expect([file.status, file.text]).toEqual([201, '{"status":"ok"}']),
  'upload-202': ({ file }) => expect([file.status, file.text]).toEqual([202, '{"status":"ok"}']),
  'upload-refused': ({ file }) => expect([file.status, typeof json(file).error]).toEqual([400, 'string']),
  'upload-refused-200': ({ file }) => expect([file.status, typeof json(file).error]).toEqual([200, 'string']),
  'folder-gone': ({ gp, file }) => expect([gp.status, file.status]).toEqual([200, 404]),
}

test.each(Object.keys(SPACE_TRACK_MOODS) as SpaceTrackMood[])(
  'startSpaceTrack() does what the mood %s says',
  async (mood) => {
    const { service, session, ask } = await signedIn({ content: filled() })
    service.mood = mood
    const answers = {
      gp: await ask(GP),
      cdm: await ask(CDM),
      file: await upload(service, session),
      login: await login(service),
    }
    EXPECTED[mood](answers)
    service.mood = 'ok'
    const again = (await login(service)).session
    expect(json(await get(service, GP, again))).toHaveLength(4)
  },
)

/** The test of each line of the table "Space-Track" of the collection: a mood, or a separate test. */
const LINES_OF_THE_TABLE: Readonly<Record<string, readonly (SpaceTrackMood | 'a test')[]>> = {
  'wrong password': ['wrong-password'],
  'signed out': ['signed-out', 'signed-out-page'],
  'minute limit': ['minute-limit', 'minute-limit-list', 'minute-limit-object'],
  'hour limit': ['suspended', 'a test'],
  'class budget': ['a test'],
  'plain 500': ['plain-500'],
  'unknown predicate': ['bad-request', 'unknown-field-empty'],
  'modeldef changed': ['modeldef-changed'],
  'partial rights': ['no-rights', 'a test'],
  'upload ok': ['upload-201', 'upload-202', 'a test'],
  'upload refused': ['upload-refused', 'upload-refused-200'],
  'folder gone': ['folder-gone'],
}

test.skipIf(!hasExamples)('there is a mood for every line of the table of the collection', () => {
  const readme = readFileSync(collectionPath('exchange/README.md'), 'utf8')
  const table = readme.split(/^### /m).find((section) => section.startsWith('Space-Track\n')) ?? ''
  const lines = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, name = '']) => name).slice(1)
  expect(lines).toEqual(Object.keys(LINES_OF_THE_TABLE))
  const moods = Object.values(LINES_OF_THE_TABLE).flat()
  const besides = Object.keys(SPACE_TRACK_MOODS).filter((mood) => !moods.includes(mood as SpaceTrackMood))
  expect(besides).toEqual(['login-without-cookie'])
})

test.skipIf(!hasExamples)('every limit of the collection has a case', () => {
  const rows = example('limits.csv').trim().split('\n').slice(1)
  const limits = rows.map((row) => {
    const [name = '', , limit, period] = row.split(',')
    return `${name} ${limit} ${period}`
  })
  expect(limits).toEqual(LIMITS_OF_THE_COLLECTION)
})
/** The limits of a minute, of an hour and of publicfiles have separate tests; the others are in LIMITS. */
const LIMITS_OF_THE_COLLECTION = [
  '* 30 minute',
  '* 300 hour',
  'gp 1 hour',
  'gp_history 1 lifetime',
  'satcat 1 day',
  'cdm_public 3 day',
  'cdm 3 day',
  'cdm 1 hour',
  'tip 1 hour',
  'decay 1 day',
  'decay (60 day) 1 week',
  'publicfiles 3 day',
  'publicfiles download 10 15 minutes',
]

test('the mood signed-out for one answer ends the session, and a new sign-in is enough', async () => {
  const { service, session } = await signedIn({ content: filled() })
  service.next('signed-out')
  expect((await get(service, GP, session)).status).toBe(401)
  expect((await get(service, GP, session)).status).toBe(401)
  expect((await get(service, GP, (await login(service)).session)).status).toBe(200)
})

test('the mood unknown-field-empty answers an unknown field with an empty list', async () => {
  const { service, ask } = await signedIn({ content: filled() })
  service.mood = 'unknown-field-empty'
  expect(await ask(`${GP}/NO_SUCH_FIELD/1`)).toMatchObject({ status: 200, text: '[]' })
})

test('the mood modeldef-changed has a field and a value of an enumeration more', async () => {
  const { service, ask } = await signedIn({ content: filled() })
  const fields = async () => JSON.parse((await ask('/basicspacedata/modeldef/class/satcat')).text).data
  const before = await fields()
  service.mood = 'modeldef-changed'
  const after = await fields()
  expect(after).toHaveLength(before.length + 1)
  const type = (all: { Field: string; Type: string }[]) => all.find(({ Field }) => Field === 'CURRENT')?.Type
  expect([type(before), type(after)]).toEqual(["enum('Y','N')", "enum('Y','N','OTHER')"])
  expect((await ask('/basicspacedata/query/class/satcat/FIELD_OF_NEXT_YEAR/1')).status).toBe(200)
})

test.each([
  ['missing-field', `${GP}/format/json`, (text: string) => expect(JSON.parse(text)[0]).not.toHaveProperty('EPOCH')],
  [
    'missing-field',
    `${CDM}/format/kvn`,
    (text: string) => expect(text.match(/^TCA /gm)).toHaveLength(SIMULATED_CDMS.length - 1),
  ],
  [
    'unknown-field',
    `${GP}/format/csv`,
    (text: string) => expect(text.split('\r\n')[0]).toContain('"FIELD_OF_NEXT_YEAR"'),
  ],
  [
    'unknown-field',
    `${CDM}/limit/1/format/kvn`,
    (text: string) => expect(text).toContain('FIELD_OF_NEXT_YEAR = 1\r\n'),
  ],
  [
    'hostile-text',
    `${GP}/format/json`,
    (text: string) => expect(JSON.parse(text)[0].OBJECT_NAME).toContain('<script>'),
  ],
  [
    'hostile-text',
    `${GP}/limit/1/format/3le`,
    (text: string) => expect(text).toMatch(/^0 <script>.{1,80}<\/script>\r\n1 25544U/),
  ],
  ['hostile-text', `${CDM}/limit/1/format/kvn`, (text: string) => expect(text).toContain('OBJECT_NAME = <script>')],
  [
    'hostile-text',
    '/basicspacedata/query/class/satcat',
    (text: string) => expect(JSON.parse(text)[0].SATNAME).toContain('<script>'),
  ],
  ['wrong-type', `${CDM}/limit/1/format/kvn`, (text: string) => expect(JSON.parse(text)).toHaveLength(1)],
  ['wrong-type', `${CDM}/limit/1/format/json`, (text: string) => expect(text).toMatch(/^CCSDS_CDM_VERS/)],
  ['wrong-type', `${GP}/format/json`, (text: string) => expect(text).toMatch(/^CCSDS_OMM_VERS = 3.0\r\n/)],
  ['wrong-type', '/basicspacedata/query/class/satcat', (text: string) => expect(text).toMatch(/^"INTLDES",/)],
  ['huge', `${GP}/format/json`, (text: string) => expect(JSON.parse(text)).toHaveLength(40)],
  ['empty-list', `${GP}/format/json`, (text: string) => expect(text).toBe('[]')],
  ['empty-list', `${CDM}/format/kvn/emptyresult/show`, (text: string) => expect(text).toBe('')],
] as const)('the mood %s changes the records of %s', async (mood, path, check) => {
  const { service, ask } = await signedIn({ content: filled() })
  service.mood = mood
  const { status, text } = await ask(path)
  expect(status).toBe(200)
  check(text)
})

test('a mood for every service changes no sign-in', async () => {
  const service = await start({ content: filled() })
  service.mood = 'page'
  const { text, session } = await login(service)
  expect([text, (await get(service, GP, session)).type]).toEqual(['""', 'text/html; charset=UTF-8'])
})

// Limits.

test('the 30th request within a minute is answered 500 with the sentence, and is written down', async () => {
  const { service, ask } = await signedIn()
  const statuses: number[] = []
  for (let i = 0; i < 29; i += 1) statuses.push((await ask('/basicspacedata/query/class/boxscore')).status)
  expect(statuses).toEqual([...Array(28).fill(200), 500])
  expect(service.violations).toEqual([`${new Date(START).toISOString()} ${USER}: 30 requests within a minute`])
  now += MINUTE
  expect((await ask('/basicspacedata/query/class/boxscore')).status).toBe(200)
})

test.each(['minute-limit-list', 'minute-limit-object'] as const)(
  'a breach of the limit of a minute can be answered 200 (%s), and counts for no class',
  async (limitAnswer) => {
    const { service, ask } = await signedIn({ limitAnswer })
    for (let i = 0; i < 28; i += 1) await ask('/basicspacedata/query/class/boxscore')
    const answer = await ask(GP)
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(LIMIT)
    now += MINUTE
    expect((await ask(GP)).text).toBe('[]')
    expect(service.violations).toEqual([expect.stringContaining('30 requests within a minute')])
  },
)

test('the 300th request within an hour is answered as before, and is written down; accounts are counted apart', async () => {
  const accounts = [
    { identity: USER, password: 'right' },
    { identity: 'other@operator.example', password: 'right' },
  ]
  const { service, ask } = await signedIn({ accounts })
  const other = (await login(service, 'right', 'other@operator.example')).session
  for (let i = 0; i < 298; i += 1) {
    now += 11_000
    await ask('/basicspacedata/query/class/boxscore')
    if (i % 9 === 0) await get(service, '/basicspacedata/query/class/boxscore', other)
  }
  expect(service.violations).toEqual([])
  now += 1_000
  expect((await ask('/basicspacedata/query/class/boxscore')).status).toBe(200)
  expect(service.violations).toEqual([expect.stringContaining(`${USER}: 300 requests within an hour`)])
})

const SATCAT = '/basicspacedata/query/class/satcat'
const TIP = '/basicspacedata/query/class/tip'
const DECAY = '/basicspacedata/query/class/decay'
const DECAY_60 = `${DECAY}/PRECEDENCE/4`
const PUBLIC = '/basicspacedata/query/class/cdm_public'
const HISTORY = '/basicspacedata/query/class/gp_history/NORAD_CAT_ID/25544'
const MODELDEF = '/basicspacedata/modeldef/class/gp'
const FILES = '/publicfiles/query/class/loadpublicdata'
const CDM_OF = `${CDM}/SAT1_OBJECT_DESIGNATOR`

/** Queries at their times after 2026-09-21T00:00 (a Monday), and the sentences about the limits that they break. */
const LIMITS: readonly (readonly [string, readonly (readonly [string, string])[], readonly string[]])[] = [
  [
    'gp an hour apart',
    [
      ['0T05:10', GP],
      ['0T06:10', GP],
    ],
    [],
  ],
  [
    'gp in increments counts as gp',
    [
      ['0T05:10', GP],
      ['0T06:09', `${GP}/CREATION_DATE/%3Enow-1`],
    ],
    ['gp asked for twice within an hour'],
  ],
  [
    'gp of single objects',
    [
      ['0T05:10', GP],
      ['0T05:11', `${GP}/NORAD_CAT_ID/25544`],
    ],
    [],
  ],
  [
    'gp of a range of objects',
    [
      ['0T05:10', GP],
      ['0T05:26', `${GP}/NORAD_CAT_ID/%3E25544`],
    ],
    ['gp asked for twice within an hour'],
  ],
  ['gp at the hour', [['0T05:02', GP]], ['gp asked for at 05:02, on the hour or half hour']],
  ['gp at the half hour', [['0T05:28', GP]], ['gp asked for at 05:28, on the hour or half hour']],
  [
    'gp beside the half hour',
    [
      ['0T05:27', GP],
      ['0T06:33', GP],
      ['0T07:57', GP],
      ['0T09:03', GP],
    ],
    [],
  ],
  [
    'satcat once a day',
    [
      ['0T17:00', SATCAT],
      ['1T17:00', SATCAT],
      ['2T23:50', SATCAT],
      ['3T17:01', SATCAT],
    ],
    [],
  ],
  ['satcat in the morning', [['0T16:59', SATCAT]], ['satcat asked for before 17:00 UTC']],
  [
    'satcat twice a day',
    [
      ['0T17:00', SATCAT],
      ['0T23:00', SATCAT],
    ],
    ['satcat asked for twice in a day'],
  ],
  ['satcat of one object', [['0T05:10', `${SATCAT}/NORAD_CAT_ID/25544`]], []],
  [
    'cdm three times a day',
    [
      ['0T01:10', CDM],
      ['0T09:10', CDM],
      ['0T17:10', CDM],
      ['1T01:10', CDM],
    ],
    [],
  ],
  [
    'cdm twice in eight hours',
    [
      ['0T01:10', CDM],
      ['0T09:09', CDM],
    ],
    ['cdm of all objects asked for twice within 8 hours'],
  ],
  [
    'cdm in pages',
    [
      ['0T01:10', `${CDM}/limit/5`],
      ['0T01:11', `${CDM}/limit/5,5`],
      ['0T01:12', `${CDM}/limit/5,10`],
    ],
    [],
  ],
  [
    'cdm from two workers',
    [
      ['0T01:10', `${CDM}/limit/5`],
      ['0T01:10', `${CDM}/limit/5`],
    ],
    ['cdm of all objects asked for twice within 8 hours'],
  ],
  [
    'cdm of an event',
    [
      ['0T01:10', `${CDM_OF}/1,2`],
      ['0T02:10', `${CDM_OF}/1,2`],
    ],
    [],
  ],
  [
    'cdm of an event twice',
    [
      ['0T01:10', `${CDM_OF}/1,2`],
      ['0T02:09', `${CDM_OF}/2,3`],
    ],
    ['cdm of 2 asked for twice within an hour'],
  ],
  [
    'cdm_public',
    [
      ['0T01:10', PUBLIC],
      ['0T09:09', PUBLIC],
    ],
    ['cdm_public asked for twice within 8 hours'],
  ],
  [
    'tip',
    [
      ['0T05:10', TIP],
      ['0T06:10', TIP],
      ['0T07:09', TIP],
    ],
    ['tip asked for twice within an hour'],
  ],
  [
    'tip of an object that is near',
    [
      ['0T05:10', `${TIP}/NORAD_CAT_ID/34756`],
      ['0T05:20', `${TIP}/NORAD_CAT_ID/34756`],
    ],
    [],
  ],
  [
    'tip of another object',
    [
      ['0T05:10', `${TIP}/NORAD_CAT_ID/25544`],
      ['0T05:26', `${TIP}/NORAD_CAT_ID/25544`],
    ],
    ['tip asked for twice within an hour'],
  ],
  [
    'decay',
    [
      ['0T05:10', DECAY],
      ['1T05:09', DECAY],
    ],
    ['decay asked for twice within a day'],
  ],
  [
    'decay of 60 days',
    [
      ['2T17:00', DECAY_60],
      ['9T17:00', DECAY_60],
    ],
    [],
  ],
  [
    'decay of 60 days on Tuesday',
    [['1T17:00', DECAY_60]],
    ['the decay of 60 days asked for at another time than Wednesday after 17:00 UTC'],
  ],
  [
    'decay of 60 days twice',
    [
      ['2T17:00', DECAY_60],
      ['2T18:00', DECAY_60],
    ],
    ['the decay of 60 days asked for twice in a week'],
  ],
  [
    'gp_history once in a life',
    [
      ['0T05:10', HISTORY],
      ['9T05:10', HISTORY],
    ],
    ['gp_history asked for twice; increments go by CREATION_DATE'],
  ],
  [
    'gp_history in increments',
    [
      ['0T05:10', HISTORY],
      ['9T05:10', `${HISTORY}/CREATION_DATE/%3Enow-9`],
    ],
    [],
  ],
  [
    'modeldef once a day',
    [
      ['0T05:10', MODELDEF],
      ['1T05:10', MODELDEF],
    ],
    [],
  ],
  [
    'modeldef twice a day',
    [
      ['0T05:10', MODELDEF],
      ['1T05:09', MODELDEF],
    ],
    ['modeldef of gp asked twice within a day'],
  ],
  [
    'publicfiles three times a day',
    [
      ['0T01:10', FILES],
      ['0T09:10', FILES],
      ['0T17:10', FILES],
      ['1T01:10', FILES],
    ],
    [],
  ],
  [
    'publicfiles four times a day',
    [
      ['0T01:10', FILES],
      ['0T09:10', FILES],
      ['0T17:10', FILES],
      ['1T01:09', FILES],
    ],
    ['publicfiles loadpublicdata asked for 4 times within a day'],
  ],
]

test.each(LIMITS)('limits: %s', async (_, queries, sentences) => {
  const { service, ask } = await signedIn({ content: filled() })
  for (const [time, path] of queries) {
    const [day, clock] = time.split('T')
    now = Date.parse(`2026-09-21T${clock}:00Z`) + Number(day) * DAY
    expect((await ask(path)).status).toBe(200)
  }
  expect(service.violations.map((one) => one.replace(/^\S+ \S+: /, ''))).toEqual(sentences)
})

test('what a mood answers in place of data counts for no class, and a broken answer does', async () => {
  const { service, session, ask } = await signedIn({ content: filled() })
  for (const mood of ['down', 'page', 'minute-limit', 'minute-limit-list', 'bad-request', 'redirect-ring'] as const) {
    service.next(mood)
    await fetch(`${service.url}${GP}`, {
      redirect: 'manual',
      headers: { cookie: session },
    })
  }
  await ask(GP)
  expect(service.violations).toEqual([])
  service.next('half-text')
  await ask(GP)
  expect(service.violations).toHaveLength(1)
})

// Files.

test('an upload is kept in its folder, listed, read and deleted; the older addresses do the same', async () => {
  const { service, session, ask, rows } = await signedIn({ content: filled() })
  expect(await upload(service, session)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  expect(await upload(service, session, '/fileshare/upload/folder_id/23214')).toMatchObject({ status: 200 })
  expect(service.uploads).toMatchObject([
    {
      account: USER,
      folderId: '23214',
      name: 'MEME_14795_X_0011200_oper__u.txt',
      text: 'created:2026-09-21\n',
      atMs: now,
    },
    { folderId: '23214' },
  ])
  const files = await rows('/fileshare/query/class/file/FOLDER_ID/23214/format/json')
  expect(files).toHaveLength(2)
  expect(files[0]).toMatchObject({ FILE_NAME: 'MEME_14795_X_0011200_oper__u.txt', FILE_SIZE: '19', FOLDER_ID: '23214' })
  expect((await ask(String(files[0]?.FILE_LINK))).text).toBe('created:2026-09-21\n')
  const id = files[1]?.FILE_ID
  expect((await ask(`/fileshare/query/class/download/file_id/${id}`)).text).toBe('created:2026-09-21\n')
  expect((await ask(`/fileshare/query/class/delete/file_id/${id}`)).status).toBe(200)
  expect((await ask(`/fileshare/query/class/download/file_id/${id}`)).status).toBe(404)
  expect(await rows('/fileshare/query/class/folder/format/json')).toEqual(service.content().folders)
})

test('an upload to an unknown folder is answered 404, and one without a file 400', async () => {
  const { service, session } = await signedIn({ content: filled() })
  expect((await upload(service, session, '/fileshare/query/class/upload/folder_id/1')).status).toBe(404)
  const path = '/fileshare/query/class/upload/folder_id/23214'
  const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers: { cookie: session }, body: 'text' })
  expect([answer.status, service.uploads]).toEqual([400, []])
})

test('a folder is read as one archive with its files', async () => {
  const { service, session } = await signedIn({ content: filled() })
  await upload(service, session)
  const path = '/fileshare/query/class/download/folder_id/23214/recursive/true'
  const answer = await fetch(`${service.url}${path}`, { headers: { cookie: session } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-type')).toBe('application/zip')
  // The end of the central directory (APPNOTE 4.3.16): number of entries, length and place of the directory.
  const end = bytes.subarray(-22)
  const [entries, length, place] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  expect([end.toString('latin1', 0, 4), entries, place + length]).toEqual(['PK\x05\x06', 1, bytes.length - 22])
  expect(bytes.toString('latin1', place, place + 4)).toBe('PK\x01\x02')
  expect(bytes.toString('latin1', place + 46, place + length)).toBe('MEME_14795_X_0011200_oper__u.txt')
  expect(bytes.toString('latin1', 0, place)).toContain('created:2026-09-21\n')
})

test('publicfiles lists its directories and files, and gives a file by its name; the eleventh within 15 minutes is written down', async () => {
  const content = emptySpaceTrack()
  content.publicDirs.push('public-data-files-23644-nasa-jsc-prod')
  const row = { source: 'NASA-JSC', type: '15Day', date: '2026-09-20', size: '5', link: '/x', name: 'iss.zip' }
  content.publicFiles.push({ row, bytes: Buffer.from('bytes') })
  const { service, ask } = await signedIn({ content })
  expect(json(await ask('/publicfiles/query/class/dirs'))).toEqual(content.publicDirs)
  expect(json(await ask(FILES))).toEqual([row])
  expect((await ask('/publicfiles/query/class/download?name=other.zip')).status).toBe(404)
  for (let i = 0; i < 10; i += 1)
    expect((await ask('/publicfiles/query/class/download?name=iss.zip')).text).toBe('bytes')
  expect(service.violations).toEqual([])
  await ask('/publicfiles/query/class/download?name=iss.zip')
  expect(service.violations).toEqual([expect.stringContaining('11 public files within 15 minutes')])
})

test('a file of spephemeris is listed and read', async () => {
  const content = emptySpaceTrack()
  content.spEphemerides.push({ row: { FILE_ID: '99999', FILE_NAME: 'iss_sp.e' }, bytes: Buffer.from('path') })
  const { ask, rows } = await signedIn({ content })
  expect(await rows('/spephemeris/query/class/file/format/json')).toEqual([content.spEphemerides[0]?.row])
  expect((await ask('/spephemeris/query/class/download/file_id/99999')).text).toBe('path')
  expect((await ask('/spephemeris/download/99999')).text).toBe('path')
})

// The simulated content for a person who tries the service.

test('simulatedSpaceTrack() has objects of all kinds and messages that can be read, and goes on with the time', async () => {
  const simulated = simulatedSpaceTrack()
  const content = simulated(START)
  const kinds = new Set(content.gp.map(({ OBJECT_TYPE }) => OBJECT_TYPE))
  expect(kinds).toEqual(new Set(['PAYLOAD', 'ROCKET BODY', 'DEBRIS']))
  expect(content.satcat.length).toBeGreaterThan(300)
  expect(content.cdms.length).toBeGreaterThan(20)
  expect(content.cdms.filter((text) => !readCdm(text).ok)).toEqual([])
  const newest = (rows: readonly AnswerRow[]) =>
    rows
      .map(({ CREATION_DATE }) => String(CREATION_DATE))
      .sort()
      .at(-1) ?? ''
  const before = newest(content.gp)
  expect(Date.parse(`${before}Z`)).toBeLessThanOrEqual(START)
  expect(newest(simulated(START + DAY).gp) > before).toBe(true)
  expect(content.folders.map(({ FOLDER_ID }) => FOLDER_ID)).toContain(OWN_FOLDER)
})

test('simulatedSpaceTrack() has a message of an own satellite every day, whose miss is the distance of its states', () => {
  const simulated = simulatedSpaceTrack()
  for (let day = 0; day < 30; day += 1) {
    const { cdms } = simulated(START + day * DAY)
    const created = new Date(START + (day - 1) * DAY).toISOString()
    const fresh = cdms.flatMap((text) => {
      const reading = readCdm(text)
      return reading.ok && (/CREATION_DATE *=(\S+)/.exec(text)?.[1] ?? '') > created ? [reading.message] : []
    })
    expect(fresh.length).toBeGreaterThan(0)
    for (const { objects, relative } of fresh) {
      expect(OWN_SATELLITES).toContain(Number(objects[0].metadata.objectDesignator))
      const [a, b] = objects.map(({ state }) => state.r)
      const distanceM = Math.hypot(...[0, 1, 2].map((i) => (a?.[i] ?? 0) - (b?.[i] ?? 0)))
      expect(distanceM).toBeCloseTo(relative.missDistanceM, DISTANCE_DIGITS)
    }
  }
})
/** Positions are written to a micrometre. */
const DISTANCE_DIGITS = 3
