import { openapiOf } from '@apsis/contract/api/services.ts'
import type { Service } from '@apsis/contract/endpoint.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureInWords } from '../../api/problem-in-words.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { Failure, Skeleton } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { arrive } from '../guide/arrive.ts'
import type { DocPage, Entry } from '../guide/doc-page.ts'
import { REFERENCE } from '../guide/doc-page.ts'
import styles from '../guide/docs.module.css'
import { Neighbours } from '../guide/neighbours.tsx'
import { type Heading, OnThisPage, OnThisPageFolded } from '../guide/on-this-page.tsx'
import { docsWords } from '../guide/words.data.ts'
import { CopyToken } from './copy-token.tsx'
import { OperationCard } from './operation-card.tsx'
import { accountsQuery, customerQuery, fleetQuery, trackingQuery } from './own-values.ts'
import own from './reference.module.css'
import { type Document, type Group, groupsOfEndpoints, notShown } from './reference.ts'
import { NOTHING_OWN, type Reader } from './sample.ts'
import { referenceWords } from './words.data.ts'

const documentQuery = (service: Service) =>
  queryOptions({
    queryKey: ['openapi', service],
    // Our own server creates the document from the contract, which this page uses too, so the document is not checked again.
    queryFn: async ({ signal }) => (await call(openapiOf(service), {}, signal)) as unknown as Document,
  })

/** The services whose examples name satellites, messages and other data of collision avoidance. */
const OF_THE_FLEET: readonly Service[] = ['ca', 'tle']
/** The other services whose examples name something, each with the query for its values. */
const OWN_VALUES: Partial<Record<Service, typeof accountsQuery | typeof customerQuery | typeof trackingQuery>> = {
  userconfig: accountsQuery,
  payments: customerQuery,
  odt: trackingQuery,
}

type Props = {
  readonly page: DocPage
  readonly service: Service
  readonly all: readonly Entry[]
  readonly who: SignedInPerson
}

/** Shows the calls of a service, from its own description. */
export function ReferencePane({ page, service, all, who }: Props) {
  const words = useWords(referenceWords)
  const docs = useWords(docsWords)
  const { data, error, refetch } = useQuery(documentQuery(service))
  const isOfFleet = OF_THE_FLEET.includes(service)
  const ownValues = useQuery({
    ...(OWN_VALUES[service] ?? fleetQuery),
    enabled: OWN_VALUES[service] !== undefined || (isOfFleet && allows([CA_USER], who.roles)),
  })
  // Even without the reader's data, the examples show how a call is made.
  const reader = { subject: who.subject, origin: location.origin, own: ownValues.data ?? NOTHING_OWN }
  const groups = data ? groupsOfEndpoints(data) : []
  const headings = groups.flatMap(headingsOf)
  return (
    <>
      <div className={`min-h-0 scroll relative line-left ${styles.reading}`}>
        <article
          className={`soft ${styles.article} ${own.reference}`}
          aria-busy={(!data || ownValues.isLoading) && !error}
        >
          <h1 className={`ink medium fs-28 lh-36 ${styles.title}`}>{words('referenceOf', { page: docs(page.id) })}</h1>
          <OnThisPageFolded headings={headings} />
          {data && !ownValues.isLoading ? (
            <div ref={arrive}>
              <Introduction document={data} />
              {groups.length === 0 ? <p>{words('noCalls')}</p> : null}
              {groups.map((group) => (
                <GroupSection key={group.tag} group={group} document={data} service={service} reader={reader} />
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
  const words = useWords(referenceWords)
  const others = notShown({ info, ...document })
  return (
    <div className={own.introduction}>
      <p>
        <span lang="en">{info.description}</span> {words('version', { version: info.version })}
      </p>
      <p>
        {words('onlyShown')} {others.length > 0 ? words('alsoThere', { count: others.length }) : words('noOthers')}
      </p>
      {others.length > 0 ? (
        <ul className={`fs-13 ${own.others}`}>
          {others.map((one) => (
            <li className="break-anywhere whole" key={one}>
              <code>{one}</code>
            </li>
          ))}
        </ul>
      ) : null}
      <CopyToken />
    </div>
  )
}

type GroupProps = {
  readonly group: Group
  readonly document: Document
  readonly service: Service
  readonly reader: Reader
}

function GroupSection({ group, document, service, reader }: GroupProps) {
  return (
    <section aria-labelledby={tagId(group.tag)}>
      <h2 id={tagId(group.tag)} className={`line-bottom ink fs-20 medium ${own.tag}`} lang="en">
        {sentenceCase(group.tag)}
      </h2>
      {group.operations.map((operation) => (
        <OperationCard
          key={operation.id}
          operation={operation}
          schemas={document.components.schemas}
          service={service}
          reader={reader}
        />
      ))}
    </section>
  )
}
