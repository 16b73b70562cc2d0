import type { Finding } from '@apsis/contract/finding.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { LetterLanguage } from '@apsis/contract/notifications/rule.ts'
import { type Manner, type Said, sayFinding } from '@apsis/contract/told/told-in-words.ts'
import { TOLD_WORDS } from '@apsis/contract/told/told-words.data.ts'
import { LETTER_WORDS } from './letter-words.data.ts'

/** Below this a probability is said to be below it, as on the pages. */
const PROBABILITY_FLOOR = 1e-10
/** Currencies whose smallest unit is not a hundredth are written by Intl; this says how many decimals that is. */
const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

const wordsIn =
  (words: Readonly<Record<string, string>>): Manner['t'] =>
  (word, values = {}) => {
    const { count } = values
    const plural = typeof count === 'number' ? `${word}_${count === 1 ? 'one' : 'other'}` : word
    return (words[plural] ?? words[word] ?? word).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values[name] ?? ''),
    )
  }

const minute = (ms: number) =>
  Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} Z` : '–'

/** How the API and letters write in English: numbers and levels as a program can read them. */
const ENGLISH: Manner = {
  t: wordsIn(TOLD_WORDS.en),
  minute,
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
}

/** How letters write numbers, times and levels in German: as the pages do. */
const GERMAN: Manner = {
  t: wordsIn(TOLD_WORDS.de),
  minute,
  number: (value, decimals) => germanNumber(value, decimals),
  probability: (value) => writtenProbability(value, 'de'),
  money: (amount, currency) => {
    const digits = decimalsOf(currency)
    return `${germanNumber(amount / 10 ** digits, digits)}\u00a0${currency}`
  },
  level: (level) => LETTER_WORDS.de.levels[level as keyof typeof LETTER_WORDS.de.levels] ?? level,
}

/** A number with a comma, thin spaces between thousands and a true minus. */
export function germanNumber(value: number, decimals?: number): string {
  if (!Number.isFinite(value)) return '–'
  const text = decimals === undefined ? String(Number(value.toFixed(3))) : value.toFixed(decimals)
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u2009')
  return `${Number(text) < 0 ? '\u2212' : ''}${grouped}${fraction === undefined ? '' : `,${fraction}`}`
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A probability as the pages write it: `2.12 × 10⁻⁴`, in German with a comma. */
export function writtenProbability(value: number, language: LetterLanguage): string {
  const isGerman = language === 'de'
  if (value < PROBABILITY_FLOOR) return isGerman ? 'unter 10⁻¹⁰' : 'below 10⁻¹⁰'
  const [mantissa = '', power = ''] = value.toExponential(2).split('e')
  const raised = power
    .replace('+', '')
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit)
  return `${isGerman ? mantissa.replace('.', ',') : mantissa} × 10${raised}`
}

/** What is told by a finding, in English: as the API shows it. */
export function inEnglish(finding: Finding): Said {
  const text = sayFinding(ENGLISH, finding)
  if (text === undefined) throw new TypeError(`${finding.code} is told to nobody`)
  return text
}

/** What a notification says, in the language of its person; without a finding it keeps its own words. */
export function saidIn(language: LetterLanguage, { title, message, finding }: Notification): Said {
  const text = language === 'de' && finding !== undefined ? sayFinding(GERMAN, finding) : undefined
  return text ?? { title, message }
}
