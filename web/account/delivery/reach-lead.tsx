import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../clock/format.ts'
import { Unbroken } from '../../notifications/unbroken.tsx'
import type { SignedInPerson } from '../../session/who.ts'
import { type OnCall, useOnCall } from '../../shell/status/on-call.ts'
import { paths } from '../../site/paths.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useLanguage, useWords } from '../../ui/text/language.ts'
import { channelsQuery, deliveryTotalsQuery, useUnderTest } from './delivery-query.ts'
import { type Reach, reachOf } from './reach.ts'
import { deliveryWords } from './words.data.ts'

type Props = {
  readonly who: SignedInPerson
  /** The rules of the user; undefined while they are being read. */
  readonly rules: readonly NoticeRule[] | undefined
}

/** Shows a summary of the page: whether critical notices reach this person, by which channels, and who else is called. */
export function ReachLead({ who, rules }: Props) {
  const channels = useQuery(channelsQuery(false))
  const { data: totals } = useQuery(deliveryTotalsQuery)
  const underTest = useUnderTest()
  const onCall = useOnCall()
  const t = useWords(deliveryWords)
  const sentence = useSentence()
  // A list that could not be read is reported in its own place; a sentence without it would be wrong.
  if (channels.data === undefined || rules === undefined) return null
  const listener = { hasCa: allows([CA_USER], who.roles), rules, underTest }
  const reach = reachOf(channels.data, listener)
  const said = sentence(reach, onCall)
  const isAllWell = reach.worst === undefined && reach.unproven.length === 0
  const level = reach.by.length === 0 ? 'serious' : isAllWell ? 'ok' : 'caution'
  return (
    <header className="flex-none line-bottom pad-end">
      <p className="fs-16 break-anywhere lh-24" data-verdict>
        <StatusSymbol level={level} size={14} />{' '}
        {said.fault === undefined ? null : (
          <b>
            <Unbroken text={said.fault} />
          </b>
        )}{' '}
        <Unbroken text={said.rest} />
      </p>
      {totals === undefined || totals.all === 0 ? null : (
        <p className="soft">
          {t('totals', {
            count: totals.all,
            all: formatNumber(totals.all),
            delivered: formatNumber(totals.delivered),
            dead: formatNumber(totals.dead),
          })}{' '}
          {totals.simulated === 0 ? null : `${t('totalsSimulated', { count: totals.simulated })} `}
          <Link to={paths.account} params={{ page: 'notifications' }} hash="deliveries">
            {t('log')}
          </Link>
        </p>
      )}
    </header>
  )
}

/** Returns a function that gives the sentence: the errors, the channels, and the person who is called if nobody acknowledges. */
function useSentence(): (
  reach: Reach,
  onCall: OnCall | undefined,
) => { readonly fault: string | undefined; readonly rest: string } {
  const t = useWords(deliveryWords)
  const language = useLanguage()
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })
  const namesOf = (some: Reach['by']) => list.format(some.map((one) => t(one)))
  const worstOf = ({ worst }: Reach): string | undefined => {
    if (worst === undefined) return undefined
    const of = { channel: t(worst.channel), target: worst.target }
    return worst.suspendedAt === null
      ? t('reachFails', { ...of, count: worst.failures })
      : t('reachRefused', { ...of, time: formatInstant(Date.parse(worst.suspendedAt)) })
  }
  const faultOf = (reach: Reach): string | undefined => {
    const isUnproven = reach.by.length === 0 && reach.unproven.length > 0
    const faults = [worstOf(reach), isUnproven ? t(reach.isUnderTest ? 'reachTested' : 'reachUnproven') : undefined]
    return faults.some((one) => one !== undefined) ? faults.filter((one) => one !== undefined).join(' ') : undefined
  }
  /** Returns a text on the channels by which notices arrive, and on the channels where their arrival is not proven yet. */
  const promiseOf = ({ by, unproven }: Reach): string[] => {
    if (unproven.length === 0) return [by.length === 0 ? t('reachNone') : t('reach', { channels: namesOf(by) })]
    const hoped = { channels: namesOf(unproven) }
    return by.length === 0
      ? [t('reachHoped', hoped)]
      : [t('reach', { channels: namesOf(by) }), t('reachHopedToo', hoped)]
  }
  const calledOf = (onCall: OnCall | undefined): string[] => {
    if (onCall === undefined) return []
    if (onCall.kind === 'person')
      return [t(onCall.hasProvenChannel ? 'reachCalls' : 'reachCallsUnproven', { person: onCall.name })]
    return [t(onCall.kind === 'nobody' ? 'reachNobody' : 'reachNoChain')]
  }
  return (reach, onCall) => ({
    fault: faultOf(reach),
    rest: [...promiseOf(reach), ...calledOf(onCall)].join(' '),
  })
}
