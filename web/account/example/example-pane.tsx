import {
  CLIENT_LOOKS,
  type ClientLook,
  getNoticeExample,
  type NoticeExample,
} from '@apsis/contract/notifications/example.ts'
import { RECEIVER_LANGUAGES, type ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'
import { failureInWords } from '../../api/problem-in-words.ts'
import { apiWords } from '../../api/words.data.ts'
import { useFold } from '../../shell/page/use-fold.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner, Failure, Skeleton } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { SlackBlocks, TeamsCard } from './card.tsx'
import styles from './example.module.css'
import { exampleWords } from './words.data.ts'

const exampleCall = { method: getNoticeExample.method, path: getNoticeExample.path }

const LANGUAGE_WORDS = { en: 'english', de: 'german' } as const

/** Shows mails and cards created by the same code as the real ones; the first language is the one in which the user receives mails. */
export function ExamplePane({ written }: { readonly written: ReceiverLanguage }) {
  const t = useWords(exampleWords)
  const api = useWords(apiWords)
  const [chosen, setChosen] = useState<ReceiverLanguage>()
  const [look, setLook] = useState<ClientLook>('light')
  const language = chosen ?? written
  const { isOpen, pane } = useFold({
    id: 'example',
    title: t('example'),
    holds: t('folded', { language: t(LANGUAGE_WORDS[written]) }),
  })
  const query = useQuery({ ...exampleQuery(language), enabled: isOpen })
  const { data, error } = query
  return (
    <Pane {...pane} exports={{ call: exampleCall }} className={`${pane.className} no-print`}>
      {data ? (
        <div className={`stack gap-12 ${styles.body}`}>
          <Banner level="inactive">{t('mark')}</Banner>
          <div className="flex wrap pad-x gap-8-16">
            <Segments
              label={t('language')}
              value={language}
              options={RECEIVER_LANGUAGES.map((value) => ({ value, label: t(LANGUAGE_WORDS[value]) }))}
              onChange={setChosen}
            />
            <Segments
              label={t('look')}
              value={look}
              options={CLIENT_LOOKS.map((value) => ({ value, label: t(value) }))}
              onChange={setLook}
            />
          </div>
          <Examples example={data} language={language} look={look} />
        </div>
      ) : error ? (
        <Failure
          what={t('failed')}
          problem={failureInWords(error)}
          still={api('restHolds')}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton rows={6} />
      )}
    </Pane>
  )
}

type ExamplesProps = { readonly example: NoticeExample; readonly language: ReceiverLanguage; readonly look: ClientLook }

function Examples({ example: { text, teams, slack }, language, look }: ExamplesProps) {
  const t = useWords(exampleWords)
  return (
    <div className={`grid items-start gap-16 pad-x ${styles.examples}`} data-look={look}>
      <figure className={`min-w-0 ${styles.letter}`}>
        <figcaption className="mb-6 fs-13 medium">
          {t('mail')} <span className="muted fs-12 regular">{t('mailHelp')}</span>
        </figcaption>
        {/* The links in the mail must not work, so the mail is inert; the same words are below it as text. */}
        <iframe
          className={`block w-full framed ${styles.mail}`}
          title={t('mail')}
          src={mailAddress(language, look)}
          sandbox=""
          inert
        />
        <details className={`mt-8 fs-13 ${styles.plain}`}>
          <summary>{t('text')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that is wider than the page is scrolled by keyboard as well. */}
          <pre className="scroll-x framed fs-12" tabIndex={0} lang={language}>
            {text}
          </pre>
        </details>
      </figure>
      <figure className={`min-w-0 ${styles.letter}`}>
        <figcaption className="mb-6 fs-13 medium">{t('teams')}</figcaption>
        <div lang={language}>
          <TeamsCard message={teams} />
        </div>
      </figure>
      <figure className={`min-w-0 ${styles.letter}`}>
        <figcaption className="mb-6 fs-13 medium">
          {t('slack')} <span className="muted fs-12 regular">{t('drawnHere')}</span>
        </figcaption>
        <div lang={language}>
          <SlackBlocks message={slack} />
        </div>
      </figure>
    </div>
  )
}

/** The example changes only with a new version of the product. */
const exampleQuery = (lang: ReceiverLanguage) =>
  queryOptions({
    queryKey: ['letter-example', lang],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(getNoticeExample, { query: { lang } }, signal),
  })

/** Returns the address of the page with the mail: its elements have inline styles, which a page of the platform may not contain. */
const mailAddress = (lang: ReceiverLanguage, look: ClientLook) => addressOf(getNoticeExample, { query: { lang, look } })
