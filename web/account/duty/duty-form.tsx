import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { useState } from 'react'
import { formatMinute } from '../../clock/format.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { type KeptDraft, useForm } from '../../form/use-form.ts'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { dutyPlanQuery, onCallOf } from '../../shell/status/on-call.ts'
import { useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../form/form.module.css'
import { FormFoot } from '../form/form-foot.tsx'
import { movedUp, PickList } from '../form/pick-list.tsx'
import type { StoredAnswer } from '../form/save-stored.ts'
import { isTimeOfDay, TimeZoneField } from '../form/time-fields.tsx'
import { formWords } from '../form/words.data.ts'
import { ChainLine } from './chain-line.tsx'
import { DemoChain } from './demo-chain.tsx'
import { namedIn, type Rota, rotaOf, saveRota } from './duty-query.ts'
import { ExceptionsList } from './exceptions-list.tsx'
import { GapBanner } from './gap-banner.tsx'
import { isDay } from './minute-text.ts'
import { Reach } from './reach.tsx'
import { dutyWords } from './words.data.ts'

type Props = {
  readonly stored: StoredAnswer<DutyPlan>
  readonly kept: KeptDraft<Rota>
}

const MOST_STEPS = 10

/** Shows the form of the chain, the shifts of its steps and the absences; all of it has one version. */
export function DutyForm({ stored, kept }: Props) {
  const t = useWords(dutyWords)
  const common = useWords(formWords)
  const [edited, setEdited] = useState<number>()
  const { nameOf, nameOfSubject } = useNaming()
  const { members, former } = stored.answer
  const form = useForm({
    initial: rotaOf(stored.answer),
    version: stored.version,
    kept,
    check: (rota) => ({
      turnsFrom: isDay(rota.turnsFrom) ? undefined : t('notADay'),
      handoverTime: isTimeOfDay(rota.handoverTime) ? undefined : common('notATime'),
      ...Object.fromEntries(
        former
          .filter(({ subject }) => namedIn(rota).includes(subject))
          .map(({ subject, name }) => [`chain.${subject}`, t('takeOut', { who: nameOf(name) })]),
      ),
    }),
    save: saveRota,
    writes: [dutyPlanQuery.queryKey],
  })
  const { values: rota, field, set: change } = form
  const { chain } = rota
  /** Exceptions of a step are moved or removed together with the step. */
  const rearrange = (order: readonly number[]) =>
    change({
      chain: order.flatMap((place) => chain[place] ?? []),
      overrides: rota.overrides.flatMap((one) => {
        const place = order.indexOf(one.step - 1)
        return place < 0 ? [] : [{ ...one, step: place + 1 }]
      }),
    })
  const places = chain.map((_, place) => place)

  return (
    <div className="stack gap-12 pad-body">
      <Now plan={stored.answer} />
      {stored.answer.demo === null ? null : <DemoChain demo={stored.answer.demo} />}
      <p className={`muted fs-12 ${styles.note}`}>{t('explained')}</p>
      {chain.length === 0 ? null : (
        <ol className="faint-top bleed" aria-label={t('chain')}>
          {chain.map(({ people }, place) => {
            const name = t('step', { step: place + 1 })
            return (
              // Only the places identify the steps, because two steps may have the same people.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={place} className={`grid items-baseline pad-6 faint-bottom fs-13 lh-20 ${styles.item}`}>
                <span className={`muted ${styles.place}`}>{place + 1}</span>
                <span>
                  <b>{people.map(nameOfSubject).join(' → ')}</b>
                  <br />
                  <span className="muted">{t(people.length > 1 ? 'weekly' : 'always')}</span>
                </span>
                <span>
                  <Reach people={people} members={members} former={former} nameOf={nameOf} />
                </span>
                <span className={`flex wrap justify-end gap-4 no-print ${styles.actions}`}>
                  {place === 0 ? null : (
                    <Button
                      look="quiet"
                      aria-label={common('upOf', { name })}
                      onClick={() => rearrange(movedUp(places, place))}
                    >
                      {common('up')}
                    </Button>
                  )}
                  <Button look="quiet" aria-label={common('editOf', { name })} onClick={() => setEdited(place)}>
                    {common('edit')}
                  </Button>
                  <Button
                    look="quiet"
                    aria-label={common('removeOf', { name })}
                    onClick={() => rearrange(places.filter((other) => other !== place))}
                  >
                    {common('remove')}
                  </Button>
                </span>
              </li>
            )
          })}
        </ol>
      )}
      <ChainLine steps={chain.map(({ people }) => people.map(nameOfSubject).join(' → '))} />
      <div>
        <Button
          disabledReason={chain.length >= MOST_STEPS ? t('mostSteps', { count: MOST_STEPS }) : undefined}
          onClick={() => setEdited(chain.length)}
        >
          {t('addStep')}
        </Button>
      </div>
      {chain.length === 0 ? null : (
        <>
          <h3 className={`fs-13 medium ${styles.title}`}>{t('turns')}</h3>
          <div className={`grid items-start ${styles.fields}`}>
            <TextField label={t('turnsFrom')} maxLength={10} {...field('turnsFrom')} />
            <TextField label={t('handoverTime')} help={t('handoverHelp')} maxLength={5} {...field('handoverTime')} />
            <TimeZoneField {...field('timeZone')} />
          </div>
          <ExceptionsList rota={rota} members={members} onChange={change} />
        </>
      )}
      <FormFoot
        form={form}
        nameOf={(path) => (path === 'turnsFrom' || path === 'handoverTime' ? t(path) : undefined)}
      />
      {edited === undefined ? null : (
        <StepDialog
          people={chain[edited]?.people ?? []}
          step={edited + 1}
          members={members}
          former={former}
          onClose={() => setEdited(undefined)}
          onApply={(people) => {
            change({ chain: [...chain.slice(0, edited), { people: [...people] }, ...chain.slice(edited + 1)] })
            setEdited(undefined)
          }}
        />
      )}
    </div>
  )
}

/** Shows the current person of each stored step, and any time without a person. */
function Now({ plan }: { readonly plan: DutyPlan }) {
  const t = useWords(dutyWords)
  const { nameOf } = useNaming()
  const first = onCallOf(plan)
  const until = (at: string | null) => (at === null ? '' : t('until', { time: formatMinute(Date.parse(at)) }))
  if (first.kind === 'no-chain' || first.kind === 'simulated')
    return (
      <p className={`fs-14 lh-20 ${styles.line}`} data-figure>
        <StatusSymbol level="caution" /> {t(first.kind === 'simulated' ? 'noOwnChain' : 'noChain')}
        {first.kind === 'simulated' ? (
          <>
            {' '}
            {t('onCallNow')} <b>{t('simulatedOnCall', { name: first.name })}</b>
            <Unbroken text={until(plan.demo?.now[0]?.until ?? null)} />
          </>
        ) : null}
      </p>
    )
  return (
    <>
      <GapBanner gaps={plan.gaps} nameOf={nameOf} />
      <p className={`fs-14 lh-20 ${styles.line}`} data-figure>
        <StatusSymbol level={first.kind === 'person' ? 'ok' : 'serious'} /> {t('onCallNow')}{' '}
        <b>{first.kind === 'person' ? first.name : t('nobody')}</b>
        <Unbroken text={until(plan.now[0]?.until ?? null)} />
        {plan.now.slice(1).map(({ step, person, until: end }) => (
          <span key={step}>
            {' · '}
            {t('step', { step })}: {person === null ? t('nobody') : nameOf(person)}
            <Unbroken text={until(end)} />
          </span>
        ))}
      </p>
    </>
  )
}

type StepDialogProps = Pick<DutyPlan, 'members' | 'former'> & {
  readonly people: readonly string[]
  readonly step: number
  readonly onClose: () => void
  readonly onApply: (people: readonly string[]) => void
}

/** Shows the dialog that asks who shares the shifts of a step of the chain. */
function StepDialog({ people, step, members, former, onClose, onApply }: StepDialogProps) {
  const t = useWords(dutyWords)
  const common = useWords(formWords)
  const { nameOf } = useNaming()
  const optionOf = ({ subject, name }: DutyPlan['former'][number]) => ({ value: subject, label: nameOf(name) })
  const form = useForm({
    initial: { people },
    check: (step) => ({ people: step.people.length === 0 ? t('personMissing') : undefined }),
    apply: ({ people: chosen }) => onApply(chosen),
  })
  return (
    <FormDialog
      form={form}
      title={t('step', { step })}
      onClose={onClose}
      close={common('cancel')}
      confirm={common('apply')}
    >
      <p className={`muted fs-12 ${styles.note}`}>{t('stepHelp')}</p>
      <PickList
        label={t('people')}
        addLabel={t('addPerson')}
        none={t('nobodyYet')}
        options={members.map(optionOf)}
        gone={former.map(optionOf)}
        isOrdered
        {...form.field('people')}
      />
    </FormDialog>
  )
}
