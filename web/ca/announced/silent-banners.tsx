import { listSilentBurns, SILENT_BURN_SOURCES, type SilentBurn } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { useOutage } from '../../api/outage.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatMinute } from '../../clock/format.ts'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KEYS } from '../event/queries.ts'
import { numberOf } from './notices.ts'
import { silentWords } from './silent-words.data.ts'

/** Reads the burns of an object that nobody has announced, newest first. */
export const silentQuery = (noradId?: number) =>
  queryOptions({
    queryKey: [...KEYS.satellites, 'silent-burns', noradId ?? 'none'],
    queryFn: ({ signal }) => callAll(listSilentBurns, { query: { 'norad-id': noradId, limit: 500 } }, signal),
  })

type Side = Pick<Conjunction['object1'], 'designator' | 'name'>

/**
 * Shows the unannounced burns of both objects of an event, above all figures that do not take these burns into
 * account.
 */
export function SilentBanners({
  conjunction: { object1, object2, conjunctionData },
}: {
  readonly conjunction: Conjunction
}) {
  return (
    <>
      <SilentBanner object={object2} before={conjunctionData.tca} />
      <SilentBanner object={object1} before={conjunctionData.tca} />
    </>
  )
}

type BannerProps = { readonly object: Side; readonly before?: string }

/**
 * Shows the burns of one object that were found in element sets and tracks. For an event it shows those that may be before its closest
 * approach. If they could not be read, the banner says that, and not "no burns".
 */
export function SilentBanner({ object: { designator, name }, before }: BannerProps) {
  const t = useWords(silentWords)
  const noradId = numberOf(designator)
  const { data, error } = useQuery({ ...silentQuery(noradId), enabled: noradId !== undefined })
  // During an outage another banner reports the age of the data, so this one reports no error.
  const isKept = useOutage()?.kind === 'unreachable' && data !== undefined
  const shown = (data ?? []).filter(({ from }) => before === undefined || Date.parse(from) < Date.parse(before))
  const texts = SILENT_BURN_SOURCES.flatMap(
    (source) =>
      silentText(
        name,
        shown.filter((burn) => burn.source === source),
      ) ?? [],
  )
  return (
    <>
      {error && !isKept ? (
        <Banner level="caution">
          {t('failedOf', { name })}: {problemInWords(error).message}
        </Banner>
      ) : null}
      {texts.map((text) => (
        <Banner key={text} level="caution">
          <Unbroken text={text} />
        </Banner>
      ))}
    </>
  )
}

/** The fields of a burn that its sentence needs. */
export type ShownBurn = Pick<
  SilentBurn,
  'from' | 'to' | 'deltaVMps' | 'direction' | 'confidence' | 'isSimulated' | 'source'
>

/** Returns one sentence about the burns of an object that were found in element sets, or in tracks; undefined if there is no burn. */
export function silentText(name: string, burns: readonly ShownBurn[]): string | undefined {
  const [last] = burns
  if (last === undefined) return undefined
  const text = silentWords(last.source === 'TRACKS' ? 'tracks' : 'strip', {
    name,
    count: burns.length,
    way: silentWords(last.direction),
    size: formatNumber(last.deltaVMps, { significant: 2 }),
    from: formatMinute(Date.parse(last.from)),
    to: formatMinute(Date.parse(last.to)),
    confidence: formatNumber(last.confidence, { decimals: 2 }),
  })
  return last.isSimulated ? silentWords('simulated', { text }) : text
}
