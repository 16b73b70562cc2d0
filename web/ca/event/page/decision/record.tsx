import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'
import { Instant } from '../../../../clock/instant.tsx'
import { callInWords } from '../../../../notifications/notice-in-words.ts'
import { type Naming, useNaming } from '../../../../shell/status/people.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../../ui/status/status-word.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { Probability } from '../../../../ui/value/quantity.tsx'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { coordinationText } from '../../coordination-text.ts'
import { decidedWords } from '../../decided-words.data.ts'
import { decisionWords } from '../../decision-words.data.ts'
import type { NumberedMessage } from '../../messages.ts'
import { lookTime } from '../../watched.ts'
import styles from './record.module.css'

type Props = { readonly decision: Decision | undefined; readonly messages: readonly NumberedMessage[] }

/** Lists the entries of the record with person, time, message and reason: oldest first, and never changed. */
export function Record({ decision, messages }: Props) {
  const t = useWords(conjunctionWords)
  const { nameOf, signed } = useNaming()
  if (!decision || decision.history.length === 0) return <p className="pad-end muted fs-13">{t('recordEmpty')}</p>
  return (
    <ol className={`pad-end fs-13 ${styles.record}`}>
      {decision.history.map((entry) => {
        const why = whyOf(entry, nameOf)
        const basis = messages.find(({ cdm }) => cdm.cdmId === entry.cdmId)
        return (
          <li className="grid gap-12 pad-y-6 faint-top" key={entry.entryId}>
            <Instant at={Date.parse(entry.at)} />
            <span>
              <b>
                {t(`do${entry.action}`)}
                {entry.action === 'DECIDE' && entry.decision ? `: ${decidedWords(entry.decision)}` : ''}
                {entry.action === 'DECIDE' && entry.lookAgainAt !== null
                  ? `, ${decisionWords('lookBy', { time: lookTime(entry.lookAgainAt) })}`
                  : ''}
                {entry.action === 'ASSIGN' && entry.owner ? `: ${nameOf(entry.owner)}` : ''}
              </b>
              , {signed(entry.by)}
              {entry.coordination === undefined ? null : `: ${coordinationText(entry.coordination)}`}
              {entry.trigger === null ? '' : `: ${triggerOf(entry)}`}
              {why === '' ? null : <q className="block soft">{why}</q>}
              <span className="block muted fs-12">
                {basis ? `${t('basis')} ${basis.number}, ` : ''}
                <StatusWord {...meaningOf('risk', entry.riskLevel)} />
                {', Pc '}
                <Probability value={entry.probability ?? undefined} reason={t('notComputed')} />
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The product writes notes of calls in the language of the reader; texts of people are not translated. */
const whyOf = ({ call, why }: Decision['history'][number], nameOf: Naming['nameOf']) =>
  call === null ? why : callInWords(namedCall(call, nameOf))

function namedCall({ person, passed, ...call }: DutyCall, nameOf: Naming['nameOf']): DutyCall {
  return {
    ...call,
    person: person && nameOf(person),
    ...(passed === undefined ? {} : { passed: { ...passed, by: nameOf(passed.by) } }),
  }
}

/** Returns the condition that reopened the event automatically. */
function triggerOf({ trigger, reopenAbove, lookAgainAt }: Decision['history'][number]): string {
  if (trigger === 'level') return decisionWords('byLevel')
  if (trigger === 'look') return decisionWords('byLook', { time: lookTime(lookAgainAt ?? '') })
  if (trigger === 'message-late') return decisionWords('byLateMessage')
  if (trigger === 'tca-moved') return decisionWords('byMovedTca')
  return decisionWords('byProbability', { pc: formatProbabilityLine(reopenAbove ?? undefined) })
}

/** Shows the complete record in a dialog. */
export function RecordDialog({ onClose, ...props }: Props & { readonly onClose: () => void }) {
  const t = useWords(conjunctionWords)
  return (
    <Dialog isOpen title={t('record')} onClose={onClose}>
      <Record {...props} />
    </Dialog>
  )
}
