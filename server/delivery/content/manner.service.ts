import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'
import type { NextCall } from '@apsis/contract/duty/next-call.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import {
  type Advice,
  type AdviceManner,
  type AdvisedEvent,
  sayAdvice,
  sayDecided,
} from '@apsis/contract/notice-text/advice-in-words.ts'
import { ADVICE_WORDS, COMMIT_WORDS, DECIDED_WORDS } from '@apsis/contract/notice-text/advice-words.data.ts'
import { sayCall } from '@apsis/contract/notice-text/call-in-words.ts'
import {
  ageIn,
  CATALOGUE_IN_ENGLISH,
  type CatalogueFacts,
  sayWarning,
} from '@apsis/contract/notice-text/catalogue-in-words.ts'
import { CATALOGUE_WORDS } from '@apsis/contract/notice-text/catalogue-words.data.ts'
import { DELIVERY_REASON_WORDS } from '@apsis/contract/notice-text/delivery-reason-words.data.ts'
import { levelByBeside, sayLevelBy } from '@apsis/contract/notice-text/level-by-in-words.ts'
import type { Manner } from '@apsis/contract/notice-text/manner.ts'
import { sayNextCall } from '@apsis/contract/notice-text/next-call-in-words.ts'
import { sayBeside, sayCause, sayFinding, type TitleAndMessage } from '@apsis/contract/notice-text/notice-in-words.ts'
import { TOLD_WORDS } from '@apsis/contract/notice-text/notice-words.data.ts'
import {
  PROBABILITY_FLOOR,
  writtenMinute,
  writtenNumber,
  writtenProbability,
} from '@apsis/contract/notice-text/written-number.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { DELIVERY_WORDS } from './delivery-words.data.ts'

/** Returns the number of decimals of a currency; for some currencies it is not two. */
const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

function reasonIn(language: ReceiverLanguage, code: string): string {
  const words: Readonly<Record<string, string>> = DELIVERY_REASON_WORDS[language]
  return words[code] ?? code
}

const wordsIn =
  (words: Readonly<Record<string, string>>) =>
  (word: string, values: Finding['values'] = {}): string => {
    const { count } = values
    const plural = typeof count === 'number' ? `${word}_${count === 1 ? 'one' : 'other'}` : word
    return (words[plural] ?? words[word] ?? word).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    )
  }

/** The wording of the API: English, with numbers and levels that a program can read. */
const ENGLISH: Manner = {
  t: wordsIn(TOLD_WORDS.en),
  minute: writtenMinute,
  number: (value, decimals) =>
    Number.isFinite(value)
      ? decimals === undefined
        ? String(Number(value.toFixed(3)))
        : value.toFixed(decimals)
      : '–',
  probability: (value) => (value < PROBABILITY_FLOOR ? 'below 1e-10' : value.toExponential(2)),
  money: (amount, currency) => {
    const digits = decimalsOf(currency)
    return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`
  },
  level: (level) => level,
  deliveryReason: (code) => reasonIn('en', code),
  catalogue: CATALOGUE_IN_ENGLISH,
}

/** The wording of deliveries to people: numbers as on the pages, in the reader's language. */
const mannerIn = (language: ReceiverLanguage): Manner => ({
  t: wordsIn(TOLD_WORDS[language]),
  minute: writtenMinute,
  number: (value, decimals) => writtenNumber(value, language, decimals),
  probability: (value) => writtenProbability(value, language),
  money: (amount, currency) => {
    const digits = decimalsOf(currency)
    return `${writtenNumber(amount / 10 ** digits, language, digits)}\u00a0${currency}`
  },
  level: (level) => levelIn(language, level),
  deliveryReason: (code) => reasonIn(language, code),
  catalogue: {
    t: wordsIn(CATALOGUE_WORDS[language]),
    number: (value) => writtenNumber(value, language, 0),
    age: ageIn(language),
  },
})
const WRITTEN: Readonly<Record<ReceiverLanguage, Manner>> = { en: mannerIn('en'), de: mannerIn('de') }

/** Writes an amount, given in the smallest unit of a currency, for a reader. */
export const moneyIn = (language: ReceiverLanguage, amount: number, currency: string): string =>
  WRITTEN[language].money(amount, currency)

/** Returns the name of a risk level in the language of a reader. */
export function levelIn(language: ReceiverLanguage, level: string): string {
  const words: Readonly<Record<string, string>> = DELIVERY_WORDS[language].levels
  return words[level] ?? level
}

type LevelledEvent = Pick<Conjunction, 'levelBy' | 'track'> & {
  readonly conjunctionData: Pick<Conjunction['conjunctionData'], 'riskLevel'>
}

/** Returns a sentence that says which estimate determines the level of an event; empty if the shown figures are from the same estimate. */
export function levelByIn(language: ReceiverLanguage, { levelBy, track, conjunctionData }: LevelledEvent): string {
  return sayLevelBy(WRITTEN[language], { level: conjunctionData.riskLevel, ...levelByBeside({ levelBy, track }) })
}

/** Returns title and message of a finding in English, as the API shows them. */
export function inEnglish(finding: Finding): TitleAndMessage {
  const text = sayFinding(ENGLISH, finding)
  if (text === undefined) throw new TypeError(`${finding.code} is told to nobody`)
  return text
}

/** Returns the entry about a call of the chain in the record of an event, in English, as the API shows it. */
export const callInEnglish = (call: DutyCall): string => sayCall(ENGLISH, call)

/** Returns the same entry in the language of a reader. */
export const callIn = (language: ReceiverLanguage, call: DutyCall): string => sayCall(WRITTEN[language], call)

/** Returns a sentence that says whom the on-call chain calls next, in the language of a reader. */
export const nextCallIn = (language: ReceiverLanguage, call: NextCall): string => sayNextCall(WRITTEN[language], call)

/** Returns a sentence that says why the platform moved a plan, in the language of a reader; `words` if the cause is unknown. */
export const causeIn = (language: ReceiverLanguage, cause: Finding['values'] | undefined, words: string): string =>
  (cause && sayCause(WRITTEN[language], cause)) ?? words

/** Returns the text of a notification in the language of its reader; a notification without a finding keeps its text. */
export function saidIn(language: ReceiverLanguage, { title, message, finding }: Notification): TitleAndMessage {
  const text = finding === undefined ? undefined : sayFinding(WRITTEN[language], finding)
  return text ?? { title, message }
}

/** Returns the text of a finding in the language of a reader; throws if the finding has no text for people. */
export function saidByFinding(language: ReceiverLanguage, finding: Finding): TitleAndMessage {
  const text = sayFinding(WRITTEN[language], finding)
  if (text === undefined) throw new TypeError(`${finding.code} is told to nobody`)
  return text
}

/** Returns the text of a notification that is shown next to its facts: for an event, everything except the event itself. */
export function saidBeside(language: ReceiverLanguage, { message, finding }: Notification): string {
  const { missM, tcaAt, decideAt } = finding?.values ?? {}
  if (finding === undefined || typeof missM !== 'number' || tcaAt === undefined || decideAt === undefined)
    return message
  return sayBeside(WRITTEN[language], finding)?.message ?? message
}

const adviceManner = (language: ReceiverLanguage): AdviceManner => ({
  advice: wordsIn(ADVICE_WORDS[language]),
  decided: wordsIn(DECIDED_WORDS[language]),
  commit: wordsIn(COMMIT_WORDS[language]),
  number: (value) => writtenNumber(value, language),
  probability: (value) => writtenProbability(value, language),
  level: (level) => levelIn(language, level),
  // The caller has already replaced accounts by names.
  person: (account) => account,
})
const ADVISING: Readonly<Record<ReceiverLanguage, AdviceManner>> = { en: adviceManner('en'), de: adviceManner('de') }

/** Returns the advice about an event with its deadline, as on the event's page, in the language of a reader. */
export const adviceIn = (language: ReceiverLanguage, event: AdvisedEvent, nowMs: number): Advice =>
  sayAdvice(ADVISING[language], event, nowMs)

/** Returns a decision and its author, in the language of a reader. */
export const decidedIn = (language: ReceiverLanguage, decision: Conjunction['decision']): string =>
  sayDecided(ADVISING[language], decision)

/** Returns a sentence that says what a catalogue lacks, and that it is old, in the language of a reader; undefined if it is complete and fresh. */
export const catalogueWarningIn = (
  language: ReceiverLanguage,
  held: CatalogueFacts,
  atMs: number,
): string | undefined => sayWarning(WRITTEN[language].catalogue, held, atMs)
