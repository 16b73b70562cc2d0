import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { type CelestrakContent, type SUPPLEMENTAL_SOURCES, simulatedContent } from './celestrak-content.ts'
import { csvText, formatGp, GP_FORMATS, type GpFormat, jsonText, LARGEST_TLE_NUMBER } from './celestrak-formats.ts'
import {
  type AnswerRow,
  alterRows,
  arrivesWhole,
  type ContentMood,
  type LocalAnswer,
  type LocalService,
  type LocalServiceOptions,
  type ReceivedRequest,
  SlidingCount,
  startLocalService,
  type Violate,
} from './service.ts'

/** The faults that only CelesTrak simulates, besides the faults of every service (the table "CelesTrak" of the reference collection). */
export const CELESTRAK_MOODS = {
  'not-updated': 'answers 403 with the sentence that the data has not updated since the last download',
  'not-updated-200': 'answers 200 with the same sentence',
  blocked: 'answers 403 with another text, as to an address that has broken the rules again and again',
  silent: 'takes the request and never answers',
  'no-data': 'answers 404 and says that no data was found',
  moved:
    'answers 301 to the other name of this machine, as .com does to .org; under that name it answers as documented',
} as const
export type CelestrakMood = keyof typeof CELESTRAK_MOODS

export type CelestrakOptions = LocalServiceOptions & {
  /** Returns the published data at a time; it is called once for each update. The default is simulated objects. */
  readonly content?: (atMs: number) => CelestrakContent
}

export type Celestrak = LocalService<CelestrakMood> & {
  /** Replaces the published data from now on. */
  publish(content: CelestrakContent): void
}

/** Data are updated every two hours, and must not be requested again earlier (OpenSpace/OpenSpace#3973, exchange.md A.2). */
const UPDATE_MS = 2 * HOUR_MS
/**
 * A client with this number of violations within two hours is blocked for a day. The service only says "repeated"; the number is our
 * choice.
 */
const BREACHES_UNTIL_BLOCKED = 10
/** The default names of HTTP libraries and browsers in the header User-Agent, which do not identify the client's program. */
const NAMELESS_AGENTS = [
  'node',
  'undici',
  'axios/',
  'curl/',
  'wget/',
  'python-',
  'go-http-client/',
  'java/',
  'mozilla/',
]
const SUPPLEMENTAL_PATH = '/NORAD/elements/supplemental/sup-gp.php'
const ELEMENT_PATHS = ['/NORAD/elements/gp.php', '/NORAD/elements/gp-first.php', SUPPLEMENTAL_PATH]
const SATCAT_PATH = '/satcat/records.php'

/**
 * Starts a CelesTrak on this machine: element sets, supplemental sets, the satellite catalogue, and the tables of SpaceData. It records a
 * violation for data that are requested again within two hours, a client that does not identify itself, element sets without FORMAT, a TLE
 * of a number that does not fit, and every request within a day after the address was blocked.
 */
export async function startCelestrak(options: CelestrakOptions = {}): Promise<Celestrak> {
  const { clock = Date.now, content: contentAt = simulatedContent } = options
  /** For each query, the time of the last complete answer, and the time at which the service last reported that there are no new data. */
  const [downloads, refusals] = [new Map<string, number>(), new Map<string, number>()]
  const breaches = new SlidingCount(UPDATE_MS)
  let blockedMs = Number.NEGATIVE_INFINITY
  let current: { readonly updateMs: number; readonly content: CelestrakContent } | undefined
  let isGiven = false

  function publishedAt(atMs: number) {
    const updateMs = Math.floor(atMs / UPDATE_MS) * UPDATE_MS
    if (current === undefined || (!isGiven && current.updateMs !== updateMs))
      current = { updateMs, content: contentAt(updateMs) }
    return current
  }

  function admit(request: ReceivedRequest, violate: Violate): LocalAnswer | undefined {
    const { atMs, path } = request
    if (service.mood === 'moved' && hasOldName(request)) return undefined
    if (atMs - blockedMs < DAY_MS) {
      violate(`${path} was requested ${minutesOf(atMs - blockedMs)} after the address was blocked`)
      return BLOCKED
    }
    const question = questionOf(request)
    const downloadMs = downloads.get(question.text)
    const lastMs = Math.max(downloadMs ?? 0, refusals.get(question.text) ?? 0)
    const isTooEarly = atMs - lastMs < UPDATE_MS
    const faults = faultsOf(request, question)
    if (isTooEarly) faults.push(`${question.text} was requested again after ${minutesOf(atMs - lastMs)}`)
    for (const fault of faults) {
      violate(fault)
      if (breaches.add('this address', atMs) >= BREACHES_UNTIL_BLOCKED) blockedMs = atMs
    }
    if (atMs === blockedMs) return BLOCKED
    return isTooEarly && question.ofElements && downloadMs !== undefined
      ? notUpdated(question, downloadMs, 403)
      : undefined
  }

  /** Returns true if a request used the host name that is outdated after the service has moved. */
  function hasOldName({ headers }: ReceivedRequest): boolean {
    return headers.host === new URL(service.url).host
  }

  function answer(request: ReceivedRequest, mood: 'ok' | ContentMood | CelestrakMood): LocalAnswer | undefined {
    const question = questionOf(request)
    if (mood === 'silent') return undefined
    if (mood === 'blocked') {
      blockedMs = request.atMs
      return BLOCKED
    }
    if (mood === 'no-data') return noData(question)
    if (mood === 'not-updated' || mood === 'not-updated-200') {
      refusals.set(question.text, request.atMs)
      const downloadMs = downloads.get(question.text) ?? request.atMs - UPDATE_MS / 2
      return notUpdated(question, downloadMs, mood === 'not-updated' ? 403 : 200)
    }
    if (mood === 'moved' && hasOldName(request)) return movedAnswer(service.url, request.target)
    const { updateMs, content } = publishedAt(request.atMs)
    const found = dataFor(request, question, content, mood)
    if (found.status !== 200) return found
    const etag = `"${createHash('sha256').update(found.body).digest('hex').slice(0, 24)}"`
    return { ...found, headers: { etag, 'last-modified': new Date(updateMs).toUTCString() } }
  }

  const service = await startLocalService<CelestrakMood>({
    ...options,
    name: 'celestrak',
    moods: CELESTRAK_MOODS,
    answer,
    admit,
    sent: (request, { status }, mood) => {
      if (status === 200 && arrivesWhole(mood) && mood !== 'not-updated-200')
        downloads.set(questionOf(request).text, request.atMs)
    },
  })
  return Object.assign(service, {
    publish: (content: CelestrakContent) => {
      current = { updateMs: clock(), content }
      isGiven = true
    },
  })
}

/** The query of a request, whatever the format of the answer. */
type Question = {
  /** The text of the query in the service's own sentence, for example GROUP=active. */
  readonly text: string
  readonly name: string
  readonly value: string
  /** FORMAT in upper case; undefined if the request has none. */
  readonly format: string | undefined
  readonly ofElements: boolean
  readonly ofSupplement: boolean
  readonly parameters: ReadonlyMap<string, string>
}

const QUESTIONS = ['CATNR', 'INTDES', 'GROUP', 'NAME', 'SPECIAL', 'SOURCE', 'FILE']

function questionOf({ path, query }: ReceivedRequest): Question {
  const parameters = new Map([...query].map(([name, value]) => [name.toUpperCase(), value]))
  const name = QUESTIONS.find((each) => parameters.has(each)) ?? ''
  const value = parameters.get(name) ?? ''
  const ofElements = ELEMENT_PATHS.includes(path)
  const place = path === ELEMENT_PATHS[0] ? '' : `${path.slice(path.lastIndexOf('/') + 1)} `
  return {
    text: `${place}${name === '' ? '' : `${name}=${value}`}`.trim(),
    name,
    value,
    format: parameters.get('FORMAT')?.toUpperCase(),
    ofElements,
    ofSupplement: path === SUPPLEMENTAL_PATH,
    parameters,
  }
}

const minutesOf = (ms: number) => `${Math.round(ms / 60_000)} minutes`

/** Returns the violations that a single request commits, whatever was requested before. */
function faultsOf({ path, headers }: ReceivedRequest, { ofElements, name, value, format }: Question): string[] {
  const agent = headers['user-agent'] ?? ''
  const isNameless = agent === '' || NAMELESS_AGENTS.some((each) => agent.toLowerCase().startsWith(each))
  return [
    ...(isNameless ? [`${path} was requested by "${agent.slice(0, 60)}", which does not say whose program it is`] : []),
    ...(ofElements && format === undefined ? [`${path} was requested without FORMAT`] : []),
    ...(ofElements && name === 'CATNR' && isTle(format) && Number(value) > LARGEST_TLE_NUMBER
      ? [`a TLE was requested for ${value}, which fits none`]
      : []),
  ]
}

/** Returns true if an answer is a TLE, which is the default because old programs expect it. */
const isTle = (format = 'TLE') => ['TLE', '3LE', '2LE'].includes(format)

/** The text is ours, because no public copy contains the text of the service. */
const BLOCKED: LocalAnswer = {
  status: 403,
  type: 'text/html',
  body: '<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1><p>Your address has been blocked.</p></body></html>\n',
}

/** Returns the sentence as it was recorded (OpenSpace/OpenSpace#3973, 2026-03-27); the one for supplemental data is derived from it. */
function notUpdated({ text, ofSupplement }: Question, downloadMs: number, status: 200 | 403): LocalAnswer {
  const time = new Date(downloadMs).toISOString().slice(0, 19).replace('T', ' ')
  const data = `${ofSupplement ? 'SupGP' : 'GP'} data`
  const body = `${data} has not updated since your last successful\ndownload of ${text} at ${time} UTC.\nData is updated once every 2 hours.\n`
  return { status, type: 'text/plain', body }
}

/** The sentence for the satellite catalogue is ours. */
function noData({ ofElements, ofSupplement }: Question): LocalAnswer {
  const data = ofSupplement ? 'SupGP' : ofElements ? 'GP' : 'SATCAT'
  return { status: 404, type: 'text/plain', body: `No ${data} data found` }
}

/** Returns the answer that redirects to the same address under the other name of this machine. */
function movedAnswer(url: string, target: string): LocalAnswer {
  const there = new URL(url)
  there.hostname = there.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return { status: 301, type: 'text/html', headers: { location: `${there.origin}${target}` }, body: '' }
}

function dataFor(
  { path }: ReceivedRequest,
  question: Question,
  content: CelestrakContent,
  mood: 'ok' | ContentMood | CelestrakMood,
): LocalAnswer {
  if (question.ofElements) {
    const format = GP_FORMATS.find((each) => each === (question.format ?? 'TLE'))
    if (format === undefined || question.name === '') return invalidQuery(question)
    const chosen = chosenRows(question.ofSupplement ? content.supplemental : content.gp, question, content)
    const rows = isTle(format)
      ? chosen.filter(({ NORAD_CAT_ID }) => Number(NORAD_CAT_ID) <= LARGEST_TLE_NUMBER)
      : chosen
    if (rows.length === 0) return noData(question)
    const altered = alterRows(rows, mood, { missing: 'MEAN_MOTION', text: 'OBJECT_NAME' })
    return { status: 200, ...formatGp(altered, mood === 'wrong-type' ? otherThan(format) : format) }
  }
  if (path === SATCAT_PATH) {
    const rows = satcatRows(question, content)
    if (rows.length === 0) return noData(question)
    const altered = alterRows(rows, mood, { missing: 'OBJECT_TYPE', text: 'OBJECT_NAME' })
    return tableAnswer(altered, rows, mood === 'wrong-type' ? otherThan(question.format ?? 'JSON') : question.format)
  }
  const file = path.startsWith('/SpaceData/') ? path.slice('/SpaceData/'.length) : ''
  const isWeather = ['SW-Last5Years.csv', 'SW-All.csv'].includes(file)
  if (!isWeather && !['EOP-Last5Years.csv', 'EOP-All.csv'].includes(file))
    return { status: 404, type: 'text/html', body: '<html><body>Not Found</body></html>' }
  const rows = isWeather ? content.spaceWeather : content.earthOrientation
  const altered = alterRows(rows, mood, { missing: isWeather ? 'F10.7_OBS' : 'UT1-UTC', text: 'DATE' })
  return tableAnswer(altered, rows, mood === 'wrong-type' ? 'JSON' : 'CSV')
}

const otherThan = (format: string): GpFormat => (format.startsWith('JSON') ? 'KVN' : 'JSON')

/** The text is ours. */
function invalidQuery({ name, value, format }: Question): LocalAnswer {
  return { status: 400, type: 'text/plain', body: `Invalid query: ${name}=${value} FORMAT=${format ?? ''}` }
}

/** Returns a table that does not contain element sets, in JSON or CSV. */
function tableAnswer(rows: readonly AnswerRow[], all: readonly AnswerRow[], format = 'JSON'): LocalAnswer {
  if (format.startsWith('JSON'))
    return { status: 200, type: 'application/json', body: jsonText(rows, format === 'JSON-PRETTY') }
  const isCsv = format === 'CSV'
  return { status: 200, type: isCsv ? 'text/csv' : 'text/plain', body: csvText(rows, Object.keys(all[0] ?? {})) }
}

/** The sources behind the names of files on the page of supplemental data. */
const FILES: Readonly<Record<string, (typeof SUPPLEMENTAL_SOURCES)[number]>> = {
  starlink: 'SpaceX-E',
  iss: 'ISS-E',
  planet: 'Planet-E',
  oneweb: 'OneWeb-E',
  intelsat: 'Intelsat-11P',
}
/**
 * The revolutions per day of the geostationary ring, and the half widths of the protected zones (GPZ and GPZ Plus; the limits are ours).
 */
const RING = { motion: 1.0027, GPZ: 0.01, 'GPZ-PLUS': 0.1 } as const
/** An object with more revolutions a day decays within days. */
const DECAYING_MOTION = 16.2

/** Returns the rows of element sets, or of the satellite catalogue, that a query selects. */
function chosenRows<Row extends AnswerRow>(
  rows: readonly Row[],
  { name, value }: Question,
  { groups }: Pick<CelestrakContent, 'groups'>,
): readonly Row[] {
  const wanted = value.toUpperCase()
  const motionOf = (row: Row) => Number(row.MEAN_MOTION)
  const numbers = groups[value.toLowerCase()]
  const isChosen: Readonly<Record<string, (row: Row) => boolean>> = {
    CATNR: (row) => row.NORAD_CAT_ID === Number(value),
    INTDES: (row) => String(row.OBJECT_ID).startsWith(wanted),
    GROUP: (row) => numbers?.has(Number(row.NORAD_CAT_ID)) === true,
    NAME: (row) => String(row.OBJECT_NAME).toUpperCase().includes(wanted),
    SOURCE: (row) => String(row.DATA_SOURCE).toUpperCase() === wanted,
    FILE: (row) => row.DATA_SOURCE === FILES[value.toLowerCase()],
    SPECIAL: (row) => {
      if (wanted === 'DECAYING') return motionOf(row) > DECAYING_MOTION
      return (wanted === 'GPZ' || wanted === 'GPZ-PLUS') && Math.abs(motionOf(row) - RING.motion) < RING[wanted]
    },
  }
  return rows.filter(isChosen[name] ?? (() => false))
}

/** Returns rows of the satellite catalogue without those that PAYLOADS, ONORBIT and ACTIVE exclude; at most MAX rows. */
function satcatRows(question: Question, content: CelestrakContent): readonly AnswerRow[] {
  const isSet = (flag: string) => ['1', 'Y', 'TRUE'].includes((question.parameters.get(flag) ?? '').toUpperCase())
  return chosenRows(content.satcat, question, content)
    .filter(({ OBJECT_TYPE }) => !isSet('PAYLOADS') || OBJECT_TYPE === 'PAY')
    .filter(({ DECAY_DATE }) => !isSet('ONORBIT') || DECAY_DATE === '')
    .filter(({ OPS_STATUS_CODE }) => !isSet('ACTIVE') || OPS_STATUS_CODE === '+')
    .slice(0, Number(question.parameters.get('MAX') ?? content.satcat.length))
}
