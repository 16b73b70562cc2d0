import type { Finding } from '@apsis/contract/finding.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import type { KindCounts } from '@apsis/contract/tle/object-kind.ts'
import { formatAge, formatMinute } from '../clock/format.ts'
import { fromInWords, kindsInWords } from '../encounter/catalogue-in-words.ts'
import { formatNumber } from '../ui/format/number.ts'
import { checkWords as t } from './finding-words.data.ts'

/** Findings without values. */
const PLAIN = {
  'database-answers': 'databaseAnswers',
  'clocks-agree': 'clocksAgree',
  'no-worker': 'noWorker',
  'no-forced-ends': 'noForcedEnds',
  'jobs-in-time': 'jobsInTime',
  'jobs-late': 'jobsLate',
  'no-dead-jobs': 'noDeadJobs',
  'dead-jobs': 'deadJobs',
  'provider-answers': 'providerAnswers',
  'provider-silent': 'providerSilent',
  'changes-at-once': 'changesAtOnce',
  'changes-late': 'changesLate',
  'critical-arrives': 'criticalArrives',
  'critical-none': 'criticalNone',
  'checks-for-users': 'checksForUsers',
  'no-feed': 'noFeed',
  'catalogue-none': 'catalogueNone',
  'fleet-pending': 'fleetPending',
  'weather-none': 'weatherNone',
  'weather-late': 'weatherLate',
  'weather-quiet': 'weatherQuiet',
  'requests-none': 'requestsNone',
  'network-unused': 'networkUnused',
  'network-missed': 'networkMissed',
  'books-none': 'booksNone',
  'books-pending': 'booksPending',
} as const

/** Returns the finding of a check in the language of the reader; without a finding, the server's own sentence. */
export function checkInWords({ finding, message, isLate }: Check): string {
  if (finding === undefined) return message
  const { code, values } = finding
  const plain = Object.entries(PLAIN).find(([one]) => one === code)?.[1]
  if (plain !== undefined) return t(plain)
  const said = measuredText(finding, isLate === true) ?? message
  return values.trouble === undefined ? said : `${said} ${t('serverSays', { trouble: String(values.trouble) })}`
}

function measuredText({ code, values }: Finding, isLate: boolean): string | undefined {
  const { count, ageS, objects, catalogue, lastAt, nextAt } = values
  const age = formatAge(Number(ageS) * 1_000)
  const time = formatMinute(Date.parse(String(nextAt)))
  const times = { last: formatMinute(Date.parse(String(lastAt))), next: t(isLate ? 'late' : 'next', { time }) }
  switch (code) {
    case 'clocks-differ': {
      const offsetS = Number(values.offsetS)
      return t(offsetS > 0 ? 'clockAhead' : 'clockBehind', { seconds: formatNumber(Math.abs(offsetS)) })
    }
    case 'workers':
      return t('workers', { count: Number(count) })
    case 'forced-ends':
      return forcedEndsText(values)
    case 'critical-lost':
      return t('criticalLost', { lost: Number(values.lost), count: Number(count) })
    case 'feed-read':
      return t('feedRead', { age })
    case 'feed-never-read':
      return t('feedNeverRead', { age })
    case 'catalogue': {
      const told = { count: formatNumber(Number(objects)), age }
      return t(catalogue === 'simulated' ? 'catalogueSimulated' : 'catalogue', told)
    }
    case 'catalogue-kinds': {
      const from = values.sources === undefined ? '' : ` ${fromInWords(String(values.sources))}`
      const said = `${kindsInWords(kindsOf(values))}${from}`
      return values.simulated === 1 ? t('simulated', { said }) : said
    }
    case 'fleet-screened':
      return t('fleetScreened', times)
    case 'fleet-tried':
      return t('fleetTried', times)
    case 'fleet-nothing':
      return t('fleetNothing', times)
    case 'requests-in-time':
      return t('requestsInTime', { count: Number(count) })
    case 'requests-overdue':
      return t('requestsOverdue', { count: Number(count) })
    case 'network-reached':
      return t('networkReached', { age })
    case 'books-agree':
      return t('booksAgree', { age })
    case 'books-late':
      return t('booksLate', { age })
    case 'books-contradict':
      return t('booksContradict', { count: Number(count) })
    case 'weather-storm':
      return t('weatherStorm', { count: Number(count), day: String(values.day) })
    default:
      return undefined
  }
}

function forcedEndsText({ hour, day, at, part, work }: Finding['values']): string {
  const said = t('forcedEnds', { hour: Number(hour), day: Number(day) })
  const last = { part: t(part === 'api' ? 'apiProcess' : 'workerProcess'), at: formatMinute(Date.parse(String(at))) }
  const words = work === '' ? t('lastEnd', last) : t('lastEndAtWork', { ...last, work: String(work) })
  return `${said} ${words}`
}

function kindsOf({ payloads, rocketBodies, debris, unknown }: Finding['values']): KindCounts {
  return {
    payloads: Number(payloads),
    rocketBodies: Number(rocketBodies),
    debris: Number(debris),
    unknown: Number(unknown),
  }
}
