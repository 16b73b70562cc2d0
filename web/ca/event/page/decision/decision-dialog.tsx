import { HOUR_MS } from '@apsis/astro/constants.ts'
import { DECISIONS, type Decision } from '@apsis/contract/ca/event/conjunction.ts'
import { isWaiting } from '@apsis/contract/ca/event/reopening.ts'
import { useState } from 'react'
import { STALE_STATUS } from '../../../../api/problem.ts'
import { problemInWords } from '../../../../api/problem-in-words.ts'
import { now } from '../../../../clock/clock.ts'
import { formatInstant, formatTime } from '../../../../clock/format.ts'
import { typedInstant } from '../../../../clock/typed-instant.ts'
import { FormDialog } from '../../../../form/form-dialog.tsx'
import { type Form, useForm } from '../../../../form/use-form.ts'
import { Unbroken } from '../../../../notifications/unbroken.tsx'
import { useSession } from '../../../../session/session.ts'
import { type Naming, useNaming } from '../../../../shell/status/people.ts'
import { Select } from '../../../../ui/field/select.tsx'
import { TextArea } from '../../../../ui/field/text-area.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { formatMiss } from '../../../../ui/format/quantity.ts'
import { Banner } from '../../../../ui/page/pane-states.tsx'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { adviceWords } from '../../advice-words.data.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { decidedWords } from '../../decided-words.data.ts'
import { decisionWords } from '../../decision-words.data.ts'
import { estimateWords } from '../../estimates-words.data.ts'
import { levelBySaid } from '../../level-by.ts'
import { OwnerField } from '../../owner-field.tsx'
import { lookTime } from '../../watched.ts'
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
import { wakingText } from './waking.ts'

/** The event for the decision dialog; if there is no message, none is selected. */
export type Decidable = Pick<Event, 'conjunction' | 'messages' | 'decision'> & {
  readonly selected: Event['selected'] | undefined
}
type Props = { readonly event: Decidable; readonly step: AskedStep; readonly onClose: () => void }
type Draft = {
  /** The typed text; undefined for the user who decides. */
  readonly owner: string | undefined
  readonly decision: string
  readonly hours: string
  /** The typed text; undefined for the default. */
  readonly reopenAbove: string | undefined
  readonly lookAgain: string | undefined
  readonly why: string
}

/** No decision is preset, so that no decision is sent that the user has not chosen. */
const UNTOUCHED = { decision: '', hours: '4', reopenAbove: undefined, lookAgain: undefined, why: '' }
const HOURS = ['1', '2', '4', '8', '12', '24']
/** Shows the dialog for a step of the record and its reason; an entry of the record can never be changed. */
export function DecisionDialog({ event, step, onClose }: Props) {
  const t = useWords(conjunctionWords)
  const session = useSession()
  const { nameOf, accountOf } = useNaming()
  const own = session.status === 'signed-in' ? nameOf(session.who.userName) : ''
  const { conjunction, selected } = event
  const decide = useDecide(conjunction.conjunctionId)
  const { read, before } = useRead(event, decide.error)
  const pair = `${conjunction.object1.name} × ${conjunction.object2.name}`
  const basis = basisFor(event)
  // The figures in the dialog may belong to another estimate than the one that sets the level.
  const by = levelBySaid(conjunction, selected?.cdm.cdmId)
  const form = useForm<Draft, unknown>({
    initial: { ...UNTOUCHED, owner: undefined },
    check: (draft) => errorsOf(step, { ...draft, owner: draft.owner ?? own }, basis),
    apply: (draft) => {
      if (decide.isPending) return
      const owner = accountOf((draft.owner ?? own).trim())
      const body = bodyOf(step, { ...draft, owner }, { ...basis, cdmId: selected?.cdm.cdmId })
      decide.mutate({ body, read: read.conjunction, pair }, { onSuccess: onClose })
    },
  })
  const { values: draft, field } = form
  return (
    <FormDialog
      form={form}
      title={t('ofEvent', { action: t(`do${step}`), pair })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t(`do${step}`)}
    >
      <p>{basisOf(event, by === '')}</p>
      {by === '' ? null : <p>{by}</p>}
      {decide.error ? <Refused read={read} before={before} error={decide.error} /> : null}
      <Fields step={step} action={conjunction.action} basis={basis} own={own} form={form} />
      <TextArea label={t('why')} rows={3} maxLength={2_000} {...field('why')} />
      {step === 'DECIDE' ? <Waking draft={draft} basis={basis} /> : null}
    </FormDialog>
  )
}

/** Shows the conditions that notify the user after the decision. */
function Waking({ draft, basis }: { readonly draft: Draft; readonly basis: Basis }) {
  useWords(decisionWords)
  if (draft.decision === '' || basis.defaults === undefined) return null
  const chosen = DECISIONS.find((one) => one === draft.decision)
  const waits = isWaiting(chosen)
  const waking = {
    level: basis.level,
    aboveProbability: reopenAboveIn(draft, basis) ?? null,
    lookAgainAt: waits ? (lookAgainIn(draft, basis) ?? null) : null,
    waits,
  }
  return (
    <p role="status">
      <Unbroken text={wakingText(waking)} />
    </p>
  )
}

type FieldsProps = {
  readonly step: AskedStep
  readonly basis: Basis
  readonly action: Event['conjunction']['action']
  readonly own: string
  readonly form: Form<Draft>
}

function Fields({ step, action, basis, own, form: { values: draft, field } }: FieldsProps) {
  const t = useWords(conjunctionWords)
  const say = useWords(decisionWords)
  if (step === 'ASSIGN') return <OwnerField {...field('owner')} value={draft.owner ?? own} />
  const suggested = suggestedDecision(action)
  const { reopenAbove: usual = null, mostReopenAbove: most = null } = basis.defaults ?? {}
  const reopening = (
    <TextField
      label={say('reopenAbove')}
      help={most === null ? say('reopenAboveNote') : say('reopenAtMostNote', { most: formatProbabilityLine(most) })}
      {...field('reopenAbove')}
      value={draft.reopenAbove ?? (usual === null ? '' : formatProbabilityLine(usual))}
    />
  )
  if (step === 'CLOSE') return reopening
  if (step === 'DECIDE')
    return (
      <>
        <Select
          label={t('decision')}
          options={[
            ...(draft.decision === '' ? [{ value: '', label: say('choose') }] : []),
            ...decisionsFor(action).map((value) => ({
              value,
              label: value === suggested ? `${decidedWords(value)} (${say('suggested')})` : decidedWords(value),
            })),
          ]}
          {...field('decision')}
        />
        {isWaiting(DECISIONS.find((one) => one === draft.decision)) ? (
          <TextField
            label={say('lookAgain')}
            help={say(basis.defaults?.isLookByContact ? 'lookByContactNote' : 'lookByMessageNote')}
            {...field('lookAgain')}
            value={draft.lookAgain ?? usualLook(basis)}
          />
        ) : null}
        {reopening}
      </>
    )
  if (step === 'SNOOZE')
    return (
      <Select
        label={t('until')}
        options={HOURS.map((value) => ({ value, label: t('hours', { count: value }) }))}
        {...field('hours')}
      />
    )
  return null
}

type Refusal = NonNullable<ReturnType<typeof useDecide>['error']>

/**
 * Returns the event as the user has read it: it stays the same while the page updates, so that a decision is never based on unread changes.
 * After a refusal for that reason the changes are shown, and the decision is based on the updated event.
 */
function useRead(event: Decidable, error: Refusal | null) {
  const [reading, setReading] = useState({ read: event, before: event, error })
  if (error === null || error === reading.error) return reading
  const next = error.code === STALE_STATUS ? { read: event, before: reading.read, error } : { ...reading, error }
  setReading(next)
  return next
}

type RefusedProps = { readonly read: Decidable; readonly before: Decidable; readonly error: Refusal }

/** Shows why the step was not stored: another person was faster, a message arrived, or the server refused it for another reason. */
function Refused({ read, before, error }: RefusedProps) {
  const t = useWords(conjunctionWords)
  const { nameOf } = useNaming()
  return (
    <Banner level="caution" isUrgent>
      {error.code === STALE_STATUS
        ? [...changesOf({ before, read }, nameOf), t('staleAgain')].join(' ')
        : problemInWords(error).message}
    </Banner>
  )
}

/** Returns the changes of an event since it was read. */
function changesOf({ before, read }: Omit<RefusedProps, 'error'>, nameOf: Naming['nameOf']): readonly string[] {
  const t = conjunctionWords
  const { decision, messages, conjunction } = read
  const steps = decision?.history.slice(before.decision?.history.length ?? 0) ?? []
  const known = new Set(before.messages.map(({ cdm }) => cdm.cdmId))
  const changes = [
    ...steps.map(({ by, action, at }) =>
      t('staleRecord', { who: nameOf(by), action: t(`do${action}`), time: `${formatTime(Date.parse(at))} Z` }),
    ),
    ...messages.filter(({ cdm }) => !known.has(cdm.cdmId)).map((message) => t('staleMessage', factsOf(message))),
  ]
  const words = { from: factsText(before.conjunction), to: factsText(conjunction) }
  return words.from === words.to ? changes : [...changes, t('staleFacts', words)]
}

/** Returns the facts on which a decision is based, in one line. */
function factsText({ action, conjunctionData }: Decidable['conjunction']): string {
  const { word } = meaningOf('risk', conjunctionData.riskLevel)
  const pc = formatProbabilityLine(conjunctionData.probabilityOfCollision ?? undefined)
  return [word, `Pc ${pc}`, adviceWords(action).replace(/\.$/, '')].join(', ')
}

function basisOf({ selected, conjunction }: Decidable, hasLevel: boolean): string {
  const { ownScreening, reported, levelFrom, conjunctionData } = conjunction
  const level = hasLevel ? `${meaningOf('risk', conjunctionData.riskLevel).word}, ` : ''
  if (selected !== undefined) return conjunctionWords('basedOn', { ...factsOf(selected), level })
  if (levelFrom === 'REPORTED' && reported !== null)
    return estimateWords('basedOnReport', {
      time: formatInstant(Date.parse(reported.createdAt)),
      pc: formatProbabilityLine(reported.probability ?? undefined),
      miss: formatMiss(reported.missM),
    })
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

/** The figures on which a decision is based. */
type Basis = {
  readonly level: Event['conjunction']['conjunctionData']['riskLevel']
  readonly pc: number | null
  readonly tcaMs: number
  /** The default values; undefined until the record is read. */
  readonly defaults: Decision['defaults'] | undefined
}

function basisFor({ conjunction: { conjunctionData }, decision }: Decidable): Basis {
  const { riskLevel: level, probabilityOfCollision: pc, tca } = conjunctionData
  return { level, pc, tcaMs: Date.parse(tca), defaults: decision?.defaults }
}

/** Returns the default time of the next look, in the format of typed times. */
const usualLook = ({ defaults }: Basis): string => (defaults?.lookAgainAt ? lookTime(defaults.lookAgainAt) : '')

/** Returns the probability above which the event reopens; null means the level alone, undefined an invalid text. */
function reopenAboveIn({ reopenAbove }: Draft, { pc, defaults }: Basis): number | null | undefined {
  if (reopenAbove === undefined) return defaults?.reopenAbove ?? null
  return reopenAboveOf(reopenAbove, pc, defaults?.mostReopenAbove ?? null)
}

/** Returns the time of the next look; undefined for an invalid text. */
function lookAgainIn({ lookAgain }: Draft, { tcaMs, defaults }: Basis): string | null | undefined {
  if (lookAgain === undefined) return defaults?.lookAgainAt
  const typed = typedInstant(lookAgain)
  return typed !== undefined && Date.parse(typed) > now() && Date.parse(typed) < tcaMs ? typed : undefined
}

function errorsOf(step: AskedStep, draft: Draft, basis: Basis) {
  const t = conjunctionWords
  const { owner, decision, lookAgain, why } = draft
  const isSettling = step === 'DECIDE' || step === 'CLOSE'
  const waits = step === 'DECIDE' && isWaiting(DECISIONS.find((one) => one === decision))
  return {
    decision: step === 'DECIDE' && decision === '' ? decisionWords('decisionMissing') : undefined,
    reopenAbove: isSettling && reopenAboveIn(draft, basis) === undefined ? reopenWrong(basis) : undefined,
    lookAgain:
      waits && lookAgain !== undefined && lookAgainIn(draft, basis) === undefined
        ? decisionWords('lookWrong', { time: usualLook(basis) })
        : undefined,
    owner: step === 'ASSIGN' && owner?.trim() === '' ? t('ownerMissing') : undefined,
    why: needsWhy(step) && why.trim() === '' ? t('whyMissing') : undefined,
  }
}

function reopenWrong({ pc, defaults }: Basis): string {
  const most = defaults?.mostReopenAbove ?? null
  const values = { pc: formatProbabilityLine(pc ?? 0) }
  if (most === null) return decisionWords('reopenWrong', values)
  return decisionWords('reopenAboveMost', { ...values, most: formatProbabilityLine(most) })
}

function bodyOf(
  action: AskedStep,
  draft: Draft,
  { cdmId, ...basis }: Basis & { readonly cdmId: string | undefined },
): DecisionBody {
  const { owner, decision, hours, reopenAbove, lookAgain, why } = draft
  const chosen = DECISIONS.find((one) => one === decision)
  const isSettling = action === 'DECIDE' || action === 'CLOSE'
  return {
    action,
    ...(cdmId === undefined ? {} : { cdmId }),
    why: why.trim(),
    ...(action === 'ASSIGN' ? { owner } : {}),
    ...(action === 'DECIDE' && chosen ? { decision: chosen } : {}),
    // Unchanged defaults are not sent, because the server computes them at the time of the decision.
    ...(isSettling && reopenAbove !== undefined ? { reopenAbove: reopenAboveIn(draft, basis) ?? null } : {}),
    ...(action === 'DECIDE' && isWaiting(chosen) && lookAgain !== undefined
      ? { lookAgainAt: lookAgainIn(draft, basis) ?? undefined }
      : {}),
    ...(action === 'SNOOZE' ? { snoozedUntil: new Date(now() + Number(hours) * HOUR_MS).toISOString() } : {}),
  }
}
