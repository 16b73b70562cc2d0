import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { FormDialog } from '../../../form/form-dialog.tsx'
import { type Form, useForm } from '../../../form/use-form.ts'
import { CheckboxGroup } from '../../../ui/field/checkbox-group.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import type { EventRow } from '../../event/event-row.ts'
import { consequencesOf } from '../consequences.ts'
import { Fields } from '../form-fields.tsx'
import { formOf } from '../satellite-form.ts'
import { satelliteWords } from '../words.data.ts'
import styles from './assets.module.css'
import { BULK_FIELDS, type BulkChange, type BulkPlan, NO_CHANGE, nowOf, planOf } from './bulk-plan.ts'
import { BulkReport } from './bulk-report.tsx'
import { bulk, useBulkRun } from './bulk-run.ts'
import { startBulk } from './start-bulk.ts'
import { assetsWords } from './words.data.ts'

const UNGROUP = 'ungroup'
/** The preview shows at most this number of satellites or events of each kind. */
const MOST_LINES_OF_KIND = 4

type Props = {
  readonly isOpen: boolean
  readonly satellites: readonly Satellite[]
  readonly rows: readonly EventRow[]
  /** Selects the satellites for another attempt. */
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onClose: () => void
}

/** Shows the change of several satellites: first the form, then the progress of saving. The draft is kept when the dialog is closed. */
export function BulkEdit({ isOpen, satellites, rows, onSelect, onClose }: Props) {
  const run = useBulkRun()
  const form = useForm<BulkChange, unknown>({
    initial: NO_CHANGE,
    apply: (change) => {
      const { saves } = planOf(satellites, change)
      if (saves.length > 0) startBulk(saves)
    },
  })
  if (!isOpen) return null
  if (run)
    return (
      <BulkReport
        onClose={() => {
          bulk.forget()
          form.discard()
          onClose()
        }}
        onRetry={(ids) => {
          bulk.forget()
          onSelect(new Set(ids))
        }}
      />
    )
  return <BulkDialog satellites={satellites} rows={rows} form={form} onClose={onClose} />
}

type BulkDialogProps = {
  readonly satellites: readonly Satellite[]
  /** The future events, whose level may change. */
  readonly rows: readonly EventRow[]
  readonly form: Form<BulkChange>
  readonly onClose: () => void
}

/** Changes thresholds and group of several satellites; a blank field keeps the value of each satellite. */
function BulkDialog({ satellites, rows, form, onClose }: BulkDialogProps) {
  const t = useWords(assetsWords)
  const [first] = satellites
  if (!first) return null
  const change = form.values
  const plan = planOf(satellites, change)
  const help = Object.fromEntries(
    BULK_FIELDS.map((field) => {
      const now = nowOf(satellites, field)
      return [field, now.length === 0 ? t('nowNone') : t(now.length === 1 ? 'nowOne' : 'nowSpan', spanOf(now))]
    }),
  )
  return (
    <FormDialog
      form={form}
      title={t('bulkTitle', { count: satellites.length })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('bulkSave', { count: plan.saves.length })}
    >
      <p>{t('bulkExplained')}</p>
      <Fields
        fields={BULK_FIELDS}
        form={{ ...formOf(first), ...change }}
        faults={form.faults}
        help={help}
        onChange={form.set}
      />
      <CheckboxGroup
        label={t('noGroup')}
        options={[{ value: UNGROUP, label: t('ungroup') }]}
        value={change.isUngrouped ? [UNGROUP] : []}
        onChange={(chosen) => form.set({ isUngrouped: chosen.includes(UNGROUP) })}
      />
      {isBlank(change) ? null : <Told plan={plan} rows={rows} />}
    </FormDialog>
  )
}

const isBlank = ({ isUngrouped, ...texts }: BulkChange) =>
  !isUngrouped && Object.values(texts).every((text) => text.trim() === '')
const spanOf = ([from = '', to = '']: readonly string[]) => ({ from, to })

/** Shows the effect: the number of changes, the satellites that cannot be changed, and the events whose level changes. */
function Told({
  plan: { saves, same, faults },
  rows,
}: {
  readonly plan: BulkPlan
  readonly rows: readonly EventRow[]
}) {
  const t = useWords(assetsWords)
  const say = useWords(satelliteWords)
  const moved = saves.flatMap(({ id, before, input }) => {
    const open = rows.filter(({ satelliteKey }) => satelliteKey === id).map(({ event }) => ({ event, cdm: undefined }))
    return consequencesOf(before.configuration, input.configuration, open).moved
  })
  const [firstFault] = faults
  return (
    <div className={`stack gap-8 ${styles.told}`} role="status">
      <p>
        {t('bulkCounts', { count: saves.length })} {same.length > 0 ? t('bulkSame', { count: same.length }) : null}
      </p>
      {firstFault ? (
        <Banner level="caution">
          {t('bulkFaults', { count: faults.length })}
          {[...Map.groupBy(faults, ({ field, message }) => `${fieldWord(field, say)} ${message}`)].map(([why, all]) => (
            <span key={why} className="block">
              <b>{namesOf(all.map(({ satellite }) => satellite.name))}</b>: {why}
            </span>
          ))}
        </Banner>
      ) : null}
      {moved.length > 0 ? (
        <p>
          {t('bulkMoved', { count: moved.length })}
          {moved.slice(0, MOST_LINES_OF_KIND).map(({ event, levels: [from, to] }) => (
            <span key={event.conjunctionId} className="block">
              {event.object1.name} × {event.object2.name}: {meaningOf('risk', from).word} →{' '}
              <b>{meaningOf('risk', to).word}</b>
            </span>
          ))}
          {moved.length > MOST_LINES_OF_KIND ? (
            <span className="block">{t('more', { count: moved.length - MOST_LINES_OF_KIND })}</span>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}

function namesOf(names: readonly string[]): string {
  const rest = names.length - MOST_LINES_OF_KIND
  return [...names.slice(0, MOST_LINES_OF_KIND), ...(rest > 0 ? [assetsWords('more', { count: rest })] : [])].join(', ')
}

function fieldWord(field: string, say: typeof satelliteWords): string {
  const known = BULK_FIELDS.find((one) => one === field)
  return known ? say(known) : field
}
