import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Demo } from '@apsis/contract/ca/demo.ts'
import { isDecided } from '@apsis/contract/ca/event/duty.ts'
import { isLevelSimulated } from '@apsis/contract/ca/event/level-by.ts'
import { MESSAGE_OLD_MS } from '@apsis/contract/ca/event/message-age.ts'
import { isUnseen } from '@apsis/contract/ca/event/reopening.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { urgencyOf } from '@apsis/contract/ca/event/urgency.ts'
import { RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import { hasBurn } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import type { ScreeningState } from '@apsis/contract/ca/satellite/screening-state.ts'
import { leftText } from '@apsis/contract/notice-text/advice-in-words.ts'
import { writtenAge } from '@apsis/contract/notice-text/catalogue-in-words.ts'
import { LEVEL_CAUSE_WORDS } from '@apsis/contract/notice-text/level-cause-words.data.ts'
import {
  wholeMetres,
  writtenMinute,
  writtenNumber,
  writtenProbability,
} from '@apsis/contract/notice-text/written-number.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import { type Feed, silenceFinding, silenceOf } from '../../connections/feed.service.ts'
import {
  adviceIn,
  catalogueWarningIn,
  decidedIn,
  levelByIn,
  levelIn,
  saidByFinding,
} from '../../delivery/content/manner.service.ts'
import type { TimelessConjunction } from '../event/present-event.ts'
import { REPORT_WORDS } from './report-words.data.ts'
import type { PlanRow, SourceRow } from './situation.repository.ts'
import { SITUATION_WORDS } from './situation-words.data.ts'

/** The state of all future events, and the evidence that the list is complete. */
export type Situation = {
  readonly nowMs: number
  /** The events, the most urgent first. */
  readonly events: readonly TimelessConjunction[]
  /** The events that are listed. */
  readonly listed: readonly TimelessConjunction[]
  readonly plans: readonly PlanRow[]
  /** The messages from which the events take their figures. */
  readonly sources: readonly SourceRow[]
  /** The feeds that deliver messages. */
  readonly feeds: readonly Feed[]
  readonly newestMessageAt: Date | null
  readonly satellites: readonly ScreeningState[]
  /** The checks of the fleet's scheduled screenings. */
  readonly screenings: readonly Check[]
  /** The progress of filling a demo fleet; null: there is none, or it is complete. */
  readonly filling: Demo['filling']
}

type Reader = {
  readonly language: ReceiverLanguage
  readonly publicUrl: string
  /** True: the whole mail is marked as simulated. */
  readonly isSimulated: boolean
}

type Word = keyof (typeof SITUATION_WORDS)['en']
type Manner = ReturnType<typeof mannerOf>

/** Returns the functions that write for one reader at one time. */
function mannerOf({ language }: Pick<Reader, 'language'>, nowMs: number) {
  const words: Readonly<Record<string, string>> = SITUATION_WORDS[language]
  const t = (word: Word, values: Readonly<Record<string, string | number>> = {}): string =>
    (words[word] ?? word).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  return {
    language,
    nowMs,
    t,
    counted: (word: 'open' | 'waits' | 'more' | 'drafts', count: number) =>
      t(`${word}_${count === 1 ? 'one' : 'other'}`, { count }),
    number: (value: number) => writtenNumber(value, language, 0),
    minute: (iso: string) => writtenMinute(Date.parse(iso)),
    /** Writes the age of a time. */
    age: (ms: number) => ageText(Math.max(0, nowMs - ms), language),
  }
}

/** `43 min`, `2.3 h`, `3.0 d`: below an hour, the age is written in minutes, as on the pages. */
const ageText = (ms: number, language: ReceiverLanguage): string =>
  (ms < HOUR_MS
    ? `${Math.floor(ms / MINUTE_MS)} min`
    : writtenAge(ms, (value) => writtenNumber(value, language, 1))
  ).replace(' ', NO_BREAK)

/** A number and its unit stay on one line. */
const NO_BREAK = '\u00a0'

/**
 * Writes the present situation for a reader. It says that no event is open only if all sources that would report one are present and up to
 * date; whatever is missing comes first.
 */
export function writeSituation(situation: Situation, reader: Reader) {
  const { nowMs, events, listed } = situation
  const m = mannerOf(reader, nowMs)
  const doubts = doubtsOf(situation, m)
  const open = events.filter(({ state }) => state !== 'MITIGATED')
  const isNone = open.length === 0
  const [first] = open
  const isUnknown = isNone && doubts.length > 0
  const heading = isNone ? m.t(isUnknown ? 'unknown' : 'nothing') : m.counted('open', open.length)
  const named = withLevels(heading, open, m)
  const what = isNone || doubts.length === 0 ? named : m.t('subjectShort', { what: named })
  return {
    subject: m.t('subject', { what }),
    heading,
    level: first === undefined ? (isUnknown ? ('inactive' as const) : ('ok' as const)) : urgencyAt(first),
    lead: events.length === 0 ? m.t(isUnknown ? 'leadUnknown' : 'leadNothing') : leadOf(events, m),
    doubts: { title: m.t(isNone ? 'doubtsUnknown' : 'doubtsOpen'), lines: doubts },
    events: listed.map((event) => eventOf(event, situation, { m, reader })),
    more: events.length > listed.length ? m.counted('more', events.length - listed.length) : '',
    sources: { title: m.t('sources'), lines: sourcesOf(situation, m) },
    list: { label: m.t('list'), url: `${reader.publicUrl}/ca/conjunctions` },
  }
}

/** A mail list shows the beginning of a subject, so the subject names the levels that wait for a decision, or else the highest level. */
function withLevels(heading: string, open: Situation['events'], m: Manner): string {
  const above = open.filter(isAbove)
  const highest = Math.max(...open.map(({ conjunctionData }) => rankOf(conjunctionData.riskLevel)))
  const said = above.length > 0 ? above : open.filter((one) => rankOf(one.conjunctionData.riskLevel) === highest)
  return [heading, ...(said.length === 0 ? [] : [levelsOf(said, m)])].join(': ')
}

/** Returns the urgency of an event; an event that a burn has mitigated needs no decision. */
const urgencyAt = ({ state, action, conjunctionData: { riskLevel: level } }: TimelessConjunction) =>
  state === 'MITIGATED' ? ('ok' as const) : named(urgencyOf({ level, action }))

const named = (level: ReturnType<typeof urgencyOf>) =>
  level === 'critical' || level === 'serious' || level === 'caution' ? level : ('ok' as const)

/** Writes for example `1 CRITICAL, 2 HIGH, 1 mitigated`, the worst first. */
function levelsOf(events: Situation['events'], m: Manner): string {
  const open = events.filter(({ state }) => state !== 'MITIGATED')
  const mitigated = events.length - open.length
  // Events without an assessment come last, as on the pages: they are counted, but do not rank as the worst.
  const said = RISK_LEVELS.toReversed().flatMap((level) => {
    const count = open.filter(({ conjunctionData }) => conjunctionData.riskLevel === level).length
    return count === 0 ? [] : [m.t('levels', { count, level: levelIn(m.language, level) })]
  })
  return [...said, ...(mitigated === 0 ? [] : [m.t('mitigated', { count: mitigated })])].join(', ')
}

function leadOf(events: Situation['events'], m: Manner): string {
  const waits = events.filter((event) => isAbove(event) && !isDecided(event)).length
  return `${m.t('lead', { levels: levelsOf(events, m) })} ${waits === 0 ? m.t('waitsNone') : m.counted('waits', waits)}`
}

const isAbove = ({ conjunctionData }: TimelessConjunction) => rankOf(conjunctionData.riskLevel) >= rankOf('HIGH')

/** Lists the reasons why there may be more events than are known; empty: nothing is known to be missing. */
function doubtsOf(situation: Situation, m: Manner): string[] {
  const { satellites, filling, screenings } = situation
  const unseen = satellites.filter(({ state }) => state === 'NOT_SCREENED').length
  return [
    ...(satellites.length === 0 ? [m.t('noSatellites')] : []),
    ...(filling === null ? [] : [m.t('filling', filling)]),
    ...messageDoubts(situation, m),
    ...(unseen === 0 ? [] : [m.t('notScreened', { count: unseen, all: satellites.length })]),
    ...screenings.flatMap((check) => screeningDoubt(check, m)),
  ]
}

function messageDoubts({ feeds, newestMessageAt, nowMs }: Situation, m: Manner): string[] {
  if (feeds.length > 0) return feeds.flatMap((feed) => feedDoubt(feed, m))
  if (newestMessageAt === null) return [m.t('noMessages')]
  const newestMs = newestMessageAt.getTime()
  return nowMs - newestMs > MESSAGE_OLD_MS ? [m.t('oldMessages', { age: m.age(newestMs) })] : []
}

/** Writes the doubt about a silent source, or about a new source without data, which cannot be relied on either. */
function feedDoubt(feed: Feed, m: Manner): string[] {
  if (silenceOf(feed, m.nowMs).isSilent) return [saidByFinding(m.language, silenceFinding(feed, m.nowMs)).message]
  return feed.lastSuccessAt === null ? [m.t('feedNew', { feed: feed.name })] : []
}

/** Names a screening in words; an unknown screening keeps its own name. */
const whatOf = ({ name }: Check, m: Manner) =>
  name === 'fleet against catalogue' || name === 'fleet against messages' ? m.t(name) : name

function screeningDoubt(check: Check, m: Manner): string[] {
  const what = whatOf(check, m)
  const age = m.age(Date.parse(check.lastAt ?? ''))
  if (check.lastAt === undefined) return [m.t('screeningPending', { what })]
  if (check.isLate === true) return [m.t('screeningLate', { what, age })]
  const trouble = check.finding?.values.trouble
  return trouble === undefined ? [] : [m.t('screeningFailed', { what, age, trouble })]
}

/** Writes the sources of the data, and their age. */
function sourcesOf({ feeds, newestMessageAt, screenings, satellites }: Situation, m: Manner): string[] {
  const newest =
    newestMessageAt === null ? m.t('messageNone') : m.t('message', { age: m.age(newestMessageAt.getTime()) })
  return [
    ...(feeds.length === 0 ? [m.t('noFeed')] : feeds.flatMap((feed) => feedLine(feed, m))),
    newest,
    ...screenings.flatMap((check) =>
      check.lastAt === undefined
        ? []
        : [m.t('screening', { what: whatOf(check, m), age: m.age(Date.parse(check.lastAt)) })],
    ),
    ...catalogueLine(satellites, m),
  ]
}

function feedLine(feed: Feed, m: Manner): string[] {
  const { name, lastSuccessAt, lastMessageAt, lastError } = feed
  // A source without data is listed under the missing data.
  if (lastSuccessAt === null) return []
  const values = { feed: name, age: m.age(lastSuccessAt.getTime()) }
  const line =
    lastMessageAt === null
      ? m.t('feed', values)
      : m.t('feedMessage', { ...values, message: m.age(lastMessageAt.getTime()) })
  return [lastError === null ? line : m.t('feedTrouble', { line, trouble: lastError })]
}

/**
 * Writes which objects a screening could not see, because its catalogue lacked them or was old. All satellites are screened against the
 * same catalogue, so one of them is enough.
 */
function catalogueLine(satellites: Situation['satellites'], m: Manner): string[] {
  for (const { catalogue, screenedAt } of satellites) {
    const warning =
      catalogue === null || screenedAt === null
        ? undefined
        : catalogueWarningIn(m.language, catalogue, Date.parse(screenedAt))
    if (warning !== undefined) return [warning]
  }
  return []
}

type TextStyle = { readonly m: Manner; readonly reader: Reader }

function eventOf(event: TimelessConjunction, situation: Situation, { m, reader }: TextStyle) {
  const { conjunctionId, satelliteId, conjunctionData: data, object1, object2, state } = event
  const { what, rest } = adviceIn(m.language, event, m.nowMs)
  const word = levelIn(m.language, data.riskLevel)
  const mark = isLevelSimulated(event) && !reader.isSimulated ? m.t('simulatedMark') : ''
  const place = encodeURIComponent(satelliteId ?? object1.designator)
  return {
    level: urgencyAt(event),
    isBrief: urgencyAt(event) === 'ok',
    mark: `${mark}${state === 'MITIGATED' ? m.t('isMitigated', { level: word }) : word}`,
    heading: `${nameOf(object1)} × ${nameOf(object2)} (${object2.designator})`,
    advice: `${what} ${rest}`.trim(),
    facts: [
      { name: m.t('closest'), value: timed(data.tca, m) },
      probabilityOf(event, situation, m),
      { name: m.t('miss'), value: missOf(event, m) },
      ...(event.action === 'IGNORE' && !isDecided(event)
        ? [{ name: m.t('decide'), value: timed(event.decideBefore, m) }]
        : []),
      { name: m.t('decision'), value: decisionOf(event.decision, m) },
      plansOf(event, situation, m),
    ],
    why: whyOf(event, m),
    url: `${reader.publicUrl}/ca/conjunction/${place}/${conjunctionId}`,
  }
}

const MOST_NAME_CHARACTERS = 100
const nameOf = ({ name, designator }: TimelessConjunction['object1']) =>
  (name || designator).slice(0, MOST_NAME_CHARACTERS)

/** Writes a time, and the time left until then. */
function timed(iso: string, m: Manner): string {
  const ms = Date.parse(iso)
  return m.t(ms >= m.nowMs ? 'inTime' : 'since', { time: writtenMinute(ms), left: leftText(ms - m.nowMs) })
}

/** Writes the probability, its source, and the age of the source. */
function probabilityOf(event: TimelessConjunction, { sources }: Situation, m: Manner) {
  const { conjunctionData, levelFrom, ownScreening, reported, activeCdmId, lastCreationDate, levelBy } = event
  const pc = conjunctionData.probabilityOfCollision
  const message = sources.find(({ id }) => id === activeCdmId)
  const by =
    levelFrom === 'OWN_SCREENING' && ownScreening !== null
      ? m.t('byScreening', { age: m.age(Date.parse(ownScreening.madeAt)) })
      : levelFrom === 'REPORTED' && reported !== null
        ? m.t('byReport', { reporter: reported.reporter, age: m.age(Date.parse(reported.createdAt)) })
        : message === undefined
          ? m.t('bySomething', { age: m.age(Date.parse(lastCreationDate)) })
          : m.t('byMessage', { originator: message.originator, age: m.age(message.creation_date.getTime()) })
  const value = [pc === null ? m.t('noProbability') : writtenProbability(pc, m.language), ...envelopeOf(event, m)].join(
    '; ',
  )
  return {
    name: m.t(levelBy === null || levelBy.isShown ? 'probability' : 'newestProbability'),
    value: `${value} (${by})`,
  }
}

/** Writes the maximum of a probability that rests on a flat envelope. */
function envelopeOf({ levelFrom, ownScreening }: TimelessConjunction, m: Manner): string[] {
  if (levelFrom !== 'OWN_SCREENING' || ownScreening?.isEnvelope !== true) return []
  const maximum = ownScreening.maximumProbability
  return [m.t('envelope', { pc: maximum === null ? m.t('noProbability') : writtenProbability(maximum, m.language) })]
}

function missOf({ conjunctionData: { totalMissDistance, relativePosition } }: TimelessConjunction, m: Manner): string {
  if (relativePosition === null) return m.t('missOnly', { miss: m.number(wholeMetres(totalMissDistance)) })
  // Adding 0 avoids a minus sign before a rounded zero.
  const [r, t, n] = [relativePosition.r, relativePosition.t, relativePosition.n].map((part) => {
    const whole = Math.round(part) + 0
    return `${whole > 0 ? '+' : ''}${m.number(whole)}`
  })
  return m.t('rtn', { miss: m.number(wholeMetres(totalMissDistance)), r: r ?? '', t: t ?? '', n: n ?? '' })
}

function decisionOf(decision: TimelessConjunction['decision'], m: Manner): string {
  const { state, by, owner, at, snoozedUntil } = decision
  const values = { by: by ?? '', owner: owner ?? '', time: at === null ? '' : m.minute(at) }
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > m.nowMs
  const said =
    state === 'NEW'
      ? m.t('NEW')
      : isUnseen(decision)
        ? m.t('unseen')
        : m.t(state, { ...values, what: decidedIn(m.language, decision) })
  return `${said}${isSnoozed ? m.t('snoozed', { time: m.minute(snoozedUntil) }) : ''}`
}

/** Writes the plans that lead or led to a burn; drafts are only counted, since candidates are many. */
function plansOf({ conjunctionId }: TimelessConjunction, { plans }: Situation, m: Manner) {
  const own = plans.filter((plan) => plan.conjunction_id === conjunctionId && hasBurn(plan.state))
  const drafts = own.filter(({ state }) => state === 'DRAFT').length
  const words: Readonly<Record<string, string>> = REPORT_WORDS[m.language].codes
  const lines = own
    .filter(({ state }) => state !== 'DRAFT')
    .map(({ name, state, ignition_at: at }) =>
      m.t('planned', {
        name,
        state: (words[`plan-${state}`] ?? state).toLowerCase(),
        time: writtenMinute(at.getTime()),
      }),
    )
  const said = [...lines, ...(drafts === 0 ? [] : [m.counted('drafts', drafts)])]
  return { name: m.t(own.length > 1 ? 'plans' : 'plan'), value: said.length === 0 ? m.t('noPlan') : said.join('; ') }
}

/** Writes the estimate that sets the level if the figures are from another estimate, and the reason of the level, as on the page. */
function whyOf(event: TimelessConjunction, m: Manner): string {
  const { levelCauses, levelBy, track } = event
  const isHeldForTrack = levelBy?.isBeforeTrack === true && track?.screening !== 'DONE'
  const words = LEVEL_CAUSE_WORDS[m.language]
  const causes = levelCauses
    .filter((cause) => !(isHeldForTrack && cause === 'held-higher'))
    .map((cause) => words[`cause-${cause}`])
  return [levelByIn(m.language, event), ...causes].filter((text) => text !== '').join(' ')
}
