import { type Bridge, removeBridge, rotateBridgeSecret, updateBridge } from '@apsis/contract/duty/bridge.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Instant } from '../../clock/instant.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../delivery/delivery.module.css'
import { oldSecretQuery } from '../delivery/delivery-query.ts'
import { EndSecrets, SecretBefore } from '../delivery/secret-dialog.tsx'
import { STANDING_LEVELS, standingOfChannel } from '../delivery/standing.ts'
import { TargetPane } from '../delivery/target-pane.tsx'
import { useRefusedAddress, useResultWords } from '../delivery/use-result-words.ts'
import { deliveryWords } from '../delivery/words.data.ts'
import { bridgeCall, bridgeQuery, TELEPHONE_WRITES } from './telephone-query.ts'
import { telephoneWords } from './words.data.ts'

/** Shows the program that calls for the organisation, its last answer, and its actions. */
export function BridgePane({ isAdmin }: { readonly isAdmin: boolean }) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const query = useQuery(bridgeQuery)
  const [asksFor, setAsksFor] = useState<string>()
  // The answer contains the secret, so it is dropped with the dialog.
  const renew = useMutation({
    gcTime: 0,
    meta: { silent: 'set-telephone', writes: TELEPHONE_WRITES },
    mutationFn: (oldSecretEndsAt: string | null) =>
      call(rotateBridgeSecret, { query: oldSecretQuery(oldSecretEndsAt) }),
  })
  const newSecret = (oldSecretEndsAt: string | null) => {
    setAsksFor(undefined)
    renew.mutate(oldSecretEndsAt)
  }
  return (
    <TargetPane
      id="telephone-bridge"
      words={{
        title: t('bridge'),
        note: t('bridgeNote'),
        failed: t('bridgeFailed'),
        none: t('noBridge'),
        noneHelp: t('noBridgeHelp'),
        set: t('setBridge'),
        change: t('change'),
        remove: t('removeBridge'),
        removeTitle: t('removeBridgeTitle'),
        removeHelp: t('removeBridgeHelp'),
      }}
      query={query}
      call={bridgeCall}
      folded={(bridge) => {
        if (bridge.url === null) return { holds: t('noBridge') }
        const standing = standingOfBridge(bridge)
        return {
          status: { level: STANDING_LEVELS[standing], word: common(standing) },
          isUrgent: standing === 'failing',
          holds: t('telephones', { count: bridge.telephones }),
        }
      }}
      lineOf={(bridge) => {
        if (bridge.url === null) return undefined
        const standing = standingOfBridge(bridge)
        const { oldSecretEndsAt } = bridge
        return {
          status: { level: STANDING_LEVELS[standing], word: common(standing) },
          what: (
            <>
              <b>{t('telephones', { count: bridge.telephones })}</b>
              <span className={`mono block soft break-anywhere fs-12 ${styles.target}`}>{bridge.url}</span>
            </>
          ),
          result: <Results bridge={bridge} />,
          actions: isAdmin ? (
            <Button
              disabled={renew.isPending}
              onClick={() => (oldSecretEndsAt === null ? newSecret(null) : setAsksFor(oldSecretEndsAt))}
            >
              {t('newSecret')}
            </Button>
          ) : null,
        }
      }}
      mayChange={isAdmin}
      remove={() => call(removeBridge, {})}
      writes={TELEPHONE_WRITES}
      problem={renew.error}
      dialog={(bridge, onClose) => <BridgeDialog bridge={bridge} onClose={onClose} />}
    >
      {renew.data ? <Secret {...renew.data} onClose={() => renew.reset()} /> : null}
      {asksFor === undefined ? null : (
        <EndSecrets endsAt={asksFor} onClose={() => setAsksFor(undefined)} onEnd={() => newSecret(asksFor)} />
      )}
    </TargetPane>
  )
}

function standingOfBridge({ lastResult }: Bridge) {
  const failures = lastResult === null || lastResult === 'delivered' ? 0 : 1
  return standingOfChannel({ isConfirmed: true, suspendedAt: null, failures, lastResult })
}

/** Shows the last answer of the bridge, and the address for its reports. */
function Results({ bridge }: { readonly bridge: Bridge }) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const resultOf = useResultWords()
  const { callbackUrl, lastCalledAt, lastResult, lastStatus, oldSecretEndsAt } = bridge
  return (
    <>
      {lastCalledAt === null ? (
        <p>{t('never')}</p>
      ) : (
        <p>
          {t('lastCalled')} <Instant at={Date.parse(lastCalledAt)} /> ·{' '}
          {resultOf({ reason: lastResult, status: lastStatus, answer: null })}
        </p>
      )}
      {oldSecretEndsAt === null ? null : (
        <p className="muted">
          {common('oldSecret')} <Instant at={Date.parse(oldSecretEndsAt)} />
        </p>
      )}
      <p className="muted">{t('callback')}</p>
      <p className="mono muted">
        {callbackUrl} <CopyButton what={t('callbackUrl')} text={() => callbackUrl ?? ''} />
      </p>
    </>
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
        <code className="mono break-anywhere">{secret}</code> <CopyButton what={t('secret')} text={() => secret} />
      </figure>
    </Dialog>
  )
}

function BridgeDialog({ bridge, onClose }: { readonly bridge: Bridge; readonly onClose: () => void }) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const form = useForm({
    initial: { url: bridge.url ?? '' },
    rules: { schema: updateBridge.body, faultOf: (_, __, { url }) => (url.trim() === '' ? t('missing') : undefined) },
    save: (body) => call(updateBridge, { body }),
    writes: TELEPHONE_WRITES,
    onSaved: onClose,
    refusedOf: useRefusedAddress(),
  })
  return (
    <FormDialog form={form} title={t('setBridge')} onClose={onClose} close={common('cancel')} confirm={t('save')}>
      <TextField label={t('url')} help={t('urlHelp')} maxLength={2048} {...form.field('url')} />
    </FormDialog>
  )
}
