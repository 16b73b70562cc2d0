import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import type { SignedInPerson } from '../../session/who.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { channelsQuery, useUnderTest } from '../delivery/delivery-query.ts'
import { reachOf } from '../delivery/reach.ts'
import styles from '../form/form.module.css'
import { rulesWords } from './words.data.ts'

type Props = {
  readonly who: SignedInPerson
  /** The saved rules. */
  readonly rules: readonly NoticeRule[]
}

/**
 * Shows the channels for critical notices, as the head of the page does; a channel is marked if its last attempt failed or if it is not
 * proven.
 */
export function Critical({ who, rules }: Props) {
  const t = useWords(rulesWords)
  const { data } = useQuery(channelsQuery(false))
  const underTest = useUnderTest()
  if (data === undefined) return null
  const { by, unproven, failing } = reachOf(data, { hasCa: allows([CA_USER], who.roles), rules, underTest })
  const isUnsure = failing.length + unproven.length > 0
  const level = by.length === 0 ? 'serious' : isUnsure ? 'caution' : 'ok'
  // The telephone rings later, when the on-call chain calls.
  const names = (some: typeof by) => some.flatMap((one) => (one === 'phone' ? [] : [t(one)])).join(', ')
  return (
    <p className={`fs-14 lh-20 ${styles.line}`}>
      <StatusSymbol level={level} />{' '}
      {[
        ...(by.length === 0 ? [] : [t('criticalBy', { channels: names(by) })]),
        ...(by.length === 0 && !isUnsure ? [t('criticalNowhere')] : []),
        ...(unproven.length === 0 ? [] : [t('criticalUnproven', { channels: names(unproven) })]),
        ...(failing.length === 0 ? [] : [t('criticalFails', { channels: names(failing) })]),
        ...(by.length === 0 && isUnsure ? [t('criticalUnsure')] : []),
      ].join(' ')}
    </p>
  )
}
