import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { MAN_FRAMES } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { endedUnflown } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { OfferPlan } from './offer-plan.tsx'
import { OtherOperator } from './other-operator.tsx'
import { PathScreenings } from './path-table.tsx'
import styles from './plan.module.css'
import { PlanActions } from './plan-actions.tsx'
import { isTakenBack, savePlanFile } from './plan-file.ts'
import { PlanLead } from './plan-lead.tsx'
import type { PlanFileQuery } from './plan-query.ts'
import { chosenPlan } from './plan-state.ts'
import { PlansPane, PlanTable } from './plan-table.tsx'
import type { PlansProps } from './plans-tab.tsx'
import { StepsPane } from './steps-pane.tsx'
import { planWords } from './words.data.ts'

type ManFrame = (typeof MAN_FRAMES)[number]

/** Shows a plan in the formats of flight dynamics, and its steps up to the burn. */
export function ExportTab({ conjunction, messages, planId, onPlan }: PlansProps) {
  const t = useWords(planWords)
  return (
    <PlansPane conjunction={conjunction}>
      {(plans) => {
        const plan = chosenPlan(plans, planId)
        return plan === undefined ? (
          <Empty level="inactive" title={t('noPlanToExport')}>
            {t('noPlanToExportText')}
          </Empty>
        ) : (
          <>
            <PlanTable plans={plans} messages={messages} selectedId={plan.manoeuvreId} onSelect={onPlan} />
            <OfferPlan
              key={`offer ${plan.manoeuvreId}`}
              plan={plan}
              plans={plans}
              messages={messages}
              onPlan={onPlan}
            />
            <PlanLead plan={plan} messages={messages} />
            <PlanActions plan={plan}>
              <span className="no-phone">
                <Button onClick={() => print()}>{t('print')}</Button>
              </span>
            </PlanActions>
            <PlanFiles key={plan.manoeuvreId} plan={plan} />
            <OtherOperator key={`operator ${plan.manoeuvreId}`} plan={plan} conjunction={conjunction} />
            {plan.screening === null ? null : (
              <PathScreenings screening={plan.screening} name={plan.name} isByDrag={plan.drag !== null} />
            )}
            <StepsPane plan={plan} />
          </>
        )
      }}
    </PlansPane>
  )
}

const OEM_CASES = ['nominal', 'no-burn', 'hot', 'cold'] as const

/** Returns every file of a plan that is available now; a withdrawal only for a plan that was exported and revoked. */
export function filesOf(plan: Pick<Plan, 'state' | 'exportedAt'>, frame: ManFrame) {
  const opm = { format: 'opm', 'reference-frame': frame } as const
  const files: readonly { readonly id: string; readonly holds: string; readonly query: PlanFileQuery }[] = [
    ...(isTakenBack(plan) ? [{ id: 'withdrawal', holds: 'withdrawal', query: { format: 'withdrawal' } } as const] : []),
    { id: 'zip', holds: 'zip', query: { format: 'zip' } },
    { id: 'opm2', holds: 'opm', query: opm },
    { id: 'opm3', holds: 'opm', query: { ...opm, version: '3.0' } },
    { id: 'opmXml', holds: 'opm', query: { ...opm, notation: 'xml' } },
    ...OEM_CASES.map((one) => ({ id: one, holds: one, query: { format: 'oem', case: one } as const })),
    { id: 'ocm', holds: 'ocm', query: { format: 'ocm', version: '3.0' } },
    { id: 'json', holds: 'json', query: { format: 'json' } },
    { id: 'csv', holds: 'csv', query: { format: 'csv' } },
  ]
  return files
}

/** Lists every file of a plan for download. */
export function PlanFiles({ plan }: { readonly plan: Plan }) {
  const t = useWords(planWords)
  const [frame, setFrame] = useState<ManFrame>('RSW_INERTIAL')
  const nameOf = ({ id }: { readonly id: string }) => t(`file-${id}` as Parameters<typeof t>[0])
  return (
    <Pane title={t('files')} id="files" className="line-top">
      {endedUnflown(plan.state) ? <Banner level="serious">{t('withdrawnStrip')}</Banner> : null}
      {plan.approvedAt === null ? <Banner level="caution">{t('draftStrip')}</Banner> : null}
      <div className={`pad-8 ${styles.choice}`}>
        <Select
          label={t('frame')}
          value={frame}
          onChange={(value) => setFrame(MAN_FRAMES.find((one) => one === value) ?? 'RSW_INERTIAL')}
          options={MAN_FRAMES.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="scroll-x">
        <PlainTable
          rows={filesOf(plan, frame)}
          columns={[
            { id: 'file', title: t('file'), isUnbroken: true, cell: nameOf },
            { id: 'what', title: t('what'), cell: ({ holds }) => t(`holds-${holds}` as Parameters<typeof t>[0]) },
            {
              id: 'download',
              title: '',
              align: 'end',
              cell: (file) => (
                <Button
                  look="quiet"
                  aria-label={`${t('download')}: ${nameOf(file)}`}
                  onClick={() => void savePlanFile(plan, file.query)}
                >
                  {t('download')}
                </Button>
              ),
            },
          ]}
          idOf={({ id }) => id}
          isSmall
        />
      </div>
    </Pane>
  )
}
