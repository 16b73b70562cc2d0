import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { useQuery } from '@tanstack/react-query'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { channelsQuery } from '../delivery/delivery-query.ts'
import { standingOf } from '../delivery/standing.ts'
import styles from '../form/form.module.css'
import { rulesWords } from './words.data.ts'

/** By what a critical notice arrives, whatever the rules say; a channel whose last try failed is named as such. */
export function Critical() {
  const t = useWords(rulesWords)
  const { data } = useQuery(channelsQuery(false))
  if (data === undefined) return null
  // The telephone rings later, when the chain calls.
  const namesOf = (isMeant: (one: Channel) => boolean) =>
    [...new Set(data.filter(isMeant).flatMap(({ channel }) => (channel === 'phone' ? [] : [t(channel)])))].join(', ')
  const reached = namesOf((one) => ['works', 'untried'].includes(standingOf(one)))
  const failing = namesOf((one) => standingOf(one) === 'failing')
  const level = reached === '' ? 'serious' : failing === '' ? 'ok' : 'caution'
  return (
    <p className={styles.line}>
      <StatusSymbol level={level} />{' '}
      {[
        ...(reached === '' ? [] : [t('criticalBy', { channels: reached })]),
        ...(reached === '' && failing === '' ? [t('criticalNowhere')] : []),
        ...(failing === '' ? [] : [t('criticalFails', { channels: failing })]),
        ...(reached === '' && failing !== '' ? [t('criticalUnsure')] : []),
      ].join(' ')}
    </p>
  )
}
