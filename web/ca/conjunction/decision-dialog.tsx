import { DECISIONS, type DecisionEntry } from '@apsis/contract/ca/conjunction.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant, formatTime } from '../../clock/format.ts'
import { useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { useWords } from '../../ui/language.ts'
import { Strip } from '../../ui/pane-states.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type DecisionBody, needsWhy, type Step, useDecide } from './decide.ts'
import styles from './decision-dialog.module.css'
import type { Event } from './use-event.ts'
import { conjunctionWords } from './words.data.ts'

type Props = { readonly event: Event; readonly step: Step; readonly onClose: () => void }
type Draft = { readonly owner: string; readonly decision: string; readonly hours: string; readonly why: string }

const HOURS = ['1', '2', '4', '8', '12', '24']
const HOUR_MS = 3_600_000
const STALE = 412

/** Asks what is to stand in the record of the event, and why; what is written there stays. */
export function DecisionDialog({ event, step, onClose }: Props) {
  const t = useWords(conjunctionWords)
  const session = useSession()
  const [draft, setDraft] = useState<Draft>({
    owner: session.status === 'signed-in' ? session.who.userName : '',
    decision: 'MONITOR',
    hours: '4',
    why: '',
  })
  const [wasAsked, setWasAsked] = useState(false)
  const { conjunction, decision, selected } = event
  const decide = useDecide(conjunction.conjunctionId)
  const pair = `${conjunction.object1.name} × ${conjunction.object2.name}`
  const title = t('ofEvent', { action: t(`do${step}`), pair })
  const errors = errorsOf(step, draft)
  const confirm = () => {
    setWasAsked(true)
    if (errors.owner || errors.why || decide.isPending) return
    const body = bodyOf(step, draft, selected.cdm.cdmId)
    decide.mutate({ body, version: decision?.version, pair }, { onSuccess: onClose })
  }
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t(`do${step}`), onConfirm: confirm }}
    >
      <div className={styles.fields}>
        <p>{basisOf(event)}</p>
        {decide.error ? <Refused event={event} error={decide.error} /> : null}
        <Fields step={step} draft={draft} onChange={change} ownerError={wasAsked ? errors.owner : undefined} />
        <TextArea
          label={t('why')}
          value={draft.why}
          onChange={(why) => change({ why })}
          rows={3}
          maxLength={2_000}
          error={wasAsked ? errors.why : undefined}
        />
      </div>
    </Dialog>
  )
}

type FieldsProps = {
  readonly step: Step
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly ownerError: string | undefined
}

function Fields({ step, draft, onChange, ownerError }: FieldsProps) {
  const t = useWords(conjunctionWords)
  if (step === 'ASSIGN')
    return (
      <TextField label={t('owner')} value={draft.owner} onChange={(owner) => onChange({ owner })} error={ownerError} />
    )
  if (step === 'DECIDE')
    return (
      <Select
        label={t('decision')}
        value={draft.decision}
        onChange={(decision) => onChange({ decision })}
        options={DECISIONS.map((value) => ({ value, label: t(value) }))}
      />
    )
  if (step === 'SNOOZE')
    return (
      <Select
        label={t('until')}
        value={draft.hours}
        onChange={(hours) => onChange({ hours })}
        options={HOURS.map((value) => ({ value, label: t('hours', { count: value }) }))}
      />
    )
  return null
}

type Refusal = NonNullable<ReturnType<typeof useDecide>['error']>

/** Why the step was not stored: somebody was faster, or what the server says. */
function Refused({ event: { decision }, error }: { readonly event: Event; readonly error: Refusal }) {
  const t = useWords(conjunctionWords)
  const last: DecisionEntry | undefined = decision?.history.at(-1)
  const text =
    error.code === STALE && last
      ? t('staleRecord', { who: last.by, action: t(`do${last.action}`), time: `${formatTime(Date.parse(last.at))} Z` })
      : problemInWords(error).message
  return (
    <Strip level="caution" isUrgent>
      {text}
    </Strip>
  )
}

function basisOf({ selected: { number, atMs, cdm } }: Event): string {
  return conjunctionWords('basedOn', {
    number,
    time: formatInstant(atMs),
    pc: formatProbabilityLine(cdm.assessment.probability ?? undefined),
    miss: formatNumber(cdm.conjunctionData.totalMissDistance, { decimals: 0 }),
  })
}

function errorsOf(step: Step, { owner, why }: Draft) {
  const t = conjunctionWords
  return {
    owner: step === 'ASSIGN' && owner.trim() === '' ? t('ownerMissing') : undefined,
    why: needsWhy(step) && why.trim() === '' ? t('whyMissing') : undefined,
  }
}

function bodyOf(action: Step, { owner, decision, hours, why }: Draft, cdmId: string): DecisionBody {
  const chosen = DECISIONS.find((one) => one === decision)
  return {
    action,
    cdmId,
    why: why.trim(),
    ...(action === 'ASSIGN' ? { owner: owner.trim() } : {}),
    ...(action === 'DECIDE' && chosen ? { decision: chosen } : {}),
    ...(action === 'SNOOZE' ? { snoozedUntil: new Date(now() + Number(hours) * HOUR_MS).toISOString() } : {}),
  }
}
