import type { Bridge } from '@apsis/contract/duty/bridge.ts'
import { DELIVERY_REASONS } from '@apsis/contract/notifications/delivery.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Instant } from '../../clock/instant.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { foldedOf, useFold } from '../../shell/page/use-fold.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Empty, Strip } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../delivery/delivery.module.css'
import { EndSecrets, SecretBefore } from '../delivery/secret-dialog.tsx'
import { STANDING_LEVELS, type Standing, standingOfChannel } from '../delivery/standing.ts'
import { useResultWords } from '../delivery/use-result-words.ts'
import { deliveryWords } from '../delivery/words.data.ts'
import { bridgeCall, bridgeQuery, useBridgeSecret, usePutBridge, useRemoveBridge } from './telephone-query.ts'
import { telephoneWords } from './words.data.ts'

/** By which program the organisation calls, how it answered last, and what can be done about it. */
export function BridgePane({ isAdmin }: { readonly isAdmin: boolean }) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const read = useQuery(bridgeQuery)
  const [isEdited, setEdited] = useState(false)
  const { pane } = useFold({
    id: 'telephone-bridge',
    title: t('bridge'),
    note: t('bridgeNote'),
    ...foldedOf(read, t('bridgeFailed'), (bridge) => {
      if (bridge.url === null) return { holds: t('noBridge') }
      const standing = standingOfBridge(bridge)
      return {
        status: { level: STANDING_LEVELS[standing], word: common(standing) },
        isUrgent: standing === 'failing',
        holds: t('telephones', { count: bridge.telephones }),
      }
    }),
  })
  return (
    <QueryPane {...pane} query={read} skeletonRows={2} failed={t('bridgeFailed')} exits={{ call: bridgeCall }}>
      {(bridge) => (
        <>
          {bridge.url === null ? (
            <>
              <Empty title={t('noBridge')}>{t('noBridgeHelp')}</Empty>
              <div className="pad-end">
                {isAdmin ? (
                  <Button onClick={() => setEdited(true)}>{t('setBridge')}</Button>
                ) : (
                  <p className={styles.soft}>{common('byAdministrator')}</p>
                )}
              </div>
            </>
          ) : (
            <Named bridge={bridge} isAdmin={isAdmin} onEdit={() => setEdited(true)} />
          )}
          {isEdited ? <BridgeDialog url={bridge.url ?? ''} onClose={() => setEdited(false)} /> : null}
        </>
      )}
    </QueryPane>
  )
}

type NamedProps = { readonly bridge: Bridge; readonly isAdmin: boolean; readonly onEdit: () => void }

function Named({ bridge, isAdmin, onEdit }: NamedProps) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const [renew, remove] = [useBridgeSecret(), useRemoveBridge()]
  const [isRemoved, setRemoved] = useState(false)
  const [asksFor, setAsksFor] = useState<string>()
  const [problem, setProblem] = useState<ApiProblem>()
  const told = { onSuccess: () => setProblem(undefined), onError: (error: ApiProblem) => setProblem(error) }
  const onRenew = (oldSecretEndsAt: string | null) => {
    setAsksFor(undefined)
    renew.mutate(oldSecretEndsAt, told)
  }
  return (
    <>
      {problem ? (
        <Strip level="caution" isUrgent>
          {problemInWords(problem).message}
        </Strip>
      ) : null}
      <ul>
        <BridgeItem bridge={bridge}>
          {isAdmin ? (
            <span className={`flex wrap items-start justify-end gap-4 ${styles.actions}`}>
              <Button
                disabled={renew.isPending}
                onClick={() => (bridge.oldSecretEndsAt === null ? onRenew(null) : setAsksFor(bridge.oldSecretEndsAt))}
              >
                {t('newSecret')}
              </Button>
              <Button look="quiet" onClick={onEdit}>
                {t('change')}
              </Button>
              <Button look="quiet" onClick={() => setRemoved(true)}>
                {t('removeBridge')}
              </Button>
            </span>
          ) : (
            <span className={styles.soft}>{common('byAdministrator')}</span>
          )}
        </BridgeItem>
      </ul>
      {renew.data ? <Secret {...renew.data} onClose={() => renew.reset()} /> : null}
      {asksFor === undefined ? null : (
        <EndSecrets endsAt={asksFor} onClose={() => setAsksFor(undefined)} onEnd={() => onRenew(asksFor)} />
      )}
      {isRemoved ? (
        <RemoveDialog
          onClose={() => setRemoved(false)}
          onRemove={() => {
            setRemoved(false)
            remove.mutate(undefined, told)
          }}
        />
      ) : null}
    </>
  )
}

function standingOfBridge({ lastResult }: Bridge): Standing {
  const failures = lastResult === null || lastResult === 'delivered' ? 0 : 1
  return standingOfChannel({ isConfirmed: true, suspendedAt: null, failures, lastResult })
}

/** How the bridge stands, how it answered last, and where it reports to; what can be done about it stands behind. */
function BridgeItem({ bridge, children }: React.PropsWithChildren<{ readonly bridge: Bridge }>) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const resultOf = useResultWords()
  const { url, callbackUrl, telephones, lastCalledAt, lastResult, lastStatus, oldSecretEndsAt } = bridge
  const standing = standingOfBridge(bridge)
  return (
    <li className={`grid pad-8 faint-bottom ${styles.channel}`} aria-label={t('bridge')}>
      <span>
        <StatusWord level={STANDING_LEVELS[standing]} word={common(standing)} />
      </span>
      <div className={`min-w-0 ${styles.what}`}>
        <b>{t('telephones', { count: telephones })}</b>
        <span className={`mono block soft break-anywhere ${styles.target}`}>{url}</span>
      </div>
      <div className={`min-w-0 ${styles.result}`}>
        {lastCalledAt === null ? (
          <p>{t('never')}</p>
        ) : (
          <p>
            {t('lastCalled')} <Instant at={Date.parse(lastCalledAt)} /> ·{' '}
            {resultOf({ reason: lastResult, status: lastStatus, answer: null })}
          </p>
        )}
        {oldSecretEndsAt === null ? null : (
          <p className={styles.soft}>
            {common('oldSecret')} <Instant at={Date.parse(oldSecretEndsAt)} />
          </p>
        )}
        <p className={styles.soft}>{t('callback')}</p>
        <p className="mono muted">
          {callbackUrl} <CopyButton what={t('callbackUrl')} text={() => callbackUrl ?? ''} />
        </p>
      </div>
      {children}
    </li>
  )
}

function RemoveDialog({ onClose, onRemove }: { readonly onClose: () => void; readonly onRemove: () => void }) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  return (
    <Dialog
      isOpen
      title={t('removeBridgeTitle')}
      onClose={onClose}
      close={common('cancel')}
      confirm={{ label: t('removeBridge'), onConfirm: onRemove }}
    >
      <p>{t('removeBridgeHelp')}</p>
    </Dialog>
  )
}

type SecretProps = {
  readonly secret: string
  readonly oldSecretEndsAt: string | null
  readonly onClose: () => void
}

function Secret({ secret, oldSecretEndsAt, onClose }: SecretProps) {
  const t = useWords(telephoneWords)
  return (
    <Dialog isOpen isWide title={t('secretTitle')} onClose={onClose} close={t('kept')}>
      <p>
        {t('secretOnce')} <SecretBefore endsAt={oldSecretEndsAt} />
      </p>
      <figure className={styles.value}>
        <figcaption>{t('secret')}</figcaption>
        <code className="mono">{secret}</code> <CopyButton what={t('secret')} text={() => secret} />
      </figure>
    </Dialog>
  )
}

function BridgeDialog({ url: known, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const put = usePutBridge()
  const [url, setUrl] = useState(known)
  const [wasAsked, setWasAsked] = useState(false)
  const refused = put.error?.details.find(({ pointer }) => pointer === '#/url')?.code
  const reason = DELIVERY_REASONS.find((one) => one === refused)
  const missing = wasAsked && url.trim() === '' ? t('missing') : undefined
  const save = () => {
    setWasAsked(true)
    if (url.trim() !== '') put.mutate(url, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('setBridge')}
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
        <TextField
          label={t('url')}
          help={t('urlHelp')}
          value={url}
          onChange={setUrl}
          maxLength={2048}
          error={reason === undefined ? missing : common(reason)}
        />
      </div>
    </Dialog>
  )
}
