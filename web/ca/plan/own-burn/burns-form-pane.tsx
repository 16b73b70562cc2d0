import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { OwnBurn } from '@apsis/contract/ca/plan/own-burns.ts'
import { useState } from 'react'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { useNow } from '../../../clock/clock.ts'
import { blobOf, FileLoad, useFileLoad } from '../../../encounter/file-load.tsx'
import { useForm } from '../../../form/use-form.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { PLANS_KEY } from '../plan-query.ts'
import {
  AXES,
  type BurnField,
  type BurnRow,
  blankRow,
  burnOf,
  exampleIgnition,
  faultsOf,
  isFull,
  isMessage,
  lettersOf,
  OFFERED_FRAMES,
  offeredFrame,
  refusedOf,
  rowOf,
} from './burns-form.ts'
import styles from './own-burn.module.css'
import { changeOwnPlan, makeFromMessage, makeOwnPlan, type NewBurnPlan } from './own-burn-query.ts'
import { ownBurnWords } from './words.data.ts'

type Props = {
  readonly satelliteId: string
  /** The announcement whose burns are the initial values. */
  readonly notice: BurnNotice | undefined
  /** The plan whose burns are changed; undefined for a new plan. */
  readonly changed: Plan | undefined
  readonly onMade: (plan: Plan) => void
  readonly onCancel: () => void
}

/** The form for burns of a satellite that are typed in, or come from a message; they are planned and screened in one step. */
export function BurnsForm({ satelliteId, notice, changed, onMade, onCancel }: Props) {
  const t = useWords(ownBurnWords)
  const [refusal, setRefusal] = useState<string>()
  const told = ({ plan, notScreened }: NewBurnPlan) => {
    setRefusal(notScreened === undefined ? undefined : t('notScreened', { name: plan.name, why: notScreened }))
    onMade(plan)
  }
  return (
    <div className="grid gap-8 pad-8">
      {refusal === undefined ? null : <Banner level="caution">{refusal}</Banner>}
      {changed === undefined ? null : (
        <Banner level="inactive" action={<Button onClick={onCancel}>{t('cancelChange')}</Button>}>
          {t('changing', { name: changed.name })}
        </Banner>
      )}
      <Typed satelliteId={satelliteId} notice={notice} changed={changed} onMade={told} />
      {changed === undefined ? <FromMessage satelliteId={satelliteId} onMade={told} /> : null}
    </div>
  )
}

type PartProps = Pick<Props, 'satelliteId' | 'notice' | 'changed'> & { readonly onMade: (made: NewBurnPlan) => void }

/** Returns the initial rows: those of the changed plan or of the announcement, else one blank row. */
function firstRows({ notice, changed }: Pick<Props, 'notice' | 'changed'>): readonly BurnRow[] {
  if (changed?.burns !== undefined) return changed.burns.map(rowOf)
  if (notice?.deltaV == null) return [blankRow(0)]
  const { ignition, durationS, deltaV } = notice
  const frame = offeredFrame(deltaV.frame)
  // A Δv in axes that the form does not offer is left blank, because in other axes it would be wrong.
  const row = rowOf({ ignition, durationS, frame: frame ?? 'RTN', vector: deltaV.vector, deltaVRtn: deltaV.vector }, 0)
  return [frame === undefined ? { ...row, axis1: '', axis2: '', axis3: '' } : row]
}

function Typed({ satelliteId, notice, changed, onMade }: PartProps) {
  const t = useWords(ownBurnWords)
  const form = useForm({
    initial: () => ({
      rows: firstRows({ notice, changed }),
      why: notice === undefined ? '' : t('fromNotice', { by: notice.announcedBy }),
    }),
    check: ({ rows }) => faultsOf(rows),
    save: ({ rows, why }) => {
      const body = { 'satellite-id': satelliteId, burns: rows.map((row) => OwnBurn.parse(burnOf(row))), why }
      return changed === undefined ? makeOwnPlan(body) : changeOwnPlan(changed, body)
    },
    writes: [PLANS_KEY],
    refusedOf,
    after: () => ({ rows: [blankRow(0)], why: '' }),
    onSaved: onMade,
  })
  const { faults, problem, set } = form
  const { rows } = form.values
  const change = (id: number, part: Partial<BurnRow>) =>
    set({ rows: rows.map((row) => (row.id === id ? { ...row, ...part } : row)) })
  const add = () => {
    if (!isFull(rows)) set({ rows: [...rows, blankRow(Math.max(...rows.map(({ id }) => id)) + 1, rows.at(-1))] })
  }
  const remove = (id: number) =>
    set({ rows: rows.length === 1 ? [blankRow(id + 1)] : rows.filter((row) => row.id !== id) })
  const frames = [...new Set(rows.map(({ frame }) => frame))].flatMap((frame) =>
    OFFERED_FRAMES.filter((one) => one === frame),
  )
  return (
    <form
      className="grid gap-8"
      aria-label={t('screen')}
      data-keep-clear
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <PageKeys shortcuts={[{ keys: 'a', label: t('add'), run: add }]} />
      {rows.map((row, place) => (
        <BurnFields
          key={row.id}
          row={row}
          number={place + 1}
          faultOf={(field) => faults.get(`rows.${place}.${field}`)}
          isFirst={place === 0 && changed !== undefined}
          onChange={(part) => change(row.id, part)}
          onRemove={() => remove(row.id)}
        />
      ))}
      {frames.map((frame) => (
        <p key={frame} className="muted fs-12">
          {t(`axes_${frame}`)}
        </p>
      ))}
      <TextField label={t('reason')} maxLength={2_000} {...form.field('why')} />
      {problem !== null && !form.isAtFields ? (
        <Banner level="caution" isUrgent>
          {t('refused', { why: problem.details?.[0]?.message ?? problemInWords(problem).message })}
        </Banner>
      ) : null}
      <p role="status">{form.isSaving ? t('creating') : null}</p>
      <div className="row wrap gap-8">
        <Button look="primary" type="submit" disabled={form.isSaving}>
          {t(changed === undefined ? 'create' : 'createChanged')}
        </Button>
        <Button onClick={add} disabledReason={isFull(rows) ? t('addFull') : undefined}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}

type RowProps = {
  readonly row: BurnRow
  readonly number: number
  readonly faultOf: (field: BurnField) => string | undefined
  /** True if the row gets the focus, because the button that opens the form is further down on the page. */
  readonly isFirst: boolean
  readonly onChange: (part: Partial<BurnRow>) => void
  readonly onRemove: () => void
}

function BurnFields({ row, number, faultOf, isFirst, onChange, onRemove }: RowProps) {
  const t = useWords(ownBurnWords)
  const nowMs = useNow('minute')
  const letters = lettersOf(row.frame)
  const field = (name: Exclude<BurnField, 'frame'>) => ({
    value: row[name],
    onChange: (text: string) => onChange({ [name]: text }),
    error: faultOf(name),
  })
  return (
    <fieldset
      className={`grid items-start gap-8 m-0 no-frame faint-bottom ${styles.row}`}
      aria-label={t('burn', { number })}
    >
      <h3 className="regular">{t('burn', { number })}</h3>
      <TextField
        label={t('ignition')}
        help={number === 1 ? t('ignitionHelp', { time: exampleIgnition(nowMs) }) : undefined}
        autoFocus={isFirst}
        {...field('ignition')}
      />
      <TextField label={t('duration')} unit="s" inputMode="decimal" {...field('duration')} />
      <Select
        label={t('frame')}
        value={row.frame}
        onChange={(value) => onChange({ frame: OFFERED_FRAMES.find((one) => one === value) ?? row.frame })}
        options={OFFERED_FRAMES.map((value) => ({ value, label: value }))}
        error={faultOf('frame')}
      />
      {AXES.map((axis, k) => (
        <TextField
          key={axis}
          label={t('deltaV', { axis: letters[k] ?? '' })}
          unit="m/s"
          inputMode="decimal"
          {...field(axis)}
        />
      ))}
      <div className={styles.remove}>
        <Button look="quiet" onClick={onRemove} aria-label={t('removeOf', { number })}>
          {t('remove')}
        </Button>
      </div>
    </fieldset>
  )
}

function FromMessage({ satelliteId, onMade }: Omit<PartProps, 'notice' | 'changed'>) {
  const t = useWords(ownBurnWords)
  const load = useFileLoad(
    async (file) => {
      // Browsers have no media type for such a message.
      const made = await makeFromMessage(satelliteId, blobOf(file, 'application/octet-stream'))
      form.discard()
      onMade(made)
      return made
    },
    [PLANS_KEY],
  )
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: isMessage(text) ? undefined : t('notMessage') }),
    apply: ({ text }) => load.mutate(new File([text], 'pasted')),
  })
  return (
    <section className="grid gap-8" aria-label={t('orMessage')}>
      <h3>{t('orMessage')}</h3>
      <TextArea label={t('pasteLabel')} help={t('pasteHelp')} isMono rows={3} {...form.field('text')} />
      <div className="row wrap gap-8">
        <Button onClick={form.submit} disabled={form.values.text.trim() === '' || load.isPending}>
          {t('usePasted')}
        </Button>
      </div>
      <FileLoad
        load={load}
        accept=".opm,.ocm,.kvn,.xml,.txt"
        words={{ drop: t('drop'), choose: t('choose'), loading: t('creating') }}
        loaded={({ plan }) => t('made', { name: plan.name })}
        refused={(why) => t('refused', { why })}
      />
    </section>
  )
}
