import type { NextCall } from '@apsis/contract/duty/next-call.ts'
import { isNothingToDecide } from '@apsis/contract/notice-text/notice-in-words.ts'
import {
  PROBABILITY_FLOOR,
  wholeMetres,
  writtenMinute,
  writtenNumber,
  writtenPower,
  writtenProbability,
} from '@apsis/contract/notice-text/written-number.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { CURVE, curvePicture } from '../picture/curve-picture.ts'
import { type EncounterPlane, planePicture } from '../picture/plane-picture.ts'
import { DELIVERY_WORDS } from './delivery-words.data.ts'
import { levelIn, nextCallIn, saidBeside } from './manner.service.ts'

/** The content of a notification, as it is sent by any channel. */
export type DeliveryContent = {
  /** The id is the same for every try, so that receivers recognise a repeated delivery. */
  readonly deliveryId: string
  readonly tries: number
  readonly kind: DeliveryKind
  readonly notification: Notification
  /** The address of the notification's page in the application. */
  readonly url: string
  readonly settingsUrl: string
  /** The address for acknowledging without signing in; absent: nothing has to be acknowledged. */
  readonly acknowledgeUrl?: string
  /** The last messages about the event at the time of sending, oldest first. */
  readonly history?: readonly HistoryLine[]
  /** The event in the conjunction plane, from the newest message; absent: the message has no covariance. */
  readonly plane?: EncounterPlane
  /** The present figures of the event; absent: there is no event. */
  readonly figures?: EventFigures
  /** The coming messages and passes of the event; absent: there is no event, or it is over. */
  readonly comingFacts?: ComingFacts
  /** The next call of the on-call chain if nobody acknowledges; absent: there is none. */
  readonly nextCall?: NextCall
  /** The reason why the newest message about the event is not attached to the mail; absent: it is attached, or there is none. */
  readonly notAttached?: NotAttached
  /** True if all data of the installation is simulated. */
  readonly isSimulated: boolean
  /** True if the event of the notification is simulated, or came from a connection for tests. */
  readonly isEventSimulated?: boolean
  /** True if the delivery only shows what deliveries look like, and is sent to nobody. */
  readonly isExample?: boolean
  /** The language of the person; the notification is already written in it. */
  readonly language: ReceiverLanguage
}

export type NotAttached = 'too-large' | 'failed'

/** Returns true if the notification is about an event without an open decision: nothing is due, and no pass is needed. */
export const needsNoDecision = ({ finding }: Notification): boolean => isNothingToDecide(finding?.values ?? {})

/** Returns the address for ordering the best pass; undefined if there is no pass to order. */
export const orderUrl = ({ comingFacts, url, notification }: DeliveryContent): string | undefined =>
  comingFacts?.passes?.toOrder === undefined || needsNoDecision(notification) ? undefined : `${url}?tab=tracking`

/** Returns the address of the same page, at the button for passing the event on. */
export const passOnUrl = (acknowledgeUrl: string): string => `${acknowledgeUrl}#pass`

/** The figures of one message about an event. */
export type HistoryLine = {
  readonly createdAtMs: number
  /** Null if the probability could not be computed. */
  readonly probability: number | null
  readonly missM: number
  /** The miss distance along R, T and N of the first object, m. */
  readonly missRtnM: Rtn
  readonly originator: string
  readonly isSimulated: boolean
}

export type Rtn = { readonly r: number; readonly t: number; readonly n: number }

/** An event in its present state: its figures, and its owner's thresholds. */
export type EventFigures = {
  readonly tcaMs: number
  readonly missM: number
  /** Null if only a report without covariances knows of the event. */
  readonly missRtnM: Rtn | null
  /** The probability from which the event is CRITICAL for its satellite; undefined if that is not known. */
  readonly criticalProbability: number | undefined
}

/** A pass that can decide an event, and the probability, 0 to 1, that its result decides it. */
export type DecidingPass = { readonly sensorCode: string; readonly atMs: number; readonly chance: number }

/** The passes that can decide an event before its deadline; both undefined if none can. */
export type DecidingPasses = {
  /** The best of the passes that are ordered. */
  readonly ordered: DecidingPass | undefined
  /** The best pass that can be ordered, if it is worth more than the ordered ones, and its price for the reader. */
  readonly toOrder:
    | (DecidingPass & { readonly price: { readonly amount: number; readonly currency: string } | undefined })
    | undefined
}

/** The coming messages and passes of an event before its closest approach, if they are known. */
export type ComingFacts = {
  readonly message: { readonly number: number; readonly atMs: number } | undefined
  /** Undefined: the passes are not known, or this reader may not see them. */
  readonly passes: DecidingPasses | undefined
}

export type DeliveryKind = Delivery['kind']

export type Fact = { readonly name: string; readonly value: string }

const MOST_SUBJECT_CHARACTERS = 140

/** Returns one line with the urgency, the finding and the satellites. */
export function subjectOf(content: DeliveryContent): string {
  const { notification, isExample = false, language } = content
  const { urgency, simulatedMark, exampleMark } = DELIVERY_WORDS[language]
  const { level } = notification
  const mark = isUrgent(level) ? urgency[level] : ''
  // The title may already name the level ("Risk raised to CRITICAL") or request action.
  const isSaid =
    isActTitle(notification) || notification.title.toLowerCase().includes(mark.replace(': ', '').toLowerCase())
  const line = `${isExample ? exampleMark : ''}${isMarked(content) ? simulatedMark : ''}${isSaid ? '' : mark}${headingOf(notification)}`
  return oneLine(line).slice(0, MOST_SUBJECT_CHARACTERS)
}

/** True if the delivery is marked as simulated. */
export const isMarked = ({ isSimulated, isEventSimulated = false }: DeliveryContent): boolean =>
  isSimulated || isEventSimulated

/** Returns the finding and the satellites, for places where the urgency is shown separately. */
export function headingOf({ title, finding }: Notification): string {
  const { satellite, secondary } = finding?.values ?? {}
  if (satellite === undefined || secondary === undefined) return oneLine(title)
  const pair = `${satellite} × ${secondary}`
  return oneLine(title.includes(pair) ? title : `${title}: ${pair}`)
}

/** Only the title that requests action, for an event that needs it, names both objects itself. */
const isActTitle = ({ title, finding }: Notification) =>
  finding?.values.action === 'ACT' && title.includes(`${finding.values.satellite} × ${finding.values.secondary}`)

const isUrgent = (level: Notification['level']): level is 'critical' | 'serious' | 'caution' =>
  level === 'critical' || level === 'serious' || level === 'caution'

/** Returns the part of a notification's text that its facts do not already show. */
export const besideFacts = ({ notification, language }: DeliveryContent): string => saidBeside(language, notification)

/** Returns the measured figures, in the order in which an operator asks for them. */
export function factsOf(content: DeliveryContent): Fact[] {
  const { notification, language } = content
  const words = DELIVERY_WORDS[language]
  const values = notification.finding?.values ?? {}
  const { probability, levelProbability, reported, missM, tcaAt, decideAt, level, designator } = values
  const none = typeof missM === 'number' ? words.noProbability : undefined
  const byOriginator = typeof reported === 'number' ? writtenProbability(reported, language) : undefined
  const facts = [
    [words.riskLevel, level === undefined ? undefined : levelIn(language, String(level))],
    [
      words.levelProbability,
      typeof levelProbability === 'number' ? writtenProbability(levelProbability, language) : undefined,
    ],
    [
      levelProbability === undefined ? words.probability : words.newestProbability,
      typeof probability === 'number' ? `${probabilityOf(content, probability)}${mostOf(content)}` : none,
    ],
    [words.reported, byOriginator],
    [words.miss, typeof missM === 'number' ? `${writtenNumber(wholeMetres(missM), language, 0)} m` : undefined],
    ['R, T, N', typeof missM === 'number' ? rtnOf(content, missM) : undefined],
    [words.closest, timeOf(tcaAt)],
    [words.decide, needsNoDecision(notification) ? undefined : timeOf(decideAt)],
    [words.designator, designator],
  ] as const
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: String(value) }]))
}

/** Returns the maximum of a probability that rests on a flat envelope, in brackets, to follow that probability; empty for all others. */
function mostOf({ notification, language }: DeliveryContent): string {
  const { envelope, maximumProbability: maximum } = notification.finding?.values ?? {}
  if (envelope !== 1 || typeof maximum !== 'number') return ''
  return ` (${DELIVERY_WORDS[language].envelopeMost} ${writtenProbability(maximum, language)})`
}

/**
 * Returns the probability and how it changed, as the pages write it: `2.12 × 10⁻⁴ ↑ ×2.0`. It is compared with the previous message of the same
 * originator: the one before the newest message with this probability. If either message is missing, no change is written.
 */
function probabilityOf({ history = [], language }: DeliveryContent, probability: number): string {
  const written = (value: number) => writtenProbability(value, language)
  const told = written(probability)
  const at = history.findLastIndex((line) => line.probability !== null && written(line.probability) === told)
  const { originator } = history[at] ?? {}
  const before = history.slice(0, Math.max(0, at)).findLast((line) => line.originator === originator)?.probability ?? 0
  if (Math.min(before, probability) < PROBABILITY_FLOOR) return told
  const rises = probability > before
  const factor = writtenFactor(rises ? probability / before : before / probability, language)
  if (factor === writtenFactor(1, language)) return told
  return `${told} ${rises ? '↑\u00a0×' : '↓\u00a0÷'}${factor}`
}

/** A change by more than this factor is written as a power of ten, as on the pages. */
const LARGEST_FACTOR = 10_000
const writtenFactor = (factor: number, language: ReceiverLanguage) =>
  factor < LARGEST_FACTOR ? writtenNumber(factor, language, 1) : writtenPower(Math.round(Math.log10(factor)))

/** Figures are shown in whole metres: values that differ by less than this are equal. */
const SAME_MISS_M = 0.5
/** The author of a message may have rounded a miss distance and its components by this fraction. */
const ROUNDED_SHARE = 0.01

/**
 * Returns the miss distance along R, T and N: of the event as it is now or, if its miss distance has changed, of the
 * newest message with the miss distance in the notice. Returns undefined if neither has it, or if the components do
 * not add up to the miss distance.
 */
function rtnOf({ figures, history = [], language }: DeliveryContent, missM: number): string | undefined {
  const known = [...(figures === undefined ? [] : [figures]), ...history.toReversed()]
  const same = known.find((one) => Math.abs(one.missM - missM) < SAME_MISS_M)
  if (same === undefined || same.missRtnM === null) return undefined
  const { r, t, n } = same.missRtnM
  const off = Math.abs(Math.sqrt(r * r + t * t + n * n) - missM)
  if (!(off <= Math.max(1, ROUNDED_SHARE * missM))) return undefined
  return `${[r, t, n].map((part) => signed(part, language)).join(', ')} m`
}

/** Writes a component, which shows only the direction, to the nearest metre; the miss distance itself is rounded down. */
function signed(value: number, language: ReceiverLanguage): string {
  // Adding 0 avoids a minus sign in front of a value just below 0.
  const whole = Math.round(value) + 0
  return `${whole > 0 ? '+' : ''}${writtenNumber(whole, language, 0)}`
}

function timeOf(value: string | number | undefined): string | undefined {
  return typeof value === 'string' ? `${value.slice(0, 19).replace('T', ' ')} Z` : undefined
}

/** The minimum number of messages of a history: the facts already show a single message. */
const LEAST_HISTORY = 2
/** A mail lists at most this many messages; the application lists all of them. */
const MOST_HISTORY = 5

export type WrittenHistory = {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Returns the probability and miss distance of the last messages, in the reader's language; undefined if there are too few. */
export function historyOf(content: DeliveryContent): WrittenHistory | undefined {
  const { history = [], language } = content
  if (history.length < LEAST_HISTORY) return undefined
  const words = DELIVERY_WORDS[language]
  const shown = history.slice(-MOST_HISTORY)
  const mark = !isMarked(content) && shown.some((line) => line.isSimulated) ? words.simulatedMark : ''
  return {
    title: `${mark}${words.history}`,
    head: [words.created, 'Pc', words.missShort],
    rows: shown.map(({ createdAtMs, probability, missM }) => [
      writtenMinute(createdAtMs),
      writtenProbability(probability ?? Number.NaN, language),
      `${writtenNumber(wholeMetres(missM), language, 0)} m`,
    ]),
  }
}

/** Returns a sentence that says whom the on-call chain calls, and when, if nobody acknowledges; empty if it calls nobody. */
export const nextCallSaid = ({ nextCall, language }: DeliveryContent): string =>
  nextCall === undefined ? '' : nextCallIn(language, nextCall)

/** Returns a sentence that says why the newest message is not attached; empty if it is attached or if there is none. */
export const notAttachedSaid = ({ notAttached, language }: DeliveryContent): string =>
  notAttached === undefined ? '' : DELIVERY_WORDS[language].notAttached[notAttached]

export type WrittenPicture = {
  readonly png: Buffer
  readonly shownAs: { readonly width: number; readonly height: number }
  readonly title: string
  /** A description of the dimensions, for a reader who does not see the picture. */
  readonly size: string
  /** The meaning of each shape in the picture. */
  readonly legend: string
}

/** Returns the picture of the conjunction plane with its words in the reader's language; undefined if there is no picture. */
export function planeOf({ plane, language, isSimulated }: DeliveryContent): WrittenPicture | undefined {
  const picture = plane && planePicture(plane)
  if (plane === undefined || picture === undefined) return undefined
  const words = DELIVERY_WORDS[language]
  const [first, second] = plane.names
  const [major, minor] = picture.sigmasM
  const said: Readonly<Record<string, string>> = {
    first,
    second,
    major: lengthIn(language, major),
    minor: lengthIn(language, minor),
    hardBody: lengthIn(language, plane.hardBodyM),
    bar: lengthIn(language, picture.barM),
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => said[name] ?? '')
  const mark = plane.isSimulated && !isSimulated ? words.simulatedMark : ''
  return {
    png: picture.png,
    shownAs: picture.shownAs,
    title: `${mark}${words.planeTitle}`,
    size: `${mark}${fill(words.planeSize)}`,
    legend: fill(words.planeLegend),
  }
}

/**
 * Returns the picture of the probability over time with its words in the reader's language; undefined if it cannot be
 * drawn, for example because there are fewer than two values.
 */
export function curveOf({ history = [], figures, language, isSimulated }: DeliveryContent): WrittenPicture | undefined {
  if (figures === undefined) return undefined
  const valued = history.flatMap(({ createdAtMs: atMs, probability, originator }) =>
    probability === null ? [] : [{ atMs, probability, originator }],
  )
  const { tcaMs, criticalProbability: threshold } = figures
  const png = curvePicture({ points: valued, tcaMs, threshold })
  const [first, last] = [valued[0], valued.at(-1)]
  if (png === undefined || first === undefined || last === undefined) return undefined
  const words = DELIVERY_WORDS[language]
  const said: Readonly<Record<string, string>> = {
    first: writtenProbability(first.probability, language),
    from: writtenMinute(first.atMs),
    last: writtenProbability(last.probability, language),
    to: writtenMinute(last.atMs),
    threshold: thresholdIn(language, threshold),
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => said[name] ?? '')
  const mark = history.some((one) => one.isSimulated) && !isSimulated ? words.simulatedMark : ''
  return {
    png,
    shownAs: CURVE.shownAs,
    title: `${mark}${words.curveTitle}`,
    size: `${mark}${fill(words.curveSize)}`,
    legend: fill(`${words.curveLegend}${threshold === undefined ? '' : words.curveThreshold}`),
  }
}

const thresholdIn = (language: ReceiverLanguage, threshold: number | undefined) =>
  writtenProbability(threshold ?? Number.NaN, language)

/** Returns a sentence that says from which probability the event is CRITICAL; empty if the threshold is not known. */
export function thresholdSaid({ figures, language }: DeliveryContent): string {
  const threshold = figures?.criticalProbability
  if (threshold === undefined) return ''
  return DELIVERY_WORDS[language].threshold.replace('{threshold}', thresholdIn(language, threshold))
}

/** A length below this is written with a decimal. */
const WHOLE_FROM_M = 10
const lengthIn = (language: ReceiverLanguage, lengthM: number): string => {
  const decimals = lengthM < WHOLE_FROM_M && !Number.isInteger(lengthM) ? 1 : 0
  return `${writtenNumber(lengthM, language, decimals)}\u00a0m`
}

/** Returns a text without line breaks and other control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Returns the lines that say why the mail was sent and how far it can be trusted. */
export function footerOf({
  kind,
  tries,
  isSimulated,
  isEventSimulated = false,
  isExample = false,
  settingsUrl,
  language,
}: DeliveryContent): string[] {
  const words = DELIVERY_WORDS[language]
  return [
    kind === 'test' ? words.test : '',
    isExample ? words.example : '',
    isSimulated ? words.simulated : isEventSimulated ? words.simulatedEvent : '',
    tries > 1 ? words.attempt.replace('{count}', String(tries)) : '',
    kind === 'confirmation' ? '' : words.chosen.replace('{url}', settingsUrl),
  ].filter((line) => line !== '')
}
