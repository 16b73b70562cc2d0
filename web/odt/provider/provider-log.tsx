import { listProviderMessages, type Provider, type ProviderMessage } from '@apsis/contract/odt/provider/provider.ts'
import { useQuery } from '@tanstack/react-query'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PaneMenu } from '../../ui/page/pane-menu.tsx'
import { Banner, Skeleton } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './provider.module.css'
import { providerMessagesQuery } from './provider-query.ts'
import { messageTable } from './provider-table.ts'
import { resultWords } from './result-words.data.ts'
import { providerWords } from './words.data.ts'

const STATE_WORD = {
  done: 'done',
  failed: 'failedState',
  waiting: 'waitingState',
  withdrawn: 'withdrawn',
} as const satisfies Readonly<Record<ProviderMessage['state'], string>>
const ID_SHOWN = 8

/** Lists the messages sent to a provider and received from it. */
export function ProviderLog({ provider, onClose }: { readonly provider: Provider; readonly onClose: () => void }) {
  const t = useWords(providerWords)
  const { data, error } = useQuery(providerMessagesQuery(provider.providerId))
  return (
    <Dialog isOpen isWide title={t('logTitle', { name: provider.name })} onClose={onClose} close={t('back')}>
      {error ? (
        <Banner level="caution" isUrgent>
          {t('logFailed')} {problemInWords(error).message}
        </Banner>
      ) : data === undefined ? (
        <Skeleton rows={6} />
      ) : data.length === 0 ? (
        <p>{t('logNone')}</p>
      ) : (
        <>
          <div className="flex items-start justify-between gap-8">
            <p>{t('logSpan')}</p>
            <PaneMenu
              of={t('messages')}
              csv={{ name: 'provider-messages', table: () => messageTable(data) }}
              call={{
                method: listProviderMessages.method,
                path: listProviderMessages.path,
                query: { 'provider-id': provider.providerId },
              }}
            />
          </div>
          <ol className={styles.log}>
            {data.map((one) => (
              <Row key={`${one.direction} ${one.messageId}`} message={one} />
            ))}
          </ol>
        </>
      )}
    </Dialog>
  )
}

function Row({ message }: { readonly message: ProviderMessage }) {
  const t = useWords(providerWords)
  const say = useWords(resultWords)
  const { createdAt, direction, type, passId, state, tries, result, status, detail } = message
  const told = [result === null ? null : say(result), status].filter((one) => one !== null).join(' ')
  return (
    <li className="grid justify-between gap-4-16 pad-y-4 line-top">
      <time dateTime={createdAt}>{formatInstant(Date.parse(createdAt))}</time>
      <span>
        {type}, {t(direction)}
        <small className="block">{t('pass', { id: passId.slice(0, ID_SHOWN) })}</small>
      </span>
      <span>
        {t(STATE_WORD[state])}
        {told === '' ? '' : `: ${told}`}
        <small className="block">
          {t('tries', { count: tries })}
          {detail === null ? '' : `. ${detail}`}
        </small>
      </span>
    </li>
  )
}
