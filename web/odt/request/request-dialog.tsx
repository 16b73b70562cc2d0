import { createRequest, type NewRequest, type ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callVersioned } from '../../api/call.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { costQuery, type OrderCost, roomBeside, usePayer } from '../../price/order-cost.ts'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { FileMarking, useFileMarks } from '../../ui/file/file.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { worthQuery } from './choices.ts'
import { type About, chosenText, resultText } from './chosen-text.ts'
import { AddCredit, Cost } from './cost.tsx'
import {
  bodyOf,
  DRAFT_KEY,
  type Draft,
  draftOfAddress,
  drafts,
  fromOf,
  isBegunFor,
  isEmpty,
  isWindowTurned,
  limitsOf,
  orbitOfDraft,
  payableOf,
  type RequestAddress,
  sentOf,
  untilOf,
} from './draft.ts'
import { anew, useFinding } from './finding.tsx'
import { RequestLead } from './lead.tsx'
import { isNobody, resolved, useNamedObjects, writtenObject } from './objects.ts'
import { Passes } from './passes.tsx'
import { isSimulatedIn, usePrediction } from './prediction.ts'
import styles from './request.module.css'
import { timed, useSelection } from './selection.ts'
import { What } from './what.tsx'
import { requestWords } from './words.data.ts'

type Props = { readonly asked: RequestAddress; readonly onClose: () => void }

/**
 * Shows the dialog that requests observations: of an object, in a time, by sensors, and at a price. `?dialog=new-observation&satellite=…`
 * opens it.
 */
export function RequestDialog(props: Props) {
  const [sent, setSent] = useState<ObservationRequest>()
  if (sent) return <Sent request={sent} onClose={props.onClose} />
  return <Asking {...props} onSent={setSent} />
}

type AskingProps = Props & { readonly onSent: (request: ObservationRequest) => void }

/** Returns the draft of this browser if it is for the same request as the address, else a new one; and the function that changes it. */
function useDraft(asked: RequestAddress) {
  const kept = drafts.use(DRAFT_KEY)
  const [fresh] = useState(() => draftOfAddress(asked))
  const isSame = kept && isBegunFor(kept, fresh)
  const isNew = asked.satellite !== undefined || fresh.askedOrder !== ''
  const draft = kept && (!isNew || isSame) ? kept : fresh
  // A changed request gets another key; sending an unchanged one again is the same request.
  const set = (part: Partial<Draft>) =>
    drafts.keep(DRAFT_KEY, { ...draft, ...part, key: crypto.randomUUID(), isSent: false })
  return { draft, set, keep: (whole: Draft) => drafts.keep(DRAFT_KEY, whole) }
}

/** Returns the state of sending. While a request is being sent it is neither changed nor closed, so that the reader sees the result. */
function useSending(
  { draft, set, keep }: ReturnType<typeof useDraft>,
  selected: Draft,
  { onClose, onSent }: Omit<AskingProps, 'asked'>,
) {
  const send = useSendRequest()
  const [told, setTold] = useState('')
  const isWrong =
    [fromOf(selected), untilOf(selected)].includes('wrong') ||
    isWindowTurned(selected) ||
    limitsOf(selected).faults.length > 0
  const body = isWrong ? undefined : bodyOf(selected)
  // The refusal was for another request than the current one.
  const tell = (text: string) => {
    if (!send.isPending) send.reset()
    setTold(text)
  }
  return {
    body,
    told,
    tell,
    isPending: send.isPending,
    error: send.error,
    submit: () => {
      if (!body || send.isPending) return
      // If the order is sent again under the same key, it must be the same request.
      keep(sentOf(selected))
      send.mutate({ body, key: draft.key }, { onSuccess: onSent })
    },
    change: (part: Partial<Draft>) => {
      if (send.isPending) return
      tell('')
      set(part)
    },
    close: () => {
      if (!send.isPending) onClose()
    },
  }
}

/** Returns the draft with its choices, the function that changes it, and the function that sends it. */
function useAsking({ asked, ...ways }: AskingProps) {
  const kept = useDraft(asked)
  const objects = useNamedObjects()
  const named = resolved(kept.draft, objects)
  const isForEvent = named.event !== ''
  const worth = useQuery({ ...worthQuery(named.event), enabled: isForEvent })
  const isReady = !isForEvent || worth.data !== undefined || worth.error !== null
  const wished = timed(named, worth.data)
  const prediction = usePrediction(wished, worth.data, isReady)
  const selection = useSelection(wished, worth.data, prediction)
  const draft = selection.selected
  const sending = useSending(kept, draft, ways)
  const isNamed = orbitOfDraft(draft) !== undefined
  const finding = useFinding({
    isNamed,
    state: prediction.state,
    onAnew: () => {
      sending.change(anew(wished))
      if (selection.requests.error) void selection.requests.refetch()
    },
  })
  const change = (part: Partial<Draft>) => {
    // A reader who continues to type keeps the focus.
    finding.end()
    sending.change(part)
  }
  const object = {
    written: writtenObject(kept.draft, objects),
    names: objects.map(({ name }) => name),
    isNobody: !isNamed && isNobody(kept.draft.object, objects),
  }
  return { wished, draft, isNamed, object, worth, prediction, selection, sending, finding, change }
}

function Asking(props: AskingProps) {
  const t = useWords(requestWords)
  const { wished, draft, isNamed, object, worth, prediction, selection, sending, finding, change } = useAsking(props)
  const { body, told, tell } = sending
  const payer = usePayer()
  const isSimulated = isSimulatedIn(worth.data, prediction.query.data)
  const able = payableOf(prediction.able, worth.data?.isSimulated === true)
  const cost = useQuery({ ...costQuery({ ...draft, able }), enabled: !isEmpty(draft) })
  const marks = useFileMarks()
  const costPane = <Cost draft={draft} query={cost} able={able} onChange={change} choices={selection.choices} />
  return (
    <Sheet
      title={t('title')}
      note={isSimulated ? t('simulated') : undefined}
      onClose={sending.close}
      foot={
        sending.error ? (
          <Refused error={sending.error} />
        ) : (
          <Timing
            wished={wished}
            draft={draft}
            found={worth.data}
            prediction={prediction}
            selection={selection}
            told={told}
          />
        )
      }
      actions={<Ways sending={sending} cost={isEmpty(draft) ? undefined : cost.data} />}
    >
      <RequestLead draft={draft} isNamed={isNamed} query={worth} />
      <What draft={wished} object={object} onChange={change} body={body} finding={finding} />
      {isNamed ? (
        <FileMarking value={{ ...marks, isSimulated }}>
          <Passes
            draft={draft}
            onChange={change}
            found={worth.data}
            prediction={prediction}
            selection={selection}
            list={finding.list}
            room={payer && cost.data ? roomBeside(draft.names, cost.data, payer) : undefined}
            onTell={tell}
            cost={costPane}
          />
        </FileMarking>
      ) : (
        <div className={`grid flex-none line-top stack-phone block-paper ${styles.lower}`}>
          <Pane title={t('passesTitle')} exports={false}>
            <p className="soft fs-13 pad-8">{t('namedFirst')}</p>
          </Pane>
          {costPane}
        </div>
      )}
    </Sheet>
  )
}

type WaysProps = {
  readonly sending: ReturnType<typeof useSending>
  /** The price; null or undefined if there is none, or it is not known. */
  readonly cost: OrderCost | null | undefined
}

/** Shows the buttons that end the dialog: by closing it, or by sending the request. */
function Ways({ sending: { body, isPending, close, submit }, cost }: WaysProps) {
  const t = useWords(requestWords)
  const send = cost ? t('sendFor', { amount: formatMoney(cost.high, cost.currency) }) : t('send')
  return (
    <>
      <Button aria-disabled={isPending} onClick={close}>
        {t('cancel')}
      </Button>
      <Button
        look="primary"
        aria-disabled={body === undefined || isPending}
        onClick={submit}
        className={body ? '' : styles.waits}
      >
        {isPending ? t('sending') : send}
      </Button>
    </>
  )
}

function Refused({ error }: { readonly error: NonNullable<ReturnType<typeof useSendRequest>['error']> }) {
  const t = useWords(requestWords)
  return (
    <p role="alert" className="flex items-baseline gap-6">
      <StatusSymbol level="serious" />
      <span>
        {t('refused')} ({codeInWords(error)}): {error.code === 402 ? t('balanceShort') : problemInWords(error).message}{' '}
        {error.code === 402 ? <AddCredit /> : null}
      </span>
    </p>
  )
}

type Sending = { readonly body: NewRequest; readonly key: string }

const useSendRequest = () =>
  useMutation({
    meta: { silent: 'send-request', writes: [['observation'], ['payments']] },
    mutationFn: async ({ body, key }: Sending) => (await callVersioned(createRequest, { body }, { key })).answer,
    // The draft is removed here, and not by the sender: a reader who has left the page meanwhile finds no draft of a sent order.
    onSuccess: () => drafts.keep(DRAFT_KEY, null),
  })

type TimingProps = About & {
  /** The text about the pass that was pressed last. */
  readonly told: string
}

/** Lists the requested passes and how long before the decision the last result arrives: the last check before sending. */
function Timing({ told, ...about }: TimingProps) {
  const t = useWords(requestWords)
  return (
    <p role="status">{told === '' ? [chosenText(about, t), resultText(about, t)].filter(Boolean).join(' ') : told}</p>
  )
}

type SentProps = { readonly request: ObservationRequest; readonly onClose: () => void }

/** Shows the accepted request: its reserved amount, the passes left out, and a link to it. */
function Sent({ request, onClose }: SentProps) {
  const t = useWords(requestWords)
  const { observationRequestId, objectName, held, currency, ignored, numberOfPassesRequested: count } = request
  const said = [
    t('sentPasses', { count, name: objectName }),
    ...(currency === null || held === 0 ? [] : [t('sentHeld', { amount: formatMoney(held, currency) })]),
    ...(ignored.length > 0 ? [t('sentIgnored', { fields: ignored.join(', ') })] : []),
  ]
  return (
    <Dialog isOpen title={t('sentTitle')} onClose={onClose} close={t('done')}>
      <p className="flex items-baseline gap-6" role="status">
        <StatusSymbol level="ok" />
        <span>{said.join(' ')}</span>
      </p>
      <p className="flex wrap gap-8">
        <Link
          to={paths.observation}
          params={{ observation_request_id: observationRequestId, observation_file_id: undefined }}
          className={`plain-link ${button.button} ${button.primary}`}
          data-primary
        >
          {t('openRequest')}
        </Link>
        {request.conjunctionId !== null ? (
          <Link
            to={paths.conjunction}
            params={{
              satellite_id: request.satelliteId ?? String(request.catalogueId),
              conjunction_id: request.conjunctionId,
            }}
            search={{ tab: 'tracking' }}
            className={`plain-link ${button.button}`}
          >
            {t('backToEvent')}
          </Link>
        ) : null}
      </p>
    </Dialog>
  )
}
