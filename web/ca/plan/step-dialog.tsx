import { type Manoeuvre, SILENT_SINCE_CODE } from '@apsis/contract/ca/manoeuvre.ts'
import type { ManoeuvreState } from '@apsis/contract/ca/manoeuvre-state.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiProblem, STALE_STATUS } from '../../api/problem.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { readAgain } from '../../api/queries.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { raise } from '../../notify/notifications.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { conjunctionsQuery } from '../event/queries.ts'
import { SilentStrips, silentQuery } from '../silent-burn/silent-strips.tsx'
import styles from './plan.module.css'
import { movePlan, PLANS_KEY } from './plan-query.ts'
import { sizeText, verdictMeaning } from './plan-state.ts'
import { EMPTY_STEP, faultsOf, needsFound, type StepDraft, stepBody } from './step-body.ts'
import { planWords } from './words.data.ts'

type Props = { readonly plan: Manoeuvre; readonly to: ManoeuvreState; readonly onClose: () => void }

/** Asks for what a step needs, and takes it; what the server refuses stands above the fields. */
export function StepDialog({ plan, to, onClose }: Props) {
  const t = useWords(planWords)
  const [draft, setDraft] = useState(EMPTY_STEP)
  const [wasAsked, setWasAsked] = useState(false)
  const move = useMutation({
    meta: { silent: 'move-plan', writes: [PLANS_KEY] },
    mutationFn: () => movePlan(plan, stepBody(to, draft, now())),
    onSuccess: ({ name, state }) => {
      raise({ code: 200, title: t('done'), message: t('doneText', { name, state: t(state) }) })
      onClose()
    },
    onError: () =>
      Promise.all([PLANS_KEY, silentQuery().queryKey.slice(0, -1)].map((queryKey) => readAgain({ queryKey }))),
  })
  const faults = faultsOf(plan, to, draft)
  const confirm = () => {
    setWasAsked(true)
    if (faults.length === 0 && !move.isPending) move.mutate()
  }
  const change = (part: Partial<StepDraft>) => setDraft({ ...draft, ...part })
  const { error } = move
  const isSilent = draft.hasSeenSilentBurns || (error !== null && isOfSilent(error))
  return (
    <Dialog
      isOpen
      title={t('stepOf', { step: t(`do-${to}`), name: plan.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t(`do-${to}`), onConfirm: confirm }}
    >
      <div className={styles.fields}>
        <p>{questionOf(plan, to)}</p>
        {isSilent ? <SilentSince plan={plan} isSeen={draft.hasSeenSilentBurns} onSeen={change} /> : null}
        {error && !isOfSilent(error) ? (
          <Strip level="caution" isUrgent>
            {error.code === STALE_STATUS ? t('stale') : problemInWords(error).message}
          </Strip>
        ) : null}
        {to === 'EXPORTED' ? (
          <Agreement draft={draft} onChange={change} isMissing={wasAsked && faults.includes('agreement')} />
        ) : null}
        {needsFound(to) ? (
          <Found draft={draft} onChange={change} isMissing={wasAsked && faults.includes('found')} />
        ) : null}
        <TextArea
          label={to === 'EXPORTED' ? t('outside') : t('reason')}
          value={draft.why}
          onChange={(why) => change({ why })}
          rows={3}
          maxLength={2_000}
          error={wasAsked && faults.includes('why') ? t(whyNeeded(to)) : undefined}
        />
      </div>
    </Dialog>
  )
}

const isOfSilent = ({ details }: Pick<ApiProblem, 'details'>) =>
  details?.some(({ code }) => code === SILENT_SINCE_CODE) === true

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

/** With the operator of the other object: who moves, agreed with whom, by which channel (flight rule F10). */
function Agreement({ draft, onChange, isMissing }: PartProps) {
  const t = useWords(planWords)
  const error = isMissing ? t('agreedNeeded') : undefined
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
            error={error}
          />
          <TextField
            label={t('agreedBy')}
            help={t('agreedByHelp')}
            value={draft.channel}
            onChange={(channel) => onChange({ channel })}
          />
        </>
      )}
    </>
  )
}

type SilentProps = {
  readonly plan: Manoeuvre
  readonly isSeen: boolean
  readonly onSeen: (part: Pick<StepDraft, 'hasSeenSilentBurns'>) => void
}

const SEEN = 'seen'

/** The message of the plan does not hold an unannounced burn: which, when and how much, and whether the plan goes out all the same. */
function SilentSince({ plan: { satelliteId, conjunctionId }, isSeen, onSeen }: SilentProps) {
  const t = useWords(planWords)
  const { data } = useQuery(conjunctionsQuery(satelliteId))
  const event = data?.find((one) => one.conjunctionId === conjunctionId)
  return (
    <>
      <Strip level="serious" isUrgent>
        {t('silentSince')}
      </Strip>
      {event === undefined ? null : <SilentStrips conjunction={event} />}
      <CheckboxGroup
        label={t('silentSeen')}
        options={[{ value: SEEN, label: t('silentSeenAll') }]}
        value={isSeen ? [SEEN] : []}
        onChange={(chosen) => onSeen({ hasSeenSilentBurns: chosen.includes(SEEN) })}
      />
    </>
  )
}

/** The burn as it was found after it (flight rule F17). */
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
