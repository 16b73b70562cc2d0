import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { LEVEL_WORDS } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { accountWords } from '../form/account-words.data.ts'
import { rulesWords } from './words.data.ts'

/** A new rule: everything is sent at once by every channel. */
export const NEW_RULE: NoticeRule = {
  types: [],
  leastLevel: 'ok',
  satellites: [],
  statuses: [],
  way: 'now',
  channels: [],
}

type NamedValues = readonly { readonly value: string; readonly label: string }[]

/** Returns a function that gives the text of a rule: its subject, its satellites, and its channels. */
export function useRuleWords() {
  const t = useWords(rulesWords)
  const account = useWords(accountWords)
  return ({ types, leastLevel, satellites, statuses, way, channels }: NoticeRule, named: NamedValues) => {
    const nameOf = (id: string) => named.find(({ value }) => value === id)?.label ?? id
    const list = (words: readonly string[]) => words.join(', ')
    const ofWhat =
      statuses.length > 0
        ? t('requestsOf', { statuses: list(statuses.map((status) => account(status))) })
        : types.length === 0
          ? t('anything')
          : list(types.map((type) => t(type)))
    const what = leastLevel === 'ok' ? ofWhat : t('fromLevel', { what: ofWhat, level: LEVEL_WORDS[leastLevel] })
    const about = satellites.length === 0 ? t('allSatellites') : list(satellites.map(nameOf))
    const by = channels.length === 0 ? t('byAllNow') : t('byNow', { channels: list(channels.map((one) => t(one))) })
    return { what, about, way: way === 'never' ? t('neverSent') : way === 'digest' ? t('byDigest') : by }
  }
}
