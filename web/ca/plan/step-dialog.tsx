import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readAgain } from '../../api/queries.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { type Form, useForm } from '../../form/use-form.ts'
import { raise } from '../../notifications/notifications.ts'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { silentQuery, silentText } from '../announced/silent-banners.tsx'
import { conjunctionQuery } from '../event/queries.ts'
import { movePlan, PLANS_KEY, plansQuery } from './plan-query.ts'
import { sizeText, verdictMeaning } from './plan-state.ts'
import { type RefusedBurn, refusedBurns } from './silent-refusal.ts'
import {
  type Approving,
  approvingOf,
  EMPTY_STEP,
  faultsOf,
  needsFound,
  needsReason,
  type StepDraft,
  stepBody,
} from './step-body.ts'
import { endsOf, refusalText } from './step-end.ts'
import { planWords } from './words.data.ts'

type Props = { readonly plan: Plan; readonly to: PlanState; readonly onClose: () => void }

/** The dialog for the values of a step, which takes the step; a refusal of the server is shown above the fields. */
export function StepDialog({ plan, to, onClose }: Props) {
  const t = useWords(planWords)
  const approving = useApproving(plan, to)
  const { place, form, refused, move } = useStep({ plan, to, onClose, approving })
  const { error } = move
  return (
    <FormDialog
      form={form}
      title={t('stepOf', { step: t(`do-${to}`), name: plan.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t(`do-${to}`)}
    >
      <p>{questionOf(plan, to)}</p>
      {to === 'APPROVED' && plan.screening?.verdict === 'FAIL' ? (
        <Banner level="serious">{t('failSuperseded')}</Banner>
      ) : null}
      {approving === undefined ? null : <Approval approving={approving} form={form} />}
      {refused.length > 0 ? <SilentSince burns={refused} form={form} /> : null}
      {error && refusedBurns(error).length === 0 ? (
        <Banner level="caution" isUrgent>
          {refusalText(error)}
        </Banner>
      ) : null}
      {to === 'EXPORTED' ? <Agreement form={form} /> : null}
      {needsFound(to) ? <Found form={form} /> : null}
      <TextArea
        label={to === 'EXPORTED' ? t('outside') : t(needsReason(plan, to) ? 'reason' : 'reasonOptional')}
        rows={3}
        maxLength={2_000}
        {...form.field('why')}
      />
      <p ref={place} role="status">
        {move.isPending ? t('underWay') : null}
      </p>
    </FormDialog>
  )
}

/** Returns the form of the dialog, and the call with its values. */
function useStep({ plan, to, onClose, approving }: Props & { readonly approving: Approving | undefined }) {
  // This element exists as long as the dialog is open.
  const place = useRef<HTMLParagraphElement>(null)
  const ends = endsOf({ plan, to, onClose, isOpen: () => place.current !== null, tell: raise })
  // The burns of a refusal stay while the step is sent again, because the tick refers to the burns that were shown.
  const [refused, setRefused] = useState<readonly RefusedBurn[]>([])
  const move = useMutation({
    meta: { silent: 'move-plan', writes: [PLANS_KEY] },
    mutationFn: (draft: StepDraft) => movePlan(plan, stepBody(to, draft, now())),
    onSuccess: ends.taken,
    onError: (error) => {
      ends.refused(error)
      const burns = refusedBurns(error)
      if (burns.length > 0) {
        setRefused(burns)
        form.set({ seenSilentBurns: [] })
      }
      return Promise.all([PLANS_KEY, silentQuery().queryKey.slice(0, -1)].map((queryKey) => readAgain({ queryKey })))
    },
  })
  const form = useForm({
    initial: EMPTY_STEP,
    check: (draft) => faultsOf(plan, to, draft, { atMs: now(), approving }),
    apply: (draft) => {
      if (!move.isPending) move.mutate(draft)
    },
  })
  return { place, form, refused, move }
}

function questionOf(plan: Plan, to: PlanState): string {
  const t = planWords
  if (to === 'SUPERSEDED' || to === 'EXPIRED') return ''
  return t(`ask-${to}`, {
    size: sizeText(plan),
    time: formatInstant(Date.parse(plan.ignitionEpoch)),
    verdict: verdictMeaning(plan.screening).word,
  })
}

type PartProps = { readonly form: Form<StepDraft> }

/**
 * The fields for the agreement with the operator of the other object: the side that moves, the person, the time and the channel (flight
 * rule F10).
 */
function Agreement({ form: { values, field } }: PartProps) {
  const t = useWords(planWords)
  return (
    <>
      <Select
        label={t('mover')}
        {...field('mover')}
        options={[
          { value: '', label: t('nobodyAsked') },
          { value: 'US', label: t('us') },
          { value: 'THEM', label: t('them') },
        ]}
      />
      {values.mover === '' ? null : (
        <>
          <TextField label={t('agreedWith')} {...field('agreedWith')} />
          <TextField label={t('agreedAt')} help={t('agreedAtHelp')} {...field('agreedAt')} />
          <TextField label={t('agreedBy')} help={t('agreedByHelp')} {...field('channel')} />
        </>
      )}
    </>
  )
}

/** Returns the side effects of an approval; undefined if the step is no approval, or if they are not read yet. */
function useApproving(plan: Plan, to: PlanState): Approving | undefined {
  const id = plan.conjunctionId ?? ''
  const isAsked = id !== ''
  const { data: plans } = useQuery({ ...plansQuery(id), enabled: isAsked })
  const { data: event } = useQuery({ ...conjunctionQuery(id), enabled: isAsked })
  return to === 'APPROVED' && plans ? approvingOf(plan, { plans, state: event?.state }) : undefined
}

/** Shows the plans that this plan replaces, and a note if the event is mitigated already. The approval needs a tick for each. */
function Approval({
  approving: { replaced, isMitigated },
  form: { values, faults, set },
}: PartProps & { readonly approving: Approving }) {
  const t = useWords(planWords)
  const shown = replaced.map(({ manoeuvreId }) => manoeuvreId)
  const isTicked = shown.every((id) => values.replaces.includes(id))
  return (
    <>
      {isMitigated ? (
        <>
          <Banner level="serious">{t('mitigatedAlready')}</Banner>
          <CheckboxGroup
            label={t('mitigatedEvent')}
            options={[{ value: SEEN, label: t('mitigatedSeen') }]}
            value={values.isMitigationSeen ? [SEEN] : []}
            onChange={(chosen) => set({ isMitigationSeen: chosen.includes(SEEN) })}
            error={faults.get('isMitigationSeen')}
          />
        </>
      ) : null}
      {replaced.length === 0 ? null : (
        <>
          {replaced.map(({ manoeuvreId, name, exportedAt }) => (
            <Banner key={manoeuvreId} level="serious">
              {exportedAt === null
                ? t('replacesApproved', { name })
                : t('replacesExported', { name, time: formatInstant(Date.parse(exportedAt)) })}
            </Banner>
          ))}
          <CheckboxGroup
            label={t('replaced')}
            options={[{ value: SEEN, label: t('replacedSeen') }]}
            value={isTicked ? [SEEN] : []}
            onChange={(chosen) => set({ replaces: chosen.includes(SEEN) ? shown : [] })}
            error={faults.get('replaces')}
          />
        </>
      )}
    </>
  )
}

const SEEN = 'seen'

/**
 * Shows the unannounced burns that are missing in the message of the plan, with time and size, and asks whether the plan is exported
 * nevertheless.
 */
function SilentSince({ burns, form: { values, set } }: PartProps & { readonly burns: readonly RefusedBurn[] }) {
  const t = useWords(planWords)
  const isNew = burns.some(({ isUnseen }) => !isUnseen)
  return (
    <>
      <Banner level="serious" isUrgent>
        {t(isNew ? 'silentBetween' : 'silentSince')}
      </Banner>
      {burns.map((burn) => (
        <Banner key={`${burn.noradId} ${burn.to}`} level={burn.isUnseen ? 'serious' : 'caution'}>
          {silentText(burn.name, [burn])}
        </Banner>
      ))}
      <CheckboxGroup
        label={t('silentSeen')}
        options={[{ value: SEEN, label: t('silentSeenAll') }]}
        value={values.seenSilentBurns.length > 0 ? [SEEN] : []}
        onChange={(chosen) =>
          set({ seenSilentBurns: chosen.includes(SEEN) ? burns.map(({ noradId, to }) => ({ noradId, to })) : [] })
        }
      />
    </>
  )
}

/** The fields for the burn as it was detected afterwards (flight rule F17). */
function Found({ form: { field } }: PartProps) {
  const t = useWords(planWords)
  return (
    <>
      <TextField label={t('found')} unit="m/s" inputMode="decimal" {...field('deltaV')} />
      <TextField label={t('foundSigma')} unit="m/s" inputMode="decimal" {...field('sigma')} />
      <TextField label={t('foundSource')} {...field('source')} />
    </>
  )
}
