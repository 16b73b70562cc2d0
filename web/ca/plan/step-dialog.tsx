import type { Manoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { ManoeuvreState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readAgain } from '../../api/queries.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { raise } from '../../notifications/notifications.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { silentQuery, silentText } from '../announced/silent-strips.tsx'
import { conjunctionQuery } from '../event/queries.ts'
import { movePlan, PLANS_KEY, plansQuery } from './plan-query.ts'
import { sizeText, verdictMeaning } from './plan-state.ts'
import { type RefusedBurn, refusedBurns } from './silent-refusal.ts'
import {
  type Approving,
  approvingOf,
  EMPTY_STEP,
  type Fault,
  faultsOf,
  needsFound,
  type StepDraft,
  stepBody,
} from './step-body.ts'
import { endsOf, refusalText } from './step-end.ts'
import { planWords } from './words.data.ts'

type Props = { readonly plan: Manoeuvre; readonly to: ManoeuvreState; readonly onClose: () => void }

/** The dialog for the values of a step, which takes it; a refusal of the server is shown above the fields. */
export function StepDialog({ plan, to, onClose }: Props) {
  const t = useWords(planWords)
  const [wasAsked, setWasAsked] = useState(false)
  const { fields, draft, change, refused, move } = useStep({ plan, to, onClose })
  const approving = useApproving(plan, to)
  const faults = faultsOf(plan, to, draft, { atMs: now(), approving })
  const confirm = () => {
    setWasAsked(true)
    if (faults.length === 0 && !move.isPending) move.mutate()
  }
  const { error } = move
  const isNeeded = faultsOf(plan, to, EMPTY_STEP, { atMs: 0, approving: undefined }).includes('why')
  return (
    <Dialog
      isOpen
      title={t('stepOf', { step: t(`do-${to}`), name: plan.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t(`do-${to}`), onConfirm: confirm }}
    >
      <div ref={fields} className="grid gap-12">
        <p>{questionOf(plan, to)}</p>
        {to === 'APPROVED' && plan.screening?.verdict === 'FAIL' ? (
          <Strip level="serious">{t('failSuperseded')}</Strip>
        ) : null}
        {approving === undefined ? null : (
          <Approval approving={approving} draft={draft} onChange={change} faults={wasAsked ? faults : []} />
        )}
        {refused.length > 0 ? (
          <SilentSince burns={refused} isSeen={draft.seenSilentBurns.length > 0} onSeen={change} />
        ) : null}
        {error && refusedBurns(error).length === 0 ? (
          <Strip level="caution" isUrgent>
            {refusalText(error)}
          </Strip>
        ) : null}
        {to === 'EXPORTED' ? <Agreement draft={draft} onChange={change} faults={wasAsked ? faults : []} /> : null}
        {needsFound(to) ? (
          <Found draft={draft} onChange={change} isMissing={wasAsked && faults.includes('found')} />
        ) : null}
        <TextArea
          label={to === 'EXPORTED' ? t('outside') : t(isNeeded ? 'reason' : 'reasonOptional')}
          value={draft.why}
          onChange={(why) => change({ why })}
          rows={3}
          maxLength={2_000}
          error={wasAsked && faults.includes('why') ? t(whyNeeded(to)) : undefined}
        />
        <p role="status">{move.isPending ? t('underWay') : null}</p>
      </div>
    </Dialog>
  )
}

/** Returns the typed values of the dialog, and the call with them. */
function useStep({ plan, to, onClose }: Props) {
  // The fields exist as long as the dialog is open.
  const fields = useRef<HTMLDivElement>(null)
  const ends = endsOf({ plan, to, onClose, isOpen: () => fields.current !== null, tell: raise })
  const [draft, setDraft] = useState(EMPTY_STEP)
  // They stay while the step is sent again: the tick refers to the burns that were shown.
  const [refused, setRefused] = useState<readonly RefusedBurn[]>([])
  const move = useMutation({
    meta: { silent: 'move-plan', writes: [PLANS_KEY] },
    mutationFn: () => movePlan(plan, stepBody(to, draft, now())),
    onSuccess: ends.taken,
    onError: (error) => {
      ends.refused(error)
      const burns = refusedBurns(error)
      if (burns.length > 0) {
        setRefused(burns)
        setDraft((given) => ({ ...given, seenSilentBurns: [] }))
      }
      return Promise.all([PLANS_KEY, silentQuery().queryKey.slice(0, -1)].map((queryKey) => readAgain({ queryKey })))
    },
  })
  const change = (part: Partial<StepDraft>) => setDraft({ ...draft, ...part })
  return { fields, draft, change, refused, move }
}

const whyNeeded = (to: ManoeuvreState) =>
  to === 'EXPORTED' ? 'outsideNeeded' : needsFound(to) ? 'foundWhyNeeded' : 'whyNeeded'

function questionOf(plan: Manoeuvre, to: ManoeuvreState): string {
  const t = planWords
  if (to === 'SUPERSEDED' || to === 'EXPIRED') return ''
  return t(`ask-${to}`, {
    size: sizeText(plan),
    time: formatInstant(Date.parse(plan.ignitionEpoch)),
    verdict: verdictMeaning(plan.screening).word,
  })
}

type PartProps = {
  readonly draft: StepDraft
  readonly onChange: (part: Partial<StepDraft>) => void
  readonly isMissing: boolean
}

type AgreementProps = Omit<PartProps, 'isMissing'> & { readonly faults: readonly Fault[] }

/**
 * The fields for the agreement with the operator of the other object: the side that moves, the person, the time and
 * the channel (flight rule F10).
 */
function Agreement({ draft, onChange, faults }: AgreementProps) {
  const t = useWords(planWords)
  const missing = (text: string) => (faults.includes('agreement') && text.trim() === '' ? t('agreedNeeded') : undefined)
  const choices = [
    ['', t('nobodyAsked')],
    ['US', t('us')],
    ['THEM', t('them')],
  ] as const
  return (
    <>
      <Select
        label={t('mover')}
        value={draft.mover}
        onChange={(mover) => onChange({ mover: choices.find(([value]) => value === mover)?.[0] ?? '' })}
        options={choices.map(([value, label]) => ({ value, label }))}
      />
      {draft.mover === '' ? null : (
        <>
          <TextField
            label={t('agreedWith')}
            value={draft.agreedWith}
            onChange={(agreedWith) => onChange({ agreedWith })}
            error={missing(draft.agreedWith)}
          />
          <TextField
            label={t('agreedAt')}
            help={t('agreedAtHelp')}
            value={draft.agreedAt}
            onChange={(agreedAt) => onChange({ agreedAt })}
            error={faults.includes('agreedAt') ? t('agreedAtWrong') : undefined}
          />
          <TextField
            label={t('agreedBy')}
            help={t('agreedByHelp')}
            value={draft.channel}
            onChange={(channel) => onChange({ channel })}
            error={missing(draft.channel)}
          />
        </>
      )}
    </>
  )
}

/** Returns the side effects of an approval; undefined where the step is not one, or they are not read yet. */
function useApproving(plan: Manoeuvre, to: ManoeuvreState): Approving | undefined {
  const id = plan.conjunctionId ?? ''
  const isAsked = id !== ''
  const { data: plans } = useQuery({ ...plansQuery(id), enabled: isAsked })
  const { data: event } = useQuery({ ...conjunctionQuery(id), enabled: isAsked })
  return to === 'APPROVED' && plans ? approvingOf(plan, { plans, state: event?.state }) : undefined
}

type ApprovalProps = Omit<PartProps, 'isMissing'> & {
  readonly approving: Approving
  readonly faults: readonly Fault[]
}

/** Shows the plans that the plan replaces, and that the event is mitigated already: each needs a tick, or nothing is approved. */
function Approval({ approving: { replaced, isMitigated }, draft, onChange, faults }: ApprovalProps) {
  const t = useWords(planWords)
  const shown = replaced.map(({ manoeuvreId }) => manoeuvreId)
  const isTicked = shown.every((id) => draft.replaces.includes(id))
  return (
    <>
      {isMitigated ? (
        <>
          <Strip level="serious">{t('mitigatedAlready')}</Strip>
          <CheckboxGroup
            label={t('mitigatedEvent')}
            options={[{ value: SEEN, label: t('mitigatedSeen') }]}
            value={draft.isMitigationSeen ? [SEEN] : []}
            onChange={(chosen) => onChange({ isMitigationSeen: chosen.includes(SEEN) })}
            error={faults.includes('mitigated') ? t('tickNeeded') : undefined}
          />
        </>
      ) : null}
      {replaced.length === 0 ? null : (
        <>
          {replaced.map(({ manoeuvreId, name, exportedAt }) => (
            <Strip key={manoeuvreId} level="serious">
              {exportedAt === null
                ? t('replacesApproved', { name })
                : t('replacesExported', { name, time: formatInstant(Date.parse(exportedAt)) })}
            </Strip>
          ))}
          <CheckboxGroup
            label={t('replaced')}
            options={[{ value: SEEN, label: t('replacedSeen') }]}
            value={isTicked ? [SEEN] : []}
            onChange={(chosen) => onChange({ replaces: chosen.includes(SEEN) ? shown : [] })}
            error={faults.includes('replaces') ? t('tickNeeded') : undefined}
          />
        </>
      )}
    </>
  )
}

type SilentProps = {
  readonly burns: readonly RefusedBurn[]
  readonly isSeen: boolean
  readonly onSeen: (part: Pick<StepDraft, 'seenSilentBurns'>) => void
}

const SEEN = 'seen'

/**
 * Shows the unannounced burns that the message of the plan does not include, with time and size, and asks whether the
 * plan is exported all the same.
 */
function SilentSince({ burns, isSeen, onSeen }: SilentProps) {
  const t = useWords(planWords)
  const isNew = burns.some(({ isUnseen }) => !isUnseen)
  return (
    <>
      <Strip level="serious" isUrgent>
        {t(isNew ? 'silentBetween' : 'silentSince')}
      </Strip>
      {burns.map((burn) => (
        <Strip key={`${burn.noradId} ${burn.to}`} level={burn.isUnseen ? 'serious' : 'caution'}>
          {silentText(burn.name, [burn])}
        </Strip>
      ))}
      <CheckboxGroup
        label={t('silentSeen')}
        options={[{ value: SEEN, label: t('silentSeenAll') }]}
        value={isSeen ? [SEEN] : []}
        onChange={(chosen) =>
          onSeen({ seenSilentBurns: chosen.includes(SEEN) ? burns.map(({ noradId, to }) => ({ noradId, to })) : [] })
        }
      />
    </>
  )
}

/** The fields for the burn as it was detected afterwards (flight rule F17). */
function Found({ draft, onChange, isMissing }: PartProps) {
  const t = useWords(planWords)
  return (
    <>
      <TextField
        label={t('found')}
        unit="m/s"
        inputMode="decimal"
        value={draft.deltaV}
        onChange={(deltaV) => onChange({ deltaV })}
        error={isMissing ? t('foundNeeded') : undefined}
      />
      <TextField
        label={t('foundSigma')}
        unit="m/s"
        inputMode="decimal"
        value={draft.sigma}
        onChange={(sigma) => onChange({ sigma })}
      />
      <TextField label={t('foundSource')} value={draft.source} onChange={(source) => onChange({ source })} />
    </>
  )
}
