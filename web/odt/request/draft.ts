import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import {
  COMPRESSIONS,
  LONGEST_MINIMUM_S,
  MEASUREMENT_TYPES,
  MOST_PASSES_OF_REQUEST,
  MOST_WINDOW_DAYS,
  type NewRequest,
  PassName,
  USUAL_WINDOW_DAYS,
} from '@apsis/contract/odt/request/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { PROPOSED_FOR_EVENT } from '@apsis/contract/odt/tracking/conjunction.ts'
import { Id } from '@apsis/contract/page.ts'
import { PRIORITIES } from '@apsis/contract/payments/amount.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { typedTime } from '../../clock/typed-instant.ts'
import { readNumber } from '../../ui/format/number.ts'
import { createKeptStore } from '../../ui/store/kept-store.ts'
import { orbitOfText } from '../pass/orbit-text.ts'

/** A request that is being composed. */
export type Draft = {
  readonly satellite: string
  /** A name, a catalogue number or an orbit as typed, if no satellite is named by its id. */
  readonly object: string
  readonly type: (typeof MEASUREMENT_TYPES)[number]
  readonly compression: (typeof COMPRESSIONS)[number]
  readonly priority: (typeof PRIORITIES)[number]
  /** The number of wanted passes; 0 if every pass was removed. */
  readonly passes: number
  /** The passes that the reader has chosen, named as in requests; up to the wanted number, further passes are proposed. */
  readonly names: readonly string[]
  /** The passes that the address named when the draft was begun. */
  readonly asked: readonly string[]
  /** The kind of measurement that the address named when the draft was begun; empty if it named none. */
  readonly askedType: string
  /** The order that the address contained when the draft was begun: sensors, number and priority; empty if there was none. */
  readonly askedOrder: string
  /** The sensors that may observe; empty for all that can. */
  readonly sensors: readonly string[]
  /** The beginning as typed; empty for now. */
  readonly from: string
  /** The end as typed; empty for the default. */
  readonly until: string
  /** True if the reader typed the end, so that the decision time of the event does not replace it. */
  readonly isUntilOwn: boolean
  /** The minimum elevation, degrees, and the minimum length, minutes, as text; empty for the limits of the sensors. */
  readonly elevation: string
  readonly least: string
  /** The id of the event that the request is for; empty if there is none. */
  readonly event: string
  /** The key by which the server creates one request, however often it is sent. */
  readonly key: string
  /** True if the draft was sent: it is sent again unchanged under the same key, and nothing is proposed until it is changed. */
  readonly isSent: boolean
}

/** Returns a draft for a satellite of the organisation by its id, or for any object by its name, catalogue number or orbit. */
export const newDraft = (named = '', type = ''): Draft => ({
  satellite: Id.safeParse(named).success ? named : '',
  object: Id.safeParse(named).success ? '' : named,
  type: MEASUREMENT_TYPES.find((one) => one === type) ?? 'OPTICAL',
  compression: 'NONE',
  priority: 'standard',
  passes: 1,
  names: [],
  asked: [],
  askedType: type,
  askedOrder: '',
  sensors: [],
  from: '',
  until: '',
  isUntilOwn: false,
  elevation: '',
  least: '',
  event: '',
  key: crypto.randomUUID(),
  isSent: false,
})

/** The parameters of an address that describe a request. */
export type RequestAddress = {
  /** The object: the id of a satellite, a catalogue number, or an orbit. */
  readonly satellite?: string | undefined
  readonly type?: string | undefined
  /** The id of the event that the request is for. */
  readonly event?: string | undefined
  /** Passes, named as in requests, separated by commas. */
  readonly passes?: string | undefined
  /** The minimum elevation, degrees. */
  readonly elevation?: string | undefined
  /** An order without named passes: the codes of sensors separated by commas, the number of passes, and the date. */
  readonly sensors?: string | undefined
  readonly count?: string | undefined
  readonly priority?: string | undefined
}

/** For later passes the request needs an explicit end: without one, the server searches only the default number of days. */
const USUAL_MS = (USUAL_WINDOW_DAYS - 1) * DAY_MS
/** The longest window of a request. */
const LONGEST_MS = MOST_WINDOW_DAYS * DAY_MS - MINUTE_MS
/** The time after the start of its track at which the last pass is certainly over. */
const AFTER_TRACK_MS = HOUR_MS / 2

/** Returns a draft with the object, the event and the passes that an address names. */
export function draftOfAddress({
  satellite,
  type,
  event = '',
  passes = '',
  elevation = '',
  ...order
}: RequestAddress): Draft {
  const names = passes
    .split(',')
    .filter((name) => PassName.safeParse(name).success)
    .slice(0, MOST_PASSES_OF_REQUEST)
  const lastMs = Math.max(...names.map(trackMsOf))
  const needsEnd = event === '' && lastMs > now() + USUAL_MS
  const until = needsEnd ? formatInstant(Math.min(lastMs + AFTER_TRACK_MS, now() + LONGEST_MS)).slice(0, 16) : ''
  const count = names.length > 0 ? names.length : event === '' ? countOf(order.count) : PROPOSED_FOR_EVENT
  const begun = { ...newDraft(satellite, type), ...orderOf(order), event, names, asked: names, passes: count }
  return { ...begun, elevation, until, isUntilOwn: until !== '' }
}

function countOf(count = '1'): number {
  const asked = Number(count)
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, MOST_PASSES_OF_REQUEST) : 1
}

function orderOf({ sensors = '', count = '', priority = '' }: Pick<RequestAddress, 'sensors' | 'count' | 'priority'>) {
  return {
    askedOrder: [sensors, count, priority].some((part) => part !== '') ? `${sensors} ${count} ${priority}` : '',
    sensors: sensors.split(',').filter((code) => code !== ''),
    priority: PRIORITIES.find((one) => one === priority) ?? 'standard',
  }
}

/**
 * True if an address describes the request for which a draft was begun: then the draft is continued. Passes, kind of measurement and order
 * are compared only if the address names them.
 */
export const isBegunFor = (kept: Draft, asked: Draft): boolean =>
  kept.satellite === asked.satellite &&
  kept.object === asked.object &&
  kept.event === asked.event &&
  (asked.askedType === '' || asked.askedType === kept.askedType) &&
  (asked.askedOrder === '' || asked.askedOrder === kept.askedOrder) &&
  (asked.asked.length === 0 || asked.asked.toSorted().join() === kept.asked.toSorted().join())

/** The key under which the draft of a new request is stored. */
export const DRAFT_KEY = 'new-observation'
/** Stores the draft in this browser, so that it survives a reload. */
export const drafts = createKeptStore<Draft | null>({
  prefix: 'apsis-draft:',
  parse: draftOf,
  warning: 'The draft of the request cannot be kept for a later visit.',
  followsOtherTabs: false,
})

const TEXTS = [
  'satellite',
  'object',
  'askedType',
  'askedOrder',
  'from',
  'until',
  'elevation',
  'least',
  'event',
  'key',
] as const

/** Returns the stored draft if it is complete; else null. */
export function draftOf(text: string | null): Draft | null {
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return null
    const draft = stored as Draft
    const isWhole =
      TEXTS.every((field) => typeof draft[field] === 'string') &&
      MEASUREMENT_TYPES.includes(draft.type) &&
      COMPRESSIONS.includes(draft.compression) &&
      PRIORITIES.includes(draft.priority) &&
      Number.isInteger(draft.passes) &&
      typeof draft.isUntilOwn === 'boolean' &&
      typeof draft.isSent === 'boolean' &&
      [draft.names, draft.asked, draft.sensors].every(
        (list) => Array.isArray(list) && list.every((name) => typeof name === 'string'),
      )
    return isWhole ? draft : null
  } catch {
    return null
  }
}

/** Returns the orbit whose passes are requested; undefined if no object is named. */
export const orbitOfDraft = ({ satellite, object }: Draft) =>
  satellite === '' ? orbitOfText(object) : ({ kind: 'satellite', satelliteId: satellite } as const)

/** Returns the draft as it is stored when it is sent: the proposed passes become chosen ones, and everything else stays unchanged. */
export const sentOf = (draft: Draft): Draft => ({ ...draft, passes: draft.names.length || draft.passes, isSent: true })

/** True if every pass was removed, so that there is nothing to request. */
export const isEmpty = ({ names, passes }: Draft): boolean => names.length === 0 && passes === 0

/** Returns the body of the request: either all fields of the orbit message or none (spec §5). Undefined if no pass is wanted. */
export function bodyOf(draft: Draft): NewRequest | undefined {
  const orbit = orbitOfDraft(draft)
  if (!orbit || isEmpty(draft)) return undefined
  const [from, until] = [fromOf(draft), untilOf(draft)]
  const limits = limitsOf(draft)
  const object =
    orbit.kind === 'satellite'
      ? { satelliteId: orbit.satelliteId }
      : orbit.kind === 'catalogue'
        ? { catalogueId: orbit.catalogueId }
        : { orbitDataMessageType: orbit.kind, orbitDataMessage: orbit.text }
  return {
    ...object,
    measurementType: draft.type,
    fileCompressionType: draft.compression,
    priority: draft.priority,
    ...(draft.event === '' ? {} : { conjunctionId: draft.event }),
    ...(draft.names.length === 0 && draft.sensors.length > 0 ? { sensorCodes: [...draft.sensors] } : {}),
    ...(typeof from === 'number' ? { from: new Date(from).toISOString() } : {}),
    ...(typeof until === 'number' ? { to: new Date(until).toISOString() } : {}),
    ...(limits.elevation === undefined ? {} : { minimumElevation: limits.elevation }),
    ...(limits.durationS === undefined ? {} : { minimumDuration: limits.durationS }),
    ...(draft.names.length > 0 ? { observationPassIds: [...draft.names] } : { numberOfPassesRequested: draft.passes }),
  }
}

/** Returns the beginning of the track of a pass from its name: lists of passes show this time. */
export const trackMsOf = (name: string): number => Date.parse(name.split('@')[1] ?? '')

/** Returns the end, ms; `none` if the field is empty, `wrong` if the text is not a time. */
export function untilOf({ until }: Pick<Draft, 'until'>): number | 'none' | 'wrong' {
  if (until.trim() === '') return 'none'
  return typedTime(until) ?? 'wrong'
}

/** Returns the beginning, ms, or one of the same two words. A past time means now, and is omitted. */
export function fromOf({ from }: Pick<Draft, 'from'>): number | 'none' | 'wrong' {
  const fromMs = untilOf({ until: from })
  return typeof fromMs === 'number' && fromMs <= now() ? 'none' : fromMs
}

/** True if the window ends before it begins. */
export function isWindowTurned(draft: Pick<Draft, 'from' | 'until'>): boolean {
  const [from, until] = [fromOf(draft), untilOf(draft)]
  return typeof from === 'number' && typeof until === 'number' && from >= until
}

export type LimitFault = 'badElevation' | 'badLeast'
export type Limits = {
  /** The minimum elevation in degrees, and the minimum length in seconds. */
  readonly elevation?: number
  readonly durationS?: number
  readonly faults: readonly LimitFault[]
}

/** Returns the minimum elevation and length of an observation; an invalid text is an error, and not a limit. */
export function limitsOf({ elevation, least }: Pick<Draft, 'elevation' | 'least'>): Limits {
  const [degrees, minutes] = [elevation, least].map((text) => (text.trim() === '' ? undefined : readNumber(text)))
  const isHigh = degrees !== undefined && degrees >= 0 && degrees <= 90
  const durationS = minutes === undefined ? undefined : Math.round(minutes * 60)
  const isLong = durationS !== undefined && durationS >= 0 && durationS <= LONGEST_MINIMUM_S
  return {
    ...(isHigh ? { elevation: degrees } : {}),
    ...(isLong ? { durationS } : {}),
    faults: [
      ...(degrees !== undefined && !isHigh ? (['badElevation'] as const) : []),
      ...(minutes !== undefined && !isLong ? (['badLeast'] as const) : []),
    ],
  }
}

/** Returns the sensors that can make the measurement and take orders. */
export const ableFor = ({ type }: Pick<Draft, 'type'>, sensors: readonly Sensor[]): readonly Sensor[] => {
  const wanted = type === 'RADAR' ? 'RADAR_ACTIVE' : 'OPTICAL_PASSIVE'
  return sensors.filter(({ sensorType, providerId }) => sensorType === wanted && providerId !== null)
}

/**
 * Returns the able sensors to which the request can be sent: simulated sensors for a simulated object; for any other object the real
 * sensors, if there are any.
 */
export function payableOf(able: readonly Sensor[], isSimulated: boolean): readonly string[] {
  const own = able.filter((sensor) => !sensor.isSimulated)
  const asked = isSimulated || own.length === 0 ? able.filter((sensor) => sensor.isSimulated) : own
  return asked.map(({ sensorCode }) => sensorCode)
}

/** The properties of a part of the dialog. */
export type PartProps = { readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void }
