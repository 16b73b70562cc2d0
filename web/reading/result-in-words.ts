import type { ConnectionReading } from '@apsis/contract/connections/connection.ts'
import { formatNumber } from '../ui/format/number.ts'
import type { resultWords } from './result-words.data.ts'

const BYTES = /^\d{1,15}$/
const ENTRIES = /^(\d{1,9}) entries$/
const OBJECTS = /^(\d{1,9}) of (\d{1,9}) objects$/
const MEBIBYTE = 1024 ** 2

/** The reasons why an object that was not found may nevertheless be near. */
const NEAR_GAPS = ['unsearched', 'unlisted', 'old'] as const

type Fact = NonNullable<ConnectionReading['fact']>

/** Returns a further finding of a reading or a test as text, in addition to its result. */
export function factInWords({ code, values }: Fact, say: typeof resultWords): string {
  const { count, of, folder, fresh, who, others } = values
  const [number, more] = [Number(count), Number(others)]
  if (code === 'readable') return say('emptyThough', { count: number })
  if (code === 'nobody') return say('emptyOfAll')
  if (code === 'near') {
    const near = say('near', { count: number, of: formatNumber(Number(of)) })
    const gaps = NEAR_GAPS.flatMap((gap) =>
      values[gap] === undefined ? [] : [say(gap, { count: Number(values[gap]) })],
    )
    return [near, ...gaps].join('; ')
  }
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

/** The server's own texts for a connection that broke off, with the keys of their translations. */
const OWN_WORDS: Readonly<Record<string, 'late' | 'unended' | 'ended'>> = {
  'no answer in time': 'late',
  'the mailbox did not answer in time': 'late',
  'the answer did not end in time': 'unended',
  'the connection ended': 'ended',
}

/** Returns a result as text, followed by the original words of the service. */
export function resultInWords(
  { result, detail, fact }: Pick<ConnectionReading, 'result' | 'detail' | 'fact'>,
  say: typeof resultWords,
): string {
  // These two findings contain the result and more, so they replace it.
  if (fact?.code === 'readable' || fact?.code === 'nobody') return factInWords(fact, say)
  if (fact !== null) return say('being', { what: say(result), fact: factInWords(fact, say) })
  const own = detail === null ? undefined : OWN_WORDS[detail]
  if (own !== undefined) return say('being', { what: say(result), fact: say(own) })
  if (result === 'too-large' && BYTES.test(detail ?? ''))
    return say('tooLargeOver', { size: formatNumber(Math.round(Number(detail) / MEBIBYTE)) })
  const [, entries] = result === 'some-refused' ? (ENTRIES.exec(detail ?? '') ?? []) : []
  if (entries !== undefined) return say('refusedEntries', { count: Number(entries) })
  const [, count, usual] = result === 'too-small' ? (OBJECTS.exec(detail ?? '') ?? []) : []
  if (count !== undefined)
    return say('tooSmallOf', { count: formatNumber(Number(count)), usual: formatNumber(Number(usual)) })
  return detail === null ? say(result) : say('saying', { what: say(result), words: detail })
}
