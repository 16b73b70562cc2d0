import type { Service } from '@apsis/contract/endpoint.ts'
import { openapiOf } from '@apsis/contract/services.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { failureInWords } from '../api/problem-in-words.ts'
import { useWords } from '../ui/language.ts'
import { Failure, Skeleton } from '../ui/pane-states.tsx'
import { arrive } from './arrive.ts'
import { CopyToken } from './copy-token.tsx'
import type { DocPage, Entry } from './doc-page.ts'
import { REFERENCE } from './doc-page.ts'
import styles from './docs.module.css'
import { Neighbours } from './neighbours.tsx'
import { type Heading, OnThisPage, OnThisPageFolded } from './on-this-page.tsx'
import { OperationCard } from './operation-card.tsx'
import own from './reference.module.css'
import { type Document, type Group, groupsOf, notShown } from './reference.ts'
import { docsWords } from './words.data.ts'

const documentQuery = (service: Service) =>
  queryOptions({
    queryKey: ['openapi', service],
    // Printed by our own server from the contract that this page shares with it.
    queryFn: async ({ signal }) => (await call(openapiOf(service), {}, signal)) as unknown as Document,
  })

type Props = {
  readonly page: DocPage
  readonly service: Service
  readonly all: readonly Entry[]
  readonly subject: string
}

/** The calls of a service, from its own description. */
export function ReferencePane({ page, service, all, subject }: Props) {
  const words = useWords(docsWords)
  const { data, error, refetch } = useQuery(documentQuery(service))
  const groups = data ? groupsOf(data) : []
  const headings = groups.flatMap(headingsOf)
  return (
    <>
      <div className={styles.reading}>
        <article className={`${styles.article} ${own.reference}`} aria-busy={!data && !error}>
          <h1 className={styles.title}>{words('referenceOf', { page: words(page.id) })}</h1>
          <OnThisPageFolded headings={headings} />
          {data ? (
            <div ref={arrive}>
              <Introduction document={data} />
              {groups.length === 0 ? <p>{words('noCalls')}</p> : null}
              {groups.map((group) => (
                <GroupSection key={group.tag} group={group} document={data} service={service} subject={subject} />
              ))}
            </div>
          ) : error ? (
            <Failure
              what={words('descriptionFailed')}
              problem={failureInWords(error)}
              still={words('guidesHold')}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton rows={8} />
          )}
          <Neighbours all={all} at={{ page: page.id, file: REFERENCE }} />
        </article>
      </div>
      <OnThisPage headings={headings} />
    </>
  )
}

function headingsOf({ tag, operations }: Group): Heading[] {
  return [
    { id: tagId(tag), depth: 2, title: sentenceCase(tag), lang: 'en' },
    ...operations.map(({ id, summary }) => ({ id, depth: 3, title: summary, lang: 'en' })),
  ]
}

const sentenceCase = (tag: string) => tag.charAt(0).toUpperCase() + tag.slice(1)
const tagId = (tag: string) => `tag-${tag}`

function Introduction({ document: { info, ...document } }: { readonly document: Document }) {
  const words = useWords(docsWords)
  const others = notShown({ info, ...document })
  return (
    <div className={own.introduction}>
      <p>
        <span lang="en">{info.description}</span> {words('version', { version: info.version })}
      </p>
      <p>
        {words('onlyShown')}{' '}
        {others.length > 0 ? words('alsoThere', { calls: others.join(words('and')) }) : words('noOthers')}
      </p>
      <CopyToken />
    </div>
  )
}

type GroupProps = {
  readonly group: Group
  readonly document: Document
  readonly service: Service
  readonly subject: string
}

function GroupSection({ group, document, service, subject }: GroupProps) {
  return (
    <section aria-labelledby={tagId(group.tag)}>
      <h2 id={tagId(group.tag)} className={own.tag} lang="en">
        {sentenceCase(group.tag)}
      </h2>
      {group.operations.map((operation) => (
        <OperationCard
          key={operation.id}
          operation={operation}
          schemas={document.components.schemas}
          service={service}
          subject={subject}
        />
      ))}
    </section>
  )
}
