import { getManoeuvrePolicy, setManoeuvrePolicy } from '@apsis/contract/ca/plan/manoeuvre-policy.ts'
import { allows, CA_ADMIN } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormDialog, Refusal } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './organisation.module.css'
import { organisationWords } from './words.data.ts'

/** The key is the same as on the pages of plans, so that a change reaches both pages. */
const KEY = ['manoeuvre', 'policy'] as const

const policyCall = { method: getManoeuvrePolicy.method, path: getManoeuvrePolicy.path } as const

/** Shows the settings of the organisation. All its members see them; administrators change them. */
export function OrganisationTab({ who }: { readonly who: SignedInPerson }) {
  const t = useWords(organisationWords)
  const policy = useQuery(policyQuery())
  return (
    <>
      <h2 className="flex-none pad-10 fs-20 medium">{t('title', { name: who.organisation ?? t('ownData') })}</h2>
      <QueryPane
        id="approval"
        title={t('plans')}
        query={policy}
        skeletonRows={2}
        failed={t('failed')}
        exports={{ call: policyCall }}
        className="flex-none"
      >
        {({ isSecondPersonNeeded }) => (
          <SecondPerson isNeeded={isSecondPersonNeeded} mayChange={allows([CA_ADMIN], who.roles)} />
        )}
      </QueryPane>
    </>
  )
}

type Props = { readonly isNeeded: boolean; readonly mayChange: boolean }

function SecondPerson({ isNeeded, mayChange }: Props) {
  const t = useWords(organisationWords)
  const [isAsking, setIsAsking] = useState(false)
  const form = useForm({
    initial: {},
    save: () => call(setManoeuvrePolicy, { body: { isSecondPersonNeeded: !isNeeded } }),
    writes: [KEY],
    onSaved: () => setIsAsking(false),
  })
  return (
    <div className={`flex wrap items-start justify-between gap-4-24 pad-8 ${styles.setting}`}>
      {isAsking ? null : <Refusal problem={form.problem} />}
      <div>
        <h3 className="fs-13 medium">{t('second')}</h3>
        <p aria-live="polite">
          <StatusWord level={isNeeded ? 'ok' : 'inactive'} word={isNeeded ? t('on') : t('off')} />
        </p>
        <p className="soft fs-13">
          {t('secondHelp')}{' '}
          <Link to={paths.docs} params={{ page: 'ca', file: 'manoeuvres' }}>
            {t('guide')}
          </Link>
        </p>
      </div>
      {mayChange ? (
        <Button aria-disabled={form.isSaving} onClick={isNeeded ? () => setIsAsking(true) : form.submit}>
          {isNeeded ? t('switchOff') : t('switchOn')}
        </Button>
      ) : (
        <p className="soft fs-13">{t('who')}</p>
      )}
      {isAsking ? (
        <FormDialog
          form={form}
          title={t('offTitle')}
          onClose={() => setIsAsking(false)}
          close={t('keep')}
          confirm={t('switchOff')}
        >
          <p>{t('offHelp')}</p>
        </FormDialog>
      ) : null}
    </div>
  )
}

const policyQuery = () => queryOptions({ queryKey: KEY, queryFn: ({ signal }) => call(getManoeuvrePolicy, {}, signal) })
