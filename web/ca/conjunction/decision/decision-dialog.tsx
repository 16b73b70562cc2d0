import { HOUR_MS } from '@apsis/astro/constants.ts'
import { standardReopening } from '@apsis/contract/ca/conjunction/reopening.ts'
import { DECISIONS } from '@apsis/contract/ca/conjunction.ts'
import { useState } from 'react'
import { STALE_STATUS } from '../../../api/problem.ts'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { now } from '../../../clock/clock.ts'
import { formatInstant, formatTime } from '../../../clock/format.ts'
import { useSession } from '../../../session/session.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { typedNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Strip } from '../../../ui/page/pane-states.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import { conjunctionWords } from '../../event/conjunction-words.data.ts'
import { decisionWords } from '../../event/decision-words.data.ts'
import { estimateWords } from '../../event/estimates-words.data.ts'
import { OwnerField } from '../../event/owner-field.tsx'
import type { Event } from '../view/use-event.ts'
import {
  type AskedStep,
  type DecisionBody,
  decisionsFor,
  needsWhy,
  reopenAboveOf,
  suggestedDecision,
  useDecide,
} from './decide.ts'
import styles from './decision-dialog.module.css'

/** The event as it is decided on; where nobody has sent a message, none is looked at. */
export type Decidable = Pick<Event, 'conjunction' | 'messages' | 'decision'> & {
  readonly selected: Event['selected'] | undefined
}
type Props = { readonly event: Decidable; readonly step: AskedStep; readonly onClose: () => void }
type Draft = {
  readonly owner: string
  readonly decision: string
  readonly hours: string
  readonly reopenAbove: string
  readonly why: string
}

const HOURS = ['1', '2', '4', '8', '12', '24']
/** Asks what is to stand in the record of the event, and why; what is written there stays. */
export function DecisionDialog({ event, step, onClose }: Props) {
  const t = useWords(conjunctionWords)
  const session = useSession()
  const [draft, setDraft] = useState<Draft>({
    owner: session.status === 'signed-in' ? session.who.userName : '',
    // Nothing is preset: what was not chosen is not decided.
    decision: '',
    hours: '4',
    reopenAbove: usualReopening(event.conjunction),
    why: '',
  })
  const [wasAsked, setWasAsked] = useState(false)
  const { conjunction, selected } = event
  const decide = useDecide(conjunction.conjunctionId)
  const { read, before } = useRead(event, decide.error)
  const pair = `${conjunction.object1.name} × ${conjunction.object2.name}`
  const title = t('ofEvent', { action: t(`do${step}`), pair })
  const pc = conjunction.conjunctionData.probabilityOfCollision
  const errors = errorsOf(step, draft, pc)
  const confirm = () => {
    setWasAsked(true)
    if (Object.values(errors).some((one) => one !== undefined) || decide.isPending) return
    const body = bodyOf(step, draft, { cdmId: selected?.cdm.cdmId, pc })
    decide.mutate({ body, version: read.conjunction.version, pair }, { onSuccess: onClose })
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
        {decide.error ? <Refused read={read} before={before} error={decide.error} /> : null}
        <Fields
          step={step}
          action={conjunction.action}
          draft={draft}
          onChange={change}
          errors={wasAsked ? errors : {}}
        />
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
  readonly step: AskedStep
  readonly action: Event['conjunction']['action']
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly errors: Partial<ReturnType<typeof errorsOf>>
}

function Fields({ step, action, draft, onChange, errors }: FieldsProps) {
  const t = useWords(conjunctionWords)
  const say = useWords(decisionWords)
  if (step === 'ASSIGN')
    return <OwnerField value={draft.owner} onChange={(owner) => onChange({ owner })} error={errors.owner} />
  const suggested = suggestedDecision(action)
  const reopening = (
    <TextField
      label={say('reopenAbove')}
      help={say('reopenAboveNote')}
      inputMode="decimal"
      value={draft.reopenAbove}
      onChange={(reopenAbove) => onChange({ reopenAbove })}
      error={errors.reopenAbove}
    />
  )
  if (step === 'CLOSE') return reopening
  if (step === 'DECIDE')
    return (
      <>
        <Select
          label={t('decision')}
          value={draft.decision}
          onChange={(decision) => onChange({ decision })}
          options={[
            ...(draft.decision === '' ? [{ value: '', label: say('choose') }] : []),
            ...decisionsFor(action).map((value) => ({
              value,
              label: value === suggested ? `${t(value)} (${say('suggested')})` : t(value),
            })),
          ]}
          error={errors.decision}
        />
        {reopening}
      </>
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

/**
 * The event as whoever decides has read it: it stays while the page goes on, so that nothing is decided on what came unseen.
 * Refused for that, they are told what has changed since, and decide on the event as it is then.
 */
function useRead(event: Decidable, error: Refusal | null) {
  const [reading, setReading] = useState({ read: event, before: event, error })
  if (error === null || error === reading.error) return reading
  const next = error.code === STALE_STATUS ? { read: event, before: reading.read, error } : { ...reading, error }
  setReading(next)
  return next
}

type RefusedProps = { readonly read: Decidable; readonly before: Decidable; readonly error: Refusal }

/** Why the step was not stored: somebody was faster, a message came, or what the server says. */
function Refused({ read, before, error }: RefusedProps) {
  const t = useWords(conjunctionWords)
  return (
    <Strip level="caution" isUrgent>
      {error.code === STALE_STATUS
        ? [...changesOf(before, read), t('staleAgain')].join(' ')
        : problemInWords(error).message}
    </Strip>
  )
}

/** What has changed of an event since it was read. */
function changesOf(before: Decidable, { decision, messages, conjunction }: Decidable): readonly string[] {
  const t = conjunctionWords
  const steps = decision?.history.slice(before.decision?.history.length ?? 0) ?? []
  const known = new Set(before.messages.map(({ cdm }) => cdm.cdmId))
  const changes = [
    ...steps.map(({ by, action, at }) =>
      t('staleRecord', { who: by, action: t(`do${action}`), time: `${formatTime(Date.parse(at))} Z` }),
    ),
    ...messages.filter(({ cdm }) => !known.has(cdm.cdmId)).map((message) => t('staleMessage', factsOf(message))),
  ]
  const { word } = meaningOf('risk', conjunction.conjunctionData.riskLevel)
  return changes.length > 0 ? changes : [t('staleLevel', { level: word })]
}

function basisOf({ selected, conjunction: { ownScreening, conjunctionData } }: Decidable): string {
  if (selected !== undefined) return conjunctionWords('basedOn', factsOf(selected))
  return estimateWords('basedOnOwn', {
    time: ownScreening === null ? '–' : formatInstant(Date.parse(ownScreening.madeAt)),
    pc: formatProbabilityLine(conjunctionData.probabilityOfCollision ?? undefined),
    miss: formatMiss(conjunctionData.totalMissDistance),
  })
}

function factsOf({ number, atMs, cdm }: Event['selected']) {
  return {
    number,
    time: formatInstant(atMs),
    pc: formatProbabilityLine(cdm.assessment.probability ?? undefined),
    miss: formatMiss(cdm.conjunctionData.totalMissDistance),
  }
}

/** What reopens it where nobody says otherwise, as it is typed. */
function usualReopening({ conjunctionData: { riskLevel, probabilityOfCollision } }: Decidable['conjunction']): string {
  const usual = standardReopening(riskLevel, probabilityOfCollision)
  return usual === undefined || usual === null ? '' : typedNumber(Number(formatProbabilityPlain(usual)))
}

function errorsOf(step: AskedStep, { owner, decision, reopenAbove, why }: Draft, pc: number | null) {
  const t = conjunctionWords
  const isSettling = step === 'DECIDE' || step === 'CLOSE'
  return {
    decision: step === 'DECIDE' && decision === '' ? decisionWords('decisionMissing') : undefined,
    reopenAbove:
      isSettling && reopenAboveOf(reopenAbove, pc) === undefined
        ? decisionWords('reopenWrong', { pc: formatProbabilityLine(pc ?? 0) })
        : undefined,
    owner: step === 'ASSIGN' && owner.trim() === '' ? t('ownerMissing') : undefined,
    why: needsWhy(step) && why.trim() === '' ? t('whyMissing') : undefined,
  }
}

type Basis = { readonly cdmId: string | undefined; readonly pc: number | null }

function bodyOf(action: AskedStep, draft: Draft, { cdmId, pc }: Basis): DecisionBody {
  const { owner, decision, hours, reopenAbove, why } = draft
  const chosen = DECISIONS.find((one) => one === decision)
  return {
    action,
    ...(cdmId === undefined ? {} : { cdmId }),
    why: why.trim(),
    ...(action === 'ASSIGN' ? { owner: owner.trim() } : {}),
    ...(action === 'DECIDE' && chosen ? { decision: chosen } : {}),
    ...(action === 'DECIDE' || action === 'CLOSE' ? { reopenAbove: reopenAboveOf(reopenAbove, pc) ?? null } : {}),
    ...(action === 'SNOOZE' ? { snoozedUntil: new Date(now() + Number(hours) * HOUR_MS).toISOString() } : {}),
  }
}
