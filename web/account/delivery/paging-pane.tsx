import {
  getPaging,
  PAGERDUTY_URL,
  type Paging,
  removePaging,
  testPaging,
  updatePaging,
} from '@apsis/contract/duty/paging.ts'
import { allows, CA_ADMIN, CA_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Instant } from '../../clock/instant.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { pagingWords } from './paging-words.data.ts'
import { STANDING_LEVELS, standingOfChannel } from './standing.ts'
import { TargetPane } from './target-pane.tsx'
import { useRefusedAddress, useResultWords } from './use-result-words.ts'
import { deliveryWords } from './words.data.ts'

const KEY = ['paging']
const PAGING_WRITES = [KEY]
/** The interval of reading while a message is being tried, and the interval at other times. */
const SOON_MS = 1_500
const LATER_MS = 15_000

const pagingCall = { method: getPaging.method, path: getPaging.path }

/** Reads the on-call system; `isSoon` is true if something was just sent to it. */
const pagingQuery = (isSoon: boolean) =>
  queryOptions({
    queryKey: KEY,
    refetchInterval: isSoon ? SOON_MS : LATER_MS,
    queryFn: ({ signal }): Promise<Paging> => call(getPaging, {}, signal),
  })

/** Shows the on-call system that the organisation pages, its last answer, and its actions. */
export function PagingPane({ who }: { readonly who: SignedInPerson }) {
  return allows([CA_USER], who.roles) ? <Pane isAdmin={allows([CA_ADMIN], who.roles)} /> : null
}

function Pane({ isAdmin }: { readonly isAdmin: boolean }) {
  const t = useWords(pagingWords)
  const common = useWords(deliveryWords)
  const [testedAfter, setTestedAfter] = useState<string | null>()
  const query = useQuery(pagingQuery(testedAfter !== undefined))
  const isAnswered = testedAfter !== undefined && query.data !== undefined && query.data.lastTriedAt !== testedAfter
  if (isAnswered) setTestedAfter(undefined)
  const test = useMutation({
    meta: { silent: 'set-paging', writes: PAGING_WRITES },
    mutationFn: () => call(testPaging, {}),
  })
  return (
    <TargetPane
      id="paging"
      words={{
        title: t('title'),
        note: t('note'),
        failed: t('readFailed'),
        none: t('none'),
        noneHelp: t('noneHelp'),
        set: t('set'),
        change: t('change'),
        remove: t('remove'),
        removeTitle: t('removeTitle'),
        removeHelp: t('removeHelp'),
      }}
      query={query}
      call={pagingCall}
      folded={(paging) => {
        if (paging.url === null) return { holds: t('none') }
        const standing = standingOfChannel({ ...paging, isConfirmed: true })
        return {
          status: { level: STANDING_LEVELS[standing], word: common(standing) },
          isUrgent: standing === 'failing' || standing === 'suspended',
          holds: t('open', { count: paging.openPages }),
        }
      }}
      lineOf={(paging) => {
        if (paging.url === null) return undefined
        const standing = standingOfChannel({ ...paging, isConfirmed: true })
        return {
          status: { level: STANDING_LEVELS[standing], word: common(standing) },
          what: (
            <>
              <b>{t('open', { count: paging.openPages })}</b>
              <span className={`mono block soft break-anywhere fs-12 ${styles.target}`}>{paging.url}</span>
              <span className={`mono block soft break-anywhere fs-12 ${styles.target}`}>
                {t('keyEnds', { key: paging.routingKey ?? '' })}
              </span>
            </>
          ),
          result: <Results paging={paging} />,
          actions: (
            <Button
              disabled={test.isPending}
              onClick={() => {
                setTestedAfter(paging.lastTriedAt)
                test.mutate()
              }}
            >
              {t('test')}
            </Button>
          ),
        }
      }}
      mayChange={isAdmin}
      remove={() => call(removePaging, {})}
      writes={PAGING_WRITES}
      problem={test.error}
      dialog={(paging, onClose) => <PagingDialog paging={paging} onClose={onClose} />}
    />
  )
}

/** Shows the last answer of the system, and the address to which it sends its messages. */
function Results({ paging }: { readonly paging: Paging }) {
  const t = useWords(pagingWords)
  const common = useWords(deliveryWords)
  const resultOf = useResultWords()
  return (
    <>
      <p>
        {paging.lastTriedAt === null
          ? common('untriedHelp')
          : resultOf({ reason: paging.lastResult, status: paging.lastStatus, answer: paging.lastAnswer })}
      </p>
      <p className="muted">
        {paging.lastDeliveredAt === null ? (
          common('neverDelivered')
        ) : (
          <>
            {common('lastDelivered')} <Instant at={Date.parse(paging.lastDeliveredAt)} />
          </>
        )}
      </p>
      <p className="muted">{t(paging.hasCallbackSecret ? 'takesBack' : 'takesNothingBack')}</p>
      {paging.callbackUrl === null ? null : (
        <p className="mono muted">
          {paging.callbackUrl} <CopyButton what={t('callbackUrl')} text={() => paging.callbackUrl ?? ''} />
        </p>
      )}
    </>
  )
}

type Props = { readonly paging: Paging; readonly onClose: () => void }

/** Shows the dialog for the address of the on-call system and its keys; keys that are set are not shown again. */
function PagingDialog({ paging, onClose }: Props) {
  const t = useWords(pagingWords)
  const common = useWords(deliveryWords)
  // The stored key was entered for the stored address: for another address it must be entered again.
  const isKept = (url: string) => paging.url !== null && url === paging.url
  const form = useForm({
    initial: { url: paging.url ?? PAGERDUTY_URL, routingKey: '', callbackSecret: '', isSecretRemoved: false },
    check: ({ url, routingKey }) => ({
      url: url.trim() === '' ? t('missing') : undefined,
      routingKey: !isKept(url) && routingKey.trim() === '' ? t('missing') : undefined,
    }),
    save: ({ url, routingKey, callbackSecret, isSecretRemoved }) =>
      call(updatePaging, {
        body: {
          url,
          ...(routingKey.trim() === '' ? {} : { routingKey }),
          ...(isSecretRemoved ? { callbackSecret: null } : callbackSecret.trim() === '' ? {} : { callbackSecret }),
        },
      }),
    writes: PAGING_WRITES,
    onSaved: onClose,
    refusedOf: useRefusedAddress(),
  })
  const { field, values, set } = form
  return (
    <FormDialog form={form} title={t('set')} onClose={onClose} close={common('cancel')} confirm={t('save')}>
      <p className="muted">{t('setHelp')}</p>
      <TextField label={t('url')} help={t('urlHelp')} maxLength={2048} {...field('url')} />
      <TextField
        label={t('routingKey')}
        help={t(isKept(values.url) ? 'keptHelp' : 'routingKeyHelp')}
        type="password"
        autoComplete="off"
        maxLength={255}
        {...field('routingKey')}
      />
      <TextField
        label={t('callbackSecret')}
        help={t(paging.hasCallbackSecret ? 'keptHelp' : 'callbackSecretHelp')}
        type="password"
        autoComplete="off"
        maxLength={255}
        isDisabled={values.isSecretRemoved}
        {...field('callbackSecret')}
      />
      {paging.hasCallbackSecret ? (
        <CheckboxGroup
          label={t('removeSecretLabel')}
          help={t('removeSecretHelp')}
          options={[{ value: 'remove', label: t('removeSecret') }]}
          value={values.isSecretRemoved ? ['remove'] : []}
          onChange={(chosen) => set({ isSecretRemoved: chosen.length > 0 })}
        />
      ) : null}
    </FormDialog>
  )
}
