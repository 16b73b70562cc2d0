import type { ConnectionFeed, ConnectionReading } from '@apsis/contract/connections/connection.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { resultWords } from './result-words.data.ts'
import type { connectionWords } from './words.data.ts'

const BYTES = /^\d{1,15}$/
const MEBIBYTE = 1024 ** 2

type Fact = NonNullable<ConnectionReading['fact']>

/** Returns what a reading or a test found beside its result. */
export function factInWords({ code, values }: Fact, say: typeof resultWords): string {
  const { count, of, folder, fresh, who, others } = values
  const [number, more] = [Number(count), Number(others)]
  if (code === 'readable') return say('emptyThough', { count: number })
  if (code === 'nobody') return say('emptyOfAll')
  if (code === 'near') return say('near', { count: number, of: formatNumber(Number(of)) })
  if (code === 'refused') return say('inRefused', { count: number })
  if (code === 'mails')
    return say('mailsIn', {
      mails: say('mails', { count: number }),
      folder: String(folder),
      fresh: formatNumber(Number(fresh)),
    })
  const senders = more > 0 ? say('andOthers', { count: more, who: String(who) }) : String(who)
  return say('strangers', { count: number, who: senders })
}

/** What the server itself says of a connection that broke off. */
const OWN_WORDS: Readonly<Record<string, 'late' | 'unended' | 'ended'>> = {
  'no answer in time': 'late',
  'the mailbox did not answer in time': 'late',
  'the answer did not end in time': 'unended',
  'the connection ended': 'ended',
}

/** Returns what a result says, with the service's own words as it wrote them. */
export function resultInWords(
  { result, detail, fact }: Pick<ConnectionReading, 'result' | 'detail' | 'fact'>,
  say: typeof resultWords,
): string {
  // These two say what the result says, and more.
  if (fact?.code === 'readable' || fact?.code === 'nobody') return factInWords(fact, say)
  if (fact !== null) return say('being', { what: say(result), fact: factInWords(fact, say) })
  const own = detail === null ? undefined : OWN_WORDS[detail]
  if (own !== undefined) return say('being', { what: say(result), fact: say(own) })
  if (result === 'too-large' && BYTES.test(detail ?? ''))
    return say('tooLargeOver', { size: formatNumber(Math.round(Number(detail) / MEBIBYTE)) })
  return detail === null ? say(result) : say('saying', { what: say(result), words: detail })
}

/** Returns what is doubtful in what a feed brings; undefined if nothing is. */
export function doubtInWords(
  feed: Pick<ConnectionFeed, 'feed' | 'doubt' | 'newInDay' | 'usualInDay'>,
  { age, periodHours }: { readonly age: string | undefined; readonly periodHours: number },
  t: typeof connectionWords,
): string | undefined {
  const { doubt, newInDay, usualInDay } = feed
  const values = {
    feed: t(feed.feed),
    came: formatNumber(newInDay),
    usual: formatNumber(usualInDay ?? 0),
    age: age ?? '',
    period: formatNumber(periodHours),
  }
  if (doubt === 'SILENT') return t(age === undefined ? 'doubtNever' : 'doubtSilent', values)
  if (doubt === 'NOTHING') return t(usualInDay === null ? 'doubtNothing' : 'doubtNothingUsual', values)
  return doubt === 'HALF' ? t('doubtHalf', values) : undefined
}

/** The classes of requests that have a word of their own; a newer server may count others. */
const CLASSES = [
  'all',
  'cdm',
  'cdm-public',
  'cdm-event',
  'gp',
  'tip',
  'satcat',
  'decay',
  'modeldef',
  'list',
  'file',
] as const

/** Returns the requests that a limit counts; a class without a word keeps its name. */
export function requestsInWords(requests: string, t: typeof connectionWords): string {
  return requests
    .split(', ')
    .map((name) => {
      const known = CLASSES.find((one) => one === name)
      return known === undefined ? name : t(`class_${known}`)
    })
    .join(', ')
}

/** Returns the length of a window without the margin that Apsis adds to it: `1 min`, `8 h`, `24 h`. */
export function windowInWords(withinS: number): string {
  return withinS < 3_600
    ? `${formatNumber(Math.round(withinS / 60))} min`
    : `${formatNumber(Math.round(withinS / 3_600))} h`
}
