import { PAGERDUTY_URL, type Paging } from '@apsis/contract/duty/paging.ts'
import { DELIVERY_REASONS } from '@apsis/contract/notifications/delivery.ts'
import { allows, CA_ADMIN, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Instant } from '../../clock/instant.tsx'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { foldedOf, useFold } from '../../shell/page/use-fold.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Empty, Strip } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { pagingCall, pagingQuery, usePutPaging, useRemovePaging, useTestPaging } from './paging-query.ts'
import { pagingWords } from './paging-words.data.ts'
import { STANDING_LEVELS, standingOfChannel } from './standing.ts'
import { useResultWords } from './use-result-words.ts'
import { deliveryWords } from './words.data.ts'

/** The on-call system that the organisation pages, how it answered last, and what can be done about it. */
export function PagingPane({ who }: { readonly who: SignedInPerson }) {
  return allows([CA_USER], who.roles) ? <Pane isAdmin={allows([CA_ADMIN], who.roles)} /> : null
}

function Pane({ isAdmin }: { readonly isAdmin: boolean }) {
  const t = useWords(pagingWords)
  const common = useWords(deliveryWords)
  const [testedAfter, setTestedAfter] = useState<string | null>()
  const [isEdited, setEdited] = useState(false)
  const read = useQuery(pagingQuery(testedAfter !== undefined))
  const isAnswered = testedAfter !== undefined && read.data !== undefined && read.data.lastTriedAt !== testedAfter
  if (isAnswered) setTestedAfter(undefined)
  const { pane } = useFold({
    id: 'paging',
    title: t('title'),
    note: t('note'),
    ...foldedOf(read, t('readFailed'), (paging) => {
      if (paging.url === null) return { holds: t('none') }
      const standing = standingOfChannel({ ...paging, isConfirmed: true })
      return {
        status: { level: STANDING_LEVELS[standing], word: common(standing) },
        isUrgent: standing === 'failing' || standing === 'suspended',
        holds: t('open', { count: paging.openPages }),
      }
    }),
  })
  return (
    <QueryPane {...pane} query={read} skeletonRows={2} failed={t('readFailed')} exits={{ call: pagingCall }}>
      {(paging) => (
        <>
          {paging.url === null ? (
            <Empty title={t('none')}>{t('noneHelp')}</Empty>
          ) : (
            <System
              paging={paging}
              isAdmin={isAdmin}
              onEdit={() => setEdited(true)}
              onTest={() => setTestedAfter(paging.lastTriedAt)}
            />
          )}
          {paging.url === null ? (
            <div className="pad-end">
              {isAdmin ? (
                <Button onClick={() => setEdited(true)}>{t('set')}</Button>
              ) : (
                <p className={styles.soft}>{common('byAdministrator')}</p>
              )}
            </div>
          ) : null}
          {isEdited ? <PagingDialog paging={paging} onClose={() => setEdited(false)} /> : null}
        </>
      )}
    </QueryPane>
  )
}

type SystemProps = {
  readonly paging: Paging
  readonly isAdmin: boolean
  readonly onEdit: () => void
  readonly onTest: () => void
}

function System({ paging, isAdmin, onEdit, onTest }: SystemProps) {
  const t = useWords(pagingWords)
  const common = useWords(deliveryWords)
  const resultOf = useResultWords()
  const [test, remove] = [useTestPaging(), useRemovePaging()]
  const [isRemoved, setRemoved] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const told = { onSuccess: () => setProblem(undefined), onError: (error: ApiProblem) => setProblem(error) }
  const standing = standingOfChannel({ ...paging, isConfirmed: true })
  return (
    <>
      {problem ? (
        <Strip level="caution" isUrgent>
          {problemInWords(problem).message}
        </Strip>
      ) : null}
      <ul>
        <li className={`grid pad-8 faint-bottom ${styles.channel}`} aria-label={t('title')}>
          <span>
            <StatusWord level={STANDING_LEVELS[standing]} word={common(standing)} />
          </span>
          <div className={`min-w-0 ${styles.what}`}>
            <b>{t('open', { count: paging.openPages })}</b>
            <span className={`mono block soft break-anywhere ${styles.target}`}>{paging.url}</span>
            <span className={`mono block soft break-anywhere ${styles.target}`}>
              {t('keyEnds', { key: paging.routingKey ?? '' })}
            </span>
          </div>
          <div className={`min-w-0 ${styles.result}`}>
            <p>
              {paging.lastTriedAt === null
                ? common('untriedHelp')
                : resultOf({ reason: paging.lastResult, status: paging.lastStatus, answer: paging.lastAnswer })}
            </p>
            <p className={styles.soft}>
              {paging.lastDeliveredAt === null ? (
                common('neverDelivered')
              ) : (
                <>
                  {common('lastDelivered')} <Instant at={Date.parse(paging.lastDeliveredAt)} />
                </>
              )}
            </p>
            <p className={styles.soft}>{t(paging.hasCallbackSecret ? 'takesBack' : 'takesNothingBack')}</p>
            {paging.callbackUrl === null ? null : (
              <p className="mono muted">
                {paging.callbackUrl} <CopyButton what={t('callbackUrl')} text={() => paging.callbackUrl ?? ''} />
              </p>
            )}
          </div>
          <span className={`flex wrap items-start justify-end gap-4 ${styles.actions}`}>
            <Button
              disabled={test.isPending}
              onClick={() => {
                onTest()
                test.mutate(undefined, told)
              }}
            >
              {t('test')}
            </Button>
            {isAdmin ? (
              <>
                <Button look="quiet" onClick={onEdit}>
                  {t('change')}
                </Button>
                <Button look="quiet" onClick={() => setRemoved(true)}>
                  {t('remove')}
                </Button>
              </>
            ) : (
              <span className={styles.soft}>{common('byAdministrator')}</span>
            )}
          </span>
        </li>
      </ul>
      {isRemoved ? (
        <Dialog
          isOpen
          title={t('removeTitle')}
          onClose={() => setRemoved(false)}
          close={common('cancel')}
          confirm={{
            label: t('remove'),
            onConfirm: () => {
              setRemoved(false)
              remove.mutate(undefined, told)
            },
          }}
        >
          <p>{t('removeHelp')}</p>
        </Dialog>
      ) : null}
    </>
  )
}

type Props = { readonly paging: Paging; readonly onClose: () => void }

/** Asks where the on-call system takes events, and by which keys; keys that are set are not shown again. */
function PagingDialog({ paging, onClose }: Props) {
  const t = useWords(pagingWords)
  const common = useWords(deliveryWords)
  const put = usePutPaging()
  const isSet = paging.url !== null
  const [url, setUrl] = useState(paging.url ?? PAGERDUTY_URL)
  const [routingKey, setRoutingKey] = useState('')
  const [callbackSecret, setCallbackSecret] = useState('')
  const [isSecretRemoved, setSecretRemoved] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const missingUrl = url.trim() === '' ? t('missing') : undefined
  const refused = put.error?.details.find(({ pointer }) => pointer === '#/url')?.code
  const reason = DELIVERY_REASONS.find((one) => one === refused)
  // The key that is kept was entered for the address that is kept: another address needs it again.
  const isKept = isSet && url === paging.url
  const missingKey = !isKept && routingKey.trim() === '' ? t('missing') : undefined
  const save = () => {
    setWasAsked(true)
    if (missingUrl !== undefined || missingKey !== undefined) return
    const given = {
      url,
      ...(routingKey.trim() === '' ? {} : { routingKey }),
      ...(isSecretRemoved ? { callbackSecret: null } : callbackSecret.trim() === '' ? {} : { callbackSecret }),
    }
    put.mutate(given, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('set')}
      onClose={onClose}
      close={common('cancel')}
      confirm={{ label: t('save'), onConfirm: save }}
    >
      {put.isError && reason === undefined ? (
        <Strip level="caution" isUrgent>
          {problemInWords(put.error).message}
        </Strip>
      ) : null}
      <div className={`stack gap-12 ${styles.fields}`}>
        <p className={styles.soft}>{t('setHelp')}</p>
        <TextField
          label={t('url')}
          help={t('urlHelp')}
          value={url}
          onChange={setUrl}
          maxLength={2048}
          error={reason === undefined ? (wasAsked ? missingUrl : undefined) : common(reason)}
        />
        <TextField
          label={t('routingKey')}
          help={t(isKept ? 'keptHelp' : 'routingKeyHelp')}
          type="password"
          autoComplete="off"
          value={routingKey}
          onChange={setRoutingKey}
          maxLength={255}
          error={wasAsked ? missingKey : undefined}
        />
        <TextField
          label={t('callbackSecret')}
          help={t(paging.hasCallbackSecret ? 'keptHelp' : 'callbackSecretHelp')}
          type="password"
          autoComplete="off"
          value={callbackSecret}
          onChange={setCallbackSecret}
          maxLength={255}
          isDisabled={isSecretRemoved}
        />
        {paging.hasCallbackSecret ? (
          <CheckboxGroup
            label={t('removeSecretLabel')}
            help={t('removeSecretHelp')}
            options={[{ value: 'remove', label: t('removeSecret') }]}
            value={isSecretRemoved ? ['remove'] : []}
            onChange={(chosen) => setSecretRemoved(chosen.length > 0)}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
