import { MINUTE_MS, SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { earliestCommanded, needMsOf } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { freshnessOf } from '../../../api/freshness.ts'
import { now } from '../../../clock/clock.ts'
import { formatTime } from '../../../clock/format.ts'
import { raise } from '../../../notifications/notifications.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { useSearchState } from '../../../shell/search-state.ts'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { formatNumber, typedNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Skeleton, Strip } from '../../../ui/page/pane-states.tsx'
import { Freshness } from '../../../ui/status/freshness.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { commandsOf } from '../../contact/contacts-query.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { DragCurvePlot } from '../../plot/manoeuvre/drag-curve-plot.tsx'
import { Outcome, PlanFacts } from '../plan-facts.tsx'
import { burnText } from '../plan-lead.tsx'
import { makePlan, type NewPlan, PLANS_KEY, previewQuery } from '../plan-query.ts'
import { planProblemInWords } from '../refusal-in-words.ts'
import { planWords } from '../words.data.ts'
import { AssumedEngine } from './assumed-engine.tsx'
import { useDesignHistory } from './design-history.ts'
import { basisNote } from './design-in-words.ts'
import styles from './designer.module.css'
import { CopyOpm, Tools } from './designer-head.tsx'
import { DragMapPane, heldOf } from './drag-map-pane.tsx'
import { DragOfEvent } from './drag-of-event.tsx'
import { type Notes, NotesButton, NotesPane, useNotes } from './notes.tsx'
import { designOf, GOALS, ignitionOf } from './wish.ts'
import { designWords } from './words.data.ts'

type Props = {
  readonly conjunction: Conjunction
  readonly satellite: Satellite
  readonly vanes: Extract<Propulsion, { type: 'DIFFERENTIAL_DRAG' }>
  readonly contacts: SatelliteContacts
  /** The message that counts for the plan. */
  readonly message: NumberedMessage
}

const ATTITUDES = ['shortest', 'LEAST_AREA'] as const
/** The earliest time moves on while the form is being read. */
const ROOM_MS = 5 * MINUTE_MS

/**
 * The designer for a satellite that moves by its drag: it has the target and the time of the turn; the server
 * computes the flight.
 */
export function DragDesigner(props: Props) {
  const { conjunction, satellite, message } = props
  const t = useWords(designWords)
  const { request, undo, redo, ...form } = useDragWish(props)
  const notes = useNotes(conjunction.conjunctionId)
  return (
    <>
      <Tools undo={undo} redo={redo}>
        <NotesButton {...notes} />
        <CopyOpm request={request} />
      </Tools>
      <Pane title={t('byDrag')} id="by-drag">
        <p className="soft fs-13 pad-end">{t('byDragText', { name: satellite.name })}</p>
        <DragForm {...props} {...form} />
        <AssumedEngine propulsion={props.vanes} />
        <Save conjunction={conjunction} request={request} notes={notes} />
      </Pane>
      <NotesPane {...notes} />
      <DragMapPane
        conjunctionId={conjunction.conjunctionId}
        dynamics={form.design.wish.dynamics}
        goal={{ kind: form.design.goal, value: form.design.target }}
        message={message}
        search={form.search}
        ask={form.ask}
        startMs={form.startMs}
      />
      {request === undefined ? null : <DragPreview request={request} satellite={satellite} message={message} />}
    </>
  )
}

/** Returns the wish of the address, and the request for its plan; no request without a readable time. */
function useDragWish({ conjunction, satellite, vanes, contacts }: Props) {
  const [search, change] = useSearchState(`/protected${paths.manoeuvre}`)
  const { ask, undo, redo } = useDesignHistory(search, change)
  const [openedAt] = useState(now)
  const design = designOf(search, satellite.configuration.thresholds.acceptedCollisionProbability)
  const need = { nowMs: openedAt + ROOM_MS, needMs: needMsOf({ leadTimeH: vanes.leadTimeH, readyS: vanes.slewS }) }
  const commanded = earliestCommanded(commandsOf(contacts), need)
  // The earlier the attitude is reached, the larger its effect: the first minute that a command still
  // reaches.
  const usual = commanded === null ? '' : new Date(Math.ceil(commanded.burnMs / MINUTE_MS) * MINUTE_MS).toISOString()
  const typed = search.start ?? usual.slice(0, 16).replace('T', ' ')
  const tcaMs = Date.parse(conjunction.conjunctionData.tca)
  const startMs = ignitionOf({ start: typed }, { unit: 'DATE' }, { tcaMs, periodS: 0 })
  const attitude = ATTITUDES.find((one) => one === search.attitude) ?? 'shortest'
  const fault =
    commanded === null ? ('noneAhead' as const) : startMs === undefined ? ('startFault' as const) : undefined
  const request: NewPlan | undefined =
    startMs === undefined
      ? undefined
      : {
          'conjunction-id': conjunction.conjunctionId,
          start: { unit: 'DATE', value: new Date(startMs).toISOString() },
          target: { kind: design.goal, value: design.target },
          ...(attitude === 'LEAST_AREA' ? { attitude } : heldOf(search)),
          dynamics: design.wish.dynamics,
        }
  return { search, ask, undo, redo, design, typed, attitude, fault, request, startMs }
}

type FormProps = Pick<Props, 'satellite' | 'vanes'> &
  Omit<ReturnType<typeof useDragWish>, 'request' | 'undo' | 'redo' | 'startMs'>

function DragForm({ satellite, vanes, search, ask, design, typed, attitude, fault }: FormProps) {
  const t = useWords(designWords)
  return (
    <section className="flex wrap items-start line-bottom gap-4-8 pad-8" aria-label={t('wish')} data-look="chips">
      <Select
        label={t('goal')}
        value={design.goal}
        onChange={(value) => ask({ goal: value, target: undefined })}
        options={GOALS.map((value) => ({ value, label: t(value) }))}
      />
      <TextField
        key={`target ${design.goal}`}
        label={t(design.goal)}
        unit={design.goal === 'PROBABILITY' ? undefined : 'm'}
        inputMode="decimal"
        value={search.target ?? typedNumber(design.target)}
        onChange={(value) => ask({ target: value })}
      />
      <TextField
        label={t('attitudeStart')}
        unit="UTC"
        value={typed}
        onChange={(value) => ask({ start: value })}
        error={fault === undefined ? undefined : t(fault)}
      />
      <Select
        label={t('attitude')}
        value={attitude}
        onChange={(value) => ask({ attitude: value === 'shortest' ? undefined : value })}
        options={ATTITUDES.map((value) => ({ value, label: t(value) }))}
      />
      {attitude === 'LEAST_AREA' ? null : (
        <>
          <TextField
            label={t('heldArea')}
            unit="m²"
            inputMode="decimal"
            value={search.area ?? ''}
            onChange={(value) => ask({ area: value === '' ? undefined : value })}
          />
          <TextField
            label={t('heldFor')}
            unit="h"
            inputMode="decimal"
            value={search.hold ?? ''}
            onChange={(value) => ask({ hold: value === '' ? undefined : value })}
          />
        </>
      )}
      <Select
        label={t('dynamics')}
        value={design.wish.dynamics}
        onChange={(value) => ask({ dynamics: value })}
        options={(['j2', 'two-body'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <p className={`muted fs-12 ${styles.limits}`}>
        {t('limits', { name: satellite.name })}:{' '}
        {t('areas', {
          min: formatNumber(vanes.minAreaM2),
          max: formatNumber(vanes.maxAreaM2),
          hours: formatNumber(vanes.maxDurationH),
          slew: formatNumber(vanes.slewS),
          lead: formatNumber(vanes.leadTimeH),
        })}{' '}
        {attitude === 'LEAST_AREA' ? '' : t('heldFree')}
      </p>
    </section>
  )
}

type SaveProps = Pick<Props, 'conjunction'> & { readonly request: NewPlan | undefined; readonly notes: Notes }

function Save({ conjunction: { conjunctionId, satelliteId }, request, notes }: SaveProps) {
  const t = useWords(designWords)
  const navigate = useNavigate()
  const toPlans = { satellite_id: satelliteId ?? '', conjunction_id: conjunctionId }
  const save = useMutation({
    meta: { silent: 'save-plan', writes: [PLANS_KEY] },
    mutationFn: (asked: NewPlan) => makePlan({ ...asked, why: notes.text }),
    onSuccess: (plan) => {
      notes.clear()
      const hours = formatNumber(plan.manoeuvreDuration / SECONDS_PER_HOUR, { decimals: 1 })
      const pc = formatProbabilityLine(plan.after.probability ?? undefined)
      raise({ title: t('saved'), message: t('savedDrag', { name: plan.name, pc, hours }) })
      const search = { tab: 'manoeuvre', plan: plan.manoeuvreId }
      void navigate({ to: paths.conjunction, params: toPlans, search })
    },
  })
  const run = () => {
    if (request !== undefined && !save.isPending) save.mutate(request)
  }
  return (
    <>
      {save.error ? (
        <Strip level="caution" isUrgent>
          {planProblemInWords(save.error).message}
        </Strip>
      ) : null}
      <PageKeys shortcuts={[{ keys: 's', label: t('save'), run }]} />
      <div className={`flex wrap gap-8 pad-10 line-top ${styles.actions}`}>
        <Button look="primary" disabled={request === undefined || save.isPending} onClick={run}>
          {t(save.isPending ? 'saving' : 'save')}
        </Button>
        <Link
          to={paths.conjunction}
          params={toPlans}
          search={{ tab: 'manoeuvre' }}
          className={`${button.button}  plain-link`}
        >
          {t('toPlans')}
        </Link>
      </div>
    </>
  )
}

type DragPreviewProps = {
  readonly request: NewPlan
  readonly satellite: Satellite
  readonly message: NumberedMessage
}

/**
 * Shows the effect of the change of area, before the plan is stored: the probability by the time in the attitude, and
 * all numbers.
 */
function DragPreview({ request, satellite, message }: DragPreviewProps) {
  const t = useWords(designWords)
  const say = useWords(planWords)
  const query = useQuery({ ...previewQuery(request, message.cdm.cdmId), placeholderData: (before) => before })
  const { data: plan, error, isFetching, dataUpdatedAt } = query
  const asOf = `${formatTime(dataUpdatedAt)} Z`
  const drag = plan?.drag ?? null
  return (
    <div className={`grid grow min-h-0 ${styles.columns}`}>
      <div className={`stack min-w-0 min-h-0 scroll relative ${styles.main}`}>
        {error ? (
          <Strip level="serious" isUrgent>
            {planProblemInWords(error).message}
          </Strip>
        ) : drag === null ? (
          <Skeleton rows={10} />
        ) : drag.curve.length > 1 ? (
          <DragCurvePlot
            drag={drag}
            target={plan?.target.kind === 'PROBABILITY' ? plan.target.value : undefined}
            provenance={basisNote(message)}
          />
        ) : null}
        <DragOfEvent conjunctionId={request['conjunction-id']} satellite={satellite} message={message} />
      </div>
      <div className={`stack min-w-0 scroll relative line-left ${styles.side}`}>
        <Pane
          title={t('preview')}
          id="drag-preview"
          busy={isFetching}
          note={plan === undefined ? undefined : <Freshness state={freshnessOf(query)} asOf={asOf} />}
        >
          {error ? null : plan === undefined ? (
            <Skeleton rows={12} />
          ) : (
            <>
              {!plan.meetsTarget && plan.limit !== null ? (
                <Strip level="serious">{say('notReached', { limit: say(`limit-${plan.limit}`) })}</Strip>
              ) : null}
              <p className="soft fs-13 pad-end">{burnText(plan)}</p>
              <Outcome plan={plan} />
              <PlanFacts plan={plan} />
            </>
          )}
        </Pane>
      </div>
    </div>
  )
}
