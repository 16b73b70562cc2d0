import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { COORDINATION_STEPS } from '@apsis/contract/ca/event/coordination.ts'
import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { Refusal } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { raise } from '../../notifications/notifications.ts'
import { raisedBy } from '../../notifications/raised-by.ts'
import { useSession } from '../../session/session.ts'
import { useNaming } from '../../shell/status/people.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { saveFile } from '../../ui/file/file.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { AnnouncedOf } from '../announced/announced.tsx'
import { coordinationText } from '../event/coordination-text.ts'
import { coordinationWords } from '../event/coordination-words.data.ts'
import { contactRows } from '../event/owner-pane.tsx'
import { ownerWords } from '../event/owner-words.data.ts'
import { decisionQuery, KEYS, operatorQuery } from '../event/queries.ts'
import { DIRECTIONS, type Direction, draftText, entryText, isEntry, type Mover } from './coordination.ts'
import { offerWords } from './offer-words.data.ts'
import { keepNote, planFile } from './plan-query.ts'

type Props = { readonly plan: EventPlan; readonly conjunction: Conjunction }

/**
 * Shows the operator of the other object: the contact, a draft message, and the messages that were sent and received
 * (flight rule F10).
 */
export function OtherOperator({ plan, conjunction }: Props) {
  const t = useWords(offerWords)
  const own = useWords(ownerWords)
  const { object2 } = conjunction
  const number = Number(object2.designator)
  const { data: operator, error } = useQuery({
    ...operatorQuery(number),
    enabled: Number.isInteger(number) && number > 0,
  })
  return (
    <Pane title={t('operator')} id="operator" className="line-top no-print" exports={false}>
      {object2.manoeuvrable === 'YES' ? <Banner level="caution">{t('active')}</Banner> : null}
      {error ? (
        <Banner level="caution">
          {t('operatorFailed')}: {problemInWords(error).message}
        </Banner>
      ) : null}
      {operator ? (
        <KeyValues rows={[...contactRows(operator), [own('moves'), own(`moves_${operator.manoeuvrability}`)]]} />
      ) : (
        <p className="soft fs-13 pad-8">{t('operatorUnknown', { name: object2.name })}</p>
      )}
      <AnnouncedOf object={object2} />
      <Draft plan={plan} conjunction={conjunction} operator={operator ?? undefined} />
    </Pane>
  )
}

type DraftProps = Props & { readonly operator: SatelliteOperator | undefined }

function Draft({ plan, conjunction, operator }: DraftProps) {
  const t = useWords(offerWords)
  const session = useSession()
  const name = session.status === 'signed-in' ? session.who.name : ''
  const [mover, setMover] = useState<Mover>('US')
  const drafted = draftText({ plan, conjunction, operator, mover, name })
  const [changed, setChanged] = useState<string>()
  const body = changed ?? drafted.body
  const mail =
    operator?.email &&
    `mailto:${encodeURIComponent(operator.email).replace('%40', '@')}?subject=${encodeURIComponent(drafted.subject)}&body=${encodeURIComponent(body)}`
  const download = async () => {
    try {
      const { blob, name: file } = await planFile(plan, { format: 'opm' })
      saveFile(file ?? `${plan.name}.opm`, blob)
    } catch (failure) {
      raise(raisedBy(failure))
    }
  }
  return (
    <>
      <div className="grid gap-10 pad-10 max-w-640">
        <Select
          label={t('proposal')}
          value={mover}
          onChange={(value) => {
            setMover(value === 'THEM' ? 'THEM' : 'US')
            setChanged(undefined)
          }}
          options={(['US', 'THEM'] as const).map((value) => ({ value, label: t(`draft${value}`) }))}
        />
        <TextArea label={t('draft')} help={t('draftHelp')} value={body} onChange={setChanged} rows={8} />
        <p className="flex wrap gap-8">
          {mail ? (
            <a href={mail} className={`${button.button}  plain-link`}>
              {t('toMail')}
            </a>
          ) : null}
          <CopyButton what={t('text')} text={() => body} />
          <Button onClick={() => void download()}>{t('candidate')}</Button>
        </p>
      </div>
      <Log conjunction={conjunction} operatorName={operator?.operatorName ?? conjunction.object2.name} body={body} />
    </>
  )
}

type LogProps = Pick<Props, 'conjunction'> & { readonly operatorName: string; readonly body: string }

/** Lists sent and received messages, which are kept as notes in the record of the event. */
function Log({ conjunction, operatorName, body }: LogProps) {
  const t = useWords(offerWords)
  const c = useWords(coordinationWords)
  const { nameOf } = useNaming()
  const { conjunctionId } = conjunction
  const { data: decision } = useQuery(decisionQuery(conjunctionId))
  const form = useForm({
    initial: { direction: 'SENT' as Direction, channel: '', step: '', mover: 'THEM' as Mover, text: '' },
    check: ({ channel, text }) => ({
      text: channel.trim() === '' || text.trim() === '' ? t('saidNeeded') : undefined,
    }),
    save: ({ direction, channel, step: chosen, mover, text }) => {
      const step = COORDINATION_STEPS.find((one) => one === chosen)
      const at = new Date(now()).toISOString()
      return keepNote(conjunctionId, decision?.version ?? 0, {
        why: entryText(direction, { operator: operatorName, channel, text }),
        coordination: step && { step, mover, with: operatorName, at, channel: channel.trim() },
      })
    },
    writes: [KEYS.conjunctions],
    after: (entered) => ({ ...entered, text: '', step: '' }),
    onSaved: () => raise({ title: t('kept'), message: t('keptText') }),
  })
  const { field, values, set } = form
  const entries = decision?.history.filter(isEntry) ?? []
  return (
    <section className="grid gap-10 pad-10 max-w-640" aria-label={t('record')}>
      <h3 className="fs-13 bold">{t('record')}</h3>
      {entries.length === 0 ? <p className="fs-13 pre-wrap break-anywhere">{t('none')}</p> : null}
      {entries.map(({ entryId, at, by, why, coordination }) => (
        <p key={entryId} className="fs-13 pre-wrap break-anywhere">
          <b>
            {formatInstant(Date.parse(at))}, {nameOf(by)}
          </b>
          <br />
          {why}
          {coordination === undefined ? null : ` ${coordinationText(coordination)}`}
        </p>
      ))}
      <Refusal problem={form.problem} />
      <Select
        label={t('direction')}
        options={DIRECTIONS.map((value) => ({ value, label: t(value) }))}
        {...field('direction')}
      />
      <Select
        label={c('step')}
        options={[
          { value: '', label: c('nothing') },
          ...COORDINATION_STEPS.map((value) => ({ value, label: c(`step${value}`) })),
        ]}
        {...field('step')}
      />
      {values.step === '' ? null : (
        <Select
          label={c('mover')}
          options={(['US', 'THEM'] as const).map((value) => ({ value, label: c(value) }))}
          {...field('mover')}
        />
      )}
      <TextField label={t('channel')} help={t('channelHelp')} {...field('channel')} />
      <TextArea label={t('said')} help={t('recordHelp')} rows={4} maxLength={1_700} {...field('text')} />
      <p className="flex wrap gap-8">
        <Button disabled={form.isSaving || decision === undefined} onClick={form.submit}>
          {t('keepRecord')}
        </Button>
        {values.direction === 'SENT' ? (
          <Button look="quiet" onClick={() => set({ text: body })}>
            {t('takeDraft')}
          </Button>
        ) : null}
      </p>
    </section>
  )
}
