import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { COMPRESSIONS, MEASUREMENT_TYPES, MOST_PASSES_OF_REQUEST } from '@apsis/contract/odt/request.ts'
import { PRIORITIES } from '@apsis/contract/payments/amount.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { PassGantt } from '../pass/pass-gantt.tsx'
import { type PassOf, type PassQuestion, passesQuery } from '../pass/pass-query.ts'
import { useSatelliteChoices } from '../pass/satellites-query.ts'
import { passWords } from '../pass/words.data.ts'
import { sensorsQuery } from '../sensor/sensor-query.ts'
import { bodyOf, type Draft, draftForEvent, drafts, type ForEvent, newDraft, orbitOfDraft } from './draft.ts'
import styles from './request.module.css'
import { costQuery, usePayer, useSendRequest } from './request-query.ts'
import { requestWords } from './words.data.ts'

const KEY = 'new-observation'
const SEARCH_DAYS = 7

type Props = {
  /** The object that the address names: the id of a satellite, or a catalogue number. */
  readonly satellite: string | undefined
  /** The event that it is for, with its passes, where the address names one. */
  readonly event?: ForEvent | undefined
  readonly onClose: () => void
}

/** Asks for observations: of what, when and by whom, and for how much. `?dialog=new-observation&satellite=…` opens it. */
export function RequestDialog({ satellite, event, onClose }: Props) {
  const t = useWords(requestWords)
  const navigate = useNavigate()
  const kept = drafts.use(KEY)
  const [fresh] = useState(() => (event ? draftForEvent(satellite, event) : newDraft(satellite)))
  const isSame =
    kept?.satellite === fresh.satellite && kept.object === fresh.object && (kept.event ?? '') === fresh.event
  const draft = kept && (satellite === undefined || isSame) ? kept : fresh
  // Another request takes another key; the same one sent again is the same request.
  const set = (part: Partial<Draft>) => drafts.keep(KEY, { ...draft, ...part, key: crypto.randomUUID() })
  const cost = useQuery(costQuery(draft))
  const payer = usePayer()
  const send = useSendRequest()
  const body = bodyOf(draft)
  const money = cost.data ? formatMoney(cost.data.high, cost.data.currency) : undefined
  const submit = () => {
    if (!body || send.isPending) return
    send.mutate(
      { body, key: draft.key },
      {
        onSuccess: ({ observationRequestId }) => {
          drafts.keep(KEY, null)
          void navigate({
            to: paths.observation,
            params: { observation_request_id: observationRequestId, observation_file_id: undefined },
          })
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
        ) : body ? (
          <Passes draft={draft} onChange={set} />
        ) : (
          <p>{t('noOrbit')}</p>
        )}
        <p className={styles.line}>
          {body && 'orbitDataMessageType' in body && body.orbitDataMessageType
            ? t('sent', { type: body.orbitDataMessageType })
            : t('leftOut')}
        </p>
        <p className={styles.cost} aria-live="polite">
          {cost.data === undefined || !money ? (
            cost.isPending ? null : (
              t('noPrice')
            )
          ) : cost.data?.hasCustomer === false ? (
            t('noCustomer')
          ) : payer ? (
            <>
              {t('cost', { amount: money, payer: payer.name })}{' '}
              {cost.data && payer.balance.available + payer.balance.limit < cost.data.high
                ? t('short', {
                    amount: formatMoney(
                      cost.data.high - payer.balance.available - payer.balance.limit,
                      cost.data.currency,
                    ),
                  })
                : t('after', {
                    amount: formatMoney(payer.balance.available - (cost.data?.high ?? 0), payer.balance.currency),
                  })}
            </>
          ) : (
            t('costAlone', { amount: money })
          )}
        </p>
        {send.error ? (
          <p role="alert" className={styles.line}>
            <StatusSymbol level="serious" /> {t('refused')} ({codeInWords(send.error)}):{' '}
            {problemInWords(send.error).message}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

type PartProps = { readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void }

function What({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  const satellites = useSatelliteChoices()
  return (
    <div className={styles.grid}>
      {satellites.length > 0 ? (
        <Select
          label={t('satellite')}
          value={draft.satellite}
          options={[
            { value: '', label: t('none') },
            ...satellites.map(({ satelliteId, name }) => ({ value: satelliteId, label: name })),
          ]}
          onChange={(satellite) => onChange({ satellite, names: [] })}
        />
      ) : null}
      {draft.satellite === '' ? (
        <TextArea
          label={t('object')}
          help={t('objectHelp')}
          isMono
          rows={2}
          value={draft.object}
          onChange={(object) => onChange({ object, names: [] })}
        />
      ) : null}
      <Select
        label={t('type')}
        value={draft.type}
        options={MEASUREMENT_TYPES.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => onChange({ type: MEASUREMENT_TYPES.find((one) => one === value) ?? 'OPTICAL', names: [] })}
      />
      <Select
        label={t('compression')}
        value={draft.compression}
        options={COMPRESSIONS.map((value) => ({ value, label: value === 'NONE' ? t('NONE') : value }))}
        onChange={(value) => onChange({ compression: COMPRESSIONS.find((one) => one === value) ?? 'NONE' })}
      />
      <Select
        label={t('priority')}
        value={draft.priority}
        options={PRIORITIES.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => onChange({ priority: PRIORITIES.find((one) => one === value) ?? 'standard' })}
      />
      {draft.names.length === 0 ? (
        <NumberField
          label={t('passes')}
          value={draft.passes}
          minValue={1}
          maxValue={MOST_PASSES_OF_REQUEST}
          onChange={(passes) => onChange({ passes: Number.isInteger(passes) ? passes : 1 })}
        />
      ) : null}
    </div>
  )
}

/** The passes that were chosen on the event: its message has the orbit, which no catalogue may know. */
function EventPasses({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  return (
    <fieldset className={styles.chosen}>
      <legend>{t('forEvent')}</legend>
      {draft.names.length === 0 ? <p>{t('noneChosen')}</p> : null}
      <ul>
        {draft.names.map((name) => {
          const [code = '', time = ''] = name.split('@')
          const pass = `${code} ${formatInstant(Date.parse(time))}`
          return (
            <li key={name}>
              {pass}{' '}
              <Button
                aria-label={t('leaveOut', { pass })}
                onClick={() => onChange({ names: draft.names.filter((one) => one !== name) })}
              >
                {t('leaveOutShort')}
              </Button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

/** The passes of the next days over the sensors that can make the measurement; pressed ones are asked for by name. */
function Passes({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  const say = useWords(passWords)
  const [fromMs] = useState(() => Math.ceil(now() / MINUTE_MS) * MINUTE_MS)
  const [told, setTold] = useState('')
  const sensors = useQuery(sensorsQuery(false))
  const wanted = draft.type === 'RADAR' ? 'RADAR_ACTIVE' : 'OPTICAL_PASSIVE'
  const able = sensors.data?.filter(({ sensorType, providerId }) => sensorType === wanted && providerId !== null) ?? []
  const orbit = orbitOfDraft(draft)
  const question: PassQuestion = {
    orbit: orbit ?? { kind: 'catalogue', catalogueId: 0 },
    codes: able.map(({ sensorCode }) => sensorCode),
    fromMs,
    toMs: fromMs + SEARCH_DAYS * DAY_MS,
    elevation: undefined,
  }
  const query = useQuery({ ...passesQuery(question), enabled: orbit !== undefined && able.length > 0 })
  if (query.error)
    return (
      <p role="alert" className={styles.line}>
        <StatusSymbol level="serious" /> {t('failed')}: {problemInWords(query.error).message}
      </p>
    )
  if (sensors.data && able.length === 0) return <p>{t('unable')}</p>
  if (!query.data) return <Skeleton rows={6} />
  const choose = ({ name, seenMs, pass }: PassOf) => {
    if (seenMs === undefined) {
      setTold(t('notAbleText', { reasons: pass.reasons.map((reason) => say(reason)).join(', ') }))
      return
    }
    setTold('')
    const without = draft.names.filter((one) => one !== name)
    if (without.length < draft.names.length) onChange({ names: without })
    else if (draft.names.length < MOST_PASSES_OF_REQUEST) onChange({ names: [...draft.names, name] })
  }
  const isHopeless = query.data.every(({ visibilityIntervals }) => visibilityIntervals.length === 0)
  return (
    <>
      <PassGantt
        predictions={query.data}
        sensors={able}
        span={question}
        chosen={new Set(draft.names)}
        onPick={choose}
      />
      <p className={styles.line} role="status">
        {told !== ''
          ? told
          : isHopeless
            ? t('unable')
            : draft.names.length === 0
              ? t('noneChosen')
              : t('chosen', { count: draft.names.length })}
      </p>
    </>
  )
}
