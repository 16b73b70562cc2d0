import type { Conjunction } from '../ca/event/conjunction.ts'
import type { ADVICE_WORDS, COMMIT_WORDS, DECIDED_WORDS } from './advice-words.data.ts'
import { writtenMinute } from './written-number.ts'

type Word<C extends { readonly en: object }> = (
  word: keyof C['en'] & string,
  values?: Readonly<Record<string, string>>,
) => string

/** The functions that write the values in a sentence about the action for an event, for one language and one reader. */
export type AdviceManner = {
  readonly advice: Word<typeof ADVICE_WORDS>
  readonly decided: Word<typeof DECIDED_WORDS>
  readonly commit: Word<typeof COMMIT_WORDS>
  readonly number: (value: number) => string
  readonly probability: (value: number) => string
  /** Returns the name of a risk level. */
  readonly level: (level: string) => string
  /** Returns the name of a person, given the account. */
  readonly person: (account: string) => string
}

/** The action, with its deadline and its reason. */
export type Advice = { readonly what: string; readonly rest: string }

export type AdvisedEvent = Pick<
  Conjunction,
  'action' | 'commit' | 'decideBefore' | 'decision' | 'mitigation' | 'reopens'
> & { readonly conjunctionData: Pick<Conjunction['conjunctionData'], 'tca'> }

/** Returns the first sentence about an event, which is the same everywhere: the action and its deadline, or that no decision is open any more. */
export function sayAdvice(m: AdviceManner, event: AdvisedEvent, nowMs: number): Advice {
  const { action, decision, mitigation, reopens } = event
  if (nowMs >= Date.parse(event.conjunctionData.tca)) return { what: m.advice('over'), rest: '' }
  if (mitigation !== null) return mitigatedAdvice(m, mitigation)
  if (decision.state === 'DECIDED' || decision.state === 'CLOSED') {
    const what =
      decision.state === 'CLOSED'
        ? m.advice('closed', { who: decision.by ? `, ${m.person(decision.by)}` : '' })
        : m.advice('decided', { decision: sayDecided(m, decision) })
    return { what, rest: reopens === null ? '' : sayReopening(m, reopens) }
  }
  return { what: m.advice(action), rest: action === 'IGNORE' ? '' : deadlineText(m, event, nowMs) }
}

function mitigatedAdvice(m: AdviceManner, { plan, aboveProbability }: NonNullable<Conjunction['mitigation']>): Advice {
  return { what: m.advice('mitigatedBy', { plan }), rest: m.advice('unless', { pc: m.probability(aboveProbability) }) }
}

function deadlineText(m: AdviceManner, { commit, decideBefore }: AdvisedEvent, nowMs: number): string {
  const atMs = Date.parse(decideBefore)
  const { contact } = commit
  const why = contact === null ? sayCommit(m, commit) : m.advice('lastContact', { station: contact.station })
  const left = leftText(atMs - nowMs)
  return m.advice(atMs < nowMs ? 'late' : 'decide', { time: shortTime(atMs, nowMs), left, why })
}

/**
 * Returns `Last command contact 24 h or more before TCA: SIM North, 2026-11-20 06:12 Z to 06:22 Z`, or the reason why only the configured hours
 * determine the deadline.
 */
export function sayCommit(m: Omit<AdviceManner, 'person'>, { source, hours, contact }: Conjunction['commit']): string {
  const values = { hours: m.number(hours) }
  if (contact === null) return m.commit(source, values)
  const [from, to] = [writtenMinute(Date.parse(contact.from)), writtenMinute(Date.parse(contact.to))]
  return m.commit(source, { ...values, station: contact.station, from, to: to.slice(DATE_LENGTH) })
}

/** Returns a sentence that says when a decided event is checked again, and what reopens it earlier. */
export function sayReopening(m: Omit<AdviceManner, 'person'>, reopens: NonNullable<Conjunction['reopens']>): string {
  const { lookAgainAt } = reopens
  const rising = risingText(m, reopens)
  if (lookAgainAt === null) return rising
  return `${m.decided('nextLook', { time: writtenMinute(Date.parse(lookAgainAt)) })} ${rising}`
}

function risingText(
  m: Omit<AdviceManner, 'person'>,
  { aboveLevel, aboveProbability }: NonNullable<Conjunction['reopens']>,
): string {
  const level = m.level(aboveLevel)
  const canRise = aboveLevel !== 'CRITICAL'
  if (aboveProbability === null) return canRise ? m.decided('reopensLevel', { level }) : m.decided('reopensNever')
  const pc = m.probability(aboveProbability)
  return canRise ? m.decided('reopensBoth', { pc, level }) : m.decided('reopensPc', { pc })
}

/** Returns for example `monitor, Kim Weber`; without a name if nobody is known. */
export function sayDecided(m: AdviceManner, { state, decision, by }: Conjunction['decision']): string {
  const what = m.decided(state === 'CLOSED' || decision === null ? 'closed' : decision)
  return by ? `${what}, ${m.person(by)}` : what
}

const DAY_MS = 86_400_000
/** The length of a date and the space after it, in characters. */
const DATE_LENGTH = 11
/** The hours and minutes of a time stay on one line. */
const NO_BREAK = '\u00a0'

/** Returns for example `01:05 Z` within a day, otherwise with the date. */
const shortTime = (atMs: number, nowMs: number): string =>
  Math.abs(atMs - nowMs) < DAY_MS ? writtenMinute(atMs).slice(DATE_LENGTH) : writtenMinute(atMs)

/** Returns the time until or since an instant: `1 d 04 h 52 m`, `5 h 52 m`, `43 m`. */
export function leftText(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000)
  const two = (n: number) => String(n).padStart(2, '0')
  const [d, h, m] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = d > 0 ? [`${d} d`, `${two(h)} h`, `${two(m)} m`] : h > 0 ? [`${h} h`, `${two(m)} m`] : [`${m} m`]
  return parts.join(' ').replaceAll(' ', NO_BREAK)
}
