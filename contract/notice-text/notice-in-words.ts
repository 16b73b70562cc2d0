import { EXECUTION_SOURCES } from '../ca/plan/execution-source.ts'
import { FINDING_CODES, type Finding } from '../finding.ts'
import { INFEASIBLE_TEXT } from '../odt/request/infeasible-text.data.ts'
import { REQUEST_STATUSES } from '../odt/request/request-status.ts'
import { CORRECTION_KINDS } from '../payments/correction-kind.ts'
import { sayLevelBy } from './level-by-in-words.ts'
import {
  distancesOf,
  hoursOf,
  levelText,
  type Manner,
  metres,
  metresPerS,
  minuteOf,
  moneyOf,
  numberOf,
  type ToldWord,
  textOf,
  type Values,
  whole,
} from './manner.ts'
import { PLAN_REASONS } from './plan-reason.ts'
import { sayScreeningStatus } from './screening-status-in-words.ts'

/** The title and the text of notices about announced burns. */
const ANNOUNCED = {
  'burn-announced': ['announced', 'announcedText'],
  'announced-burn-changed': ['announcedChanged', 'announcedChangedText'],
  'announced-burn-removed': ['announcedRemoved', 'announcedRemovedText'],
} as const

export type TitleAndMessage = { readonly title: string; readonly message: string }

/** Returns the text of a finding; undefined if it has no text here. */
export const sayFinding = (m: Manner, finding: Finding): TitleAndMessage | undefined => sayAbout(m, finding, eventText)

/** Returns the text of sayFinding() without the figures of the event, for places that show them separately. */
export const sayBeside = (m: Manner, finding: Finding): TitleAndMessage | undefined =>
  sayAbout(m, finding, estimateText)

/** Returns the text about the event of a finding, which precedes the finding. */
type SayEvent = (m: Manner, values: Values) => string

function sayAbout(m: Manner, finding: Finding, sayEvent: SayEvent): TitleAndMessage | undefined {
  const said = sayCode(m, finding, sayEvent)
  return said && finding.values.action === 'ACT' ? sayToAct(m, finding, said) : said
}

/** The findings about the state of an event; other findings keep their own title. */
const OF_STANDING: readonly Finding['code'][] = [
  'act-before',
  'data-needed',
  'risk-raised',
  'risk-lowered',
  'risk-grew',
  'tca-moved',
  'decision-reopened',
]

/** Returns the text for an event that needs action now: this statement comes first, and the rest of the text follows. */
function sayToAct(m: Manner, { code, values }: Finding, { title, message }: TitleAndMessage): TitleAndMessage {
  if (!OF_STANDING.includes(code)) return { title, message: `${m.t('actFirst')} ${message}`.trimEnd() }
  const said = { satellite: textOf(values.satellite), secondary: textOf(values.secondary) }
  const act = m.t(values.isLate === 1 ? 'actLate' : 'act', { ...said, decide: minuteOf(m, values.decideAt) })
  return { title: act, message: code === 'act-before' ? message : `${title}. ${message}`.trimEnd() }
}

function sayCode(m: Manner, { code, values }: Finding, sayEvent: SayEvent): TitleAndMessage | undefined {
  const event = (...more: readonly string[]) => [sayEvent(m, values), ...more].filter((text) => text !== '').join(' ')
  switch (code) {
    case 'welcome':
      return { title: m.t('welcome', values), message: m.t('welcomeText') }
    case 'welcome-simulated':
      return { title: m.t('welcome', values), message: `${m.t('welcomeText')} ${m.t('simulated')}` }
    case 'risk-raised':
      return { title: m.t('raised', { level: levelText(m, values.level) }), message: event() }
    case 'risk-lowered':
      return {
        title: m.t(values.byTrackAt === undefined ? 'lowered' : 'loweredByTrack', {
          from: levelText(m, values.from),
          level: levelText(m, values.level),
          track: minuteOf(m, values.byTrackAt),
        }),
        message: event(),
      }
    case 'act-before':
      return { title: m.t('actPlain'), message: event() }
    case 'event-mitigated':
      return { title: m.t('mitigated'), message: event(...mitigatedText(m, values)) }
    case 'risk-grew':
      return { title: m.t('grew'), message: event(...grownText(m, values)) }
    case 'tca-moved':
      return { title: m.t('moved'), message: event(m.t('movedText', { seconds: whole(m, values.movedS) })) }
    case 'decision-due':
      return { title: m.t('due', { hours: textOf(values.hours) }), message: event(m.t('dueText')) }
    case 'decide-earlier':
      return { title: m.t('earlier'), message: event(m.t('earlierText', { told: minuteOf(m, values.toldAt) })) }
    case 'event-silent':
      return {
        title: m.t(values.decided === 1 ? 'noNewsDecided' : 'noNews'),
        message: event(m.t('noNewsText', { last: minuteOf(m, values.lastAt) })),
      }
    case 'burn-announced':
    case 'announced-burn-changed':
    case 'announced-burn-removed':
      return sayAnnounced(m, code, values)
    case 'ephemeris-ended':
      return { title: m.t('ended'), message: event(m.t('endedText', { ended: minuteOf(m, values.endedAt) })) }
    case 'ephemeris-missing':
      return { title: m.t('missing'), message: m.t('missingText', missingOf(m, values)) }
    case 'ephemeris-put-aside':
      return { title: m.t('aside'), message: m.t('asideText', asideOf(m, values)) }
    case 'neighbour-ephemeris-ended': {
      const said = { last: minuteOf(m, values.lastAt), file: textOf(values.file), secondary: textOf(values.secondary) }
      return { title: m.t('neighbourEnded'), message: event(m.t('neighbourEndedText', said)) }
    }
    case 'neighbour-path-short': {
      const said = {
        ended: minuteOf(m, values.endedAt),
        file: textOf(values.file),
        secondary: textOf(values.secondary),
      }
      return { title: m.t('pathShort'), message: event(m.t('pathShortText', said)) }
    }
    case 'neighbour-burn':
      return { title: m.t('neighbourBurn'), message: neighbourBurnSaid(m, values) }
    case 'feed-silent':
      return { title: m.t('feedSilent'), message: silentFeedText(m, values) }
    case 'feed-small':
      return { title: m.t('feedSmall'), message: m.t('feedSmallText', smallFeedOf(m, values)) }
    case 'catalogue-small':
      return { title: m.t('catalogueSmall'), message: m.t('catalogueSmallText', smallCatalogueOf(values)) }
    case 'connection-refused':
      return { title: m.t('connectionRefused'), message: m.t('connectionRefusedText', { feed: textOf(values.feed) }) }
    case 'connection-suspended':
      return { title: m.t('connectionSuspended'), message: m.t('connectionSuspendedText', suspendedOf(values)) }
    case 'feed-back':
      return { title: m.t('feedBack'), message: m.t('feedBackText', { feed: textOf(values.feed) }) }
    case 'situation-report':
      return { title: m.t('situationReport'), message: m.t('situationReportText') }
    case 'data-needed':
      return { title: m.t('dataNeeded'), message: event() }
    case 'decision-reopened':
      return { title: m.t('reopened'), message: event(...reopeningText(m, values)) }
    case 'estimates-contradict':
      return { title: m.t('contradict'), message: event(contradictionText(m, values)) }
    case 'not-found-again':
      return { title: m.t('notFoundAgain'), message: event(m.t('notFoundAgainText')) }
    case 'level-kept':
      return { title: m.t('levelKept', { level: levelText(m, values.level) }), message: event() }
    case 'duty-called':
      return calledSaid(m, values, event)
    case 'duty-gap':
      return gapSaid(m, values)
    case 'watch-found':
      return { title: m.t('watch', values), message: watchText(m, values) }
    default:
      return code === 'screening-status' ? sayScreeningStatus(m, values) : accountSaid(m, { code, values })
  }
}

/** Returns the notice to a person who is called for an event, because nobody acknowledged it or because somebody passed it on. */
function calledSaid(m: Manner, values: Values, event: (...more: readonly string[]) => string): TitleAndMessage {
  const { by, step, note } = values
  const said = (title: string, ...texts: readonly string[]) => ({ title, message: event(...texts) })
  if (by === undefined) return said(m.t('called'), m.t(step === 0 ? 'calledRoleText' : 'calledText'))
  const passed = m.t(step === 0 ? 'passedRoleText' : 'passedText', { by: textOf(by) })
  const noted = note === undefined ? [] : [m.t('passedNote', { note: textOf(note) })]
  return said(m.t('passed', { by: textOf(by) }), passed, ...noted)
}

/** Returns the notice about a burn that was found in element sets or tracks; `tcaAt` is the time of the object's next event, if there is one. */
function silentSaid(m: Manner, values: Values): string {
  const { object, other, foundMps, fromAt, toAt, tcaAt, direction } = values
  const way =
    direction === 'cross-track' ? m.t('acrossTrack') : m.t(direction === 'along-track' ? 'alongTrack' : 'againstTrack')
  const between = { from: minuteOf(m, fromAt), to: minuteOf(m, toAt) }
  const found = m.t(values.tracks === 1 ? 'trackBurnText' : 'silentBurnText', {
    object: textOf(object),
    size: metresPerS(m, foundMps),
    way,
    ...between,
  })
  const meets = { other: textOf(other), tca: minuteOf(m, tcaAt) }
  const text = tcaAt === undefined ? found : `${found} ${m.t('silentBurnMeets', meets)}`
  return values.simulated === 1 ? `${m.t('simulatedOne')} ${text}` : text
}

/** The titles of notices about plans that give a reason. */
const PLAN_TITLES: Partial<Record<Finding['code'], ToldWord>> = {
  'plan-superseded': 'superseded',
  'plan-expired': 'expiredPlan',
  'burn-not-needed': 'notNeeded',
  'burn-verified': 'burnVerified',
  'burn-partial': 'burnPartial',
  'burn-missed': 'burnMissed',
  'plan-storm': 'planStorm',
  'plan-screening-worse': 'screeningWorse',
  'plan-not-held': 'notHeld',
}

/** Returns the notice about plans and burns. */
function planNotice(m: Manner, { code, values }: Finding): TitleAndMessage | undefined {
  const title = PLAN_TITLES[code]
  if (title !== undefined) return { title: m.t(title), message: planSaid(m, values, 'planText') }
  switch (code) {
    case 'silent-burn':
      return { title: m.t(values.tracks === 1 ? 'trackOff' : 'silentBurn'), message: silentSaid(m, values) }
    case 'plan-withdrawn':
      return { title: m.t('withdrawn', texts(m, values)), message: planSaid(m, values, 'withdrawnText') }
    case 'plan-contact-lost':
      return {
        title: m.t('contactLost'),
        message: planSaid(m, values, values.reaching === 0 ? 'noContactText' : 'contactLostText'),
      }
    case 'burn-data-late':
      return { title: m.t('dataLate'), message: planSaid(m, values, 'dataLateText') }
    case 'candidate-chosen':
      return { title: m.t('candidate'), message: planSaid(m, values, 'candidateText') }
    default:
      return undefined
  }
}

/** Returns the notice about plans, money, channels, service accounts and observations. */
function accountSaid(m: Manner, { code, values }: Finding): TitleAndMessage | undefined {
  const ofPlan = planNotice(m, { code, values })
  if (ofPlan !== undefined) return ofPlan
  const said = texts(m, values)
  switch (code) {
    case 'balance-corrected': {
      const { difference, limit, currency } = values
      return {
        title: m.t('corrected'),
        message: m.t('correctedText', { amount: moneyOf(m, difference, currency), limit: moneyOf(m, limit, currency) }),
      }
    }
    case 'correction-posted': {
      const kind = CORRECTION_KINDS.find((one) => one === values.kind) ?? 'VAT'
      return { title: m.t(kind), message: m.t('postedText', said) }
    }
    case 'hold-released':
      return { title: m.t('released'), message: m.t('releasedText', said) }
    case 'credit-added':
      return { title: m.t('credited'), message: m.t('creditedText', said) }
    case 'ledger-contradicts':
      return { title: m.t('ledger'), message: m.t('ledgerText', { what: contradictionsText(m, values) }) }
    case 'channel-suspended':
      return { title: m.t('suspended'), message: m.t('suspendedText', { ...said, answer: answerOf(m, values) }) }
    case 'channel-simulated':
      return { title: m.t('channelSimulated'), message: m.t('channelSimulatedText', said) }
    case 'delivery-put-aside':
      return { title: m.t('putAside'), message: m.t('putAsideText', said) }
    case 'process-ended':
      return { title: m.t('processEnded'), message: processEndedText(m, values) }
    case 'critical-unheard':
      return { title: m.t('unheard'), message: unheardText(m, values) }
    case 'paging-failed':
      return {
        title: m.t('pagingFails'),
        message: m.t(values.over === 1 ? 'pagingEndsText' : 'pagingFailsText', {
          ...said,
          answer: answerOf(m, values),
        }),
      }
    case 'account-expires':
      return { title: m.t('expires'), message: m.t('expiresText', said) }
    case 'account-expired':
      return { title: m.t('expired'), message: m.t('expiredText', said) }
    case 'observation-status': {
      const status = REQUEST_STATUSES.find((one) => one === values.status) ?? 'PENDING'
      const reasons =
        values.reasons === undefined ? [] : [m.t('reasons', { reasons: reasonsIn(m, textOf(values.reasons)) })]
      const simulated = values.simulated === 1 ? [m.t('simulatedOne')] : []
      const title = m.t(status === 'PARTIAL' && values.ended === 1 ? 'partialEnded' : status)
      return { title, message: [m.t('observation', said), ...reasons, ...simulated].join(' ') }
    }
    case 'observation-overdue':
      return { title: m.t('overdue'), message: m.t('overdueText', said) }
    case 'track-off': {
      const text = m.t('trackOffText', { ...said, track: minuteOf(m, values.trackAt) })
      return { title: m.t('trackOff'), message: values.simulated === 1 ? `${m.t('simulatedOne')} ${text}` : text }
    }
    default:
      return undefined
  }
}

/**
 * Returns the text about a process that was ended. Work and place are named if they are known; they are names from the program, the same in every
 * language.
 */
function processEndedText(m: Manner, { part, count, lastAt, work, place }: Values): string {
  const process = m.t(part === 'api' ? 'apiProcess' : 'workerProcess')
  const said = m.t('processEndedText', { process, count: Number(count), last: minuteOf(m, lastAt) })
  const at = work === undefined ? [] : [m.t('processEndedWork', { work: textOf(work) })]
  const where = place === undefined ? [] : [m.t('processEndedPlace', { place: textOf(place) })]
  return [said, ...at, ...where, m.t('processEndedCalm')].join(' ')
}

/** Returns the text of a receiver's answer; if there is no answer, the reason. */
const answerOf = (m: Manner, { answer, reason }: Values) =>
  answer === undefined && reason !== undefined ? m.deliveryReason(textOf(reason)) : textOf(answer)

/** Returns the notice about a plan; if the plan is simulated, the notice begins with that. */
function planSaid(
  m: Manner,
  values: Values,
  word: 'withdrawnText' | 'planText' | 'dataLateText' | 'candidateText' | 'contactLostText' | 'noContactText',
): string {
  const text = m.t(word, texts(m, values))
  return values.simulated === 1 ? `${m.t('simulatedOne')} ${text}` : text
}

const isReason = (text: string): text is keyof typeof INFEASIBLE_TEXT => Object.hasOwn(INFEASIBLE_TEXT, text)

/** Returns the text of a request's reasons; an unknown reason is unchanged. */
function reasonsIn(m: Manner, text: string): string {
  const inWords = (one: string) => {
    return isReason(one) ? m.t(one) : one
  }
  return text.split(', ').map(inWords).join(', ')
}

/** Returns the values as a sentence needs them: an amount with its currency, a time to the minute. */
function texts(m: Manner, values: Values): Readonly<Record<string, string>> {
  const plain = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))
  return {
    ...plain,
    ...(values.amount === undefined ? {} : { amount: moneyOf(m, values.amount, values.currency) }),
    ...(values.dueAt === undefined ? {} : { due: minuteOf(m, values.dueAt) }),
    ...(values.lostAt === undefined ? {} : { lost: minuteOf(m, values.lostAt) }),
    ...(values.commitAt === undefined ? {} : { commit: minuteOf(m, values.commitAt) }),
    ...(values.endsAt === undefined ? {} : { ends: minuteOf(m, values.endsAt) }),
    ...whyOf(m, values),
  }
}

/** Returns the reason why the platform ended a plan or objects to it; undefined if the reason has no text here. */
export function sayCause(m: Manner, values: Values): string | undefined {
  return whyOf(m, values).why
}

/** Returns the reason why a plan ends or is not needed; an unknown reason is unchanged. */
function whyOf(m: Manner, values: Values): { readonly why?: string } {
  const reason = PLAN_REASONS.find((one) => one === values.reason)
  if (reason === undefined) return {}
  const pc = (value: Values[string] | undefined) => (typeof value === 'number' ? m.probability(value) : '')
  const why = m.t(reason, {
    refused: textOf(values.refused),
    tries: textOf(values.tries),
    other: textOf(values.other),
    object: textOf(values.object),
    path: textOf(values.path),
    verdict: textOf(values.verdict),
    before: textOf(values.before),
    commit: minuteOf(m, values.commitAt),
    met: minuteOf(m, values.metAt),
    blackout: blackoutOf(m, values),
    from: minuteOf(m, values.fromAt),
    to: minuteOf(m, values.toAt),
    with: pc(values.pcWith),
    without: pc(values.pcWithout),
    most: pc(values.pcMost),
    accepted: pc(values.pcAccepted),
    hits: whole(m, values.hits),
    trials: whole(m, values.trials),
    day: textOf(values.day),
    data: dataOf(m, values),
    found: metresPerS(m, values.foundMps),
    sigma: metresPerS(m, values.sigmaMps),
    planned: metresPerS(m, values.plannedMps),
    ...distancesOf(m, values),
  })
  return { why: [why, ...apartTexts(m, values)].join(' ') }
}

/** Names a blackout by its source, and an entered one by its reason. */
function blackoutOf(m: Manner, { kind, place }: Values): string {
  const word = (['ENTERED', 'CONTACT', 'ECLIPSE'] as const).find((one) => one === kind)
  if (word === undefined || (word === 'ENTERED' && textOf(place) !== '')) return textOf(place)
  return m.t(`blackout-${word}`, { place: textOf(place) })
}

/** Returns texts about the deviations of a burn from its plan, other than its size. */
function apartTexts(m: Manner, { acrossMps, lateS }: Values): string[] {
  const texts: string[] = []
  if (typeof acrossMps === 'number') texts.push(m.t('acrossPlanned', { across: metresPerS(m, acrossMps) }))
  if (typeof lateS === 'number')
    texts.push(m.t(lateS > 0 ? 'begunLater' : 'begunEarlier', { seconds: m.number(Math.abs(lateS), 0) }))
  return texts
}

/** Names the data that show the actual burn. */
function dataOf(m: Manner, { source, name }: Values): string {
  const known = EXECUTION_SOURCES.find((one) => one === source)
  return known === undefined ? textOf(name) : m.t(known, { name: textOf(name) })
}

/** Returns the notice about a person who is on call for a step of the chain, but has no channel. */
function gapSaid(m: Manner, { step, fromAt, untilAt, person }: Values): TitleAndMessage {
  const said = {
    step: numberOf(step),
    from: minuteOf(m, fromAt),
    until: untilAt === undefined ? '' : minuteOf(m, untilAt),
  }
  if (person !== undefined) {
    const deaf = { ...said, person: textOf(person) }
    return { title: m.t('gapDeaf', deaf), message: m.t(untilAt === undefined ? 'gapDeafFrom' : 'gapDeafUntil', deaf) }
  }
  const title = m.t(step === 1 ? 'gap' : 'gapStep', said)
  return { title, message: m.t(untilAt === undefined ? 'gapFrom' : 'gapUntil', said) }
}

/** Returns true if no decision is open: then the deadline in the finding does not apply. */
export const isNothingToDecide = ({ action }: Values): boolean => action === 'IGNORE' || action === 'NONE'

function eventText(m: Manner, values: Values): string {
  const { missM, level, tcaAt, decideAt } = values
  const pc = probabilityText(m, values)
  const times = { tca: minuteOf(m, tcaAt), decide: minuteOf(m, decideAt) }
  const text = m.t(isNothingToDecide(values) ? 'eventSettled' : 'event', {
    ...values,
    ...times,
    level: levelText(m, level),
    pc,
    miss: metres(m, missM),
  })
  return [text, estimateText(m, values)].filter((part) => part !== '').join(' ')
}

/** Writes a probability. An unknown one is marked, and the originator's probability, which was not recomputed, is added. */
function probabilityText(m: Manner, { probability, reported }: Values): string {
  if (typeof probability === 'number') return m.t('pc', { value: m.probability(probability) })
  return typeof reported === 'number' ? m.t('noPcReported', { value: m.probability(reported) }) : m.t('noPc')
}

/**
 * Names the estimate that determines the level of an event, if it is not from the messages; and says whether it rests on an envelope, is diluted or
 * simulated, and whether better data would help.
 */
const estimateText: SayEvent = (m, values) => {
  const { estimate, needsData, isDiluted, action } = values
  const data = needsData === 1 ? [m.t(action === 'ACT' ? 'dataTooLate' : 'dataHelps')] : []
  const diluted = isDiluted === 1 ? [m.t('isDiluted')] : []
  const isReportUnnamed = estimate === 'REPORTED' && values.levelSource === undefined
  const from = estimate === 'OWN_SCREENING' ? [m.t('byScreening')] : isReportUnnamed ? [m.t('byReport')] : []
  const mark = values.simulated === 1 ? [m.t('simulatedOne')] : []
  const texts = [...from, sayEnvelope(m, values), sayLevelBy(m, values), ...diluted, ...data, ...mark]
  return texts.filter((text) => text !== '').join(' ')
}

/** Returns a text about the flat envelope on which a probability is based, with its maximum; empty if there is no envelope. */
export function sayEnvelope(m: Manner, { envelope, maximumProbability: maximum }: Values): string {
  if (envelope !== 1) return ''
  return m.t('byEnvelope', { pc: typeof maximum === 'number' ? m.probability(maximum) : m.t('noPc') })
}

/** Writes the number of contradictions in the books of a customer. */
const contradictionsText = (m: Manner, { customer, count }: Values): string =>
  m.t('ledgerFaults', { customer: textOf(customer), count: numberOf(count) })

/** Names the notice that did not arrive, its content and the receiver; a notice without data is in English. */
function unheardText(m: Manner, { quoted, ...values }: Values): string {
  const code = FINDING_CODES.find((one) => one === quoted)
  const said = code === undefined ? undefined : sayFinding(m, { code, values })
  const [notice, message] = [said?.title ?? textOf(values.notice), said?.message ?? values.message]
  const where = m.t('unheardText', { notice, target: textOf(values.target) })
  return `${where} ${m.t('unheardMessage', { message: textOf(message) })}`
}

/** Returns a text that says since when a source sends no data, its usual interval, and the fault. */
function silentFeedText(m: Manner, { feed, ageS, periodS, never, trouble }: Values): string {
  const said = { feed: textOf(feed), age: hoursOf(m, ageS), period: hoursOf(m, periodS) }
  const why = trouble === undefined ? [] : [m.t('feedTrouble', { trouble: textOf(trouble) })]
  return [
    m.t(never === 1 ? 'feedNeverText' : 'feedSilentText', said),
    m.t('feedUsual', said),
    ...why,
    m.t('feedLooks'),
  ].join(' ')
}

function neighbourBurnSaid(m: Manner, values: Values): string {
  const along = numberOf(values.alongMps)
  const text = m.t('neighbourBurnText', {
    object: textOf(values.object),
    file: textOf(values.file),
    satellite: textOf(values.satellite),
    size: Math.abs(along).toFixed(2),
    way: m.t(along < 0 ? 'againstTrack' : 'alongTrack'),
    from: minuteOf(m, values.fromAt),
    to: minuteOf(m, values.untilAt),
    miss: (numberOf(values.missM) / 1_000).toFixed(1),
    tca: minuteOf(m, values.tcaAt),
  })
  return values.simulated === 1 ? `${m.t('simulatedOne')} ${text}` : text
}

const smallFeedOf = (m: Manner, { feed, count, satellites, usual }: Values) => ({
  feed: textOf(feed),
  count: textOf(count),
  satellites: textOf(satellites),
  usual: usual === undefined ? '' : m.t('feedUsualVolume', { usual: textOf(usual) }),
})

const smallCatalogueOf = ({ feed, count, usual }: Values) => ({
  feed: textOf(feed),
  count: textOf(count),
  usual: textOf(usual),
})

const suspendedOf = ({ feed, words }: Values) => ({
  feed: textOf(feed),
  words: words === undefined ? '' : `: ${textOf(words)}`,
})

const missingOf = (m: Manner, { satellite, lastAt, expectedAt }: Values) => ({
  satellite: textOf(satellite),
  last: minuteOf(m, lastAt),
  expected: minuteOf(m, expectedAt),
})

const asideOf = (m: Manner, { satellite, file, messageId, tcaAt, distanceM, sigma }: Values) => ({
  satellite: textOf(satellite),
  file: textOf(file),
  message: textOf(messageId),
  tca: minuteOf(m, tcaAt),
  distance: whole(m, distanceM),
  sigma: m.number(numberOf(sigma), 1),
})

/** Names the burn after which the remaining risk of an event is acceptable, and the original deadline. */
const mitigatedText = (m: Manner, { plan, accepted }: Values): readonly string[] => [
  m.t('mitigatedText', { plan: textOf(plan) }),
  ...(typeof accepted === 'number' ? [m.t('mitigatedUnless', { accepted: m.probability(accepted) })] : []),
]

const grownText = (m: Manner, { before }: Values): readonly string[] =>
  typeof before === 'number' ? [m.t('grewText', { before: m.probability(before) })] : []

const DECISIONS = ['MANOEUVRE', 'NO_ACTION', 'MONITOR', 'REQUEST_TRACKING', 'COORDINATE', 'CLOSED'] as const

function reopeningText(m: Manner, values: Values): readonly string[] {
  const { decision, by, owner } = values
  const known = DECISIONS.find((one) => one === decision)
  const why = reopenedWhy(m, values)
  const said = { decision: known ? m.t(known) : textOf(decision), by: textOf(by) || m.t('nobody'), why }
  return [m.t('wasDecided', said), ...(textOf(owner) === '' ? [] : [m.t('owner', { owner: textOf(owner) })])]
}

/** Names what reopened a decided event. */
function reopenedWhy(m: Manner, { trigger, above, level, dueAt, movedS }: Values): string {
  if (trigger === 'look') return m.t('lookDue', { time: minuteOf(m, dueAt) })
  if (trigger === 'message-late') return m.t('messageLate', { time: minuteOf(m, dueAt) })
  if (trigger === 'tca-moved') return m.t('tcaMoved', { seconds: whole(m, movedS) })
  if (typeof above === 'number') return m.t('pcRose', { above: m.probability(above) })
  return m.t('levelRose', { level: levelText(m, level) })
}

function contradictionText(m: Manner, { distanceM, sigma }: Values): string {
  return m.t('contradictText', { distance: whole(m, distanceM), sigma: m.number(numberOf(sigma), 1) })
}

function watchText(m: Manner, { hits, limitM, name, designator, missM, tcaAt }: Values): string {
  const which = m.t('hit', {
    name: textOf(name),
    designator: textOf(designator),
    miss: metres(m, missM),
    tca: minuteOf(m, tcaAt),
  })
  return m.t('hits', { count: numberOf(hits), limit: m.number(numberOf(limitM) / 1_000), which })
}

/** Returns the notice about announced burns; the first one is named. */
function sayAnnounced(
  m: Manner,
  code: keyof typeof ANNOUNCED,
  values: Values,
): { readonly title: string; readonly message: string } {
  const { object, other, by, at, tcaAt, count } = values
  const [title, word] = ANNOUNCED[code]
  const said = { object: textOf(object), other: textOf(other), by: textOf(by), count: numberOf(count) }
  const text = m.t(word, { ...said, at: minuteOf(m, at), tca: minuteOf(m, tcaAt) })
  return { title: m.t(title), message: values.simulated === 1 ? `${m.t('simulatedOne')} ${text}` : text }
}
