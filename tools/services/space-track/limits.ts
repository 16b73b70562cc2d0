import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { type AnswerRow, SlidingCount, type Violate } from '../service.ts'
import type { SpaceTrackQuery } from './query.ts'

/** The numbers of requests in a minute, and in an hour, that are too many (space-track/limits.csv of the collection). */
const TOO_MANY_IN_A_MINUTE = 30
const TOO_MANY_IN_AN_HOUR = 300
/** The documentation says "not on the hour or half hour" and gives no number of minutes: these minutes are our choice. */
const BUSY_MINUTES = [0, 1, 2, 28, 29, 30, 31, 32]
const SATCAT_HOUR_UTC = 17
const WEDNESDAY = 3
const PUBLIC_FILES_A_DAY = 3
const PUBLIC_DOWNLOADS = 10
const PUBLIC_DOWNLOADS_MS = 15 * MINUTE_MS
/** Answers that are divided into pages are not documented: different queries within this time are treated as the pages of one query. */
const PAGES_MS = 15 * MINUTE_MS

type CountedQuery = {
  readonly query: SpaceTrackQuery
  readonly account: string
  /** The path as it was sent: two equal paths are not two pages of one query. */
  readonly target: string
  readonly atMs: number
  /** The records of class tip, which determine how often the class may be requested. */
  readonly tips: readonly AnswerRow[]
}

/** Counts requests and queries of each account, and reports the limits that they break. All windows follow the clock of the service. */
export class SpaceTrackLimits {
  readonly #minutes = new SlidingCount(MINUTE_MS)
  readonly #hours = new SlidingCount(HOUR_MS)
  readonly #days = new SlidingCount(DAY_MS)
  readonly #downloads = new SlidingCount(PUBLIC_DOWNLOADS_MS)
  readonly #fetches = new Map<string, { readonly begunMs: number; readonly targets: Set<string> }>()

  /** Counts a request of any kind; returns true if the limit of a minute is exceeded. The limit of an hour changes no answer. */
  countRequest(account: string, atMs: number, violate: Violate): boolean {
    const inMinute = this.#minutes.add(account, atMs)
    const inHour = this.#hours.add(account, atMs)
    const say = sayAt(account, atMs, violate)
    if (inHour >= TOO_MANY_IN_AN_HOUR) say(`${inHour} requests within an hour`)
    if (inMinute >= TOO_MANY_IN_A_MINUTE) say(`${inMinute} requests within a minute`)
    return inMinute >= TOO_MANY_IN_A_MINUTE
  }

  /** Counts a query that is answered with data. */
  countQuery(counted: CountedQuery, violate: Violate): void {
    const { query, account, atMs } = counted
    const say = sayAt(account, atMs, violate)
    if (query.action === 'modeldef') {
      if (this.#days.add(`modeldef ${account} ${query.controller} ${query.className}`, atMs) > 1)
        say(`modeldef of ${query.className} asked twice within a day`)
      return
    }
    const names = namesOf(query)
    if (query.controller === 'publicfiles') this.#countPublicFiles(counted, say)
    else if (query.className === 'cdm') this.#countCdm(counted, names, say)
    else if (query.className === 'tip') this.#countTip(counted, names, say)
    else if (query.className === 'gp_history') this.#countHistory(counted, names, say)
    else if (query.className === 'decay') this.#countDecay(counted, names, say)
    else if (names.length === 0) this.#countWhole(counted, say)
  }

  #countWhole(counted: CountedQuery, say: Violate): void {
    const { query, atMs } = counted
    const at = new Date(atMs)
    if (query.className === 'gp') {
      if (BUSY_MINUTES.includes(at.getUTCMinutes()))
        say(`gp asked for at ${at.toISOString().slice(11, 16)}, on the hour or half hour`)
      if (this.#isTooSoon(counted, '', HOUR_MS)) say('gp asked for twice within an hour')
    }
    if (query.className === 'satcat') {
      if (at.getUTCHours() < SATCAT_HOUR_UTC) say('satcat asked for before 17:00 UTC')
      // New data appear at a fixed hour. With a window of 24 hours, a client could only fetch them a little later each day.
      if (this.#isTooSoon(counted, at.toISOString().slice(0, 10), DAY_MS)) say('satcat asked for twice in a day')
    }
    if (query.className === 'cdm_public' && this.#isTooSoon(counted, '', 8 * HOUR_MS))
      say('cdm_public asked for twice within 8 hours')
  }

  #countCdm(counted: CountedQuery, names: readonly string[], say: Violate): void {
    if (names.length === 0) {
      if (this.#isTooSoon(counted, '', 8 * HOUR_MS)) say('cdm of all objects asked for twice within 8 hours')
      return
    }
    for (const name of names)
      if (this.#isTooSoon(counted, name, HOUR_MS)) say(`cdm of ${name} asked for twice within an hour`)
  }

  #countTip(counted: CountedQuery, names: readonly string[], say: Violate): void {
    const near = counted.tips.filter(({ DECAY_EPOCH }) => {
      const untilMs = Date.parse(`${String(DECAY_EPOCH).replace(' ', 'T')}Z`) - counted.atMs
      return untilMs > 0 && untilMs <= 12 * HOUR_MS
    })
    const isNear = names.length > 0 && names.every((name) => near.some(({ NORAD_CAT_ID }) => NORAD_CAT_ID === name))
    if (isNear && this.#isTooSoon(counted, names.join(), 10 * MINUTE_MS)) say('tip asked for twice within 10 minutes')
    if (!isNear && this.#isTooSoon(counted, names.join(), HOUR_MS)) say('tip asked for twice within an hour')
  }

  #countHistory(counted: CountedQuery, names: readonly string[], say: Violate): void {
    if (counted.query.predicates.some(({ field }) => field === 'CREATION_DATE')) return
    if (this.#isTooSoon(counted, names.join(), Infinity))
      say('gp_history asked for twice; increments go by CREATION_DATE')
  }

  #countDecay(counted: CountedQuery, names: readonly string[], say: Violate): void {
    if (names.length > 0) return
    const { query, atMs } = counted
    const isForecast = query.predicates.some(
      ({ field, value }) => (field === 'PRECEDENCE' && value === '4') || (field === 'SOURCE' && value === '60day_msg'),
    )
    if (!isForecast) {
      if (this.#isTooSoon(counted, '', DAY_MS)) say('decay asked for twice within a day')
      return
    }
    const at = new Date(atMs)
    if (at.getUTCDay() !== WEDNESDAY || at.getUTCHours() < SATCAT_HOUR_UTC)
      say('the decay of 60 days asked for at another time than Wednesday after 17:00 UTC')
    if (this.#isTooSoon(counted, at.toISOString().slice(0, 10), DAY_MS))
      say('the decay of 60 days asked for twice in a week')
  }

  #countPublicFiles({ query: { className }, account, atMs }: CountedQuery, say: Violate): void {
    if (className === 'download') {
      const files = this.#downloads.add(account, atMs)
      if (files > PUBLIC_DOWNLOADS) say(`${files} public files within 15 minutes`)
      return
    }
    const times = this.#days.add(`publicfiles ${account} ${className}`, atMs)
    if (times > PUBLIC_FILES_A_DAY) say(`publicfiles ${className} asked for ${times} times within a day`)
  }

  /** Counts a fetch, and returns true if the last one of its kind began too recently. The pages of one fetch are counted once. */
  #isTooSoon({ query, account, target, atMs }: CountedQuery, name: string, intervalMs: number): boolean {
    const key = `${account} ${query.className} ${name}`
    const last = this.#fetches.get(key)
    if (last !== undefined && atMs - last.begunMs < PAGES_MS && !last.targets.has(target)) {
      last.targets.add(target)
      return false
    }
    this.#fetches.set(key, { begunMs: atMs, targets: new Set([target]) })
    return last !== undefined && atMs - last.begunMs < intervalMs
  }
}

const sayAt =
  (account: string, atMs: number, violate: Violate): Violate =>
  (sentence) =>
    violate(`${new Date(atMs).toISOString()} ${account}: ${sentence}`)

/** The fields by which a query names single objects or events. */
const NAMES =
  /^(?:NORAD_CAT_ID|OBJECT_ID|OBJECT_NAME|OBJECT_NUMBER|INTLDES|SATNAME|CDM_ID|MESSAGE_ID|GP_ID|SAT[12]_OBJECT_DESIGNATOR|SAT_[12]_ID)$/

/** Returns the objects that a query names individually, and not by a range. */
function namesOf({ predicates }: SpaceTrackQuery): string[] {
  const named = predicates.filter(({ field, value }) => NAMES.test(field) && !/^[<>^~]|--|null-val/.test(value))
  return [...new Set(named.flatMap(({ value }) => value.split(',')))]
}
