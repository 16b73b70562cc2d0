import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { costQuery } from '../../price/order-cost.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { AddCredit, Cost } from './cost.tsx'
import { bodyOf, type Draft, draftForEvent, drafts, type ForEvent, newDraft, untilOf } from './draft.ts'
import { EventPasses, Passes } from './passes.tsx'
import styles from './request.module.css'
import { useSendRequest } from './request-query.ts'
import { Sent } from './sent.tsx'
import { What } from './what.tsx'
import { requestWords } from './words.data.ts'

const KEY = 'new-observation'

type Props = {
  /** The object that the address names: the id of a satellite, or a catalogue number. */
  readonly satellite: string | undefined
  /** What is measured, where the address names it. */
  readonly type?: string | undefined
  /** The event that it is for, with its passes, where the address names one. */
  readonly event?: ForEvent | undefined
  readonly onClose: () => void
}

/** Asks for observations: of what, when and by whom, and for how much. `?dialog=new-observation&satellite=…` opens it. */
export function RequestDialog(props: Props) {
  const [sent, setSent] = useState<ObservationRequest>()
  if (sent) return <Sent request={sent} onClose={props.onClose} />
  return <Asking {...props} onSent={setSent} />
}

type AskingProps = Props & { readonly onSent: (request: ObservationRequest) => void }

function Asking({ satellite, type, event, onClose, onSent }: AskingProps) {
  const t = useWords(requestWords)
  const kept = drafts.use(KEY)
  const [fresh] = useState(() => (event ? draftForEvent(satellite, event) : newDraft(satellite, type)))
  const isSame =
    kept?.satellite === fresh.satellite &&
    kept.object === fresh.object &&
    kept.event === fresh.event &&
    (type === undefined || kept.type === fresh.type)
  const draft = kept && (satellite === undefined || isSame) ? kept : fresh
  // Another request takes another key; the same one sent again is the same request.
  const set = (part: Partial<Draft>) => drafts.keep(KEY, { ...draft, ...part, key: crypto.randomUUID() })
  const cost = useQuery(costQuery(draft))
  const send = useSendRequest()
  const body = untilOf(draft) === 'wrong' ? undefined : bodyOf(draft)
  const money = cost.data ? formatMoney(cost.data.high, cost.data.currency) : undefined
  const submit = () => {
    if (!body || send.isPending) return
    send.mutate(
      { body, key: draft.key },
      {
        onSuccess: (request) => {
          drafts.keep(KEY, null)
          onSent(request)
        },
      },
    )
  }
  const label = send.isPending ? t('sending') : money ? t('sendFor', { amount: money }) : t('send')
  return (
    <Dialog
      isOpen
      isWide
      title={t('title')}
      onClose={onClose}
      close={t('cancel')}
      confirm={body ? { label, onConfirm: submit } : undefined}
    >
      <div className={styles.form}>
        <What draft={draft} onChange={set} />
        {draft.event !== '' ? (
          <EventPasses draft={draft} onChange={set} />
        ) : bodyOf(draft) ? (
          <Passes draft={draft} onChange={set} />
        ) : (
          <p>{t('noOrbit')}</p>
        )}
        <p className={styles.line}>
          {body && 'orbitDataMessageType' in body && body.orbitDataMessageType
            ? t('sent', { type: body.orbitDataMessageType })
            : t('leftOut')}{' '}
          {t('notation')}
        </p>
        <Cost draft={draft} query={cost} onChange={set} />
        {send.error ? (
          <p role="alert" className={styles.line}>
            <StatusSymbol level="serious" /> {t('refused')} ({codeInWords(send.error)}):{' '}
            {problemInWords(send.error).message} {send.error.code === 402 ? <AddCredit /> : null}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
