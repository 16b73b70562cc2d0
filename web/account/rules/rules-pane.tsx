import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import type { KeptDraft } from '../../form/use-form.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { type FoldedHead, foldedOf, useFold } from '../../shell/page/use-fold.tsx'
import type { StatusMeaning } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import { channelsQuery, useUnderTest } from '../delivery/delivery-query.ts'
import { reachOf } from '../delivery/reach.ts'
import { formWords } from '../form/words.data.ts'
import { reportReceivers } from './report-receivers.ts'
import { RulesForm } from './rules-form.tsx'
import { rulesCall, rulesQuery } from './rules-query.ts'
import { rulesWords } from './words.data.ts'

type Props = {
  readonly who: SignedInPerson
  readonly kept: KeptDraft<NoticeRules>
}

/** Shows the notices of each channel, and the hours in which only critical ones are sent. */
export function RulesPane(props: Props) {
  const t = useWords(rulesWords)
  const query = useQuery(rulesQuery(props.who.subject))
  const said = useFoldedRules(props.who, props.kept.entered !== undefined)
  const { pane } = useFold({
    id: 'rules',
    title: t('rules'),
    note: t('firstFits'),
    ...foldedOf(query, t('failed'), ({ answer }) => said(answer)),
  })
  return (
    <QueryPane {...pane} query={query} skeletonRows={4} failed={t('failed')} exports={{ call: rulesCall }}>
      {(stored) => <RulesForm {...props} stored={stored} />}
    </QueryPane>
  )
}

/** Returns a function that gives the rules in one line, with their errors. */
function useFoldedRules(who: SignedInPerson, isUnsaved: boolean): (rules: NoticeRules) => FoldedHead {
  const t = useWords(rulesWords)
  const common = useWords(formWords)
  const { data: channels } = useQuery(channelsQuery(false))
  const underTest = useUnderTest()
  const hasCa = allows([CA_USER], who.roles)
  return ({ rules, quietHours, digestAt, situationReportAt, timeZone }) => {
    const reports = hasCa ? situationReportAt : []
    const unsent = rules.filter(({ way }) => way === 'never').length
    const times = [
      ...(quietHours === null ? [] : [t('foldedQuiet', quietHours)]),
      ...(digestAt !== null && rules.some(({ way }) => way === 'digest') ? [t('foldedDigest', { at: digestAt })] : []),
      ...(reports.length === 0 ? [] : [t('foldedReports', { times: reports.toSorted().join(', ') })]),
    ]
    const said = [
      rules.length === 0 ? t('noRule') : t('foldedRules', { count: rules.length }),
      ...(unsent === 0 ? [] : [t('foldedUnsent', { count: unsent })]),
      ...times,
      ...(times.length === 0 ? [] : [timeZone.replaceAll('_', ' ')]),
    ]
    const isReportLost = reports.length > 0 && channels !== undefined && reportReceivers(channels).length === 0
    const isHereAlone = channels !== undefined && reachOf(channels, { hasCa, rules, underTest }).by.length === 0
    const status = ((): StatusMeaning | undefined => {
      if (isReportLost) return { level: 'serious', word: t('foldedReportLost') }
      if (isUnsaved) return { level: 'pending', word: common('unsaved') }
      return isHereAlone ? { level: 'serious', word: t('foldedHereAlone') } : undefined
    })()
    // The head of the page warns if no channel gets critical notices; the channels are the place to correct that.
    return { holds: said.join(' · '), status, isUrgent: isReportLost || isUnsaved }
  }
}
