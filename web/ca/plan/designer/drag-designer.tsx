import { MINUTE_MS, SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { earliestCommanded, needMsOf } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createContext, use, useState } from 'react'
import { freshnessOf } from '../../../api/freshness.ts'
import { now } from '../../../clock/clock.ts'
import { formatTime } from '../../../clock/format.ts'
import { raise } from '../../../notifications/notifications.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { formatNumber, typedNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Banner, Skeleton } from '../../../ui/page/pane-states.tsx'
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
import { type Design, type DesignSearch, designOf, GOALS, ignitionOf } from './design-address.ts'
import { basisNote } from './design-in-words.ts'
import styles from './designer.module.css'
import { CopyOpm, Tools } from './designer-head.tsx'
import { DesignerStateProvider, useDesignerState, useSearchPart } from './designer-state.tsx'
import { DragMapPane, heldOf } from './drag-map-pane.tsx'
import { DragOfEvent } from './drag-of-event.tsx'
import { clearNotes, NotesButton, NotesPane, notesOf } from './notes.tsx'
import { AssumedEngine } from './warnings.tsx'
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
/** The earliest time gets later while the form is being read. */
const ROOM_MS = 5 * MINUTE_MS

/** The data for the design of a change of area; none of it changes while a user types. */
type DragCase = Props & {
  /** The proposed start: the effect is larger the earlier the attitude is reached. It is empty if no command reaches a start. */
  readonly usualStart: string
}

const DragContext = createContext<DragCase | undefined>(undefined)

function useDragCase(): DragCase {
  const dragCase = use(DragContext)
  if (dragCase === undefined) throw new Error('There is no designer around this.')
  return dragCase
}

/** The designer for a satellite that moves by its drag: it has the target and the time of the turn, and the server computes the path. */
export function DragDesigner(props: Props) {
  const { conjunction, satellite, vanes, contacts } = props
  const t = useWords(designWords)
  const [openedAt] = useState(now)
  const need = { nowMs: openedAt + ROOM_MS, needMs: needMsOf({ leadTimeH: vanes.leadTimeH, readyS: vanes.slewS }) }
  const commanded = earliestCommanded(commandsOf(contacts), need)
  // This is the first minute that a command still reaches.
  const usual = commanded === null ? '' : new Date(Math.ceil(commanded.burnMs / MINUTE_MS) * MINUTE_MS).toISOString()
  const dragCase = { ...props, usualStart: usual.slice(0, 16).replace('T', ' ') }
  return (
    <DesignerStateProvider conjunctionId={conjunction.conjunctionId}>
      <DragContext value={dragCase}>
        <Tools>
          <NotesButton />
          <DragContext value={dragCase}>
            <CopyDrag />
          </DragContext>
        </Tools>
        <Pane title={t('byDrag')} id="by-drag">
          <p className="soft fs-13 pad-end">{t('byDragText', { name: satellite.name })}</p>
          <DragForm />
          <AssumedEngine propulsion={vanes} />
          <Save />
        </Pane>
        <NotesPane />
        <MapOfDrag />
        <DragPreview />
      </DragContext>
    </DesignerStateProvider>
  )
}

function CopyDrag() {
  return <CopyOpm request={useDragRequest()} />
}

function MapOfDrag() {
  const { conjunction, message } = useDragCase()
  const { goal, target, dynamics } = useDragDesign(planOf)
  return (
    <DragMapPane
      conjunctionId={conjunction.conjunctionId}
      dynamics={dynamics}
      goal={{ kind: goal, value: target }}
      message={message}
      startMs={useDragStart().startMs}
    />
  )
}

/** Returns a part of the design in the address. */
function useDragDesign<T>(partOf: (design: Design) => T): T {
  const { acceptedCollisionProbability } = useDragCase().satellite.configuration.thresholds
  return useSearchPart((search) => partOf(designOf(search, acceptedCollisionProbability)))
}

const planOf = ({ goal, target, settings: { dynamics } }: Design) => ({ goal, target, dynamics })

/** Returns the typed start, and its time; undefined if it cannot be read. */
function useDragStart() {
  const { conjunction, usualStart } = useDragCase()
  const tcaMs = Date.parse(conjunction.conjunctionData.tca)
  return useSearchPart(({ start: typed = usualStart }) => ({
    typed,
    startMs: ignitionOf({ start: typed }, { unit: 'DATE' }, { tcaMs, periodS: 0 }),
  }))
}

const attitudeOf = (search: DesignSearch) => ATTITUDES.find((one) => one === search.attitude) ?? 'shortest'

/** Returns the request for the plan; undefined without a readable time. */
function useDragRequest(): NewPlan | undefined {
  const { conjunctionId } = useDragCase().conjunction
  const { goal, target, dynamics } = useDragDesign(planOf)
  const { startMs } = useDragStart()
  return useSearchPart((search): NewPlan | undefined =>
    startMs === undefined
      ? undefined
      : {
          'conjunction-id': conjunctionId,
          start: { unit: 'DATE', value: new Date(startMs).toISOString() },
          target: { kind: goal, value: target },
          ...(attitudeOf(search) === 'LEAST_AREA' ? { attitude: 'LEAST_AREA' as const } : heldOf(search)),
          dynamics,
        },
  )
}

function DragForm() {
  const t = useWords(designWords)
  const { satellite, vanes } = useDragCase()
  const { ask } = useDesignerState()
  const { goal, dynamics } = useDragDesign((design) => ({ goal: design.goal, dynamics: design.settings.dynamics }))
  const attitude = useSearchPart(attitudeOf)
  return (
    <section className="flex wrap items-start line-bottom gap-4-8 pad-8" aria-label={t('wish')} data-look="chips">
      <Select
        label={t('goal')}
        value={goal}
        onChange={(value) => ask({ goal: value, target: undefined })}
        options={GOALS.map((value) => ({ value, label: t(value) }))}
      />
      <TargetField key={`target ${goal}`} />
      <StartField />
      <Select
        label={t('attitude')}
        value={attitude}
        onChange={(value) => ask({ attitude: value === 'shortest' ? undefined : value })}
        options={ATTITUDES.map((value) => ({ value, label: t(value) }))}
      />
      {attitude === 'LEAST_AREA' ? null : (
        <>
          <HeldField name="area" label={t('heldArea')} unit="m²" />
          <HeldField name="hold" label={t('heldFor')} unit="h" />
        </>
      )}
      <Select
        label={t('dynamics')}
        value={dynamics}
        onChange={(value) => ask({ dynamics: value })}
        options={(['j2', 'two-body'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <p className={`muted fs-12 self-center lh-16 ${styles.limits}`}>
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

function TargetField() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  const { goal, target } = useDragDesign(planOf)
  const typed = useSearchPart((search) => search.target)
  return (
    <TextField
      label={t(goal)}
      unit={goal === 'PROBABILITY' ? undefined : 'm'}
      inputMode="decimal"
      value={typed ?? typedNumber(target)}
      onChange={(value) => ask({ target: value })}
    />
  )
}

function StartField() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  const { typed, startMs } = useDragStart()
  const isNoneAhead = useDragCase().usualStart === ''
  const fault = isNoneAhead ? 'noneAhead' : startMs === undefined ? 'startFault' : undefined
  return (
    <TextField
      label={t('attitudeStart')}
      unit="UTC"
      value={typed}
      onChange={(value) => ask({ start: value })}
      error={fault === undefined ? undefined : t(fault)}
    />
  )
}

type HeldFieldProps = { readonly name: 'area' | 'hold'; readonly label: string; readonly unit: string }

/** The field for the area, or for the time for which it is kept; if it is empty, the server chooses the value. */
function HeldField({ name, label, unit }: HeldFieldProps) {
  const { ask } = useDesignerState()
  return (
    <TextField
      label={label}
      unit={unit}
      inputMode="decimal"
      value={useSearchPart((search) => search[name] ?? '')}
      onChange={(value) => ask({ [name]: value === '' ? undefined : value })}
    />
  )
}

function Save() {
  const t = useWords(designWords)
  const { conjunctionId, satelliteId } = useDragCase().conjunction
  const request = useDragRequest()
  const navigate = useNavigate()
  const toPlans = { satellite_id: satelliteId ?? '', conjunction_id: conjunctionId }
  const save = useMutation({
    meta: { silent: 'save-plan', writes: [PLANS_KEY] },
    mutationFn: (asked: NewPlan) => makePlan({ ...asked, why: notesOf(conjunctionId) }),
    onSuccess: (plan) => {
      clearNotes(conjunctionId)
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
        <Banner level="caution" isUrgent>
          {planProblemInWords(save.error).message}
        </Banner>
      ) : null}
      <PageKeys shortcuts={[{ keys: 's', label: t('save'), run }]} />
      <div className={`flex wrap gap-8 pad-10 line-top no-paper ${styles.actions}`}>
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

/** Shows the effect of the change of area before the plan is stored: the probability by the time in the attitude, and all numbers. */
function DragPreview() {
  const { satellite, message } = useDragCase()
  const request = useDragRequest()
  return request && <Preview request={request} satellite={satellite} message={message} />
}

type PreviewProps = Pick<Props, 'satellite' | 'message'> & { readonly request: NewPlan }

function Preview({ request, satellite, message }: PreviewProps) {
  const t = useWords(designWords)
  const say = useWords(planWords)
  const query = useQuery({ ...previewQuery(request, message.cdm.cdmId), placeholderData: (before) => before })
  const { data: plan, error, isFetching, dataUpdatedAt } = query
  const asOf = `${formatTime(dataUpdatedAt)} Z`
  const drag = plan?.drag ?? null
  return (
    <div className={`grid grow min-h-0 one-column-desk block-paper ${styles.columns}`}>
      <div className={`stack min-w-0 min-h-0 scroll relative block-paper visible-paper ${styles.main}`}>
        {error ? (
          <Banner level="serious" isUrgent>
            {planProblemInWords(error).message}
          </Banner>
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
      <div className={`stack min-w-0 scroll relative line-left under-desk visible-paper ${styles.side}`}>
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
                <Banner level="serious">{say('notReached', { limit: say(`limit-${plan.limit}`) })}</Banner>
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
