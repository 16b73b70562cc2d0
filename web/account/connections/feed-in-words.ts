import type { ConnectionFeed } from '@apsis/contract/connections/connection.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { connectionWords } from './words.data.ts'

/** Returns the doubt about the data of a feed as text; undefined if there is none. */
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
