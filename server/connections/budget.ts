import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'

/** The kinds of request that services count separately. */
export const REQUEST_CLASSES = [
  ...['session', 'satellite', 'cdm', 'cdm-event', 'cdm-public'],
  ...['gp', 'satcat', 'decay', 'tip', 'modeldef'],
  ...['list', 'file'],
] as const
export type RequestClass = (typeof REQUEST_CLASSES)[number]

/** A number of requests within a sliding window. */
export type Limit = {
  /** The classes that count together; undefined if every request counts. */
  readonly classes?: readonly string[]
  /** The number of requests that the service allows. */
  readonly allowed: number
  /**
   * The number of requests that are made: fewer, because a person may use the account at the same time, and because requests arrive later
   * than they are sent.
   */
  readonly most: number
  readonly withinMs: number
}

/** The times at which requests of a class may be sent. */
export type Hours = {
  readonly classes: readonly string[]
  /** The minutes of the hour, from and to, in which no request is sent, because most clients send theirs then. */
  readonly closedMinutes: readonly (readonly [number, number])[]
  /** No request is sent before this hour of the day, UTC. */
  readonly fromHour?: number
}

export type Budget = { readonly limits: readonly Limit[]; readonly hours: readonly Hours[] }

const CROWDED = [
  [0, 3],
  [27, 33],
  [57, 60],
] as const
/** The margin of a window that allows a single request: the time that a request may take until the service counts it. */
const MARGIN_MS = 2 * MINUTE_MS

const single = (classes: readonly RequestClass[], withinMs: number): Limit => ({
  classes,
  allowed: 1,
  most: 1,
  withinMs: withinMs + MARGIN_MS,
})

/** The limits of Space-Track's documentation (page of 2026-10-10), by account. */
export const SPACE_TRACK_BUDGET: Budget = {
  limits: [
    { allowed: 30, most: 25, withinMs: MINUTE_MS },
    { allowed: 300, most: 250, withinMs: HOUR_MS },
    // Space-Track allows three a day, and explains this as one in eight hours.
    single(['cdm'], 8 * HOUR_MS),
    single(['cdm-public'], 8 * HOUR_MS),
    single(['cdm-event'], HOUR_MS),
    single(['gp'], HOUR_MS),
    single(['tip'], HOUR_MS),
    single(['satcat'], DAY_MS),
    single(['decay'], DAY_MS),
    // The list of fields of a class is requested once a day, for each class in use.
    { classes: ['modeldef'], allowed: 12, most: 8, withinMs: DAY_MS },
  ],
  hours: [
    { classes: ['gp', 'cdm', 'cdm-event', 'cdm-public', 'tip', 'decay'], closedMinutes: CROWDED },
    { classes: ['satcat'], closedMinutes: CROWDED, fromHour: 17 },
  ],
}

/**
 * Returns the limits for a host that publishes ephemerides: each list is requested once an hour, and files less often than public clients
 * request them.
 */
export const openBudget = (list: string): Budget => ({
  limits: [
    { classes: [list], allowed: 1, most: 1, withinMs: HOUR_MS + MARGIN_MS },
    { allowed: 1_000, most: 300, withinMs: MINUTE_MS },
    { allowed: 30_000, most: 10_000, withinMs: HOUR_MS },
  ],
  hours: [],
})

export type SentRequest = { readonly class: string; readonly atMs: number }

/** Returns the requests in the window of a limit. */
export function usedOf({ classes, withinMs }: Limit, sent: readonly SentRequest[], nowMs: number): SentRequest[] {
  return sent.filter(
    (one) => one.atMs > nowMs - withinMs && (classes === undefined || classes.some((name) => name === one.class)),
  )
}

/** Returns the time from which a limit allows one more request: now, or when enough of those in its window have left it. */
export function freeAt(limit: Limit, sent: readonly SentRequest[], nowMs: number): number {
  const used = usedOf(limit, sent, nowMs)
    .map(({ atMs }) => atMs)
    .sort((a, b) => a - b)
  const leaving = used[used.length - limit.most]
  return leaving === undefined ? nowMs : Math.max(nowMs, leaving + limit.withinMs)
}

/** Returns the first time, not before `nowMs`, at which every limit and the hours of a class allow a request. */
export function earliest(
  { limits, hours }: Budget,
  sent: readonly SentRequest[],
  asked: string,
  nowMs: number,
): number {
  const counting = limits.filter(({ classes }) => classes === undefined || classes.includes(asked))
  const free = Math.max(nowMs, ...counting.map((limit) => freeAt(limit, sent, nowMs)))
  const open = hours.find(({ classes }) => classes.includes(asked))
  return open === undefined ? free : openFrom(open, free)
}

/** Returns the first open time, not before a time. */
function openFrom({ closedMinutes, fromHour = 0 }: Hours, atMs: number): number {
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS
  const inDay = Math.max(atMs, dayMs + fromHour * HOUR_MS)
  const hourMs = Math.floor(inDay / HOUR_MS) * HOUR_MS
  const closed = closedMinutes.find(
    ([from, to]) => inDay >= hourMs + from * MINUTE_MS && inDay < hourMs + to * MINUTE_MS,
  )
  return closed === undefined
    ? inDay
    : openFrom({ classes: [], closedMinutes, fromHour }, hourMs + closed[1] * MINUTE_MS)
}

/** Requests older than this count for no limit. */
export const longestWindowMs = ({ limits }: Budget): number => Math.max(...limits.map(({ withinMs }) => withinMs))
