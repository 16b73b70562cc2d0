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

/** A request that is being written. */
export type Draft = {
  readonly satellite: string
  /** A name, a catalogue number or an orbit as somebody wrote it, where no satellite is named by its id. */
  readonly object: string
  readonly type: (typeof MEASUREMENT_TYPES)[number]
  readonly compression: (typeof COMPRESSIONS)[number]
  readonly priority: (typeof PRIORITIES)[number]
  /** The number of wanted passes; 0: every one was left out. */
  readonly passes: number
  /** The passes that the reader has chosen, as requests name them; those that are missing from the wanted number are proposed. */
  readonly names: readonly string[]
  /** The passes with which it began, as the address named them. */
  readonly asked: readonly string[]
  /** The kind of measurement with which it began, as the address named it; empty: it named none. */
  readonly askedType: string
  /** The order with which it began, as the address has it: sensors, number and priority; empty: it had none. */
  readonly askedOrder: string
  /** The sensors that may make them; empty: all that can. */
  readonly sensors: readonly string[]
  /** From when on, as somebody writes it; empty: from now on. */
  readonly from: string
  /** Until when, as somebody writes it; empty: as long as is usual. */
  readonly until: string
  /** True if the reader wrote the time: the decision of the event does not replace it. */
  readonly isUntilOwn: boolean
  /** The least height, degrees, and the least length, minutes, as text; empty: the limits of the sensors. */
  readonly elevation: string
  readonly least: string
  /** The event that it is for, by its id; empty: none. */
  readonly event: string
  /** The key by which the server makes one request of it, however often it is sent. */
  readonly key: string
  /** It was sent, and is sent again as it was under the same key: nothing is proposed beside it until it is changed. */
  readonly isSent: boolean
}

/** Begins with a satellite of the organisation by its id, or with any object by its name, its catalogue number or its orbit. */
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
  /** The id of the event that it is for. */
  readonly event?: string | undefined
  /** Passes as requests name them, with commas between them. */
  readonly passes?: string | undefined
  /** Degrees. */
  readonly elevation?: string | undefined
  /** An order without a pass: codes of sensors with commas between them, the number of passes, and the date. */
  readonly sensors?: string | undefined
  readonly count?: string | undefined
  readonly priority?: string | undefined
}

/** Passes behind this need an end of their own: without one, they are looked for over the usual days. */
const USUAL_MS = (USUAL_WINDOW_DAYS - 1) * DAY_MS
/** A request reaches no farther. */
const LONGEST_MS = MOST_WINDOW_DAYS * DAY_MS - MINUTE_MS
/** The last pass is over so long after its track began. */
const AFTER_TRACK_MS = HOUR_MS / 2

/** Begins with the object, the event and the passes that an address names. */
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
 * True if an address asks for the request that a draft was begun for, so that the draft goes on. Passes that were chosen elsewhere since are
 * another request; without any the address says nothing of them, as it does of the kind of measurement.
 */
export const isBegunFor = (kept: Draft, asked: Draft): boolean =>
  kept.satellite === asked.satellite &&
  kept.object === asked.object &&
  kept.event === asked.event &&
  (asked.askedType === '' || asked.askedType === kept.askedType) &&
  (asked.askedOrder === '' || asked.askedOrder === kept.askedOrder) &&
  (asked.asked.length === 0 || asked.asked.toSorted().join() === kept.asked.toSorted().join())

/** The key by which the draft of a new request is kept. */
export const DRAFT_KEY = 'new-observation'
/** The draft of this browser: it survives a reload. */
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

/** Returns the stored draft if it is whole; else null. */
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

/** Returns the orbit whose passes are asked for; undefined while nothing is named. */
export const orbitOfDraft = ({ satellite, object }: Draft) =>
  satellite === '' ? orbitOfText(object) : ({ kind: 'satellite', satelliteId: satellite } as const)

/** Returns the draft as it is stored once it is sent: the proposed passes are chosen, and nothing else of it changes by itself. */
export const sentOf = (draft: Draft): Draft => ({ ...draft, passes: draft.names.length || draft.passes, isSent: true })

/** True if every pass was left out: there is nothing to ask for. */
export const isEmpty = ({ names, passes }: Draft): boolean => names.length === 0 && passes === 0

/** Returns the body of the request: fields of the orbit message are there together or not at all (spec §5). None if no pass is wanted. */
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

/** Returns the end, ms; `none` if the field is empty, `wrong` if the text is no time. */
export function untilOf({ until }: Pick<Draft, 'until'>): number | 'none' | 'wrong' {
  if (until.trim() === '') return 'none'
  return typedTime(until) ?? 'wrong'
}

/** Returns the beginning in the same way. A past time means now, and is left out. */
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
  /** Degrees, and seconds. */
  readonly elevation?: number
  readonly durationS?: number
  readonly faults: readonly LimitFault[]
}

/** Returns the least height and length of an observation; a text that is not such a number is a fault, and no limit. */
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

/** The sensors that can make the measurement and take orders. */
export const ableFor = ({ type }: Pick<Draft, 'type'>, sensors: readonly Sensor[]): readonly Sensor[] => {
  const wanted = type === 'RADAR' ? 'RADAR_ACTIVE' : 'OPTICAL_PASSIVE'
  return sensors.filter(({ sensorType, providerId }) => sensorType === wanted && providerId !== null)
}

/**
 * Returns the sensors that are asked among those that can: simulated sensors for a simulated object, for any other the organisation's own ones
 * if there are any.
 */
export function payableOf(able: readonly Sensor[], isSimulated: boolean): readonly string[] {
  const own = able.filter((sensor) => !sensor.isSimulated)
  const asked = isSimulated || own.length === 0 ? able.filter((sensor) => sensor.isSimulated) : own
  return asked.map(({ sensorCode }) => sensorCode)
}

/** A part of the dialog. */
export type PartProps = { readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void }
