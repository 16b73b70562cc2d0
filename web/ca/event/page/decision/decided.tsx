import type { Conjunction, Decision } from '@apsis/contract/ca/event/conjunction.ts'
import { isDecided } from '@apsis/contract/ca/event/duty.ts'
import { useOutage } from '../../../../api/outage.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { type Naming, useNaming } from '../../../../shell/status/people.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { decidedWords } from '../../decided-words.data.ts'
import { reopeningText } from '../../watched.ts'
import type { AskedStep } from './decide.ts'
import styles from './decided.module.css'

/** Opens the dialog for a step of the record, or the complete record. */
export type DecisionAsk = (what: AskedStep | 'record') => void

type Props = {
  readonly conjunction: Conjunction
  readonly decision: Decision | undefined
  readonly onAsk: DecisionAsk
}

/** Shows the decision and the conditions that reopen it, with buttons to decide and to open the record. */
export function Decided({ conjunction, decision, onAsk }: Props) {
  const t = useWords(conjunctionWords)
  const { nameOf } = useNaming()
  const isAway = useOutage()?.kind === 'unreachable'
  return (
    <p className={`flex wrap muted fs-12 gap-4-16 pad-8 ${styles.foot}`}>
      <span>{decidedText(conjunction, nameOf)}</span>{' '}
      <button
        type="button"
        className={`link-button fs-12 ${styles.link}`}
        disabled={isAway}
        onClick={() => onAsk('DECIDE')}
      >
        {t(isDecided(conjunction) ? 'decideAnew' : 'recordDecision')}
      </button>
      {decision && decision.history.length > 0 ? (
        <button type="button" className={`link-button fs-12 ${styles.link}`} onClick={() => onAsk('record')}>
          {t('showRecord', { count: decision.history.length })}
        </button>
      ) : null}
    </p>
  )
}

function decidedText(
  { reopens, decision: { decision, by, at, state } }: Conjunction,
  nameOf: Naming['nameOf'],
): string {
  const t = conjunctionWords
  if (decision === null || (state !== 'DECIDED' && state !== 'CLOSED')) return t('noDecision')
  const time = at === null ? '' : formatInstant(Date.parse(at))
  return [
    t('decided', { decision: decidedWords(decision), who: by === null ? '' : nameOf(by), time }),
    reopens ? reopeningText(reopens) : '',
  ].join(' ')
}
