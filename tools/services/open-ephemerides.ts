import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import {
  dayAndTime,
  ENVELOPE,
  type EphemerisVersion,
  memeName,
  memeText,
  oemText,
  type TextChange,
} from './ephemeris-texts.ts'
import {
  arrivesWhole,
  type ContentMood,
  HOSTILE_TEXTS,
  type LocalAnswer,
  type LocalService,
  type LocalServiceOptions,
  type ReceivedRequest,
  SlidingCount,
  startLocalService,
  type Violate,
} from './service.ts'
import {
  elementsOfMotion,
  SIMULATED_ISS,
  SIMULATED_PLANET,
  type SimulatedObject,
  simulatedConstellation,
} from './simulated-objects.ts'
import {
  type ObjectPath,
  pathOfElements,
  type SimulatedBurn,
  shifted,
  withBurn,
  withGrowingError,
} from './simulated-paths.ts'

/**
 * The moods of the publishers of ephemerides in addition to those of every service (the table "Open ephemerides" of the reference
 * collection).
 */
export const OPEN_EPHEMERIDES_MOODS = {
  unchanged: 'answers 304 to every conditional request',
  'new-manifest': 'publishes new versions of three objects with each manifest that is requested',
  gone: 'answers 404 to the files that it has named',
  'ends-early': 'names and gives files that end after a day',
  'ends-unsaid': 'gives files whose states end after a day, although their names and headers say more',
  'flat-covariance': 'gives files with the same covariance at every age',
  'two-versions': 'names the version before beside the newest one, and gives both',
  'plain-list': 'names the files of Planet as plain text, a line each, and not on a page',
  'without-numbers': 'names the files of Planet without the numbers of their objects',
  'many-links': 'names a hundred thousand files on the page of Planet',
} as const
export type OpenEphemeridesMood = keyof typeof OPEN_EPHEMERIDES_MOODS
type Mood = 'ok' | ContentMood | OpenEphemeridesMood

/** An object whose operator publishes its ephemeris. */
export type EphemerisObject = {
  readonly noradId: number
  /** The name in the file name: upper case, digits and hyphens. */
  readonly name: string
  readonly path: ObjectPath
}

/** The changes that apply from a new version on; the stop applies only to this version. */
export type VersionChange = {
  /** A path that replaces the previous one. */
  readonly path?: ObjectPath
  /** A constant distance from the previous path: radial, along-track and cross-track, m. */
  readonly shiftUvwM?: Vec3
  readonly burn?: SimulatedBurn
  readonly stopMs?: number
}

export type OpenEphemeridesOptions = LocalServiceOptions & {
  /** The objects of the manifest; the default is the simulated constellation. */
  readonly objects?: readonly EphemerisObject[]
  /** The number of satellites of the simulated constellation in the manifest; the default is 11,000, as in the public one. */
  readonly constellation?: number
  readonly station?: EphemerisObject
  readonly planet?: readonly EphemerisObject[]
  /** The time from one version of an object to the next; if it is infinite, only `publish` makes new versions. */
  readonly everyMs?: number
  /** The standard deviation of the along-track prediction error of a version, m per hour; 0 for the objects of a test. */
  readonly errorMPerH?: number
}

export type OpenEphemerides = LocalService<OpenEphemeridesMood> & {
  /** Publishes new versions of objects now, and returns the names of their files. */
  publish(noradIds: readonly number[], change?: VersionChange): readonly string[]
  /** Returns the requested files, each once. The product's own need for each file cannot be seen from outside. */
  filesRequested(): readonly string[]
}

const STARLINK = '/public-files/ephemerides/'
const MANIFEST = `${STARLINK}MANIFEST.txt`
const PLANET = '/planet/'
const STATION = '/iss-coords/current/ISS_OEM/ISS.OEM_J2K_EPH.txt'
const CONSTELLATION_SIZE = 11_000
/** New files are published about every 8 hours (exchange.md A.4), for an eighth of the objects each hour. */
const [EVERY_MS, BATCHES] = [8 * HOUR_MS, 8]
/** With this value, two versions eight hours apart differ by about 700 m after three hours (exchange.md A.4). */
const ERROR_M_PER_H = 65
/** The limits that public clients observe; the service states no limits for files (exchange.md A.4). */
const [FILES_A_MINUTE, FILES_AN_HOUR] = [1000, 30_000]
const CHANGED_AT_ONCE = 3
const MANY_LINKS = 100_000
/** The time from the first state to the creation of a file (MEME_100001 of 2026-09-11). */
const CREATION_MS = 790_000
const EARLY_MS = DAY_MS
const KEPT_TEXTS = 24

/** The schedule by which an operator publishes. */
type Feed = {
  readonly everyMs: number
  readonly batches: number
  readonly lengthMs: number
  /** The shortest time from the first state to the publication. */
  readonly delayMs: number
}
const FEEDS = {
  starlink: { everyMs: EVERY_MS, batches: BATCHES, lengthMs: 3 * DAY_MS, delayMs: 14 * MINUTE_MS },
  planet: { everyMs: DAY_MS, batches: 1, lengthMs: 5 * DAY_MS, delayMs: 2 * HOUR_MS },
  station: { everyMs: DAY_MS, batches: 1, lengthMs: 15 * DAY_MS, delayMs: 2 * HOUR_MS },
} as const
type FeedName = keyof typeof FEEDS
type FeedObject = EphemerisObject & { readonly feed: FeedName }
type Version = EphemerisVersion & { readonly publishedMs: number; readonly burns: readonly SimulatedBurn[] }
type Publication = { readonly atMs: number; readonly startMs: number; readonly change: VersionChange }

/**
 * Starts the publishers of open ephemerides on this machine, all at one address: Starlink's manifest and its files, Planet's folder of OEM
 * files, and NASA's OEM of the ISS. A text is made when it is requested. It records a violation if a client requests the manifest again
 * within an hour after receiving it (once is allowed after a file was gone), does the same with the page of Planet, or fetches more files
 * than public clients do.
 */
export async function startOpenEphemerides(options: OpenEphemeridesOptions = {}): Promise<OpenEphemerides> {
  const { clock = Date.now, everyMs = EVERY_MS } = options
  const { errorMPerH = options.objects === undefined ? ERROR_M_PER_H : 0 } = options
  const { constellation = CONSTELLATION_SIZE, objects = simulatedConstellation(constellation).map(withPath) } = options
  const { station = withPath(SIMULATED_ISS), planet = SIMULATED_PLANET.map(withPath) } = options
  const startedMs = clock()
  const known = new Map<number, FeedObject>()
  for (const each of planet) known.set(each.noradId, { ...each, feed: 'planet' })
  for (const each of objects) known.set(each.noradId, { ...each, feed: 'starlink' })
  known.set(station.noradId, { ...station, feed: 'station' })
  const publications = new Map<number, readonly Publication[]>()
  const texts = new Map<string, string>()
  const [manifests, pages] = [new SlidingCount(HOUR_MS), new SlidingCount(HOUR_MS)]
  const [minute, hour] = [new SlidingCount(MINUTE_MS), new SlidingCount(HOUR_MS)]
  const files = new Set<string>()
  let mayAskAgain = false
  let lastOwnMs = Number.NEGATIVE_INFINITY
  let list: { readonly changedMs: number; readonly untilMs: number; readonly names: readonly string[] } | undefined

  const feedOf = ({ feed }: FeedObject): Feed => ({ ...FEEDS[feed], ...(feed === 'starlink' && { everyMs }) })

  /** Returns the two versions that the schedule published last: the newest and the previous one. */
  function byRule(object: FeedObject, atMs: number): readonly Publication[] {
    const { everyMs: every, batches, delayMs } = feedOf(object)
    const phaseMs = (object.noradId % batches) * (every / batches)
    const isOnce = every === Number.POSITIVE_INFINITY
    const lastMs = isOnce ? startedMs : Math.floor((atMs - phaseMs) / every) * every + phaseMs
    return [lastMs - (isOnce ? EVERY_MS : every), lastMs].map((slotMs) => {
      const minuteMs = Math.floor((slotMs - delayMs) / MINUTE_MS) * MINUTE_MS
      // The states of public files begin within several minutes, at second 42 (MEME_100001 and others of 2026-09-11).
      const laterMs = object.feed === 'starlink' ? 42_000 - (object.noradId % BATCHES) * MINUTE_MS : 0
      return { atMs: slotMs, startMs: minuteMs + laterMs, change: {} }
    })
  }

  /** Returns the newest version of an object, or the previous one. */
  function versionOf(object: FeedObject, atMs: number, back: 0 | 1 = 0): Version {
    const { noradId, name, feed } = object
    const own = (publications.get(noradId) ?? []).filter((each) => each.atMs <= atMs)
    const all = [...byRule(object, atMs), ...own].sort((a, b) => a.atMs - b.atMs || a.startMs - b.startMs)
    const { atMs: publishedMs, startMs, change } = all.at(-1 - back) ?? missing()
    const isNotLater = (each: Publication) =>
      each.atMs < publishedMs || (each.atMs === publishedMs && each.startMs <= startMs)
    const changes = own.filter(isNotLater).map((each) => each.change)
    const truth = changes.reduce(changedPath, object.path)
    const random = seededRandom(noradId * 1009 + Math.floor(startMs / 1000))
    // The error is distributed uniformly between ±√3 times its standard deviation.
    const error = feed === 'starlink' ? errorMPerH * Math.sqrt(3) * (2 * random() - 1) : 0
    return {
      noradId,
      name,
      path: lazy(() => withGrowingError(truth, startMs, error)),
      createdMs: Math.min(publishedMs, startMs + CREATION_MS),
      startMs,
      stopMs: change.stopMs ?? startMs + FEEDS[feed].lengthMs,
      publishedMs,
      burns: changes.flatMap(({ burn }) => (burn === undefined ? [] : [burn])),
    }
  }

  function publish(noradIds: readonly number[], change: VersionChange = {}): readonly string[] {
    const atMs = clock()
    list = undefined
    lastOwnMs = atMs
    return noradIds.map((noradId) => {
      const object = known.get(noradId)
      if (object === undefined) throw new RangeError(`nobody publishes an ephemeris of ${noradId}`)
      const own = publications.get(noradId) ?? []
      const startMs = Math.max(Math.floor(atMs / 1000) * 1000, (own.at(-1)?.startMs ?? 0) + 1000)
      publications.set(noradId, [...own, { atMs, startMs, change }])
      return fileOf(object, versionOf(object, atMs))
    })
  }

  /** Returns the manifest's names and the time of their last change; they change when the next group of objects is published. */
  function listAt(atMs: number): NonNullable<typeof list> {
    if (list !== undefined && atMs >= list.changedMs && atMs < list.untilMs) return list
    const turnMs = everyMs / BATCHES
    const lastMs = Number.isFinite(turnMs) ? Math.floor(atMs / turnMs) * turnMs : startedMs
    const changedMs = Math.max(lastMs, lastOwnMs)
    list = { changedMs, untilMs: lastMs + turnMs, names: listed((object) => [memeName(versionOf(object, atMs))]) }
    return list
  }

  /** Returns the names of the objects in the manifest, in the order of their numbers. */
  function listed(make: (object: FeedObject) => readonly string[]): readonly string[] {
    const all = [...known.values()].filter(({ feed }) => feed === 'starlink')
    return all.sort((a, b) => a.noradId - b.noradId).flatMap(make)
  }

  function manifest(atMs: number, mood: Mood): LocalAnswer {
    if (mood === 'new-manifest') publish(objects.slice(0, CHANGED_AT_ONCE).map(({ noradId }) => noradId))
    const { names, changedMs } = listAt(atMs)
    const isTwo = mood === 'two-versions'
    const inMood =
      isTwo || mood === 'ends-early'
        ? listed((object) => {
            const versions = isTwo ? [versionOf(object, atMs, 1), versionOf(object, atMs)] : [versionOf(object, atMs)]
            return versions.map((each) => memeName(isTwo ? each : endingEarly(each)))
          })
        : names
    return validated(manifestText(inMood, mood), 'text/plain', changedMs)
  }

  function answer(request: ReceivedRequest, mood: Mood): LocalAnswer {
    const { path, atMs, headers } = request
    const found = respond(path, atMs, mood)
    if (mood !== 'unchanged' || found.status !== 200) return found
    const tag = headers['if-none-match']
    const since = headers['if-modified-since']
    return {
      ...found,
      headers: { ...found.headers, ...(tag && { etag: tag }), ...(since && { 'last-modified': since }) },
    }
  }

  function respond(path: string, atMs: number, mood: Mood): LocalAnswer {
    if (path === MANIFEST) return manifest(atMs, mood)
    if (path === `${STARLINK}README.md`) return { status: 200, type: 'text/markdown', body: README }
    if (path === PLANET) return planetPage(planet, mood)
    const object = known.get(numberIn(path, station.noradId)) ?? planetNamed(path)
    if (object === undefined || mood === 'gone') return GONE
    const version = ([0, 1] as const)
      .slice(0, mood === 'two-versions' ? 2 : 1)
      .map((back) => versionOf(object, atMs, back))
      .map((each) => (mood === 'ends-early' ? endingEarly(each) : each))
      .find((each) => object.feed === 'planet' || fileOf(object, each) === path.slice(path.lastIndexOf('/') + 1))
    if (version === undefined) return GONE
    const change: TextChange = {
      mood,
      ...(mood === 'ends-unsaid' && { endsMs: version.startMs + EARLY_MS }),
      ...(mood === 'flat-covariance' && { sigma: ENVELOPE }),
    }
    const key = `${path} ${version.startMs} ${mood}`
    const text = texts.get(key) ?? (mood === 'wrong-type' ? '{"error":"unsupported"}' : textOf(object, version, change))
    texts.delete(key)
    texts.set(key, text)
    if (texts.size > KEPT_TEXTS) texts.delete(texts.keys().next().value ?? '')
    return validated(text, mood === 'wrong-type' ? 'application/json' : 'text/plain', version.publishedMs)
  }

  /** Returns the object of a Planet file whose name contains no number. */
  const planetNamed = (path: string) =>
    [...known.values()].find(({ feed, name }) => feed === 'planet' && path === `${PLANET}${name}.oem`)

  const isFile = (path: string) =>
    path === STATION ||
    (path.startsWith(STARLINK) && path !== MANIFEST && path !== `${STARLINK}README.md`) ||
    (path.startsWith(PLANET) && path !== PLANET)

  function admit({ path, atMs }: ReceivedRequest, violate: Violate): undefined {
    if (path === MANIFEST && manifests.count('', atMs) > 0) {
      if (!mayAskAgain) violate('the manifest was requested again within an hour')
      mayAskAgain = false
    }
    if (path === PLANET && pages.count('', atMs) > 0) violate('the page was requested again within an hour')
    if (!isFile(path)) return
    files.add(path)
    if (minute.add('', atMs) > FILES_A_MINUTE)
      violate(`more than ${FILES_A_MINUTE} files were requested within a minute`)
    if (hour.add('', atMs) > FILES_AN_HOUR) violate(`more than ${FILES_AN_HOUR} files were requested within an hour`)
  }

  const service = await startLocalService<OpenEphemeridesMood>({
    ...options,
    name: 'open-ephemerides',
    moods: OPEN_EPHEMERIDES_MOODS,
    answer,
    admit,
    concerns: ({ path }, mood) => {
      if (mood === 'new-manifest') return path === MANIFEST
      if (['plain-list', 'without-numbers', 'many-links'].includes(mood)) return path === PLANET
      return isFile(path) || !['gone', 'ends-unsaid', 'flat-covariance'].includes(mood)
    },
    sent: ({ path, atMs }, { status }, mood) => {
      if (path === MANIFEST && status === 200 && arrivesWhole(mood)) manifests.add('', atMs)
      if (path === PLANET && status === 200 && arrivesWhole(mood)) pages.add('', atMs)
      if (isFile(path) && status === 404) mayAskAgain = true
    },
    controls: {
      publish: (query) => {
        const alongTrackM = Number(query.get('alongTrackM') ?? 0)
        publish([Number(query.get('object'))], { shiftUvwM: [0, alongTrackM, 0] })
      },
    },
  })
  return Object.assign(service, { publish, filesRequested: () => [...files] })
}

function withPath(object: SimulatedObject): EphemerisObject {
  const { noradId, name } = object
  return { noradId, name: name.replaceAll(' ', '-'), path: lazy(() => pathOfElements(elementsOfMotion(object))) }
}

/** Returns a path that is computed at its first use, because most objects of a manifest are never requested. */
function lazy(make: () => ObjectPath): ObjectPath {
  let path: ObjectPath | undefined
  return (atMs) => {
    path ??= make()
    return path(atMs)
  }
}

function changedPath(before: ObjectPath, { path = before, shiftUvwM, burn }: VersionChange): ObjectPath {
  const beside = shiftUvwM === undefined ? path : shifted(path, shiftUvwM)
  return burn === undefined ? beside : lazy(() => withBurn(beside, burn))
}

const endingEarly = (version: Version): Version => ({ ...version, stopMs: version.startMs + EARLY_MS })

/** Returns the name of an object's file; the names of Planet's files and of the ISS file are the same for all versions. */
function fileOf({ feed, noradId, name }: FeedObject, version: Version): string {
  if (feed === 'starlink') return memeName(version)
  return feed === 'planet' ? `${noradId}_${name}.oem` : STATION.slice(STATION.lastIndexOf('/') + 1)
}

/** Returns the catalogue number in the address of a file; the file of the ISS contains none, so its number is that of the station. */
function numberIn(path: string, station: number): number {
  if (path === STATION) return station
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (path === `${STARLINK}${file}`) return Number(file.split('_')[1])
  return path === `${PLANET}${file}` ? Number(file.split('_')[0]) : Number.NaN
}

function textOf({ feed }: FeedObject, version: Version, change: TextChange): string {
  if (feed === 'starlink') return memeText(version, change)
  if (feed === 'planet') {
    const head = {
      objectName: version.name,
      objectId: String(version.noradId),
      originator: 'PLANET',
      stepMs: MINUTE_MS,
    }
    return oemText(version, { ...head, comments: ['SIMULATED: this satellite does not exist'] }, change)
  }
  const events = version.burns.map(({ atMs, dvUvwMps }) => {
    const time = `${dayAndTime(atMs).dayOfYear}:${new Date(atMs).toISOString().slice(11, -1)}`
    return ` SIMULATED Reboost     ${time}             ${Math.hypot(...dvUvwMps).toFixed(1)}`
  })
  const comments = [
    'SIMULATED: this orbit is not that of the ISS',
    'Units are in kg and m^2',
    'MASS=473264.00',
    'DRAG_AREA=1524.99',
    'DRAG_COEFF=2.00',
    ...(events.length === 0 ? [] : ['TRAJECTORY EVENT SUMMARY:', ...events]),
  ]
  const head = { objectName: 'ISS', objectId: '1998-067-A', originator: 'NASA/JSC/FOD/TOPO', stepMs: 4 * MINUTE_MS }
  return oemText(version, { ...head, comments }, change)
}

function validated(body: string, type: string, modifiedMs: number): LocalAnswer {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  return { status: 200, type, headers: { etag, 'last-modified': new Date(modifiedMs).toUTCString() }, body }
}

function manifestText(names: readonly string[], mood: Mood): string {
  if (mood === 'wrong-type') return JSON.stringify(names)
  const lines = mood === 'empty-list' ? [] : mood === 'huge' ? Array.from({ length: 10 }, () => names).flat() : names
  const changed = lines.map((name, i) => {
    const parts = name.split('_')
    if (mood === 'hostile-text') return parts.with(2, HOSTILE_TEXTS[i % HOSTILE_TEXTS.length] ?? '').join('_')
    if (mood === 'unknown-field') return [...parts.slice(0, -1), 'NEXT-YEAR', ...parts.slice(-1)].join('_')
    return mood === 'missing-field' && i === 0 ? parts.toSpliced(3, 1).join('_') : name
  })
  return changed.map((name) => `${name}\n`).join('')
}

const GONE: LocalAnswer = { status: 404, type: 'text/plain', body: 'Not Found\n' }

/** Links that a client must not follow: to other hosts, to other folders, and to other things than files. */
const HOSTILE_LINKS: readonly string[] = [
  'https://elsewhere.example/62001_ELSEWHERE.oem',
  '//elsewhere.example/62001_ELSEWHERE.oem',
  'http://user:secret@127.0.0.1/planet/62001_ELSEWHERE.oem',
  '../control',
  '../public-files/ephemerides/62001_OTHER-FOLDER.oem',
  '..%2f..%2fetc%2fpasswd.oem',
  '/etc/passwd',
  'below/62001_BELOW.oem',
  '62001_WITH-QUERY.oem?token=1',
  'javascript:alert(1)',
  'data:text/plain,62001.oem',
  `${'A'.repeat(10_000)}.oem`,
]

/** Returns a page in the usual form of a web server's folder list, because no public copy shows Planet's page. */
function planetPage(objects: readonly EphemerisObject[], mood: Mood): LocalAnswer {
  const own = objects.map(({ noradId, name }) =>
    mood === 'without-numbers' ? `${name}.oem` : `${noradId}_${name}.oem`,
  )
  const many = Array.from({ length: MANY_LINKS }, (_, i) => `${900_000 + i}_MANY.oem`)
  const times = mood === 'huge' ? 10 : mood === 'empty-list' ? 0 : 1
  const names = [...Array.from({ length: times }, () => own).flat(), ...(mood === 'many-links' ? many : [])]
  if (mood === 'wrong-type') return { status: 200, type: 'application/json', body: JSON.stringify(names) }
  if (mood === 'plain-list') return { status: 200, type: 'text/plain', body: names.map((name) => `${name}\n`).join('') }
  const links = [
    '<li><a href="../">../</a></li>',
    ...(mood === 'hostile-text' ? HOSTILE_LINKS : []).map(
      (link) => `<li><a href="${link}">${HOSTILE_TEXTS[0]}</a></li>`,
    ),
    ...names.map((name, i) =>
      mood === 'missing-field' && i === 0
        ? `<li><a>${name}</a></li>`
        : `<li><a href="${name}">${name}</a>${mood === 'unknown-field' ? ' 30-Nov-2026 08:00  1.1M' : ''}</li>`,
    ),
  ]
  const body = `<!DOCTYPE html>\n<html>\n<head><title>Simulated ephemerides</title></head>\n<body>\n<ul>\n${links.join('\n')}\n</ul>\n</body>\n</html>\n`
  return { status: 200, type: 'text/html', body }
}

const README = `# Simulated ephemerides

One file for each satellite, named in MANIFEST.txt: three days of states at 60 s with covariances in UVW, in Modified ITC. A new one comes about
every 8 hours. No satellite here exists.
`
